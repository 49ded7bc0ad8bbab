import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import type { ShownText } from '../../core/scene/words.ts';
import { MetreCanvas } from '../panel-texture.ts';
import { fitLine, fitSize } from '../../utils/text.ts';
import type { MeterView } from './meter-view.ts';

/** The size of arc and words before they are scaled, in metres. The upper part is a half disc. */
export const METER_WIDTH = 5;
export const METER_HEIGHT = 3.5;
/** Width of the arc's band. */
export const BAND_METRES = 0.3;
/** The radius of the segments' names, below the band, and how many are large enough to read. */
const NAMES_RADIUS = METER_WIDTH / 2 - BAND_METRES - 0.17;
const MAX_NAMES = 10;
const NAME_SIZE = 0.17;
/** The meter is five metres above the nearest reader, so a third of the panels' resolution is enough. */
const MAX_PIXELS_PER_METRE = 160;
const RADIUS = METER_WIDTH / 2;
/** A line that does not fit shrinks to this share of its size; then it is truncated. */
const MIN_SHARE = 0.6;

/** The width of the dark outline of letters as a share of their size, for readability in front of any sky. */
const OUTLINE = 0.24;

/** The names of the segments and the score inside the arc, label and foot below it. Without a plate. */
export class MeterText extends MetreCanvas {
  readonly texts: ShownText[] = [];

  constructor(scene: WorldScene, theme: Theme) {
    super(METER_WIDTH, METER_HEIGHT, scene, theme, MAX_PIXELS_PER_METRE);
    // Without anisotropic filtering, which would remove strokes of small letters on a software renderer.
    this.texture.anisotropy = 1;
  }

  /** Draws the four lines and the names. Each shrinks to fit before it is truncated. */
  draw({ score, label, foot, color, segments }: MeterView): void {
    const { context } = this;
    const { colors } = this.theme;
    this.clear();
    context.strokeStyle = colors.background;
    context.lineJoin = 'round';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    this.texts.length = 0;
    const line = (
      text: string,
      y: number,
      size: number,
      fill: string,
      width: number,
      weight?: 'bold ',
    ): void => {
      const cut = this.#line(text, RADIUS, y, size, fill, width, weight);
      this.texts.push({ text: cut, size, at: [0, METER_HEIGHT / 2 - y, 0] });
    };
    line('Sovereignty', 0.92, 0.26, colors.textQuiet, 2.6);
    line(score, RADIUS - 0.72, 1.3, colors[color], segments.length > 0 ? 3 : 3.9, 'bold ');
    line(label, RADIUS + 0.3, 0.56, colors.text, METER_WIDTH - 0.5, 'bold ');
    line(foot, RADIUS + 0.75, 0.19, colors.textQuiet, METER_WIDTH - 0.5);
    this.#names(segments);
    this.texture.needsUpdate = true;
  }

  /** Draws one line, centred at `x` and `y` in metres. Returns the part that fits. */
  #line(
    text: string,
    x: number,
    y: number,
    size: number,
    fill: string,
    width: number,
    weight: '' | 'bold ' = '',
  ): string {
    const { context, pixels: scale } = this;
    const fitted = fitSize(size, size * MIN_SHARE, width, (at) => {
      this.font(at, weight);
      return this.measure(text);
    });
    context.fillStyle = fill;
    context.lineWidth = OUTLINE * fitted * scale;
    const cut = fitLine(text, width, this.measure);
    context.strokeText(cut, x * scale, y * scale);
    context.fillText(cut, x * scale, y * scale);
    return cut;
  }

  /** The name of each part, rotated to its segment. Names of the owner's own parts are brighter. */
  #names(segments: MeterView['segments']): void {
    if (segments.length > MAX_NAMES) return;
    const { context, pixels: scale } = this;
    const { text, textQuiet } = this.theme.colors;
    const step = Math.PI / segments.length;
    segments.forEach(({ name, own }, i) => {
      const turn = (i + 0.5) * step - Math.PI / 2;
      context.save();
      context.translate(RADIUS * scale, RADIUS * scale);
      context.rotate(turn);
      this.#line(name, 0, -NAMES_RADIUS, NAME_SIZE, own ? text : textQuiet, NAMES_RADIUS * step - 0.1);
      context.restore();
    });
  }
}
