import type { BufferGeometry, Mesh } from 'three';

/**
 * The layer of three.js in which a stone is while the one mesh of all stones shows it: the camera does not
 * see it there, rays still meet it.
 */
export const MERGED_LAYER = 2;
/** The layer of everything that is drawn. */
const DRAWN_LAYER = 0;

/** Still stone, in the terrain's material and without an index. */
export type StoneMesh = Mesh<BufferGeometry>;

/**
 * The still stone of several modules: arches, poles, pylons, stones, paths, the ground. Each module owns
 * its meshes; `terrain/island/merged-stonework.ts` draws all of them in one call.
 */
export class Stonework {
  readonly meshes = new Set<StoneMesh>();

  /** Returns what takes the mesh out again. */
  add(mesh: StoneMesh): () => void {
    this.meshes.add(mesh);
    return () => {
      this.meshes.delete(mesh);
      showMerged(mesh, false);
    };
  }
}

/** Whether the mesh of all stones shows it. One that waits for its shaders is in no layer, and stays there. */
export function showMerged({ layers }: StoneMesh, merged: boolean): void {
  if (layers.mask !== 0) layers.set(merged ? MERGED_LAYER : DRAWN_LAYER);
}
