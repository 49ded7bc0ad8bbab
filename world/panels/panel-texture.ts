import { CanvasTexture, SRGBColorSpace } from 'three';
import type { QualityLevel } from '../../data/world-state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { LETTER, type ShownText } from '../core/scene/words.ts';
import { directionOf } from '../utils/text.ts';
import {
  type DrawnMark,
  type PanelContent,
  type PanelDrawing,
  layoutHeadline,
  layoutPanel,
  panelLook,
} from './panel-layout.ts';

/**
 * Pixels per metre, and anisotropy, by quality level. The two lower levels are mostly used without a GPU,
 * where Mesa's llvmpipe loses strokes of letters with anisotropic filtering (seen in 22.3).
 */
const SHARPNESS: Record<QualityLevel, { pixels: number; anisotropy: number }> = {
  lowest: { pixels: 260, anisotropy: 1 },
  low: { pixels: 320, anisotropy: 1 },
  middle: { pixels: 400, anisotropy: 8 },
  highest: { pixels: 440, anisotropy: 16 },
};

/** The opacity of a panel's background. */
const OPACITY = 0.975;
const CORNER_METRES = 0.02;
const EDGE_METRES = 0.011;

/** A canvas with metres as its unit, as a texture that is sharp from near and does not flicker from far. */
export class MetreCanvas {
  readonly texture: CanvasTexture;
  readonly context: CanvasRenderingContext2D;
  readonly theme: Theme;
  /** The quality level for which it was created. */
  readonly quality: QualityLevel;
  /** Pixels per metre. */
  readonly pixels: number;

  /** `most`: the maximum number of pixels per metre. */
  constructor(
    width: number,
    height: number,
    { renderer, frame: { quality } }: WorldScene,
    theme: Theme,
    most = Infinity,
  ) {
    this.theme = theme;
    this.quality = quality;
    const { pixels, anisotropy } = SHARPNESS[quality];
    this.pixels = Math.min(pixels, most);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * this.pixels);
    canvas.height = Math.round(height * this.pixels);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('this browser offers no 2D canvas for panels');
    this.context = context;
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.anisotropy = Math.min(anisotropy, renderer.capabilities.getMaxAnisotropy());
  }

  clear(): void {
    this.context.clearRect(0, 0, this.context.canvas.width, this.context.canvas.height);
  }

  /** Sets the font with `size` in metres. `weight` is a CSS font weight with a space after it. */
  font(size: number, weight: '' | 'bold ' | '600 ' = ''): void {
    this.context.font = `${weight}${size * this.pixels}px ${this.theme.fonts.mono}`;
  }

  /** The width in metres of a text in the current font. */
  readonly measure = (text: string): number => this.context.measureText(text).width / this.pixels;

  dispose(): void {
    this.texture.dispose();
  }
}

/** Draws one of the state marks. `size`: the distance from its middle to its edge. */
export function drawMark(
  context: CanvasRenderingContext2D,
  { mark, x, y, size }: Omit<DrawnMark, 'color'>,
): void {
  const radius = size * 0.8;
  context.lineWidth = size * 0.36;
  context.beginPath();
  switch (mark) {
    case 'disc':
      context.arc(x, y, radius, 0, Math.PI * 2);
      context.fill();
      return;
    case 'half':
      context.arc(x, y, radius, Math.PI / 2, -Math.PI / 2);
      context.fill();
      context.beginPath();
      context.arc(x, y, radius, 0, Math.PI * 2);
      break;
    case 'ring':
      context.arc(x, y, radius, 0, Math.PI * 2);
      break;
    case 'bar':
      context.moveTo(x - radius, y);
      context.lineTo(x + radius, y);
      break;
    case 'cross':
      context.moveTo(x - radius, y - radius);
      context.lineTo(x + radius, y + radius);
      context.moveTo(x + radius, y - radius);
      context.lineTo(x - radius, y + radius);
      break;
    case 'dots':
      for (let dot = -1; dot <= 1; dot++) {
        context.moveTo(x + dot * size * 0.75, y);
        context.arc(x + dot * size * 0.75, y, size * 0.24, 0, Math.PI * 2);
      }
      context.fill();
      return;
  }
  context.stroke();
}

/**
 * The height of a strip below the picture on the canvas, in the edge's colour. The slab's frame shows this
 * strip, so that there is one texture and one draw call. Metres.
 */
export const EDGE_STRIP_METRES = 0.08;

/**
 * One picture of a panel: its rows for near visitors, or its headline for distant ones. Laid out and painted
 * only when it is shown.
 */
export class PanelTexture extends MetreCanvas {
  readonly #width: number;
  readonly #height: number;
  readonly #layout: typeof layoutPanel;
  #content: PanelContent | undefined;
  #drawing: PanelDrawing | undefined;
  #painted = true;

  constructor(
    width: number,
    height: number,
    scene: WorldScene,
    theme: Theme,
    far = false,
    layout: typeof layoutPanel = far ? layoutHeadline : layoutPanel,
  ) {
    // At a distance the GPU scales the picture down, so a smaller picture is clearer.
    const most = far ? SHARPNESS[scene.frame.quality].pixels / 3 : Infinity;
    super(width, height + EDGE_STRIP_METRES, scene, theme, most);
    this.#width = width;
    this.#height = height;
    this.#layout = layout;
  }

  /** Sets the content; `paint` draws it on the canvas. */
  set(content: PanelContent): void {
    this.#content = content;
    this.#drawing = undefined;
    this.#painted = false;
  }

  paint(): void {
    const drawing = this.#layOut();
    if (this.#painted || !drawing || !this.#content) return;
    this.#paint(drawing, this.theme.colors[panelLook(this.#content).color]);
    this.#painted = true;
    this.texture.needsUpdate = true;
  }

  /** The drawn texts. */
  get texts(): ShownText[] {
    return (this.#drawing?.texts ?? []).map(({ text, x, y, size, align }) => {
      const half = (text.length * size * LETTER) / 2;
      const middle = align === 'left' ? x + half : x - half;
      return { text, size, at: [middle - this.#width / 2, this.#height / 2 - y, 0] };
    });
  }

  /**
   * Lays out the content when it is first needed, because most panels are seen only from far or only from
   * near.
   */
  #layOut(): PanelDrawing | undefined {
    if (!this.#content) return undefined;
    // Measures at the resolution of the drawing, because hinting makes small font sizes wider than large
    // ones.
    const measure = (text: string, size: number, bold: boolean): number => {
      this.font(size, bold ? 'bold ' : '');
      return this.measure(text);
    };
    return (this.#drawing ??= this.#layout(this.#content, this.#width, this.#height, measure));
  }

  #paint({ texts, marks, rule }: PanelDrawing, edge: string): void {
    const { context, pixels } = this;
    const { colors } = this.theme;
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    context.globalAlpha = 1;
    context.fillStyle = edge;
    context.fillRect(0, this.#height, this.#width, EDGE_STRIP_METRES);
    context.globalAlpha = OPACITY;
    context.fillStyle = colors.panelBackground;
    context.beginPath();
    context.roundRect(0, 0, this.#width, this.#height, CORNER_METRES);
    context.fill();
    // The lit edge continues inside the picture, because from far the frame is thinner than a pixel.
    context.globalAlpha = 0.55;
    context.strokeStyle = edge;
    context.lineWidth = EDGE_METRES * 2;
    context.stroke();
    context.globalAlpha = 0.25;
    context.fillStyle = colors.accent;
    const margin = texts[0] ? this.#height / 26 : 0;
    context.fillRect(margin, rule, this.#width - margin * 2, 0.008);
    context.globalAlpha = 1;
    for (const mark of marks) {
      context.fillStyle = colors[mark.color];
      context.strokeStyle = colors[mark.color];
      drawMark(context, mark);
    }
    context.textBaseline = 'middle';
    context.resetTransform();
    for (const { text, x, y, size, color, bold, align } of texts) {
      this.font(size, bold ? 'bold ' : '');
      context.fillStyle = colors[color];
      context.textAlign = align;
      context.direction = directionOf(text);
      context.fillText(text, x * pixels, y * pixels);
    }
  }
}
