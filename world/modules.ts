import * as cameraRig from './camera/camera-rig.ts';
import { type NamedModule, defineModule } from './core/define-module.ts';
import * as resident from './narrative/resident/resident.ts';
import * as walk from './player/walk.ts';
import * as island from './terrain/island/island.ts';
import * as lights from './terrain/lights.ts';
import * as sky from './terrain/sky/sky.ts';
import * as stars from './terrain/sky/stars.ts';
import * as clouds from './terrain/weather/clouds.ts';
import * as weather from './terrain/weather/weather-service.ts';

/** Advances the arrival of modules that are added after the first picture. */
const arrival = defineModule((scene) => ({
  update: (_elapsed, delta) => scene.frame.arrivals.advance(delta),
}));

/**
 * The modules of the first picture, in the order in which they are created and updated: first the visitor and
 * their camera, so that later modules have the camera of the same frame; then the objects around the
 * resident, and the resident. All others are in `deferred-modules.ts`.
 */
export const worldModules: readonly NamedModule[] = [
  { name: 'walk', module: walk, note: 'walking', shows: false },
  { name: 'camera-rig', module: cameraRig, note: 'the camera', shows: false },
  { name: 'arrival', module: arrival, note: 'what arrives later', shows: false },
  { name: 'weather', module: weather, note: 'the weather', shows: false },
  { name: 'lights', module: lights, note: 'light', shows: false },
  { name: 'sky', module: sky, note: 'the sky' },
  { name: 'stars', module: stars, note: 'stars' },
  { name: 'island', module: island, note: 'the island' },
  { name: 'clouds', module: clouds, note: 'the sea of clouds' },
  { name: 'resident', module: resident, note: 'the resident' },
];
