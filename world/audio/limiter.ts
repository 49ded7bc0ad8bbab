import type { Nodes } from './nodes.ts';

/** No sample leaves the home louder than this: −1 dB below full scale. */
export const CEILING = 0.89;
/** Up to here the ceiling does nothing at all. */
const STRAIGHT = 0.6;
/** The curve is told for inputs up to this; a `WaveShaperNode` holds what is beyond at its end. */
const REACH = 4;
/** Odd: so that silence is one of its points, and stays silence. */
const POINTS = 8193;
/**
 * A `DynamicsCompressorNode` makes everything louder by a fixed amount (Web Audio, "makeup gain": the compression of full scale to the
 * power of 0.6), which is taken back here.
 */
const MAKE_UP = 1.696;

/** Straight up to `STRAIGHT`, then bent towards the ceiling, which it reaches nowhere. */
function ceilingCurve(): Float32Array<ArrayBuffer> {
  const room = CEILING - STRAIGHT;
  return Float32Array.from({ length: POINTS }, (_unused, i) => {
    const level = ((i / (POINTS - 1)) * 2 - 1) * REACH;
    const size = Math.abs(level);
    return size <= STRAIGHT
      ? level
      : Math.sign(level) * (STRAIGHT + room * Math.tanh((size - STRAIGHT) / room));
  });
}

/** Turns down what is loud, and lets nothing past the ceiling, however fast it comes. Returns where it begins. */
export function buildLimiter(nodes: Nodes, into: AudioNode): AudioNode {
  const { context } = nodes;
  const ceiling = nodes.keep(new WaveShaperNode(context, { curve: ceilingCurve() }));
  ceiling.connect(into);
  const fitted = nodes.gain(1 / (MAKE_UP * REACH), ceiling);
  const limiter = nodes.keep(
    new DynamicsCompressorNode(context, { threshold: -10, knee: 6, ratio: 20, attack: 0.003, release: 0.3 }),
  );
  limiter.connect(fitted);
  return limiter;
}
