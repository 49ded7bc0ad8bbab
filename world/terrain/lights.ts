import { DirectionalLight, Group, HemisphereLight } from 'three';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { KEY_DIRECTION } from './terrain-material.ts';
import type { WorldScene } from '../core/scene/scene.ts';

const KEY_INTENSITY = 2.6;
const FILL_INTENSITY = 1.5;
/** A lamp without end shines the same from anywhere along its direction. */
const LAMP_METRES = 40;

let group: Group | undefined;

/** The one light rig: a cool key from the upper left front and a faint fill. Everything else glows by itself. */
export function init(scene: WorldScene, _state: State, theme: Theme): void {
  const key = new DirectionalLight(theme.colors.keyLight, KEY_INTENSITY);
  key.position.copy(KEY_DIRECTION).multiplyScalar(LAMP_METRES);
  key.userData['class'] = 'light-source';
  const fill = new HemisphereLight(theme.colors.skyFill, theme.colors.stone, FILL_INTENSITY);
  group = new Group();
  group.name = 'lights';
  group.add(key, fill);
  scene.add(group);
}

export function update(): void {
  // The lamps stand still: nothing moves, nothing to do.
}

export function dispose(): void {
  group?.removeFromParent();
  group = undefined;
}
