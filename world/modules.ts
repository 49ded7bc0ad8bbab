import * as cameraRig from './camera/camera-rig.ts';
import type { NamedModule } from './core/module.ts';
import * as interactionSystem from './interaction/interaction-system.ts';
import * as energyBeam from './effects/ambient/energy-beam.ts';
import * as gravityZones from './effects/ambient/gravity-zones.ts';
import * as lightningArcs from './effects/ambient/lightning-arcs.ts';
import * as matrixRain from './effects/ambient/matrix-rain.ts';
import * as bookshelves from './narrative/bookshelves/bookshelves.ts';
import * as oath from './narrative/oath/oath.ts';
import * as readingDistance from './narrative/reading-distance.ts';
import * as resident from './narrative/resident/resident.ts';
import * as vision from './narrative/vision/vision.ts';
import * as adapterPanel from './panels/adapter-panel.ts';
import * as agentPanel from './panels/agent-panel.ts';
import * as blockPlinth from './panels/plinth/block-plinth.ts';
import * as commitPanel from './panels/commit-panel.ts';
import * as dualBrainPanel from './panels/dual-brain-panel.ts';
import * as earth from './panels/globe/earth.ts';
import * as heatmap from './panels/heatmap/heatmap.ts';
import * as locationPanel from './panels/location-panel.ts';
import * as portalPanel from './panels/portal-panel.ts';
import * as sovereigntyMeter from './panels/meter/sovereignty-meter.ts';
import * as commitBanners from './portals/commit-banners.ts';
import * as portals from './portals/portals.ts';
import * as clouds from './terrain/weather/clouds.ts';
import * as constellations from './terrain/sky/constellations.ts';
import * as lights from './terrain/lights.ts';
import * as island from './terrain/island/island.ts';
import * as precipitation from './terrain/weather/precipitation.ts';
import * as scenery from './terrain/island/scenery.ts';
import * as sky from './terrain/sky/sky.ts';
import * as stars from './terrain/sky/stars.ts';
import * as weather from './terrain/weather/weather-service.ts';
import * as walk from './player/walk.ts';

/**
 * The world's own modules, in the order in which they are created and updated: first the visitor and
 * their camera, so that every module after them sees the camera of its own frame; then what the
 * camera sees; then what depends on where it looks.
 */
export const worldModules: readonly NamedModule[] = [
  { name: 'walk', module: walk, note: 'walking', shows: false },
  { name: 'camera-rig', module: cameraRig, note: 'the camera', shows: false },
  { name: 'weather', module: weather, note: 'the weather', shows: false },
  { name: 'lights', module: lights, note: 'light', shows: false },
  { name: 'sky', module: sky, note: 'the sky' },
  { name: 'stars', module: stars, note: 'stars' },
  { name: 'constellations', module: constellations, note: 'the agents’ stars' },
  { name: 'island', module: island, note: 'the island' },
  { name: 'scenery', module: scenery, note: 'stones and paths' },
  { name: 'clouds', module: clouds, note: 'the sea of clouds' },
  { name: 'precipitation', module: precipitation, note: 'rain and snow' },
  { name: 'portals', module: portals, note: 'portals' },
  { name: 'commit-banners', module: commitBanners, note: 'commit banners' },
  { name: 'gravity-zones', module: gravityZones, note: 'floating stones' },
  { name: 'energy-beam', module: energyBeam, note: 'the energy beam' },
  { name: 'lightning-arcs', module: lightningArcs, note: 'pylons and arcs' },
  { name: 'matrix-rain', module: matrixRain, note: 'the rain of hashes' },
  { name: 'heatmap', module: heatmap, note: 'the commits of the day' },
  { name: 'agent-board', module: agentPanel, note: 'the agent panel' },
  { name: 'commit-board', module: commitPanel, note: 'the commit panel' },
  { name: 'portal-board', module: portalPanel, note: 'the portal panel' },
  { name: 'place-board', module: locationPanel, note: 'weather and block height' },
  { name: 'dual-brain-board', module: dualBrainPanel, note: 'the dual-brain panel' },
  { name: 'adapter-board', module: adapterPanel, note: 'the adapter panel' },
  { name: 'sovereignty-meter', module: sovereigntyMeter, note: 'the sovereignty meter' },
  { name: 'earth', module: earth, note: 'the Earth' },
  { name: 'block-plinth', module: blockPlinth, note: 'the block height' },
  { name: 'resident', module: resident, note: 'the resident' },
  { name: 'bookshelves', module: bookshelves, note: 'the bookshelves' },
  { name: 'oath', module: oath, note: 'the oath stone' },
  { name: 'vision', module: vision, note: 'the vision' },
  { name: 'reading-distance', module: readingDistance, note: 'documents', shows: false },
  { name: 'interaction-system', module: interactionSystem, note: 'hints', shows: false },
];

/** What plugins import as `home-world` (`plugin-api.ts`) is in this chunk, so that it is not split. */
export { panelModule as boardModule } from './panels/panel-module.ts';
export { ageText, provenanceText } from '../data/readings/format.ts';
export { currentValue } from '../data/readings/reading.ts';
