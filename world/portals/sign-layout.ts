import { MathUtils } from 'three';
import type { Measure } from '../utils/text.ts';
import { fitLine } from '../utils/text.ts';

/**
 * All lengths in metres. A sign is wide enough for most names at a size that is readable across the island,
 * and narrower than the distance between arches.
 */
export const SIGN_WIDTH = 7.2;
/** The heights of the name's two lines, and of the line of states below them. */
export const NAME_HEIGHT = 2.15;
export const LINE_HEIGHT = 0.5;
export const SIGN_HEIGHT = NAME_HEIGHT + LINE_HEIGHT;
export const LINE_SIZE = 0.32;
/** A line that is too long gets smaller letters, down to this size, and is then truncated. */
export const MIN_LINE_SIZE = 0.24;
/**
 * The width of a portal that an upright phone shows (`portalStand` in `camera/fly-to-portal.ts`), without a
 * margin.
 */
export const LINE_WIDTH = 5.4;
/** The sizes of names, tried from the largest down. Smaller letters would be illegible. */
const NAME_SIZES = [0.98, 0.8, 0.66, 0.5, 0.42];
/** A longer name with a space is on two lines, so that its letters are as large as those of a short one. */
const LONG_CHARACTERS = 10;
const MARGIN = 0.2;

/** Every WebGL 2 device supports textures of 4,096 pixels. */
const MAX_PIXELS = 4096;
const MAX_PIXELS_PER_METRE = 120;

/** The arrangement of the signs in their texture: each column has `rows` signs. */
export interface SignSheet {
  readonly columns: number;
  readonly rows: number;
  readonly pixelsPerMetre: number;
}

/** The layout with the highest resolution that fits. */
export function sheetFor(count: number): SignSheet {
  for (let pixelsPerMetre = MAX_PIXELS_PER_METRE; ; pixelsPerMetre -= 4) {
    const most = Math.floor(MAX_PIXELS / (SIGN_HEIGHT * pixelsPerMetre));
    const columns = Math.max(1, Math.ceil(count / most));
    if (columns * SIGN_WIDTH * pixelsPerMetre > MAX_PIXELS && pixelsPerMetre > 8) continue;
    return { columns, rows: MathUtils.clamp(Math.ceil(count / columns), 1, most), pixelsPerMetre };
  }
}

interface NameLayout {
  /** One or two. */
  readonly lines: readonly string[];
  /** The letter height in metres. */
  readonly size: number;
}

/** Breaks a name into two lines, so that the longer line is as short as possible. */
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
 * Lays out a name in the largest size that fits. `measure`: the width of a text with a letter height of one
 * metre. `mark`: leaves space for a mark before the name.
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
