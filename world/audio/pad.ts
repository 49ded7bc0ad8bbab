import { note } from './harmony.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

const PARTIALS = [1, 0.22, 0.07];
/** Seconds in which the strings of one note take from each other and back. */
const APART = [7.3, 12.1];
/**
 * Each note comes and goes in its own time, beginning after so many quarters. C and D share theirs from opposite ends: where one is, the other is not, and the
 * chord rests on the fifth or opens to the third.
 */
const NOTES = [
  { frequency: note.aSharp2, gain: 0.06, seconds: 14, quarter: 3, pan: -0.3 },
  { frequency: note.f3, gain: 0.06, seconds: 9, quarter: 0, pan: 0.35 },
  { frequency: note.c4, gain: 0.042, seconds: 19, quarter: 1, pan: -0.55 },
  { frequency: note.d4, gain: 0.036, seconds: 19, quarter: 3, pan: 0.55 },
  { frequency: note.aSharp3, gain: 0.028, seconds: 11, quarter: 2, pan: 0 },
] as const;
/** How bright it is by day, and at night. Hertz. */
const DAY = 950;
const NIGHT = 560;

/** A chord that breathes: never the same twice, since its periods have no common one for hours. */
export class Pad {
  readonly #tone: Ramp;

  constructor(nodes: Nodes, into: AudioNode) {
    const tone = nodes.filter('lowpass', DAY, -3, into);
    this.#tone = new Ramp(tone.frequency, DAY);
    for (const { frequency, gain, seconds, quarter, pan } of NOTES) {
      const swell = nodes.gain(gain / 2, nodes.pan(pan, tone));
      nodes.sway(seconds, quarter, gain / 2, swell.gain);
      nodes.tone(frequency, PARTIALS, swell).start();
      for (const apart of APART) nodes.tone(frequency + 1 / apart, PARTIALS, nodes.gain(0.4, swell)).start();
    }
  }

  /** `night` from 0, day, to 1. */
  follow(night: number, now: number, seconds: number): void {
    this.#tone.to(DAY + (NIGHT - DAY) * night, now, seconds);
  }
}
