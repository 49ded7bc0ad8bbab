/**
 * Eight buckets from one power of two to the next: each is 9 % wide, so a latency differs from the middle of
 * its bucket by at most 5 %.
 */
const BUCKETS_PER_OCTAVE = 8;
/** The buckets reach to 65 seconds; a check ends long before. */
const BUCKETS = 128;
const BYTES_PER_BUCKET = 2;
/** A day has at most 1,440 checks, and two bytes can count to 65,535. */
const MAX_COUNT = 0xffff;

const bucketOf = (ms: number): number =>
  Math.min(BUCKETS - 1, Math.floor(Math.log2(Math.max(1, ms)) * BUCKETS_PER_OCTAVE));
const middleOf = (bucket: number): number => Math.round(2 ** ((bucket + 0.5) / BUCKETS_PER_OCTAVE));

/**
 * Adds a latency to the counts that the file keeps: how often each latency was measured. Percentiles of
 * several days cannot be made from the percentiles of each day, but the counts of several days can be added.
 */
export function countLatency(counts: Uint8Array | undefined, ms: number): Buffer {
  const next = Buffer.alloc(BUCKETS * BYTES_PER_BUCKET);
  // A damaged row may be too long; only as much as fits is used.
  if (counts) next.set(counts.subarray(0, next.length));
  const at = bucketOf(ms) * BYTES_PER_BUCKET;
  next.writeUInt16LE(Math.min(MAX_COUNT, next.readUInt16LE(at) + 1), at);
  return next;
}

/** The latencies of many rows together. */
export class Latencies {
  readonly #counts = new Float64Array(BUCKETS);
  #total = 0;

  add(counts: Uint8Array): void {
    const bytes = new DataView(counts.buffer, counts.byteOffset, counts.byteLength);
    const buckets = Math.min(BUCKETS, Math.floor(counts.byteLength / BYTES_PER_BUCKET));
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = bytes.getUint16(bucket * BYTES_PER_BUCKET, true);
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
      this.#total += count;
    }
  }

  /** The latency in milliseconds that this share of all answers did not exceed. */
  percentile(share: number): number | undefined {
    let left = Math.ceil(this.#total * share);
    if (left === 0) return undefined;
    const bucket = this.#counts.findIndex((count) => (left -= count) <= 0);
    return middleOf(bucket);
  }
}
