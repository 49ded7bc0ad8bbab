import type { State } from '../../data/state.ts';
import { NORMAL_APERTURE } from '../../data/photo/photo.ts';
import { type View, isOnFoot } from '../../data/view/view.ts';
import type { Theme } from '../../theme/theme.ts';
import { MIDDLE_METRES } from '../core/scene/depth-focus.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** An eye that looks elsewhere sees sharp after a moment: 63 % of the way in this many seconds. */
const EASE_SECONDS = 0.25;
const THERE_METRES = 0.01;

let mounted: { readonly scene: WorldScene; readonly state: State } | undefined;

/** How far off that is which the visitor looks at: so that what one reads is sharp. Metres. */
export function focusDistance({ camera, focus }: Pick<WorldScene, 'camera' | 'focus'>, view: View): number {
  const { position } = camera;
  if (view.mode === 'zoom') {
    const { at } = view.target;
    return Math.hypot(position.x - at[0], position.y - at[1], position.z - at[2]);
  }
  if (focus.subject !== undefined) return focus.subject;
  return isOnFoot(view) ? MIDDLE_METRES : Math.max(MIDDLE_METRES, position.length());
}

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  mounted = { scene, state };
}

/** Sets the focus for the visitor's own eyes; the photo mode sets it by itself. */
export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state } = mounted;
  const view = state.view.get();
  if (view.mode === 'photo') return;
  const { focus } = scene;
  focus.aperture = NORMAL_APERTURE.aperture;
  focus.maxBlur = NORMAL_APERTURE.maxBlur;
  focus.sky = false;
  const way = focusDistance(scene, view) - focus.metres;
  focus.metres += Math.abs(way) < THERE_METRES ? way : way * (1 - Math.exp(-delta / EASE_SECONDS));
}

export function dispose(): void {
  if (!mounted) return;
  const { focus } = mounted.scene;
  mounted = undefined;
  focus.metres = MIDDLE_METRES;
  focus.aperture = NORMAL_APERTURE.aperture;
  focus.maxBlur = NORMAL_APERTURE.maxBlur;
  focus.sky = false;
}
