import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** Farther from a thing than this nobody reads it any more: well beyond where its hint appears. Metres. */
const LEAVE_METRES = 6.5;

let scene: WorldScene | undefined;
let state: State | undefined;

/** Puts a text away when the visitor has walked away from what it belongs to. */
export function init(into: WorldScene, home: State): void {
  scene = into;
  state = home;
}

export function update(): void {
  if (!scene || !state) return;
  const at = state.derived.document.get()?.at;
  if (!at) return;
  const { x, z } = scene.camera.position;
  if (Math.hypot(x - at.x, z - at.z) > LEAVE_METRES) dispatchView(state, { kind: 'end', mode: 'reading' });
}

export function dispose(): void {
  scene = undefined;
  state = undefined;
}
