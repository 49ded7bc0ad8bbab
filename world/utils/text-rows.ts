import { CanvasTexture, SRGBColorSpace } from 'three';

/** Draws the part `vPart` of a texture of rows, as opaque as `vShare` says. */
export const textRowFragment = /* glsl */ `
uniform sampler2D names;
varying vec2 vPart;
varying float vShare;
void main() {
  vec4 drawn = texture2D(names, vPart);
  gl_FragColor = vec4(drawn.rgb, drawn.a * vShare);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The size of a row in pixels. */
export interface RowPixels {
  readonly width: number;
  readonly height: number;
}

type Pen = CanvasRenderingContext2D;

/** A texture with a text in each row, which is drawn again only when the text changes. */
export class TextRows {
  readonly texture: CanvasTexture<HTMLCanvasElement>;
  readonly #pixels: RowPixels;
  readonly #paint: (pen: Pen, text: string, middle: number) => void;
  /** The texts in the texture. */
  readonly #drawn: string[];

  /** @param paint Draws a text centred at `middle`, in pixels from the upper edge; it is clipped to its row. */
  constructor(rows: number, pixels: RowPixels, paint: (pen: Pen, text: string, middle: number) => void) {
    const canvas = document.createElement('canvas');
    canvas.width = pixels.width;
    canvas.height = pixels.height * rows;
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.anisotropy = 4;
    this.#pixels = pixels;
    this.#paint = paint;
    this.#drawn = Array.from({ length: rows }, () => '');
  }

  draw(row: number, text: string): void {
    if (this.#drawn[row] === text) return;
    this.#drawn[row] = text;
    this.texture.needsUpdate = true;
    const pen = this.texture.image.getContext('2d');
    if (!pen) return;
    const { width, height } = this.#pixels;
    pen.clearRect(0, row * height, width, height);
    pen.save();
    // Clips letters with marks above and below to their row.
    pen.beginPath();
    pen.rect(0, row * height, width, height);
    pen.clip();
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    this.#paint(pen, text, (row + 0.5) * height);
    pen.restore();
  }

  dispose(): void {
    this.texture.dispose();
  }
}
