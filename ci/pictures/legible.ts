/**
 * The legibility of the words in a picture: the share that Tesseract finds (docs/look.md, "words"). If a
 * program for printed pages can read a word, people can read it easily.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'fast-png';
import type { Raster } from './light.ts';

export interface Legible {
  /** 0 to 1. */
  readonly share: number;
  readonly missed: readonly string[];
}

/** Whether Tesseract is installed (Debian's package `tesseract-ocr`). */
export const hasTesseract = (): boolean => spawnSync('tesseract', ['--version']).status === 0;

/** The words of a text in lower case, without punctuation and accents. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .split(/[\s|]+/)
    .map((word) => word.replaceAll(/[^\p{L}\d%°.]/gu, '').replace(/\.+$/, ''))
    .filter((word) => word !== '');

/** Shorter words must be read exactly; longer ones may have one wrong letter. */
const LONG = 5;

/** Whether `read`, a word that Tesseract has found, is this word. */
export function isSame(word: string, read: string): boolean {
  if (word === read) return true;
  if (Math.min(word.length, read.length) < LONG || Math.abs(word.length - read.length) > 1) return false;
  let same = 0;
  while (same < word.length && word[same] === read[same]) same++;
  const [rest, other] = [word.slice(same), read.slice(same)];
  return rest.slice(1) === other.slice(1) || rest === other.slice(1) || rest.slice(1) === other;
}

interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a tile of a wide picture in pixels. A tall picture has three by four tiles. */
const TILE = { width: 320, height: 240 } as const;

/**
 * Divides a picture into tiles that overlap by a third. In the whole picture, Tesseract misses small words
 * among bright shapes.
 */
export function tilesOf(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  columns: number,
  rows: number,
): Tile[] {
  const [wide, high] = [
    Math.min(width, Math.round((width / columns) * 1.5)),
    Math.min(height, Math.round((height / rows) * 1.5)),
  ];
  return Array.from({ length: columns * rows }, (_unused, i) => ({
    left: Math.min(width - wide, Math.round(((i % columns) * width) / columns)),
    top: Math.min(height - high, Math.round((Math.floor(i / columns) * height) / rows)),
    width: wide,
    height: high,
  }));
}

interface Preparation {
  /** The weights of red, green and blue. */
  readonly weights: readonly [number, number, number];
  readonly enlargement: number;
  /** The slope of falling lines, which are made horizontal. Pixels down for a pixel to the right. */
  readonly slope?: number;
}

const LUMA = [0.2126, 0.7152, 0.0722] as const;
/**
 * Tesseract expects letters 20 to 40 pixels high, and the small letters in these pictures are 8 to 14 pixels
 * high. One preparation uses only green, because the luma of teal words on blue has little contrast.
 */
const PREPARATIONS: readonly Preparation[] = [
  { weights: LUMA, enlargement: 3 },
  { weights: LUMA, enlargement: 4 },
  { weights: [0, 1, 0], enlargement: 2 },
  // This is for figures, which are large.
  { weights: LUMA, enlargement: 1 },
  // These two are for the names over arches. At the edges of the picture, perspective tilts these names.
  { weights: LUMA, enlargement: 2, slope: 0.1 },
  { weights: LUMA, enlargement: 2, slope: -0.1 },
];

/** Makes a tile look like a printed page: enlarged, dark on light, with full contrast. */
export function asPrinted(
  { width, channels, data }: Raster,
  tile: Tile,
  { weights: [red, green, blue], enlargement, slope = 0 }: Preparation,
): { width: number; height: number; data: Uint8Array } {
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const grey = (x: number, y: number): number => {
    const column = tile.left + Math.min(x, tile.width - 1);
    const at = ((tile.top + Math.min(y, tile.height - 1)) * width + column) * channels;
    return red * bytes.getUint8(at) + green * bytes.getUint8(at + 1) + blue * bytes.getUint8(at + 2);
  };
  const size = { width: tile.width * enlargement, height: tile.height * enlargement };
  const printed = new Float32Array(size.width * size.height);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const u = x / enlargement;
      const level = y / enlargement + slope * (u - tile.width / 2);
      const v = Math.min(tile.height - 1, Math.max(0, level));
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [across, down] = [u - left, v - top];
      const upper = grey(left, top) * (1 - across) + grey(left + 1, top) * across;
      const lower = grey(left, top + 1) * (1 - across) + grey(left + 1, top + 1) * across;
      printed[y * size.width + x] = upper * (1 - down) + lower * down;
    }
  const least = printed.reduce((one, other) => Math.min(one, other), 255);
  const range = printed.reduce((one, other) => Math.max(one, other), 0) - least || 1;
  return { ...size, data: Uint8Array.from(printed, (value) => 255 - ((value - least) / range) * 255) };
}

const read = (file: string): Promise<string> =>
  new Promise((done) => {
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
    execFile('tesseract', [file, '-', '--psm', '11'], { env }, (error, text) => done(error ? '' : text));
  });

/** Looks for each of the `words` in the picture. */
export async function legible(raster: Raster, words: readonly string[]): Promise<Legible> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-words-'));
  const wanted = new Set(words.flatMap(wordsOf));
  const missed = new Set(wanted);
  const isTall = raster.height > raster.width;
  const columns = isTall ? 3 : Math.max(1, Math.round(raster.width / TILE.width));
  const rows = isTall ? 4 : Math.max(1, Math.round(raster.height / TILE.height));
  try {
    for (const preparation of PREPARATIONS) {
      // The slope differs across the picture, so these tiles are smaller.
      const parts = preparation.slope ? 2 : 1;
      for (const tile of tilesOf(raster, columns * parts, rows * parts)) {
        // For most pictures the first preparation finds all words.
        if (missed.size === 0) break;
        const file = join(folder, 'tile.png');
        writeFileSync(file, encode({ ...asPrinted(raster, tile, preparation), channels: 1, depth: 8 }));
        for (const found of wordsOf(await read(file)))
          for (const word of missed) if (isSame(word, found)) missed.delete(word);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { share: wanted.size === 0 ? 1 : 1 - missed.size / wanted.size, missed: [...missed] };
}
