import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import type { ShownText } from '../../core/scene/words.ts';
import { MetreCanvas } from '../panel-texture.ts';
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
export class MeterText extends MetreCanvas {
  readonly texts: ShownText[] = [];

  constructor(scene: WorldScene, theme: Theme) {
    super(METER_WIDTH, METER_HEIGHT, scene, theme, MAX_PIXELS_PER_METRE);
  }

  /** Draws the four lines; each shrinks to fit before it is cut. */
  draw({ score, label, foot, color }: MeterView): void {
    const { context, pixels: scale } = this;
    const { colors } = this.theme;
    this.clear();
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
    ): void => {
      fitSize(size, size * MIN_SHARE, width, (at) => {
        this.font(at, bold ? 'bold ' : '');
        return this.measure(text);
      });
      const cut = fitLine(text, width, this.measure);
      this.texts.push({ text: cut, size, at: [0, METER_HEIGHT / 2 - y, 0] });
      context.fillStyle = fill;
      context.fillText(cut, RADIUS * scale, y * scale);
    };
    this.texts.length = 0;
    line('SOVEREIGNTY', 0.92, 0.24, colors.textQuiet, false, 2.6);
    line(score, RADIUS - 0.72, 1.3, colors[color], true, 3.9);
    line(label, RADIUS + 0.3, 0.46, colors.text, true, METER_WIDTH - 0.5);
    line(foot, RADIUS + 0.74, 0.16, colors.textQuiet, false, METER_WIDTH - 0.5);
    this.texture.needsUpdate = true;
  }
}
