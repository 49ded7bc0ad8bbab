import { CanvasTexture, type Matrix4, SRGBColorSpace } from 'three';
import type { Theme } from '../../theme/theme.ts';
import { directionOf, fitLine, fitSize } from '../utils/text.ts';
import {
  LINE_HEIGHT,
  LINE_SIZE,
  LINE_WIDTH,
  MIN_LINE_SIZE,
  NAME_HEIGHT,
  SIGN_HEIGHT,
  SIGN_WIDTH,
  type SignSheet,
  layoutName,
} from './sign-layout.ts';

/**
 * The height of the last line above the lower edge of the name's part of the sign, in metres; and the line
 * height in letter heights.
 */
const BASELINE = 0.22;
const LINE_STEP = 1.04;
/** The margin around a name, for the blur of a small texture. Metres. */
const MARGIN = 0.2;

/** A mark before a name, with the same meaning as the shape of the arch. */
export type SignMark = 'lock' | 'house' | 'back';

/** The content and the position of one sign. */
export interface Sign {
  readonly name: string;
  readonly line: string;
  readonly mark: SignMark | undefined;
  /** The maximum letter height, in metres. */
  readonly maxSize: number;
  readonly nameColor: string;
  readonly lineColor: string;
  readonly matrix: Matrix4;
  /** The height of the sign's lower edge, in local coordinates of the arch. */
  readonly height: number;
}

/** SVG paths in a unit square. */
const MARKS: Readonly<Record<SignMark, string>> = {
  lock: 'M.26 .44A.24 .24 0 0 1 .74 .44',
  house: 'M.02 .52L.5 .08L.98 .52M.18 .42V.93H.82V.42',
  back: 'M.36 .1L.08 .36L.36 .62M.08 .36H.64A.26 .26 0 0 1 .64 .88H.34',
};

/** The width of the dark shadow around letters, for readability in front of a bright sky. Metres. */
const SHADE = 0.16;
/** One shadow is too faint: each text is drawn this many times. */
const SHADE_LAYERS = 2;

/** Draws a text with its shadow. */
function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  pen.direction = directionOf(text);
  for (let layer = 0; layer < SHADE_LAYERS; layer++) pen.fillText(text, x, y);
}

function drawMark(pen: CanvasRenderingContext2D, mark: SignMark): void {
  pen.lineWidth = 0.11;
  pen.lineJoin = 'round';
  if (mark === 'lock') pen.fill(new Path2D('M.14 .44H.86V.94H.14Z'));
  pen.stroke(new Path2D(MARKS[mark]));
}

/** The area of a name's letters, from the middle of the lower edge of the name's part of the sign. Metres. */
export interface NameBox {
  readonly width: number;
  readonly height: number;
}

/** The CSS font for this letter height in metres. */
const fontOf = (theme: Theme, unit: number, size: number, weight: number): string =>
  `${weight} ${size * unit}px ${theme.fonts.mono}`;

/** The width of a text with a letter height of one metre. */
function measure(pen: CanvasRenderingContext2D, text: string, theme: Theme, unit: number): number {
  pen.font = fontOf(theme, unit, 1, 600);
  return pen.measureText(text).width / unit;
}

function prepare(pen: CanvasRenderingContext2D, theme: Theme, unit: number): void {
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.shadowColor = theme.colors.background;
  pen.shadowBlur = SHADE * unit;
}

/** Draws the line of states, below the name. */
function drawLine(pen: CanvasRenderingContext2D, sign: Sign, theme: Theme, unit: number): void {
  const widthOf = (text: string): number => measure(pen, text, theme, unit);
  const size = fitSize(LINE_SIZE, MIN_LINE_SIZE, LINE_WIDTH, (tried) => widthOf(sign.line) * tried);
  const line = fitLine(sign.line, LINE_WIDTH / size, widthOf);
  pen.font = fontOf(theme, unit, size, 400);
  pen.fillStyle = sign.lineColor;
  write(pen, line, (SIGN_WIDTH / 2) * unit, (NAME_HEIGHT + LINE_HEIGHT * 0.68) * unit);
}

/** Draws one sign at the canvas's current origin, `unit` pixels per metre. Returns the area of its name. */
function drawSign(pen: CanvasRenderingContext2D, sign: Sign, theme: Theme, unit: number): NameBox {
  const middle = (SIGN_WIDTH / 2) * unit;
  const widthOf = (text: string): number => measure(pen, text, theme, unit);
  prepare(pen, theme, unit);
  pen.fillStyle = sign.nameColor;
  pen.strokeStyle = sign.nameColor;
  const { lines, size } = layoutName(sign.name, widthOf, sign.mark !== undefined, sign.maxSize);
  const height = size * unit;
  let widest = 0;
  lines.forEach((line, i) => {
    const baseline = (NAME_HEIGHT - BASELINE) * unit - (lines.length - 1 - i) * height * LINE_STEP;
    const mark = i === 0 ? sign.mark : undefined;
    const width = (widthOf(line) + (mark ? 1 : 0)) * size;
    widest = Math.max(widest, width);
    const left = middle - (width / 2) * unit;
    pen.font = fontOf(theme, unit, size, 600);
    write(pen, line, middle + (mark ? height / 2 : 0), baseline);
    if (!mark) return;
    pen.save();
    pen.translate(left, baseline - height * 0.74);
    pen.scale(height * 0.78, height * 0.78);
    drawMark(pen, mark);
    pen.restore();
  });
  drawLine(pen, sign, theme, unit);
  return {
    width: Math.min(SIGN_WIDTH, widest + MARGIN + SHADE),
    height: Math.min(NAME_HEIGHT, BASELINE + lines.length * LINE_STEP * size),
  };
}

/** All signs in one canvas, so that they are one texture and one draw call. */
export class SignPicture {
  readonly texture: CanvasTexture;
  /** The area of each name. */
  readonly boxes: readonly NameBox[];
  readonly #pen: CanvasRenderingContext2D | null;
  readonly #sheet: SignSheet;
  readonly #theme: Theme;

  constructor(signs: readonly Sign[], sheet: SignSheet, theme: Theme) {
    this.#sheet = sheet;
    this.#theme = theme;
    const { columns, rows, pixelsPerMetre } = sheet;
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(SIGN_WIDTH * columns * pixelsPerMetre);
    canvas.height = Math.floor(SIGN_HEIGHT * rows * pixelsPerMetre);
    const pen = canvas.getContext('2d');
    this.#pen = pen;
    this.boxes = pen ? signs.map((sign, index) => this.#draw(pen, sign, index)) : [];
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.anisotropy = 8;
  }

  #draw(pen: CanvasRenderingContext2D, sign: Sign, index: number): NameBox {
    this.#moveTo(pen, index);
    return drawSign(pen, sign, this.#theme, this.#sheet.pixelsPerMetre);
  }

  /** Moves the canvas's origin to one sign. */
  #moveTo(pen: CanvasRenderingContext2D, index: number): void {
    const { canvas } = pen;
    const { columns, rows } = this.#sheet;
    const column = Math.floor(index / rows);
    pen.setTransform(1, 0, 0, 1, (column * canvas.width) / columns, ((index % rows) * canvas.height) / rows);
  }

  /** Draws the line of one sign again. */
  redrawLine(sign: Sign, index: number): void {
    const pen = this.#pen;
    const unit = this.#sheet.pixelsPerMetre;
    if (!pen) return;
    pen.save();
    this.#moveTo(pen, index);
    pen.beginPath();
    pen.rect(0, NAME_HEIGHT * unit, SIGN_WIDTH * unit, LINE_HEIGHT * unit);
    pen.clip();
    pen.clearRect(0, NAME_HEIGHT * unit, SIGN_WIDTH * unit, LINE_HEIGHT * unit);
    prepare(pen, this.#theme, unit);
    drawLine(pen, sign, this.#theme, unit);
    pen.restore();
    this.texture.needsUpdate = true;
  }
}
