import { note } from './harmony.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

const PARTIALS = [1, 0.22, 0.07];
/** Periods of the beats between a note and its detuned copies. */
const BEAT_SECONDS = [7.3, 12.1];
/**
 * Each note swells with the period `seconds` and starts after `quarter` quarters of it. C and D have the same
 * period in opposite phase: one is loud while the other is silent.
 */
const NOTES = [
  { frequency: note.aSharp2, gain: 0.06, seconds: 14, quarter: 3, pan: -0.3 },
  { frequency: note.f3, gain: 0.06, seconds: 9, quarter: 0, pan: 0.35 },
  { frequency: note.c4, gain: 0.042, seconds: 19, quarter: 1, pan: -0.55 },
  { frequency: note.d4, gain: 0.036, seconds: 19, quarter: 3, pan: 0.55 },
  { frequency: note.aSharp3, gain: 0.028, seconds: 11, quarter: 2, pan: 0 },
] as const;
/** Cutoff frequencies of the low-pass filter by day and at night. */
const DAY_HERTZ = 950;
const NIGHT_HERTZ = 560;

/** A slow chord. Its periods have no common multiple for hours, so it does not repeat. */
export class Pad {
  readonly #tone: Ramp;

  constructor(nodes: Nodes, into: AudioNode) {
    const tone = nodes.filter('lowpass', DAY_HERTZ, -3, into);
    this.#tone = new Ramp(tone.frequency, DAY_HERTZ);
    for (const { frequency, gain, seconds, quarter, pan } of NOTES) {
      const swell = nodes.gain(gain / 2, nodes.pan(pan, tone));
      nodes.sway(seconds, quarter, gain / 2, swell.gain);
      nodes.tone(frequency, PARTIALS, swell).start();
      for (const beat of BEAT_SECONDS)
        nodes.tone(frequency + 1 / beat, PARTIALS, nodes.gain(0.4, swell)).start();
    }
  }

  /** `night`: 0 by day to 1. */
  follow(night: number, now: number, seconds: number): void {
    this.#tone.to(DAY_HERTZ + (NIGHT_HERTZ - DAY_HERTZ) * night, now, seconds);
  }
}
