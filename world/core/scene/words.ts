import {
  type Blending,
  CustomBlending,
  type Layers,
  type Material,
  MaxEquation,
  MeshBasicMaterial,
} from 'three';

/** The layer of three.js for words, which are in layer 0 too, like everything. */
export const WORDS_LAYER = 1;

/**
 * A text as a mesh shows it, in `userData.texts`, for the measure of what can be read
 * (`ci/pictures/legible.ts`). In metres, in the frame of the mesh.
 */
export interface ShownText {
  readonly text: string;
  /** The size of the font. */
  readonly size: number;
  /** Its middle. */
  readonly at: readonly [x: number, y: number, z: number];
}

/** The advance of a monospaced letter, as a share of the font's size. */
export const LETTER = 0.6;

/**
 * What carries words that are meant to be read. While the picture moves it is coarse, and they are drawn
 * over it once more at the canvas's own resolution (`render/coarse-picture.ts`).
 */
export class Words {
  readonly #materials: Material[] = [];
  readonly #blendings: Blending[] = [];

  /** Adds a mesh with bright words on a darker ground. Returns a function that removes it. */
  add({ layers, material }: { readonly layers: Layers; readonly material: Material }): () => void {
    layers.enable(WORDS_LAYER);
    // The brighter of two pixels: what is clear must be dark.
    if (material instanceof MeshBasicMaterial) material.premultipliedAlpha = true;
    this.#materials.push(material);
    this.#blendings.push(material.blending);
    return () => {
      layers.disable(WORDS_LAYER);
      const at = this.#materials.indexOf(material);
      // Called twice, it must not take out the last entry.
      if (at < 0) return;
      this.#materials.splice(at, 1);
      this.#blendings.splice(at, 1);
    };
  }

  /**
   * Drawn a second time, a word must not hide the rain or the light before it: of both pictures the
   * brighter pixel stays.
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
