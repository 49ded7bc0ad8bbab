import type { CanvasTexture } from 'three';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { metreCanvas } from '../panel-texture.ts';
import { fitLine, fitSize } from '../../utils/text.ts';
import type { MeterView } from './meter-view.ts';

/** Of the whole plate, in metres. The upper part is a half disc. */
export const METER_WIDTH = 5;
export const METER_HEIGHT = 3.5;
/** It hangs five metres above the nearest reader: a third of the panels' sharpness is enough. */
const MAX_PIXELS_PER_METRE = 160;
const RADIUS = METER_WIDTH / 2;
/** A line that does not fit shrinks to this share of its size; then it is cut. */
const MIN_SHARE = 0.6;

/** Score inside the arc, label and foot below it, on a plate dark enough to read before any sky. */
export class MeterText {
  readonly texture: CanvasTexture;
  lines: readonly string[] = [];
  readonly #context: CanvasRenderingContext2D;
  readonly #pixels: number;
  readonly #theme: Theme;

  constructor(scene: WorldScene, theme: Theme) {
    const { texture, context, pixels } = metreCanvas(
      METER_WIDTH,
      METER_HEIGHT,
      scene.quality,
      scene.renderer,
      MAX_PIXELS_PER_METRE,
    );
    this.texture = texture;
    this.#context = context;
    this.#pixels = pixels;
    this.#theme = theme;
  }

  /** Draws the four lines; each shrinks to fit before it is cut. */
  draw({ score, label, foot, color }: MeterView): void {
    const context = this.#context;
    const scale = this.#pixels;
    const { colors } = this.#theme;
    context.clearRect(0, 0, METER_WIDTH * scale, METER_HEIGHT * scale);
    context.fillStyle = colors.panelBackground;
    context.globalAlpha = 0.94;
    context.beginPath();
    context.arc(RADIUS * scale, RADIUS * scale, (RADIUS - 0.1) * scale, Math.PI, 0);
    context.roundRect(
      0.1 * scale,
      RADIUS * scale,
      (METER_WIDTH - 0.2) * scale,
      (METER_HEIGHT - RADIUS) * scale,
      [0, 0, 0.1 * scale, 0.1 * scale],
    );
    context.fill();
    context.globalAlpha = 1;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const line = (
      text: string,
      y: number,
      size: number,
      fill: string,
      bold: boolean,
      width: number,
    ): string => {
      const font = (at: number): string => `${bold ? 'bold ' : ''}${at * scale}px ${this.#theme.fonts.mono}`;
      fitSize(size, size * MIN_SHARE, width * scale, (at) => {
        context.font = font(at);
        return context.measureText(text).width;
      });
      const cut = fitLine(text, width * scale, (piece) => context.measureText(piece).width);
      context.fillStyle = fill;
      context.fillText(cut, RADIUS * scale, y * scale);
      return cut;
    };
    this.lines = [
      line('SOVEREIGNTY', 0.92, 0.24, colors.textQuiet, false, 2.6),
      line(score, RADIUS - 0.72, 1.3, colors[color], true, 3.9),
      line(label, RADIUS + 0.3, 0.46, colors.text, true, METER_WIDTH - 0.5),
      line(foot, RADIUS + 0.74, 0.16, colors.textQuiet, false, METER_WIDTH - 0.5),
    ];
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
