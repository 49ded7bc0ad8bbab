import { Matrix4 } from 'three';
import { watch } from '../../data/core/watch.ts';
import { isTyping } from '../../data/view/shortcuts.ts';
import {
  type Cadence,
  CadenceClock,
  HARDWARE_PACE,
  SOFTWARE_PACE,
  SOFTWARE_PACE_OF_WALL,
  SOFTWARE_PACE_OF_WHOLE,
} from './cadence.ts';
import { type CadenceState, News, isMoving } from './news.ts';
import type { WorldScene } from './scene/scene.ts';
import type { Ticker } from './ticker.ts';

/** The camera has moved if an element of its matrices changes by more than this: a tenth of a pixel. */
const MIN_MOVE = 1e-4;

/** Any of these events shows that the visitor is present. */
const PRESENCE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** The interval of reading a gamepad, which has no events: shorter than a press of a button. */
const PAD_MS = 40;
/** A stick beyond this value is in use. Worn sticks at rest stay below it. */
const PUSHED = 0.2;

/**
 * Whether a gamepad is in use. With an unknown mapping only buttons count: its axes may rest at any value.
 */
const isUsed = (pad: Gamepad | null): boolean =>
  pad !== null &&
  (pad.buttons.some(({ pressed }) => pressed) ||
    (pad.mapping === 'standard' && pad.axes.some((at) => Math.abs(at) > PUSHED)));

/** Whether an uncaptured mouse moves across the page without a pressed button. */
const isPassing = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.pointerType === 'mouse' &&
  event.buttons === 0 &&
  document.pointerLockElement === null;

/**
 * Connects the cadence to the camera, the visitor's input and the news. Input on the canvas wakes the ticker,
 * so that the browser's next frame already moves.
 */
export class CadenceBinding {
  readonly #state: CadenceState;
  readonly #scene: WorldScene;
  readonly #ticker: Pick<Ticker, 'wake' | 'pace'>;
  readonly #software: boolean;
  readonly #clock = new CadenceClock();
  readonly #news: News;
  readonly #seen = new Matrix4();
  readonly #lens = new Matrix4();
  readonly #listening = new AbortController();
  readonly #endPads: () => void;
  #looking: ReturnType<typeof setInterval> | undefined;

  constructor(
    state: CadenceState,
    scene: WorldScene,
    ticker: Pick<Ticker, 'wake' | 'pace'>,
    software: boolean,
  ) {
    this.#state = state;
    this.#scene = scene;
    this.#ticker = ticker;
    this.#software = software;
    this.#news = new News(state);
    const on = { signal: this.#listening.signal, capture: true, passive: true };
    for (const type of PRESENCE) window.addEventListener(type, this.#onInput, on);
    window.addEventListener('resize', this.#stir, on);
    document.addEventListener('visibilitychange', this.#stir, on);
    this.#endPads = watch(state.world.gamepad, this.#onPad);
    this.#stir();
  }

  /** Called between the modules and the picture. Returns the cadence of this frame. */
  frame(seconds: number): Cadence {
    const clock = this.#clock;
    if (this.#moved()) clock.stir();
    if (isMoving(this.#state) || this.#scene.frame.arrivals.isRunning) clock.stir();
    clock.animate(this.#news.seconds());
    if (this.#isSteered()) this.#stir();
    const cadence = clock.frame(seconds);
    this.#ticker.pace = this.#pace[cadence];
    return cadence;
  }

  get #pace(): Readonly<Record<Cadence, number>> {
    if (!this.#software) return HARDWARE_PACE;
    if (this.#state.view.get().mode === 'wall') return SOFTWARE_PACE_OF_WALL;
    return this.#scene.registry.movesEverywhere ? SOFTWARE_PACE_OF_WHOLE : SOFTWARE_PACE;
  }

  dispose(): void {
    this.#listening.abort();
    this.#endPads();
    clearInterval(this.#looking);
    this.#ticker.pace = 0;
  }

  readonly #stir = (): void => {
    this.#clock.touch();
    this.#clock.stir();
    this.#ticker.wake();
  };

  readonly #onPad = (pad: 'none' | 'whole' | 'sticks'): void => {
    clearInterval(this.#looking);
    if (pad === 'none') return;
    this.#looking = setInterval(() => {
      // While the picture moves, its frames read the gamepad often enough.
      if (this.#ticker.pace > 0 && navigator.getGamepads().some(isUsed)) this.#stir();
    }, PAD_MS);
  };

  readonly #onInput = (event: Event): void => {
    this.#clock.touch();
    // Typing and a mouse without a button move nothing in the world.
    if (isTyping(event) || isPassing(event)) return;
    if (event.type === 'keydown' || event.target === this.#scene.renderer.domElement) this.#stir();
    else this.#ticker.wake();
  };

  #isSteered(): boolean {
    const { input } = this.#scene;
    return input.right !== 0 || input.ahead !== 0 || input.turn !== 0 || input.pitch !== 0;
  }

  #moved(): boolean {
    const { camera } = this.#scene;
    camera.updateMatrixWorld();
    const moved =
      this.#differ(this.#seen, camera.matrixWorld) || this.#differ(this.#lens, camera.projectionMatrix);
    if (moved) {
      this.#seen.copy(camera.matrixWorld);
      this.#lens.copy(camera.projectionMatrix);
    }
    return moved;
  }

  #differ({ elements: before }: Matrix4, { elements: now }: Matrix4): boolean {
    for (let i = 0; i < 16; i++) if (Math.abs((before[i] ?? 0) - (now[i] ?? 0)) > MIN_MOVE) return true;
    return false;
  }
}
