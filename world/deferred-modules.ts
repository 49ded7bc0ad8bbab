import * as audio from './audio/audio.ts';
import * as autofocus from './camera/autofocus.ts';
import * as flights from './camera/flights.ts';
import * as flyToPortal from './camera/fly-to-portal.ts';
import * as focusObject from './camera/focus-object.ts';
import * as fovZoom from './camera/fov-zoom.ts';
import * as orbit from './camera/orbit.ts';
import * as overview from './camera/overview.ts';
import * as talk from './camera/talk.ts';
import * as viewpoints from './camera/viewpoints.ts';
import * as wall from './camera/wall.ts';
import * as photo from './capture/photo.ts';
import * as videoRecorder from './capture/video-recorder.ts';
import type { NamedModule } from './core/define-module.ts';
import * as energyBeam from './effects/ambient/energy-beam.ts';
import * as gravityZones from './effects/ambient/gravity-zones.ts';
import * as lightningArcs from './effects/ambient/lightning-arcs.ts';
import * as plainLook from './effects/ambient/plain-look.ts';
import * as matrixRain from './effects/ambient/matrix-rain.ts';
import * as commitLight from './effects/events/commit-light.ts';
import * as fireworks from './effects/events/fireworks.ts';
import * as mergeFlash from './effects/events/merge-flash.ts';
import * as shockwave from './effects/events/shockwave.ts';
import * as sovereigntyEgg from './effects/events/sovereignty-egg.ts';
import * as warpEffect from './effects/events/warp-effect.ts';
import * as residentNotices from './narrative/resident/resident-notices.ts';
import * as work from './narrative/resident/work-words.ts';
import * as gamepad from './input/gamepad.ts';
import * as interactionSystem from './interaction/interaction-system.ts';
import * as bookshelves from './narrative/bookshelves/bookshelves.ts';
import * as sessions from './narrative/sessions/sessions.ts';
import * as oath from './narrative/oath/oath.ts';
import * as visitors from './narrative/visitors/visitors.ts';
import * as vision from './narrative/vision/vision.ts';
import { adapterPanel } from './panels/adapter-panel.ts';
import { agentPanel } from './panels/agent-panel.ts';
import { commitPanel } from './panels/commit-panel.ts';
import { dualBrainPanel } from './panels/dual-brain-panel.ts';
import * as earth from './panels/globe/earth.ts';
import * as heatmap from './panels/heatmap/heatmap.ts';
import { locationPanel } from './panels/location-panel.ts';
import * as sovereigntyMeter from './panels/meter/sovereignty-meter.ts';
import * as blockPlinth from './panels/plinth/block-plinth.ts';
import { nowPanel } from './panels/now-panel.ts';
import { portalPanel } from './panels/portal-panel.ts';
import * as debugHelpers from './player/debug-helpers.ts';
import * as portalEntry from './player/portal-entry.ts';
import * as commitBanners from './portals/commit-banners.ts';
import * as portals from './portals/portals.ts';
import * as reflections from './terrain/island/reflections.ts';
import * as scenery from './terrain/island/scenery.ts';
import * as constellations from './terrain/sky/constellations.ts';
import * as precipitation from './terrain/weather/precipitation.ts';
import * as readingDistance from './interaction/readable.ts';

/**
 * The modules that are added after the first picture, in a separate file, group by group. The modules of a
 * group are created one by one while the world runs, and shown together after their shaders are compiled
 * (`core/module-loader.ts`): first the readings around the resident, and the ring of light with which every
 * group arrives, then more distant objects.
 */
const arrivingGroups: readonly (readonly NamedModule[])[] = [
  [
    { name: 'plain-look', module: plainLook, note: 'the plain look', shows: false },
    agentPanel,
    commitPanel,
    portalPanel,
    nowPanel,
    locationPanel,
    { name: 'work', module: work, note: 'what the resident does' },
    { name: 'agent-sessions', module: sessions, note: 'the agents at work' },
    { name: 'sovereignty-meter', module: sovereigntyMeter, note: 'the sovereignty meter' },
    { name: 'heatmap', module: heatmap, note: 'the commits of the day' },
    { name: 'shockwave', module: shockwave, note: 'rings of light' },
  ],
  [
    { name: 'scenery', module: scenery, note: 'stones and paths' },
    { name: 'portals', module: portals, note: 'portals' },
    { name: 'energy-beam', module: energyBeam, note: 'the energy beam' },
    { name: 'earth', module: earth, note: 'the Earth' },
    { name: 'reflections', module: reflections, note: 'reflections in the glass' },
    // After the portals, because this module looks up their objects in the same frame.
    { name: 'viewpoints', module: viewpoints, note: 'viewpoints of links', shows: false },
  ],
  [
    { name: 'constellations', module: constellations, note: 'the agents’ stars' },
    { name: 'lightning-arcs', module: lightningArcs, note: 'pylons and arcs' },
    { name: 'precipitation', module: precipitation, note: 'rain and snow' },
    { name: 'commit-banners', module: commitBanners, note: 'commit banners' },
    { name: 'block-plinth', module: blockPlinth, note: 'the block height' },
  ],
  [
    dualBrainPanel,
    adapterPanel,
    { name: 'gravity-zones', module: gravityZones, note: 'floating stones' },
    { name: 'matrix-rain', module: matrixRain, note: 'the rain of hashes' },
    { name: 'bookshelves', module: bookshelves, note: 'the bookshelves' },
    { name: 'oath', module: oath, note: 'the oath stone' },
    { name: 'vision', module: vision, note: 'the vision' },
    { name: 'reading-distance', module: readingDistance, note: 'documents', shows: false },
    { name: 'interaction-system', module: interactionSystem, note: 'hints', shows: false },
  ],
];

/** The last group: modules without a fixed place, which react to events or commands, or which move. */
const onDemand: readonly NamedModule[] = [
  { name: 'fireworks', module: fireworks, note: 'fireworks for milestones' },
  { name: 'merge-flash', module: mergeFlash, note: 'light for merges' },
  { name: 'visitors', module: visitors, note: 'other visitors' },
  { name: 'sovereignty-egg', module: sovereigntyEgg, note: 'a surprise' },
  { name: 'resident-notices', module: residentNotices, note: 'the resident’s greeting', shows: false },
  { name: 'debug-helpers', module: debugHelpers, note: 'outlines for debugging', shows: false },
  { name: 'overview', module: overview, note: 'the overview', shows: false },
  { name: 'orbit', module: orbit, note: 'the orbit camera', shows: false },
  { name: 'wall', module: wall, note: 'the camera of the wall', shows: false },
  { name: 'focus-object', module: focusObject, note: 'the closer look', shows: false },
  { name: 'fov-zoom', module: fovZoom, note: 'zoom', shows: false },
  { name: 'gamepad', module: gamepad, note: 'the gamepad', shows: false },
  { name: 'autofocus', module: autofocus, note: 'focus', shows: false },
  { name: 'photo', module: photo, note: 'the photo mode', shows: false },
  { name: 'audio', module: audio, note: 'sound', shows: false },
  { name: 'portal-entry', module: portalEntry, note: 'entering portals', shows: false },
  { name: 'fly-to-portal', module: flyToPortal, note: 'visits to portals', shows: false },
  { name: 'flights', module: flights, note: 'flights', shows: false },
  { name: 'talk', module: talk, note: 'coming closer to talk', shows: false },
  { name: 'warp-effect', module: warpEffect, note: 'the warp' },
  { name: 'commit-light', module: commitLight, note: 'light for commits' },
  { name: 'video-recorder', module: videoRecorder, note: 'recording the time-lapse', shows: false },
];

export const deferredGroups = [...arrivingGroups, onDemand];

/** The modules that are always visible, like `worldModules`. */
export const arrivingModules: readonly NamedModule[] = arrivingGroups.flat();

/** All deferred modules, in the order in which they are added and updated. */
export const deferredModules: readonly NamedModule[] = deferredGroups.flat();

/**
 * The exports for plugins (`home-world`, `plugin-api.ts`) are in this chunk, so that the chunk is not split.
 */
export { panelModule as boardModule } from './panels/panel-module.ts';
export { ageText, provenanceText } from '../data/readings/format.ts';
export { currentValue } from '../data/readings/reading.ts';
