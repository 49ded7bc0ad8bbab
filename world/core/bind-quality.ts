import type { Settings, SettingsState } from '../../data/config/settings/settings.ts';
import type { QualityLevel } from '../../data/world-state.ts';
import { CadenceBinding } from './bind-cadence.ts';
import { HARDWARE_PIXELS, SOFTWARE_PIXELS } from './cadence.ts';
import { Governor, HARDWARE_TARGETS, SOFTWARE_TARGETS, firstStep, stepsFor } from './governor.ts';
import type { CadenceState } from './news.ts';
import type { FrameRenderer } from './render/frame-renderer.ts';
import type { Graphics } from './render/webgl-context.ts';
import type { WorldScene } from './scene/scene.ts';
import type { Ticker } from './ticker.ts';

type StateSlice = CadenceState & SettingsState;

/** The parts of the frame renderer that depend on the quality. */
type Picture = Pick<
  FrameRenderer,
  'setQuality' | 'fieldOfView' | 'settled' | 'effects' | 'photo' | 'still' | 'keeps' | 'mostPixels'
>;

interface QualityOptions {
  readonly ticker: Ticker;
  readonly state: StateSlice;
  /** The quality level in the page's address. */
  readonly quality: QualityLevel | undefined;
}

/**
 * Connects the governor to the renderer, the scene, the state and the visitor's settings. The level comes
 * from the page's address until the visitor changes it, and then from the settings. If neither names a level,
 * the governor chooses.
 */
class QualityBinding {
  readonly #state: StateSlice;
  readonly #scene: WorldScene;
  readonly #picture: Picture;
  readonly #graphics: Graphics;
  readonly #cadence: CadenceBinding;
  readonly #coarse = window.matchMedia('(pointer: coarse)').matches;
  #settings: Settings;
  #fixed: QualityLevel | undefined;
  #governor: Governor;
  /** It changes when the visitor zooms the page, or moves the window to another screen. */
  #devicePixelRatio = window.devicePixelRatio;

  constructor(
    state: StateSlice,
    scene: WorldScene,
    picture: Picture,
    graphics: Graphics,
    cadence: CadenceBinding,
  ) {
    this.#state = state;
    this.#cadence = cadence;
    this.#scene = scene;
    this.#picture = picture;
    this.#graphics = graphics;
    this.#settings = state.settings.get();
    this.#fixed = state.world.fixedQuality.get();
    this.#governor = this.#createGovernor();
    picture.fieldOfView = this.#settings.fieldOfView;
    picture.effects = this.#hasEffects;
    picture.mostPixels = graphics.software ? SOFTWARE_PIXELS : HARDWARE_PIXELS;
    this.#apply();
  }

  get #hasEffects(): boolean {
    return this.#settings.effects && !this.#state.world.plain.get();
  }

  /** `undefined` if the governor chooses. */
  get #wantedLevel(): QualityLevel | undefined {
    const { quality } = this.#settings;
    return this.#fixed ?? (quality === 'auto' ? undefined : quality);
  }

  /** Creates a governor with the steps that the level allows, if possible at the level `current`. */
  #createGovernor(current?: QualityLevel): Governor {
    const only = this.#wantedLevel;
    const { software, hidden } = this.#graphics;
    const steps = stepsFor({ devicePixelRatio: this.#devicePixelRatio, software, only });
    const same = steps.findIndex(({ level }) => level === current);
    const first =
      only === undefined ? firstStep(steps, this.#graphics, this.#coarse) : software ? 0 : steps.length - 1;
    return new Governor(
      steps,
      only === undefined && same >= 0 ? same : first,
      software ? SOFTWARE_TARGETS : HARDWARE_TARGETS,
      hidden,
    );
  }

  #apply(): void {
    const { level, pixelRatio } = this.#governor.step;
    const { quality } = this.#state.world;
    this.#scene.frame.quality = level;
    const { resolution } = this.#settings;
    this.#picture.setQuality(level, pixelRatio * resolution, this.#devicePixelRatio * resolution);
    if (quality.get() !== level) quality.set(level);
  }

  /** Applies changed settings and a changed pixel ratio. */
  #follow(): void {
    const before = this.#wantedLevel;
    const { resolution, fieldOfView } = this.#settings;
    this.#settings = this.#state.settings.get();
    this.#fixed = this.#state.world.fixedQuality.get();
    const ratio = this.#devicePixelRatio;
    this.#devicePixelRatio = window.devicePixelRatio;
    if (before !== this.#wantedLevel || ratio !== this.#devicePixelRatio)
      this.#governor = this.#createGovernor(this.#governor.step.level);
    else if (resolution === this.#settings.resolution && fieldOfView === this.#settings.fieldOfView) return;
    this.#picture.fieldOfView = this.#settings.fieldOfView;
    this.#apply();
  }

  /** `seconds`: since the previous frame. */
  frame(seconds: number): void {
    const { settings, world, view } = this.#state;
    if (
      this.#settings !== settings.get() ||
      this.#fixed !== world.fixedQuality.get() ||
      this.#devicePixelRatio !== window.devicePixelRatio
    )
      this.#follow();
    this.#picture.effects = this.#hasEffects;
    // A photograph may be slow, so its frames do not change the quality level.
    const photo = view.get().mode === 'photo';
    this.#picture.photo = photo;
    if (world.settling.get() === this.#picture.settled) world.settling.set(!this.#picture.settled);
    const cadence = this.#cadence.frame(seconds);
    const isMoving = cadence === 'moving' || (cadence === 'lively' && !this.#graphics.software);
    this.#picture.still = !isMoving;
    const keeps = this.#graphics.software && !this.#scene.registry.movesEverywhere;
    const isStill = cadence === 'still' || cadence === 'resting';
    this.#picture.keeps = keeps && isStill ? cadence : undefined;
    // The governor measures only the moving picture, because the still picture may be slower. It measures
    // only when the chosen level is drawn: while the shaders of that level compile, another level is drawn.
    if (photo || !isMoving) this.#governor.rest();
    else if (world.status.get().phase === 'ready' && this.#picture.settled && this.#governor.frame(seconds))
      this.#apply();
  }
}

/** Chooses the quality level in each frame of the ticker. Returns a function to end this. */
export function bindQuality(
  { ticker, state, quality }: QualityOptions,
  scene: WorldScene,
  picture: Picture,
  graphics: Graphics,
): () => void {
  state.world.fixedQuality.set(quality);
  const cadence = new CadenceBinding(state, scene, ticker, graphics.software);
  const binding = new QualityBinding(state, scene, picture, graphics, cadence);
  ticker.onFrame = (seconds) => binding.frame(seconds);
  return () => {
    ticker.onFrame = undefined;
    cadence.dispose();
  };
}
