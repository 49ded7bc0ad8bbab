import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  Float32BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

/** Vertices around an axis. After the last one follows the first. */
export type Ring = readonly Vector3[];

/** The vertex `index` of a ring; beyond the last one it starts again. */
export function cornerOf(ring: Ring, index: number): Vector3 {
  const corner = ring[index % ring.length];
  if (!corner) throw new RangeError(`a ring of ${ring.length} has no corner ${index}`);
  return corner;
}

/** Points on a circle around the y axis, counter-clockwise from above, the first at `turn` from +z. */
export const circle = (corners: number, radius: number, y: number, turn = 0): Vector3[] =>
  Array.from({ length: corners }, (_unused, i) => {
    const angle = (i / corners) * Math.PI * 2 + turn;
    return new Vector3(Math.sin(angle) * radius, y, Math.cos(angle) * radius);
  });

/** Merges indexed geometries into one. The attribute `name` is the number of each vertex's part. */
export function mergeParts(
  name: string,
  parts: readonly (readonly [part: number, geometry: BufferGeometry])[],
): BufferGeometry {
  for (const [part, geometry] of parts) {
    const marks = new Float32Array(geometry.getAttribute('position').count).fill(part);
    geometry.setAttribute(name, new BufferAttribute(marks, 1));
  }
  return mergeGeometries(parts.map(([, geometry]) => geometry));
}

/** An attribute of `size` numbers for each instance, which changes often. */
export const perInstance = (count: number, size: number): InstancedBufferAttribute =>
  new InstancedBufferAttribute(new Float32Array(count * size), size).setUsage(DynamicDrawUsage);

/** Many instances of a geometry, with these attributes for each instance. The first `count` are drawn. */
export function instanced(
  { index, attributes }: BufferGeometry,
  own: Readonly<Record<string, InstancedBufferAttribute>>,
  count = 0,
): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry().setIndex(index);
  for (const [name, attribute] of Object.entries({ ...attributes, ...own }))
    geometry.setAttribute(name, attribute);
  geometry.instanceCount = count;
  return geometry;
}

/** Four corners, counter-clockwise as seen from outside. */
export type Corners = readonly [Vector3, Vector3, Vector3, Vector3];

const ab = new Vector3();
const ac = new Vector3();

/**
 * Collects flat triangles, each with its colour, in one geometry for one draw call. Every triangle has its
 * own vertices with the face's normal, so light per vertex gives flat shading.
 */
export class FacetBuilder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #colors: number[] = [];
  readonly #glows: number[] = [];

  get triangles(): number {
    return this.#positions.length / 9;
  }

  /** The corners are counter-clockwise from outside. `glow`: the triangle's own light, 0 to 1. */
  triangle(a: Vector3, b: Vector3, c: Vector3, color: Color, glow = 0): this {
    const normal = ac.subVectors(c, a);
    normal.copy(ab.subVectors(b, a).cross(normal)).normalize();
    for (const corner of [a, b, c]) {
      this.#positions.push(corner.x, corner.y, corner.z);
      this.#normals.push(normal.x, normal.y, normal.z);
      this.#colors.push(color.r, color.g, color.b);
      this.#glows.push(glow);
    }
    return this;
  }

  quad(a: Vector3, b: Vector3, c: Vector3, d: Vector3, color: Color, glow = 0): this {
    return this.triangle(a, b, c, color, glow).triangle(a, c, d, color, glow);
  }

  /**
   * Quads between consecutive rings with the same number of vertices. If the rings go from bottom to top,
   * they must be counter-clockwise from above. `paint` returns the colour of each quad.
   */
  loft(rings: readonly Ring[], paint: (band: number, side: number) => Color, glow = 0): this {
    for (const [band, low] of rings.entries()) {
      const high = rings[band + 1];
      if (!high) break;
      for (const [side, corner] of low.entries()) {
        const [c, d] = [cornerOf(high, side + 1), cornerOf(high, side)];
        this.quad(corner, cornerOf(low, side + 1), c, d, paint(band, side), glow);
      }
    }
    return this;
  }

  /** A fan from `tip` to each side of a ring that is counter-clockwise from outside. */
  fan(tip: Vector3, ring: Ring, paint: (side: number) => Color, glow = 0): this {
    for (const [side, corner] of ring.entries())
      this.triangle(tip, corner, cornerOf(ring, side + 1), paint(side), glow);
    return this;
  }

  /** A block between two faces whose corners have the same order: counter-clockwise for `front`. */
  block(back: Corners, front: Corners, color: Color): this {
    const [a, b, c, d] = back;
    return this.loft([back, front], () => color)
      .quad(...front, color)
      .quad(d, c, b, a, color);
  }

  /** The non-indexed geometry of all triangles so far. */
  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.#positions, 3));
    geometry.setAttribute('normal', new Float32BufferAttribute(this.#normals, 3));
    geometry.setAttribute('color', new Float32BufferAttribute(this.#colors, 3));
    geometry.setAttribute('glow', new Float32BufferAttribute(this.#glows, 1));
    return geometry;
  }
}
