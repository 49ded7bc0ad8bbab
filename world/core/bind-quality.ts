import type { Settings } from '../../data/config/settings/settings.ts';
import type { QualityLevel } from '../../data/config/settings/quality.ts';
import type { State } from '../../data/state.ts';
import { Governor, HARDWARE_TARGETS, SOFTWARE_TARGETS, firstStep, stepsFor } from './governor.ts';
import type { FrameRenderer } from './render/frame-renderer.ts';
import type { WorldScene } from './scene/scene.ts';
import type { Ticker } from './ticker.ts';

/**
 * Joins the pure governor to the picture, the scene, the state and the visitor's settings. A level that the page's address asks for is kept for
 * the visit, whatever they say, until the visitor wants their own; else the one they name; else the governor chooses.
 */
export function bindQuality(
  options: { readonly ticker: Ticker; readonly state: State; readonly quality: QualityLevel | undefined },
  scene: WorldScene,
  picture: Pick<FrameRenderer, 'setQuality' | 'fieldOfView' | 'settled' | 'effects' | 'photo'>,
  software: boolean,
): void {
  const { ticker, state } = options;
  const { quality, settling, fixedQuality } = state.world;
  const coarse = window.matchMedia('(pointer: coarse)').matches;
  let settings = state.settings.get();
  fixedQuality.set(options.quality);
  let { quality: fixed } = options;
  let governor: Governor;

  const levelOf = (from: Settings, fixed: QualityLevel | undefined): QualityLevel | undefined =>
    fixed ?? (from.quality === 'auto' ? undefined : from.quality);

  /** Begins anew with the steps that the level allows: at the level that stands, where it is one of them. */
  const begin = (stands?: QualityLevel): void => {
    const only = levelOf(settings, fixed);
    const steps = stepsFor({ devicePixelRatio: window.devicePixelRatio, software, only });
    const same = steps.findIndex(({ level }) => level === stands);
    const first = only === undefined ? firstStep(steps, software, coarse) : software ? 0 : steps.length - 1;
    governor = new Governor(
      steps,
      only === undefined && same >= 0 ? same : first,
      software ? SOFTWARE_TARGETS : HARDWARE_TARGETS,
    );
  };

  const apply = (): void => {
    const { level, pixelRatio } = governor.step;
    scene.quality = level;
    picture.setQuality(level, pixelRatio * settings.resolution);
    if (quality.get() !== level) quality.set(level);
  };

  const follow = (): void => {
    const before = levelOf(settings, fixed);
    const { resolution, fieldOfView } = settings;
    settings = state.settings.get();
    fixed = fixedQuality.get();
    picture.effects = settings.effects;
    if (before !== levelOf(settings, fixed)) begin(governor.step.level);
    else if (resolution === settings.resolution && fieldOfView === settings.fieldOfView) return;
    picture.fieldOfView = settings.fieldOfView;
    apply();
  };

  begin();
  picture.fieldOfView = settings.fieldOfView;
  picture.effects = settings.effects;
  apply();
  ticker.onFrame = (_spent, seconds) => {
    if (settings !== state.settings.get() || fixed !== fixedQuality.get()) follow();
    // A photograph may take its time: no frame of it speaks for a cheaper picture, or for a better one.
    const photo = state.view.get().mode === 'photo';
    picture.photo = photo;
    if (settling.get() === picture.settled) settling.set(!picture.settled);
    if (photo) governor.rest();
    else if (state.world.status.get().phase === 'ready' && governor.frame(seconds)) apply();
  };
}
