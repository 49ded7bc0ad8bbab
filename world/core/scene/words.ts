import {
  type Blending,
  CustomBlending,
  type Layers,
  type Material,
  MaxEquation,
  MeshBasicMaterial,
} from 'three';

/** The layer of three.js for words. They are in layer 0 too. */
export const WORDS_LAYER = 1;

/**
 * A text that a mesh shows, in `userData.texts`, for measuring legibility (`ci/pictures/legible.ts`). In
 * metres, in the local coordinates of the mesh.
 */
export interface ShownText {
  readonly text: string;
  /** The size of the font. */
  readonly size: number;
  /** The centre of the text. */
  readonly at: readonly [x: number, y: number, z: number];
}

/** The advance of a monospaced letter, as a share of the font's size. */
export const LETTER = 0.6;

/**
 * The materials of meshes with words. While the picture moves it has a low resolution, and the words are
 * drawn again over it at the canvas's resolution (`render/coarse-picture.ts`).
 */
export class Words {
  readonly #materials: Material[] = [];
  readonly #blendings: Blending[] = [];

  /** Adds a mesh with bright words on a darker background. Returns a function that removes it. */
  add({ layers, material }: { readonly layers: Layers; readonly material: Material }): () => void {
    layers.enable(WORDS_LAYER);
    // For `MaxEquation`, transparent pixels must be black.
    if (material instanceof MeshBasicMaterial) material.premultipliedAlpha = true;
    this.#materials.push(material);
    this.#blendings.push(material.blending);
    return () => {
      layers.disable(WORDS_LAYER);
      const at = this.#materials.indexOf(material);
      // A second call must not remove the last entry.
      if (at < 0) return;
      this.#materials.splice(at, 1);
      this.#blendings.splice(at, 1);
    };
  }

  /**
   * For the second drawing: keeps the brighter of both pixels (`MaxEquation`), so that words do not cover
   * rain or light in front of them.
   */
  brighten(brighten: boolean): void {
    for (let i = 0; i < this.#materials.length; i++) {
      const material = this.#materials[i];
      if (!material) continue;
      material.blending = brighten ? CustomBlending : (this.#blendings[i] ?? material.blending);
      material.blendEquation = MaxEquation;
    }
  }
}
