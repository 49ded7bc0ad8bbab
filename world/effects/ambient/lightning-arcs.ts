import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  type IUniform,
  Mesh,
  Object3D,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { followFog } from '../../utils/fade.glsl.ts';
import { FacetBuilder } from '../../utils/geometry.ts';
import {
  type ArcsLook,
  MAX_ARCS,
  STRIKE_SECONDS,
  type PylonPlace,
  TIP_HEIGHT,
  arcEnds,
  arcsLabel,
  arcsLook,
  pylonPlaces,
} from './lightning-arcs-layout.ts';
import { arcFragment, arcVertex } from './lightning-arcs.glsl.ts';

/** Straight pieces an arc is made of, and the long bends they follow. */
const PIECES = 44;
const BENDS = 7;
/** Metres: an arc rises by so much over its chord, its halo reaches so far, and a point's glow so far. */
const BOW = 0.55;
const WIDTH = 0.1;
const GLOW = 0.62;
const REACH = 4.5;
const PYLON_OBSTACLE = 0.6;
/** Straight to the screen, colours are laid over one another as displayed, and the same cover gives less light. */
const LIGHT: Record<QualityLevel, number> = { lowest: 1.3, low: 1.3, middle: 0.72, highest: 0.72 };
/** Of the colour: the core of an arc is just bright enough to bloom. */
const SHINE = 1.15;
/** Of the light, under reduced motion: a thread. */
const REDUCED_MOTION_LIGHT = 0.55;
/** A glow is two triangles of six corners in the index, an arc `PIECES` times as many. */
const CORNERS_A_PIECE = 6;

/** Slender obelisks: a plinth, a tapering shaft turned to the platform's middle, and a point that hangs above it. */
function pylonGeometry(theme: Theme, places: readonly PylonPlace[]): BufferGeometry {
  const into = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const shade = new Color();
  for (const { x, y, z } of places) {
    const turn = Math.atan2(-x, -z) + Math.PI / 4;
    const square = (half: number, height: number): Vector3[] =>
      Array.from({ length: 4 }, (_unused, i) => {
        const angle = turn + (i * Math.PI) / 2;
        return new Vector3(x + Math.sin(angle) * half, y + height, z + Math.cos(angle) * half);
      });
    const tower = (rings: readonly Vector3[][], tone: number): void => {
      for (let r = 0; r + 1 < rings.length; r++)
        for (let i = 0; i < 4; i++) {
          const [low, high] = [rings[r], rings[r + 1]] as [Vector3[], Vector3[]];
          const next = (i + 1) % 4;
          shade.lerpColors(stone, lit, tone + i * 0.06);
          into.quad(
            low[i] as Vector3,
            low[next] as Vector3,
            high[next] as Vector3,
            high[i] as Vector3,
            shade,
          );
        }
    };
    tower([square(0.62, -0.9), square(0.62, 0.3), square(0.5, 0.4), square(0.4, 0.4)], 0.2);
    tower([square(0.36, 0.4), square(0.2, 4.9), square(0, 5.15)], 0.35);
    tower([square(0, TIP_HEIGHT - 0.42), square(0.15, TIP_HEIGHT - 0.08), square(0, TIP_HEIGHT + 0.42)], 0.7);
  }
  return into.build();
}

/** First the glow at each pylon's point, then arc after arc: whoever draws only the first part of it draws fewer arcs. */
function arcGeometry(places: readonly PylonPlace[]): BufferGeometry {
  const from: number[] = [];
  const to: number[] = [];
  const at: number[] = [];
  const index: number[] = [];
  const tip = ({ x, y, z }: PylonPlace): [number, number, number] => [x, y + TIP_HEIGHT, z];
  const band = (a: PylonPlace, b: PylonPlace, pieces: number, seed: number): void => {
    for (let piece = 0; piece <= pieces; piece++)
      for (const side of [-1, 1]) {
        const corner = at.length / 3;
        from.push(...tip(a));
        to.push(...tip(b));
        at.push(piece / pieces, side, seed);
        if (piece < pieces && side === 1)
          index.push(corner - 1, corner, corner + 1, corner, corner + 2, corner + 1);
      }
  };
  for (const place of places) band(place, place, 1, -1);
  for (let arc = 0; arc < MAX_ARCS; arc++) {
    const [a, b] = arcEnds(arc);
    band(places[a] as PylonPlace, places[b] as PylonPlace, PIECES, arc * 2.63 + 1);
  }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(from, 3))
    .setAttribute('aTo', new Float32BufferAttribute(to, 3))
    .setAttribute('aAt', new Float32BufferAttribute(at, 3))
    .setIndex(index);
}

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly group: Group;
  readonly pylons: Mesh<BufferGeometry, ShaderMaterial>;
  readonly arcs: Mesh<BufferGeometry, ShaderMaterial>;
  readonly anchors: readonly Object3D[];
  readonly shared: TerrainUniforms;
  /** Seconds moved, light, whether it moves. */
  readonly shown: IUniform<Vector4>;
  readonly tint: IUniform<Color>;
  reading: Reading<readonly AgentActivity[]> | undefined;
  look: ArcsLook;
}

let mounted: Mounted | undefined;

/** Pylons at the platform's corners, and between their points an arc for each agent at work: two draw calls, one while all is dark. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const places = pylonPlaces();
  const shared = terrainUniforms(scene);
  const shown = { value: new Vector4() };
  const tint = { value: new Color() };
  const pylons = new Mesh(pylonGeometry(theme, places), terrainMaterial(theme, shared));
  pylons.name = 'pylons';
  pylons.userData['zoomLabel'] = 'Pylon of the lightning arcs';
  const constants = glslConstants({ PIECES, BENDS, BOW, WIDTH, GLOW, STRIKE_SECONDS });
  const arcs = new Mesh(
    arcGeometry(places),
    new ShaderMaterial({
      name: 'lightning-arcs',
      vertexShader: `${constants}\n${arcVertex}`,
      fragmentShader: `${glslConstants({ SHINE })}\n${arcFragment}`,
      uniforms: { arcs: shown, tint, fade: shared.fade },
      transparent: true,
      depthWrite: false,
      side: 2,
    }),
  );
  arcs.name = 'arcs';
  // Behind panels and names, in front of stars and beam.
  arcs.renderOrder = -7;
  const group = new Group();
  group.name = 'lightning-arcs';
  group.add(pylons, arcs);
  for (const mesh of [pylons, arcs]) {
    mesh.matrixAutoUpdate = false;
    mesh.frustumCulled = false;
  }
  const anchors = places.map(({ x, y, z }) => {
    const anchor = new Object3D();
    anchor.position.set(x, y + 1.6, z);
    scene.interactions.register(anchor, { label, reach: REACH });
    return anchor;
  });
  group.add(...anchors);
  scene.add(group);
  scene.obstacles.set(
    group,
    places.map(({ x, z }) => ({ x, z, radius: PYLON_OBSTACLE })),
  );
  const look = arcsLook(state.derived.shownAgents.get());
  mounted = {
    scene,
    state,
    theme,
    group,
    pylons,
    arcs,
    anchors,
    shared,
    shown,
    tint,
    reading: undefined,
    look,
  };
  update(0, 0);
}

const label = (): string =>
  mounted ? arcsLabel(mounted.state.derived.shownAgents.get(), mounted.state.derived.shownNow.get()) : '';

function follow(at: Mounted): void {
  const reading = at.state.derived.shownAgents.get();
  if (reading === at.reading) return;
  at.reading = reading;
  const look = arcsLook(reading);
  at.look = look;
  at.arcs.visible = look.tips !== undefined;
  if (look.tips) at.tint.value.set(at.theme.colors[look.tips]);
  at.arcs.geometry.setDrawRange(0, (at.anchors.length + look.arcs * PIECES) * CORNERS_A_PIECE);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  follow(mounted);
  const { scene, state, look, shared, shown } = mounted;
  followFog(shared, scene);
  const moves = look.moves && !state.world.reducedMotion.get();
  const { value } = shown;
  if (moves) value.x += delta;
  value.y = look.light * LIGHT[scene.quality] * (moves || !look.moves ? 1 : REDUCED_MOTION_LIGHT);
  value.z = moves ? 1 : 0;
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, group, pylons, arcs, anchors } = mounted;
  mounted = undefined;
  for (const anchor of anchors) scene.interactions.unregister(anchor);
  scene.obstacles.clear(group);
  group.removeFromParent();
  for (const { geometry, material } of [pylons, arcs]) {
    geometry.dispose();
    material.dispose();
  }
}
