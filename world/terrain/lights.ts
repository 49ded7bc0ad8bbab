import { DirectionalLight, Group, HemisphereLight } from 'three';
import { defineModule } from '../core/define-module.ts';
import { WORDS_LAYER } from '../core/scene/words.ts';
import { KEY_DIRECTION } from './terrain-material.ts';

const KEY_INTENSITY = 2.6;
const FILL_INTENSITY = 1.5;
/** A directional light has no distance; the position only gives its direction. */
const LAMP_METRES = 40;

/**
 * Light for plugins (docs/modules.md), which may use the standard materials of three.js: a cool key light
 * from the upper left front, and a faint fill light. The home's own materials compute the same light in their
 * shaders (`terrain-material.ts`) and need no lamps.
 */
export const { init, update, dispose } = defineModule((scene, _state, theme, disposables) => {
  const key = new DirectionalLight(theme.colors.keyLight, KEY_INTENSITY);
  key.position.copy(KEY_DIRECTION).multiplyScalar(LAMP_METRES);
  key.userData['class'] = 'light-source';
  const fill = new HemisphereLight(theme.colors.skyFill, theme.colors.stone, FILL_INTENSITY);
  const group = new Group();
  group.name = 'lights';
  // Words that are drawn a second time get the same light.
  for (const { layers } of [key, fill]) layers.enable(WORDS_LAYER);
  disposables.add(scene, group.add(key, fill));
  return {};
});
