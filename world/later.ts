import * as fireworks from './effects/fireworks.ts';
import * as shockwave from './effects/shockwave.ts';
import * as mergeFlash from './effects/merge-flash.ts';
import * as sovereigntyEgg from './effects/sovereignty-egg.ts';
import * as outlines from './core/outlines.ts';
import * as audio from './core/audio.ts';
import * as gamepad from './views/gamepad.ts';
import * as focus from './views/focus.ts';
import * as commitLight from './effects/commit-light.ts';
import type { NamedModule } from './modules.ts';
import * as clip from './views/clip.ts';
import * as landmarks from './views/landmarks.ts';
import * as lens from './views/lens.ts';
import * as namesAbove from './views/names-above.ts';
import * as orbit from './views/orbit.ts';
import * as overview from './views/overview.ts';
import * as photo from './views/photo.ts';
import * as rig from './views/rig.ts';
import * as zoom from './views/zoom.ts';
import * as tunnel from './views/tunnel.ts';
import * as visits from './views/visits.ts';
import * as walkIn from './views/walk-in.ts';

/**
 * Modules that the first picture does without, in a file of their own: it is fetched once the curtain has lifted, and they run after
 * those of `modules.ts`. What has shaders compiles them before it shows itself (`warm-up.ts`).
 */
export const laterModules: readonly NamedModule[] = [
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
