/**
 * Seeded randomness: the same home looks the same on every visit and in every test.
 */

/** Numbers in [0, 1) from a 32-bit seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One number in [0, 1) for a lattice point. */
function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 1_274_126_177);
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  return ((h ^ (h >>> 16)) >>> 0) / 4_294_967_296;
}

/** Makes noise tile after `period` cells. */
const wrap = (value: number, period: number): number =>
  period === 0 ? value : ((value % period) + period) % period;
const fade = (t: number): number => t * t * (3 - 2 * t);

/** Smooth value noise in [0, 1); with a `period` (whole number) it repeats, 0 means never. */
export function valueNoise(x: number, y: number, seed: number, period = 0): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const u = fade(x - x0);
  const v = fade(y - y0);
  const left = wrap(x0, period);
  const right = wrap(x0 + 1, period);
  const top = wrap(y0, period);
  const bottom = wrap(y0 + 1, period);
  const a = lattice(left, top, seed);
  const b = lattice(right, top, seed);
  const c = lattice(left, bottom, seed);
  const d = lattice(right, bottom, seed);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Octaves of value noise, each with twice the frequency and half the amplitude; in [0, 1). */
export function fractalNoise(x: number, y: number, octaves: number, seed: number, period = 0): number {
  let sum = 0;
  let weight = 0.5;
  let scale = 1;
  let total = 0;
  for (let i = 0; i < octaves; i++) {
    sum += valueNoise(x * scale, y * scale, seed + i, period * scale) * weight;
    total += weight;
    weight /= 2;
    scale *= 2;
  }
  return sum / total;
}

/**
 * A seed from a text (FNV-1a): the same name gives the same figure and colour on every visit. 0 to
 * 2³² − 1.
 */
export function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) seed = Math.imul(seed ^ text.charCodeAt(i), 0x01000193);
  return seed >>> 0;
}
