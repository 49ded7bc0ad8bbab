import { note } from './harmony.ts';
import type { Nodes } from './nodes.ts';

/** The lowest note also in its partials: small loudspeakers have nothing else of it. */
const PARTIALS = [1, 0.5, 0.3, 0.12, 0.05, 0.03];
/**
 * Two strings a note, so little apart that they take this long from each other and back: it is heard as breathing, not as beating. Seconds,
 * and none a multiple of another.
 */
const STRINGS = [
  { frequency: note.aSharp1, gain: 0.15, apart: 17, pan: -0.25 },
  { frequency: note.f2, gain: 0.09, apart: 13, pan: 0.3 },
  { frequency: note.aSharp2, gain: 0.055, apart: 11, pan: 0.05 },
] as const;
/** Of the first string: it never takes the first one away altogether. */
const SECOND = 0.45;
const TONE = { hertz: 300, depth: 110, seconds: 19 } as const;

/** The ground under everything: it says that the home is there. */
export function buildDrone(nodes: Nodes, into: AudioNode): void {
  const tone = nodes.filter('lowpass', TONE.hertz, -3, into);
  nodes.swaySteps(TONE.seconds, 2, TONE.depth, tone.frequency);
  for (const { frequency, gain, apart, pan } of STRINGS) {
    const place = nodes.pan(pan, tone);
    nodes.tone(frequency, PARTIALS, nodes.gain(gain, place)).start();
    nodes.tone(frequency + 1 / apart, PARTIALS, nodes.gain(gain * SECOND, place)).start();
  }
}
