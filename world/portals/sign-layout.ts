import { MathUtils } from 'three';
import type { Measure } from '../utils/text.ts';
import { fitLine } from '../utils/text.ts';

/**
 * All in metres. A sign is wide enough for most names at a size that can be read across the island,
 * and no wider than the distance between arches.
 */
export const SIGN_WIDTH = 7.2;
/** Two lines of the name above, one of states below. */
export const NAME_HEIGHT = 2.15;
export const LINE_HEIGHT = 0.5;
export const SIGN_HEIGHT = NAME_HEIGHT + LINE_HEIGHT;
export const LINE_SIZE = 0.32;
/** A longer line has smaller letters, down to these, and is then cut. */
export const MIN_LINE_SIZE = 0.24;
/** As wide as the part of a portal that a phone held upright shows (`portal-stand.ts`), less its margin. */
export const LINE_WIDTH = 5.4;
/** Tried from the largest down; smaller letters could not be read. */
const NAME_SIZES = [0.98, 0.8, 0.66, 0.5, 0.42];
/**
 * A longer name is set on two lines if it has a gap: half as wide, it is as large as a short one.
 */
const LONG_CHARACTERS = 10;
const MARGIN = 0.2;

/** 4,096 pixels is what every WebGL 2 device draws. */
const MAX_PIXELS = 4096;
const MAX_PIXELS_PER_METRE = 120;

/** How the signs lie in their texture: each column holds `rows` of them. */
export interface SignSheet {
  readonly columns: number;
  readonly rows: number;
  readonly pixelsPerMetre: number;
}

/** The sharpest scale that fits. */
export function sheetFor(count: number): SignSheet {
  for (let pixelsPerMetre = MAX_PIXELS_PER_METRE; ; pixelsPerMetre -= 4) {
    const most = Math.floor(MAX_PIXELS / (SIGN_HEIGHT * pixelsPerMetre));
    const columns = Math.max(1, Math.ceil(count / most));
    if (columns * SIGN_WIDTH * pixelsPerMetre > MAX_PIXELS && pixelsPerMetre > 8) continue;
    return { columns, rows: MathUtils.clamp(Math.ceil(count / columns), 1, most), pixelsPerMetre };
  }
}

/** How a name is set. */
interface NameLayout {
  /** One or two. */
  readonly lines: readonly string[];
  /** The height of the letters, in metres. */
  readonly size: number;
}

/** The break that makes the longer half as short as can be. */
function halves(name: string): readonly string[] {
  const words = name.replace(/\s+/gu, ' ').trim().split(' ');
  let best: readonly string[] = [words.join(' ')];
  let longest = Infinity;
  for (let at = 1; at < words.length; at++) {
    const pair = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    const length = Math.max(...pair.map((line) => Array.from(line).length));
    if (length >= longest) continue;
    longest = length;
    best = pair;
  }
  return best;
}

/**
 * A name at the largest size at which it fits; `measure` gives the width of a text with letters of
 * one metre. `mark` reserves room for a mark before it.
 */
export function layoutName(name: string, measure: Measure, mark: boolean, maxSize = Infinity): NameLayout {
  const long = Array.from(name).length > LONG_CHARACTERS;
  const lines = long ? halves(name) : [name];
  const room = (size: number): number => (SIGN_WIDTH - MARGIN * 2) / size - (mark ? 1.2 : 0);
  const size =
    NAME_SIZES.find((tried) => tried <= maxSize && lines.every((line) => measure(line) <= room(tried))) ??
    0.42;
  return { lines: lines.map((line) => fitLine(line, room(size), measure)), size };
}
