import type { BufferGeometry, Mesh } from 'three';

/** The layer of a stone that is drawn in the merged mesh: invisible to the camera, but rays hit it. */
export const MERGED_LAYER = 2;
/** The layer of everything that is drawn. */
const DRAWN_LAYER = 0;

/** Static stone with the terrain's material and a non-indexed geometry. */
export type StoneMesh = Mesh<BufferGeometry>;

/**
 * The static stone of several modules: arches, poles, pylons, stones, paths, the ground. Each module owns its
 * meshes; `terrain/island/merged-stonework.ts` draws all of them in one call.
 */
export class Stonework {
  readonly meshes = new Set<StoneMesh>();

  /** Returns a function that removes the mesh. */
  add(mesh: StoneMesh): () => void {
    this.meshes.add(mesh);
    return () => {
      this.meshes.delete(mesh);
      showMerged(mesh, false);
    };
  }
}

/**
 * Sets whether the merged mesh shows the stone. A stone without layers stays hidden: its shaders are not
 * compiled yet.
 */
export function showMerged({ layers }: StoneMesh, merged: boolean): void {
  if (layers.mask !== 0) layers.set(merged ? MERGED_LAYER : DRAWN_LAYER);
}
