import { NORMAL_APERTURE } from '../../data/photo/photo.ts';
import { type View, isOnFoot } from '../../data/view/view.ts';
import { defineModule } from '../core/define-module.ts';
import { type DepthFocus, MIDDLE_METRES, SHARP_METRES } from '../core/scene/scene-frame.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** The time constant of focusing: 63 % of the way in this many seconds. */
const EASE_SECONDS = 0.25;
/** If the remaining distance is smaller than this, the focus is set to its target. */
const MIN_STEP_METRES = 0.01;

/** The distance at which the picture is sharp: that of the object that the visitor looks at. Metres. */
export function focusDistance(
  { camera, frame: { focus } }: Pick<WorldScene, 'camera' | 'frame'>,
  view: View,
): number {
  const { position } = camera;
  if (view.mode === 'zoom') {
    const { at } = view.target;
    return Math.hypot(position.x - at[0], position.y - at[1], position.z - at[2]);
  }
  if (focus.subject !== undefined) return focus.subject;
  return isOnFoot(view) ? MIDDLE_METRES : Math.max(MIDDLE_METRES, position.length());
}

function useNormalAperture(focus: DepthFocus): void {
  focus.aperture = NORMAL_APERTURE.aperture;
  focus.maxBlur = NORMAL_APERTURE.maxBlur;
  focus.sharpMetres = SHARP_METRES;
}

/** Sets the focus for the visitor's view. The photo mode sets its own. */
export const { init, update, dispose } = defineModule((scene, state) => ({
  update(_elapsed, delta) {
    const view = state.view.get();
    if (view.mode === 'photo') return;
    const { focus } = scene.frame;
    useNormalAperture(focus);
    const step = focusDistance(scene, view) - focus.metres;
    focus.metres += Math.abs(step) < MIN_STEP_METRES ? step : step * (1 - Math.exp(-delta / EASE_SECONDS));
  },
  dispose() {
    useNormalAperture(scene.frame.focus);
    scene.frame.focus.metres = MIDDLE_METRES;
  },
}));
