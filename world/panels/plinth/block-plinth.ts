import {
  AdditiveBlending,
  type BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type ShaderMaterial,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import { blockText, provenanceText } from '../../../data/readings/format.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { followFog } from '../../utils/fade.glsl.ts';
import { EDGE_STRIP_METRES, PanelTexture } from '../panel-texture.ts';
import { NewBlocks } from '../../utils/new-blocks.ts';
import { type Hoop, PULSE_SECONDS, hoopAt } from './block-animation.ts';
import { GLOBE_PLACE } from '../globe/globe.ts';
import { layoutPlate } from './plate-layout.ts';
import { plinthContent } from './plinth-content.ts';
import {
  PLATE_HEIGHT,
  PLATE_LEAN,
  PLATE_PLACE,
  PLATE_WIDTH,
  PLINTH_TOP,
  hoopGeometry,
  plinthGeometry,
} from './plinth-geometry.ts';

const REACH = 5;
const OBSTACLE_RADIUS = 1.15;
const MINUTE = 60_000;
const HOOP_LIGHT = 0.85;
/** The step lies in the ground, not on it. Metres. */
const GROUND_SINK = 0.06;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly group: Group;
  readonly shared: TerrainUniforms;
  readonly stone: Mesh<BufferGeometry, ShaderMaterial>;
  readonly plate: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly hoop: Mesh<BufferGeometry, MeshBasicMaterial>;
  picture: PanelTexture;
  reading: Reading<number> | undefined;
  minute: number;
  /** The highest height shown so far. */
  readonly blocks: NewBlocks;
  /** Seconds of the pulse that have passed; it rests at its end. */
  pulse: number;
  quality: QualityLevel;
}

let mounted: Mounted | undefined;
/** What the obstacles are filed under. */
const owner = {};

const pictureOf = (scene: WorldScene, theme: Theme): PanelTexture =>
  new PanelTexture(PLATE_WIDTH, PLATE_HEIGHT, scene.quality, scene.renderer, theme, false, layoutPlate);

/** The canvas holds a strip of the state's light below the picture: the plate does not show it, the hoop shows nothing else. */
const STRIP = EDGE_STRIP_METRES / (PLATE_HEIGHT + EDGE_STRIP_METRES);

function plateGeometry(): PlaneGeometry {
  const geometry = new PlaneGeometry(PLATE_WIDTH, PLATE_HEIGHT);
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) uv.setY(i, STRIP + uv.getY(i) * (1 - STRIP));
  return geometry;
}

/** The plinth below the globe: the height of the chain on its front, and a hoop of light over the globe for each new block. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const shared = terrainUniforms(scene);
  const picture = pictureOf(scene, theme);
  const stone = new Mesh(plinthGeometry(theme), terrainMaterial(theme, shared));
  const plate = new Mesh(
    plateGeometry(),
    new MeshBasicMaterial({ map: picture.texture, transparent: true, depthWrite: false, fog: false }),
  );
  plate.position.set(0, PLATE_PLACE.y, PLATE_PLACE.z);
  plate.rotation.x = -PLATE_LEAN;
  const hoop = new Mesh(
    hoopGeometry(STRIP / 2),
    new MeshBasicMaterial({
      map: picture.texture,
      vertexColors: true,
      blending: AdditiveBlending,
      transparent: true,
      depthWrite: false,
      fog: false,
      side: DoubleSide,
      // Light adds up in any order: no second draw call for the far half.
      forceSinglePass: true,
    }),
  );
  hoop.visible = false;
  hoop.renderOrder = -1;
  const group = new Group();
  group.name = 'block-plinth';
  group.userData['zoomLabel'] = 'Block height';
  const { x, z } = GLOBE_PLACE;
  group.position.set(x, heightAt(x, z) - GROUND_SINK, z);
  // Its front looks to the platform's centre, as the portals beside it do.
  group.rotation.y = Math.atan2(-x, -z);
  group.add(stone, plate, hoop);
  scene.add(group);
  mounted = {
    scene,
    state,
    theme,
    group,
    shared,
    stone,
    plate,
    hoop,
    picture,
    reading: undefined,
    minute: -1,
    blocks: new NewBlocks(),
    pulse: PULSE_SECONDS,
    quality: scene.quality,
  };
  scene.obstacles.set(owner, [{ x, z, radius: OBSTACLE_RADIUS }]);
  scene.interactions.register(plate, { label: hint, reach: REACH });
  update(0, 0);
}

const hint = (): string => {
  if (!mounted) return '';
  const reading = mounted.state.readings.blockHeight.get();
  return `Block height: ${blockText(reading)} — ${provenanceText(reading, mounted.state.now.get())}`;
};

function read(at: Mounted): void {
  const { scene, state, theme } = at;
  const reading = state.readings.blockHeight.get();
  const now = state.now.get();
  const minute = Math.floor((now - (reading.fetchedAt ?? now)) / MINUTE);
  const sharper = at.quality !== scene.quality;
  if (reading === at.reading && minute === at.minute && !sharper) return;
  if (sharper) {
    at.quality = scene.quality;
    at.picture.dispose();
    at.picture = pictureOf(scene, theme);
    at.plate.material.map = at.picture.texture;
    at.hoop.material.map = at.picture.texture;
  }
  if (at.blocks.heard(reading)) at.pulse = 0;
  at.reading = reading;
  at.minute = minute;
  at.picture.set(plinthContent(reading, now));
  at.picture.paint();
}

const place: Hoop = { height: 0, radius: 0, light: 0 };

function showPulse(at: Mounted, delta: number): void {
  const { scene, state, group, hoop } = at;
  hoop.visible = at.pulse < PULSE_SECONDS;
  if (!hoop.visible) return;
  const centre = GLOBE_PLACE.y - group.position.y - PLINTH_TOP;
  hoopAt(at.pulse / PULSE_SECONDS, centre, state.world.reducedMotion.get(), place);
  hoop.position.y = PLINTH_TOP + place.height;
  // As a wide band it would look like a ring for a finger at the plinth.
  hoop.scale.set(place.radius, Math.min(1, 0.35 + place.radius * 0.2), place.radius);
  hoop.material.color.setScalar(place.light * HOOP_LIGHT * lightShare(scene));
  at.pulse += delta;
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { shared, scene, state } = mounted;
  read(mounted);
  showPulse(mounted, delta);
  followFog(shared, scene);
  if (!state.world.reducedMotion.get()) shared.time.value += delta;
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, group, stone, plate, hoop, picture } = mounted;
  mounted = undefined;
  scene.interactions.unregister(plate);
  scene.obstacles.clear(owner);
  group.removeFromParent();
  for (const { geometry, material } of [stone, plate, hoop]) {
    geometry.dispose();
    material.dispose();
  }
  picture.dispose();
}

/** What stands on the plinth. */
export const lines = (): readonly string[] => mounted?.picture.lines ?? [];
