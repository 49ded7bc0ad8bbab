import {
  type BufferGeometry,
  Color,
  InstancedMesh,
  MathUtils,
  Matrix4,
  Quaternion,
  type ShaderMaterial,
  Vector3,
} from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { FacetBuilder } from '../../utils/geometry.ts';
import { seededRandom, valueNoise } from '../../utils/noise.ts';
import type { TerrainInstances } from '../terrain-material.ts';

/**
 * The places are chosen for the view from the start: two small islets above the sea of clouds, left and right
 * of the resident, others at the edges of a wide window and behind the visitor.
 */
const PLACES: readonly { angle: number; radius: number; y: number; size: number }[] = [
  { angle: -150, radius: 78, y: 9, size: 6.5 },
  { angle: -28, radius: 112, y: 13, size: 7.5 },
  { angle: -97, radius: 128, y: -4.5, size: 5.5 },
  { angle: -82.8, radius: 138, y: -3, size: 4 },
  { angle: -40.5, radius: 84, y: -2, size: 5 },
  { angle: 35, radius: 88, y: 6, size: 8 },
  { angle: 118, radius: 112, y: 1, size: 10 },
  { angle: 165, radius: 82, y: -4, size: 7 },
];
/** The sectors of an islet: few, because islets are far away. */
const SECTORS = 14;
const WHITE = new Color(1, 1, 1);

/** A small island of unit radius: a flat, uneven top and a hanging cone of rock. */
function isletGeometry(theme: Theme): BufferGeometry {
  const builder = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const random = seededRandom(8);
  const color = new Color();
  const ring = (radius: number, y: number, rough: number): Vector3[] =>
    Array.from({ length: SECTORS }, (_unused, sector) => {
      const angle = (sector / SECTORS) * Math.PI * 2;
      const noise = valueNoise(Math.cos(angle) * 2.4 + 5, Math.sin(angle) * 2.4 + y, 13) - 0.5;
      return new Vector3(
        Math.cos(angle) * radius * (1 + noise * rough),
        y + noise * 0.16,
        Math.sin(angle) * radius * (1 + noise * rough),
      );
    });
  const inner = ring(0.55, 0.1, 0.5);
  const last = ring(0.12, -1.1, 1.4);
  const rings = [
    inner,
    ring(0.98, 0, 0.5),
    ring(0.9, -0.12, 0.6),
    ring(0.55, -0.34, 0.9),
    ring(0.27, -0.72, 1.2),
    last,
  ];
  // For each sector: its tone at the peak, then the tone of each band.
  const tones = Array.from({ length: SECTORS }, () => ({
    peak: 0.2 + random() * 0.3,
    bands: rings.slice(1).map(() => random()),
  }));
  // All rings are clockwise from above, so only the fan of the top needs the opposite order.
  builder.fan(new Vector3(0.1, 0.2, 0), inner.toReversed(), (sector) =>
    color.copy(stone).lerp(lit, tones[sector]?.peak ?? 0),
  );
  builder.fan(new Vector3(-0.08, -1.55, 0.05), last, () => color.copy(stone).multiplyScalar(0.5));
  builder.loft(rings, (band, sector) => {
    const tone = tones[sector]?.bands[band] ?? 0;
    color.copy(stone);
    return band === 0
      ? color.lerp(lit, 0.2 + tone * 0.3)
      : color.multiplyScalar(0.85 - band * 0.1 + tone * 0.15);
  });
  return builder.build();
}

/** Far islets for scale and parallax; they rise and sink slowly, each in its own time. */
export function createIslets(theme: Theme, material: ShaderMaterial): TerrainInstances {
  const mesh = new InstancedMesh(isletGeometry(theme), material, PLACES.length);
  const random = seededRandom(70);
  const turn = new Quaternion();
  const up = new Vector3(0, 1, 0);
  const matrix = new Matrix4();
  PLACES.forEach(({ angle, radius, y, size }, index) => {
    const around = MathUtils.degToRad(angle);
    turn.setFromAxisAngle(up, random() * Math.PI * 2);
    const at = new Vector3(Math.cos(around) * radius, y, Math.sin(around) * radius);
    const scale = new Vector3(size, size * (0.7 + random() * 0.5), size);
    mesh.setMatrixAt(index, matrix.compose(at, turn, scale));
  });
  // Colours of instances, all white: the stones have such colours for their tones, and meshes share one
  // material only if all of them have instance colours.
  PLACES.forEach((_place, index) => mesh.setColorAt(index, WHITE));
  makeStatic(mesh, 'islets');
  mesh.userData['zoomLabel'] = 'An islet';
  return mesh;
}
