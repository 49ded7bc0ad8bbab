import * as audio from './audio/audio.ts';
import * as autofocus from './camera/autofocus.ts';
import * as flyToPortal from './camera/fly-to-portal.ts';
import * as focusObject from './camera/focus-object.ts';
import * as fovZoom from './camera/fov-zoom.ts';
import * as orbit from './camera/orbit.ts';
import * as overview from './camera/overview.ts';
import * as viewpoints from './camera/viewpoints.ts';
import * as photo from './capture/photo.ts';
import * as videoRecorder from './capture/video-recorder.ts';
import type { NamedModule } from './core/module.ts';
import * as commitLight from './effects/events/commit-light.ts';
import * as fireworks from './effects/events/fireworks.ts';
import * as mergeFlash from './effects/events/merge-flash.ts';
import * as shockwave from './effects/events/shockwave.ts';
import * as sovereigntyEgg from './effects/events/sovereignty-egg.ts';
import * as warpEffect from './effects/events/warp-effect.ts';
import * as gamepad from './input/gamepad.ts';
import * as debugHelpers from './player/debug-helpers.ts';
import * as portalEntry from './player/portal-entry.ts';

/**
 * Modules that the first frame does without, in a file of their own: it is fetched once the world is
 * shown, and they run after those of `modules.ts`. What has shaders compiles them before it is drawn
 * (`core/render/gpu-warm-up.ts`).
 */
export const deferredModules: readonly NamedModule[] = [
  { name: 'fireworks', module: fireworks, note: 'fireworks for milestones' },
  { name: 'shockwave', module: shockwave, note: 'waves for new blocks' },
  { name: 'merge-flash', module: mergeFlash, note: 'light for merges' },
  { name: 'sovereignty-egg', module: sovereigntyEgg, note: 'a surprise' },
  { name: 'debug-helpers', module: debugHelpers, note: 'outlines for debugging', shows: false },
  { name: 'overview', module: overview, note: 'the overview', shows: false },
  { name: 'orbit', module: orbit, note: 'the orbit camera', shows: false },
  { name: 'focus-object', module: focusObject, note: 'the closer look', shows: false },
  { name: 'fov-zoom', module: fovZoom, note: 'zoom', shows: false },
  { name: 'gamepad', module: gamepad, note: 'the gamepad', shows: false },
  { name: 'autofocus', module: autofocus, note: 'focus', shows: false },
  { name: 'photo', module: photo, note: 'the photo mode', shows: false },
  { name: 'viewpoints', module: viewpoints, note: 'viewpoints of links', shows: false },
  { name: 'audio', module: audio, note: 'sound', shows: false },
  { name: 'portal-entry', module: portalEntry, note: 'entering portals', shows: false },
  { name: 'fly-to-portal', module: flyToPortal, note: 'flights to portals', shows: false },
  { name: 'warp-effect', module: warpEffect, note: 'the warp' },
  { name: 'commit-light', module: commitLight, note: 'light for commits' },
  { name: 'video-recorder', module: videoRecorder, note: 'recording the time-lapse', shows: false },
];
