import { note } from './harmony.ts';
import type { Nodes } from './nodes.ts';

/** Gains of the partials. Small loudspeakers play only the upper partials of the lowest note. */
const PARTIALS = [1, 0.5, 0.3, 0.12, 0.05, 0.03];
/**
 * Two oscillators for each note, slightly detuned so that they beat with the period `beatSeconds`, which
 * sounds like breathing. No period is a multiple of another.
 */
const STRINGS = [
  { frequency: note.aSharp1, gain: 0.15, beatSeconds: 17, pan: -0.25 },
  { frequency: note.f2, gain: 0.09, beatSeconds: 13, pan: 0.3 },
  { frequency: note.aSharp2, gain: 0.055, beatSeconds: 11, pan: 0.05 },
] as const;
/** Gain of the second oscillator as a share of the first. It is below 1, so the two never cancel out. */
const SECOND_GAIN = 0.45;
const TONE = { hertz: 300, depth: 110, seconds: 19 } as const;

/** The low, constant chord under everything else. */
export function buildDrone(nodes: Nodes, into: AudioNode): void {
  const tone = nodes.filter('lowpass', TONE.hertz, -3, into);
  nodes.swaySteps(TONE.seconds, 2, TONE.depth, tone.frequency);
  for (const { frequency, gain, beatSeconds, pan } of STRINGS) {
    const place = nodes.pan(pan, tone);
    nodes.tone(frequency, PARTIALS, nodes.gain(gain, place)).start();
    nodes.tone(frequency + 1 / beatSeconds, PARTIALS, nodes.gain(gain * SECOND_GAIN, place)).start();
  }
}
