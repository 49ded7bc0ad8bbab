import { type Reading, currentValue, isOff } from '../../../data/readings/reading.ts';
import type { Weather } from '../../../data/readings/records.ts';
import { placeText, weatherText } from '../../../data/readings/format-weather.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { fitLine, fitSize } from '../../utils/text.ts';
import { stateLooks } from '../panel-layout.ts';
import { MetreCanvas, drawMark } from '../panel-texture.ts';

/** In metres, at the size for distant visitors. */
export const LABEL_WIDTH = 8;
export const LABEL_HEIGHT = 1.3;
/** Sizes of the two lines and the margin, in metres. */
const TITLE = 0.64;
const LINE = 0.34;
const MARGIN = 0.22;
/** The space for the state's mark before the title, and the middles of the lines. Metres. */
const MARK = 0.51;
const TITLE_AT = 0.46;
const LINE_AT = 1;
/** The maximum resolution, because the label is read from ten metres or more. */
const MAX_PIXELS_PER_METRE: Record<QualityLevel, number> = { lowest: 64, low: 96, middle: 128, highest: 128 };

/** The texts at the pin: the weather in the usual words, or its state; below it the place. */
function pinTexts(
  reading: Reading<Weather>,
  place: Parameters<typeof placeText>[0],
): readonly [string, string] {
  if (isOff(reading)) return ['No weather', placeText(place)];
  const { word } = stateLooks[reading.state];
  const known = currentValue(reading) !== undefined;
  const where = placeText(place);
  return known
    ? [weatherText(reading), reading.state === 'live' ? where : `${word} · ${where}`]
    : [word, where];
}

/** The label of the pin: the mark of the reading's state and two lines, on a plate of the same width. */
export class PinLabel extends MetreCanvas {
  lines: readonly string[] = [];
  /** Half the width of the plate, in metres. */
  halfWidth = 0;

  constructor(scene: WorldScene, theme: Theme) {
    super(LABEL_WIDTH, LABEL_HEIGHT, scene, theme, MAX_PIXELS_PER_METRE[scene.frame.quality]);
  }

  /** Draws both lines on a plate as wide as the longer one. */
  draw(reading: Reading<Weather>, place: Parameters<typeof placeText>[0]): void {
    const { context, pixels } = this;
    const { colors } = this.theme;
    const { mark, color } = stateLooks[reading.state];
    const [title, line] = pinTexts(reading, place);
    context.resetTransform();
    this.clear();
    const room = LABEL_WIDTH - MARGIN * 2;
    // A long title gets a smaller font.
    const size = fitSize(TITLE, LINE, room - MARK, (at) => {
      this.font(at, 'bold ');
      return this.measure(title);
    });
    const titleWidth = this.measure(title) + MARK;
    this.font(LINE);
    const shown = fitLine(line, room, this.measure);
    const lineWidth = this.measure(shown);
    const width = Math.max(titleWidth, lineWidth) + MARGIN * 2;
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    context.fillStyle = colors.panelBackground;
    context.globalAlpha = 0.62;
    context.fillRect((LABEL_WIDTH - width) / 2, 0, width, LABEL_HEIGHT);
    context.globalAlpha = 1;
    context.fillStyle = colors[color];
    context.strokeStyle = colors[color];
    const left = (LABEL_WIDTH - titleWidth) / 2;
    drawMark(context, { mark, x: left + MARK * 0.4, y: TITLE_AT, size: TITLE * 0.3 });
    context.textBaseline = 'middle';
    context.resetTransform();
    context.fillStyle = colors.textQuiet;
    context.fillText(shown, ((LABEL_WIDTH - lineWidth) / 2) * pixels, LINE_AT * pixels);
    this.font(size, 'bold ');
    context.fillStyle = colors.text;
    context.fillText(title, (left + MARK) * pixels, TITLE_AT * pixels);
    this.lines = [title, line];
    this.halfWidth = width / 2;
    this.texture.needsUpdate = true;
  }
}
