import { BufferGeometry, Float32BufferAttribute, MathUtils } from 'three';

/** Any radius, because the shaders use only the direction and draw behind everything else. Metres. */
const RADIUS = 10;

/** A surface around the camera, built from rings at elevations in degrees, from the bottom up. */
export function skyRings(elevations: readonly number[], sectors: number): BufferGeometry {
  const positions: number[] = [];
  const index: number[] = [];
  for (const degrees of elevations) {
    const elevation = MathUtils.degToRad(degrees);
    const flat = Math.cos(elevation) * RADIUS;
    for (let s = 0; s <= sectors; s++) {
      const around = (s / sectors) * Math.PI * 2;
      positions.push(Math.cos(around) * flat, Math.sin(elevation) * RADIUS, Math.sin(around) * flat);
    }
  }
  for (let r = 0; r + 1 < elevations.length; r++)
    for (let s = 0; s < sectors; s++) {
      const a = r * (sectors + 1) + s;
      const b = a + sectors + 1;
      index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setIndex(index);
}
