import * as fireworks from './effects/events/fireworks.ts';
import * as shockwave from './effects/events/shockwave.ts';
import * as mergeFlash from './effects/events/merge-flash.ts';
import * as sovereigntyEgg from './effects/events/sovereignty-egg.ts';
import * as outlines from './player/debug-helpers.ts';
import * as audio from './audio/audio.ts';
import * as gamepad from './input/gamepad.ts';
import * as focus from './camera/autofocus.ts';
import * as commitLight from './effects/events/commit-light.ts';
import type { NamedModule } from './modules.ts';
import * as clip from './capture/video-recorder.ts';
import * as landmarks from './camera/viewpoints.ts';
import * as lens from './camera/fov-zoom.ts';
import * as namesAbove from './camera/overview-labels.ts';
import * as orbit from './camera/orbit.ts';
import * as overview from './camera/overview.ts';
import * as photo from './capture/photo.ts';
import * as rig from './camera/camera-rig.ts';
import * as zoom from './camera/focus-object.ts';
import * as tunnel from './effects/events/warp-effect.ts';
import * as visits from './camera/fly-to-portal.ts';
import * as walkIn from './player/portal-entry.ts';

/**
 * Modules that the first picture does without, in a file of their own: it is fetched once the curtain has lifted, and they run after
 * those of `modules.ts`. What has shaders compiles them before it shows itself (`warm-up.ts`).
 */
export const deferredModules: readonly NamedModule[] = [
  { name: 'fireworks', module: fireworks, note: 'fireworks for milestones' },
  { name: 'shockwave', module: shockwave, note: 'waves for new blocks' },
  { name: 'merge-flash', module: mergeFlash, note: 'light for merges' },
  { name: 'sovereignty-egg', module: sovereigntyEgg, note: 'a surprise' },
  { name: 'outlines', module: outlines, note: 'outlines' },
  { name: 'rig', module: rig, note: 'the camera' },
  { name: 'overview', module: overview, note: 'the island from above' },
  { name: 'names-above', module: namesAbove, note: 'names to be read from above' },
  { name: 'orbit', module: orbit, note: 'a way round' },
  { name: 'zoom', module: zoom, note: 'a look from near' },
  { name: 'lens', module: lens, note: 'a lens' },
  { name: 'gamepad', module: gamepad, note: 'a gamepad' },
  { name: 'focus', module: focus, note: 'what is sharp' },
  { name: 'photo', module: photo, note: 'photographs' },
  { name: 'landmarks', module: landmarks, note: 'places to stand' },
  { name: 'audio', module: audio, note: 'sound' },
  { name: 'walk-in', module: walkIn, note: 'a way out' },
  { name: 'visits', module: visits, note: 'a way to a portal' },
  { name: 'tunnel', module: tunnel, note: 'a way between worlds' },
  { name: 'commit-light', module: commitLight, note: 'light for commits' },
  { name: 'clip', module: clip, note: 'clips of the time-lapse' },
];
