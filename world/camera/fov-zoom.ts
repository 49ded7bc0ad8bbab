import type { State } from '../../data/state.ts';
import { isOnFoot } from '../../data/view/view.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { isPlainKey } from '../input/keyboard.ts';

/** A field of view of 60° becomes one of 25°; of another, as much nearer. */
const MOST_ZOOM = Math.tan(Math.PI / 6) / Math.tan((12.5 * Math.PI) / 180);
/** Of the way that is left, per 60th of a second. */
const FACTOR = 0.2;
/** Nearer to it than this, it is there. */
const THERE = 1e-4;
/** A notch of a wheel is about 100 of its pixels: a sixth nearer. */
const WHEEL_EXPONENT_PER_PIXEL = 0.0015;
/** Of a wheel that counts lines, or pages. CSS pixels. */
const LINE_PIXELS = 33;
const PAGE_PIXELS = 330;
/** One event of a wheel that was flung. CSS pixels. */
const MOST_PIXELS = 400;
/** One press of a key: four lead from one end to the other. */
const KEY_EXPONENT = Math.log(MOST_ZOOM) / 4;

/** Looks at what is ahead from nearer without going there: by two fingers, the wheel, or + and −. Only for who stands in the world. */
class Lens {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #abort = new AbortController();
  #wanted = 1;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    const on = { signal: this.#abort.signal };
    scene.renderer.domElement.addEventListener('wheel', this.#onWheel, { ...on, passive: false });
    window.addEventListener('keydown', this.#onKey, on);
  }

  readonly #onWheel = (event: WheelEvent): void => {
    // With Ctrl it is the browser's own zoom.
    if (event.ctrlKey || event.metaKey || !isOnFoot(this.#state.view.get())) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_PIXELS : event.deltaMode === 2 ? PAGE_PIXELS : 1;
    const pixels = Math.min(MOST_PIXELS, Math.max(-MOST_PIXELS, event.deltaY * unit));
    this.#bring(-pixels * WHEEL_EXPONENT_PER_PIXEL);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#state.settings.get().shortcuts || !isPlainKey(event)) return;
    if (!isOnFoot(this.#state.view.get())) return;
    if (event.key === '+' || event.key === '=') this.#bring(KEY_EXPONENT);
    else if (event.key === '-' || event.key === '_') this.#bring(-KEY_EXPONENT);
  };

  #bring(exponent: number): void {
    this.#wanted = Math.min(MOST_ZOOM, Math.max(1, this.#wanted * Math.exp(exponent)));
  }

  update(delta: number): void {
    const { camera, input } = this.#scene;
    if (!isOnFoot(this.#state.view.get())) this.#wanted = 1;
    else if (input.zoomDelta !== 0) this.#bring(input.zoomDelta);
    input.zoomDelta = 0;
    if (camera.zoom === this.#wanted) return;
    const left = this.#state.world.reducedMotion.get() ? 0 : (1 - FACTOR) ** (60 * delta);
    const zoom = this.#wanted + (camera.zoom - this.#wanted) * left;
    camera.zoom = Math.abs(zoom - this.#wanted) < THERE ? this.#wanted : zoom;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.#abort.abort();
    const { camera } = this.#scene;
    if (camera.zoom === 1) return;
    camera.zoom = 1;
    camera.updateProjectionMatrix();
  }
}

let lens: Lens | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  lens = new Lens(scene, state);
}

export function update(_elapsed: number, delta: number): void {
  lens?.update(delta);
}

export function dispose(): void {
  lens?.dispose();
  lens = undefined;
}
