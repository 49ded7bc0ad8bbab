import {
  ARROW_HEAD,
  type ActionMark,
  CROSSED_OUT,
  DASHES,
  actionMarks,
  isCrossedOut,
  isDashed,
  markOpacity,
  markShapes,
} from '../../../data/games/action-marks.ts';
import { type PlayRecord, isOver } from '../../../data/games/play-record.ts';
import {
  type MarkOutcome,
  actionLabel,
  outcomeTexts,
  playLine,
  playStateText,
} from '../../../data/games/play-text.ts';
import type { Theme } from '../../../theme/theme.ts';
import { fitLine, fitSize, sentenceCase } from '../../utils/text.ts';

/** A screenshot in a disc, as shares of the square around the disc, from its centre; positive is down. */
export interface PlayLayout {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Within this radius the stones of the arch cover nothing. */
const RADIUS = 0.475;
/** The text: its upper edge, height, and half of its width. The lower corners are within the disc. */
export const WORDS = { top: 0.282, height: 0.1, half: 0.28 } as const;
/** The gap between picture and text. */
const GAP = 0.016;
/** The lowest position of a picture's lower edge. */
const LOWEST = WORDS.top - GAP;

/**
 * The largest rectangle for a picture with this aspect ratio whose corners are in the disc: in the middle if
 * the text fits below it, otherwise above the text.
 */
export function layoutPlay(aspect: number): PlayLayout {
  const quarter = (aspect * aspect) / 4;
  const centred = (2 * RADIUS) / Math.sqrt(aspect * aspect + 1);
  // Upper corners on the circle, lower edge above the text: (aspect·h/2)² + (h − LOWEST)² = RADIUS².
  const half = LOWEST / (quarter + 1);
  const raised = half + Math.sqrt(half * half + (RADIUS * RADIUS - LOWEST * LOWEST) / (quarter + 1));
  const isCentred = centred / 2 <= LOWEST;
  const height = isCentred ? centred : raised;
  const width = height * aspect;
  return { left: -width / 2, top: isCentred ? -height / 2 : LOWEST - height, width, height };
}

type Pen = CanvasRenderingContext2D;

/** The radius of a ring, as a share of the disc's square: about 10 cm at the portal. */
const RING = 0.026;
/** Line widths, in units of a ring's radius. Bright lines on dark ones are visible on any game. */
const LINE = 0.2;
const CASING = 0.52;
/** The font size, as a share of the disc's square. */
const LETTERS = 0.056;
const MIN_LETTERS = 0.042;

/** The newest actions, oldest first, and then the action that waits for the owner. */
const shownActions = ({ actions, request, state }: PlayRecord) => [
  ...actions,
  ...(state === 'waiting' && request ? [{ action: request.action, outcome: 'waits' as MarkOutcome }] : []),
];

/** Strokes a path twice: first dark and wide, then bright. */
function stroke(pen: Pen, path: string, color: string, { colors }: Theme): void {
  const shape = new Path2D(path);
  pen.strokeStyle = colors.background;
  pen.lineWidth = CASING;
  pen.stroke(shape);
  pen.strokeStyle = color;
  pen.lineWidth = LINE;
  pen.stroke(shape);
}

/** Moves the origin to a point of the screenshot. The unit is then a ring's radius. */
function moveTo(pen: Pen, { x, y }: { x: number; y: number }, layout: PlayLayout, ring: number): void {
  pen.translate(layout.left + x * layout.width, layout.top + y * layout.height);
  pen.scale(ring, ring);
}

/** Draws the arrow of a drag from its start, or only the head if the start is unknown. */
function drawDrag(pen: Pen, mark: ActionMark, layout: PlayLayout, color: string, theme: Theme): void {
  const { from, x, y } = mark;
  const dx = from ? ((x - from.x) * layout.width) / RING : 1;
  const dy = from ? ((y - from.y) * layout.height) / RING : 0;
  pen.save();
  pen.rotate(Math.atan2(dy, dx));
  const length = Math.hypot(dx, dy);
  stroke(pen, from ? `M${-length} 0H0${ARROW_HEAD}` : ARROW_HEAD, color, theme);
  pen.restore();
}

function drawMark(pen: Pen, mark: ActionMark, layout: PlayLayout, theme: Theme): void {
  const { colors } = theme;
  const color = isCrossedOut(mark.outcome) ? colors.error : colors.zap;
  pen.save();
  pen.globalAlpha = markOpacity(mark.age);
  moveTo(pen, mark, layout, RING);
  pen.setLineDash(isDashed(mark.outcome) ? [...DASHES] : []);
  if (mark.shape === 'drag_to') drawDrag(pen, mark, layout, color, theme);
  else stroke(pen, markShapes[mark.shape], color, theme);
  pen.setLineDash([]);
  if (isCrossedOut(mark.outcome)) stroke(pen, CROSSED_OUT, color, theme);
  pen.restore();
}

/**
 * The texts below the picture: the last actions, oldest first, and the one that waits for the owner; or the
 * state of a finished play. Only the last action has its outcome.
 */
export function wordsOf(play: PlayRecord): string[] {
  const shown = shownActions(play);
  const newest = shown.at(-1);
  // Only the state: the sign has more space and gives the reason.
  if (isOver(play)) return [sentenceCase(playStateText(play.state))];
  if (!newest) return [sentenceCase(playLine(play))];
  const outcome = newest.outcome === 'done' ? '' : `${outcomeTexts[newest.outcome]}: `;
  return [
    ...shown.slice(0, -1).map(({ action }) => actionLabel(action)),
    outcome + actionLabel(newest.action),
  ];
}

const BETWEEN = ' · ';

function drawWords(pen: Pen, words: readonly string[], size: number, { colors, fonts }: Theme): void {
  const { half, top, height } = WORDS;
  const newest = words.at(-1) ?? '';
  pen.save();
  // From here on, the unit is a pixel, because browsers round font sizes below one.
  pen.scale(1 / size, 1 / size);
  pen.fillStyle = colors.panelBackground;
  pen.beginPath();
  pen.roundRect(-half * size, top * size, half * 2 * size, height * size, height * 0.3 * size);
  pen.fill();
  const measure = (line: string): number => pen.measureText(line).width;
  const room = (half * 2 - 0.04) * size;
  // Makes the letters smaller if the last two texts fit then; otherwise fits the newest text alone.
  const two = words.slice(-2).join(BETWEEN);
  for (const text of [two, newest]) {
    fitSize(LETTERS * size, MIN_LETTERS * size, room, (letters) => {
      pen.font = `500 ${letters}px ${fonts.mono}`;
      return measure(text);
    });
    if (measure(text) <= room) break;
  }
  const last = fitLine(newest, room, measure);
  // Adds as many older texts as fit.
  let older = '';
  for (const word of words.slice(0, -1).toReversed()) {
    const longer = word + BETWEEN + older;
    if (measure(longer + last) > room) break;
    older = longer;
  }
  const baseline = (top + height * 0.53) * size;
  const start = -measure(older + last) / 2;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillStyle = colors.agentDormantText;
  pen.fillText(older, start, baseline);
  pen.fillStyle = colors.text;
  pen.fillText(last, start + measure(older), baseline);
  pen.restore();
}

/**
 * Draws the content of a portal's disc during a play: the whole screenshot, the marks of the last actions on
 * it, and text below it. `size` is the square around the disc, in pixels; the rest of it stays transparent.
 */
export function drawPlay(pen: Pen, play: PlayRecord, picture: ImageBitmap, size: number, theme: Theme): void {
  const layout = layoutPlay(picture.width / picture.height);
  const { left, top, width, height } = layout;
  pen.save();
  pen.clearRect(0, 0, size, size);
  pen.translate(size / 2, size / 2);
  pen.scale(size, size);
  pen.lineJoin = 'round';
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, left, top, width, height);
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, height);
  pen.clip();
  for (const mark of actionMarks(shownActions(play))) drawMark(pen, mark, layout, theme);
  pen.restore();
  drawWords(pen, wordsOf(play), size, theme);
  pen.restore();
}
