import {
  Color,
  InstancedMesh,
  Matrix4,
  Quaternion,
  type ShaderMaterial,
  Vector3,
  type BufferGeometry,
} from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { FacetBuilder, circle, cornerOf } from '../../utils/geometry.ts';
import { seededRandom, valueNoise } from '../../utils/noise.ts';
import { PLATFORM_RADIUS, PORTAL_RADIUS, REAR_Z, heightAt, hexDistance, rimAt } from './height.ts';
import type { TerrainInstances } from '../terrain-material.ts';

/** The number of tried places. Places on paths and where visitors stand are left out. */
const STONES = 260;
const GROWTH = 340;
/** The half width of the empty ring around the portals. Metres. */
const CLEAR_OF_PORTALS = 2.4;
/** The maximum size at the rear rim: larger objects would hide the sea of clouds from the start. Metres. */
const REAR_METRES = 0.4;

const UP = new Vector3(0, 1, 0);

/** A boulder: an octahedron, subdivided once and displaced. 32 facets. */
function stoneGeometry(seed: number, color: Color): BufferGeometry {
  const builder = new FacetBuilder();
  const push = (point: Vector3): Vector3 => {
    const out = point.clone().normalize();
    const rough = 0.72 + valueNoise(out.x * 2.3 + seed, out.y * 2.3 + out.z * 1.7, seed) * 0.5;
    return out.multiplyScalar(rough).multiply(new Vector3(1, 0.78, 1));
  };
  const split = (a: Vector3, b: Vector3, c: Vector3): void => {
    const ab = a.clone().add(b);
    const bc = b.clone().add(c);
    const ca = c.clone().add(a);
    for (const [p, q, r] of [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ] as const)
      builder.triangle(push(p), push(q), push(r), color);
  };
  const equator = circle(4, 1, 0, Math.PI / 2);
  for (const [quarter, from] of equator.entries()) {
    const to = cornerOf(equator, quarter + 1);
    split(from, to, UP);
    split(to, from, UP.clone().negate());
  }
  return builder.build();
}

/** A tuft of blades that lean apart, a little lighter at the tips. 18 facets. */
function growthGeometry(color: Color): BufferGeometry {
  const builder = new FacetBuilder();
  const random = seededRandom(9);
  const shade = new Color();
  for (let blade = 0; blade < 6; blade++) {
    const around = (blade / 6) * Math.PI * 2 + random() * 0.7;
    const lean = 0.22 + random() * 0.34;
    const tip = new Vector3(Math.cos(around) * lean, 0.7 + random() * 0.5, Math.sin(around) * lean);
    const out = new Vector3(Math.cos(around) * 0.08, 0, Math.sin(around) * 0.08);
    const foot = circle(3, 0.07, -0.1, around + Math.PI / 2).map((corner) => corner.add(out));
    builder.fan(tip, foot, () => shade.copy(color).multiplyScalar(0.8 + random() * 0.6), 0.03);
  }
  return builder.build();
}

/** A place on the ground and the size of what lies there, in metres. */
interface Place {
  readonly x: number;
  readonly z: number;
  readonly size: number;
}

/** Stones beside the path behind the start, for a visitor who turns around; never left out. */
const NEAR_STONES: readonly Place[] = [
  { x: -3.6, z: 12.7, size: 0.24 },
  { x: -3.1, z: 12.95, size: 0.11 },
  { x: -4.4, z: 12, size: 0.4 },
  { x: 3.9, z: 12.4, size: 0.28 },
  { x: 3.3, z: 12.9, size: 0.11 },
];
/** The same for growth. */
const NEAR_GROWTH: readonly Place[] = [
  { x: -3.95, z: 12.35, size: 0.32 },
  { x: -3.3, z: 12.55, size: 0.2 },
  { x: -2.7, z: 13.1, size: 0.16 },
  { x: 3.5, z: 12.6, size: 0.26 },
  { x: 4.35, z: 12.1, size: 0.36 },
  { x: 2.8, z: 13.1, size: 0.15 },
];

/** The number of tufts along the platform's edge. */
const EDGE_TUFTS = 110;

/** Seeded places for low growth along the platform's edge: the foreground for a visitor on it. */
function edgePlaces(count: number, seed: number): Place[] {
  const random = seededRandom(seed);
  const places: Place[] = [];
  while (places.length < count) {
    const angle = random() * Math.PI * 2;
    const edge = PLATFORM_RADIUS / hexDistance(Math.cos(angle), Math.sin(angle));
    const radius = edge + 0.35 + random() ** 2 * 1.9;
    const [x, z] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    if (valueNoise(x * 0.5 + 30, z * 0.5, seed) < 0.5) continue;
    places.push({ x, z, size: 0.12 + random() ** 2 * 0.26 });
  }
  return places.filter(({ x, z }) => Math.hypot(x, z - 17) > 2.5);
}

/** The places where visitors stand: on the path, at the bookshelves, in front of the oath. Metres. */
const FREE_GROUND = [
  { x: 0, z: 17, radius: 2.5 },
  { x: -17, z: 3.8, radius: 5 },
  { x: 14.2, z: 8.6, radius: 2.4 },
];

/**
 * Seeded places on the ground outside the platform, denser towards the rim, clear of the portals'
 * ring.
 */
export function scatterPlaces(count: number, seed: number, small: number, large: number): Place[] {
  const random = seededRandom(seed);
  const places: Place[] = [];
  while (places.length < count) {
    const angle = random() * Math.PI * 2;
    const rim = rimAt(angle);
    const outer = random() < 0.74;
    const radius = outer
      ? PORTAL_RADIUS + CLEAR_OF_PORTALS + random() * (rim - PORTAL_RADIUS - CLEAR_OF_PORTALS)
      : 15 + random() * 7.6;
    // The places are in groups, not evenly distributed.
    if (
      valueNoise(Math.cos(angle) * radius * 0.22 + 50, Math.sin(angle) * radius * 0.22, seed) <
      0.42 + random() * 0.2
    )
      continue;
    const share = random() ** 3;
    const size = small + (large - small) * share * (outer ? 1 : 0.35);
    const [x, z] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    places.push({ x, z, size: z < REAR_Z ? Math.min(size, REAR_METRES) : size });
  }
  // The path of arrival is also free.
  return places.filter(
    ({ x, z }) =>
      (z < 12 || Math.abs(x) > 1.8) &&
      FREE_GROUND.every((free) => Math.hypot(x - free.x, z - free.z) > free.radius),
  );
}

/** Puts the places in random order, so that the first part of the list is spread over the whole island. */
function shuffled(places: Place[], seed: number): Place[] {
  const random = seededRandom(seed);
  for (let i = places.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const [one, other] = [places[i], places[j]];
    if (one && other) [places[i], places[j]] = [other, one];
  }
  return places;
}

/**
 * One instanced mesh. The seed determines the rotation, proportions and tone of each instance. `variety`: how
 * warm or cold tones can be.
 */
function instances(
  name: string,
  zoomLabel: string,
  geometry: BufferGeometry,
  material: ShaderMaterial,
  places: readonly Place[],
  seed: number,
  variety: number,
): TerrainInstances {
  const mesh = new InstancedMesh(geometry, material, places.length);
  const random = seededRandom(seed);
  const turn = new Quaternion();
  const matrix = new Matrix4();
  const at = new Vector3();
  const scale = new Vector3();
  const tone = new Color();
  places.forEach(({ x, z, size }, index) => {
    turn.setFromAxisAngle(UP, random() * Math.PI * 2);
    at.set(x, heightAt(x, z) + size * 0.12, z);
    scale.set(size * (0.8 + random() * 0.5), size * (0.8 + random() * 0.7), size * (0.8 + random() * 0.5));
    mesh.setMatrixAt(index, matrix.compose(at, turn, scale));
    const light = 0.75 + random() * 0.55;
    const lean = (random() - 0.5) * variety;
    mesh.setColorAt(index, tone.setRGB(light * (1 + lean), light, light * (1 - lean * 0.8)));
  });
  makeStatic(mesh, name);
  mesh.userData['zoomLabel'] = zoomLabel;
  return mesh;
}

/** Boulders. The lower quality levels draw a share of them (`scenery.ts`). */
export function createStones(theme: Theme, material: ShaderMaterial): TerrainInstances {
  const color = new Color(theme.colors.stone).lerp(new Color(theme.colors.stoneLit), 0.4);
  return instances(
    'stones',
    'A stone',
    stoneGeometry(4, color),
    material,
    [...NEAR_STONES, ...scatterPlaces(STONES, 41, 0.14, 1.7)],
    42,
    0.12,
  );
}

/** Tufts of blades, in random order, so that the first part of the list is spread over the whole island. */
export function createGrowth(theme: Theme, material: ShaderMaterial): TerrainInstances {
  const geometry = growthGeometry(new Color(theme.colors.growth));
  return instances(
    'growth',
    'Growth',
    geometry,
    material,
    [
      ...NEAR_GROWTH,
      ...shuffled([...scatterPlaces(GROWTH, 61, 0.25, 1.1), ...edgePlaces(EDGE_TUFTS, 63)], 64),
    ],
    62,
    1.1,
  );
}
