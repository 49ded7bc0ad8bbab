import type { Nodes } from './nodes.ts';

/** No sample is louder than this: −1 dB below full scale. */
const CEILING = 0.89;
/** Samples up to this level pass unchanged. */
const STRAIGHT = 0.6;
/**
 * The curve is defined for inputs up to this; a `WaveShaperNode` clamps louder inputs to the end of the
 * curve.
 */
const MAX_INPUT = 4;
/** An odd number, so that 0 is one of the points and silence stays silent. */
const POINTS = 8193;
/**
 * A `DynamicsCompressorNode` adds a fixed make-up gain (Web Audio: the inverse of the compressed full scale,
 * to the power of 0.6). This factor is used to undo it.
 */
const MAKE_UP = 1.696;

/** Linear up to `STRAIGHT`, then approaching the ceiling without reaching it. */
function ceilingCurve(): Float32Array<ArrayBuffer> {
  const room = CEILING - STRAIGHT;
  return Float32Array.from({ length: POINTS }, (_unused, i) => {
    const level = ((i / (POINTS - 1)) * 2 - 1) * MAX_INPUT;
    const size = Math.abs(level);
    return size <= STRAIGHT
      ? level
      : Math.sign(level) * (STRAIGHT + room * Math.tanh((size - STRAIGHT) / room));
  });
}

/** A compressor, then a wave shaper that limits even the first sample to the ceiling. Returns its input. */
export function buildLimiter(nodes: Nodes, into: AudioNode): AudioNode {
  const { context } = nodes;
  const ceiling = nodes.keep(new WaveShaperNode(context, { curve: ceilingCurve() }));
  ceiling.connect(into);
  const fitted = nodes.gain(1 / (MAKE_UP * MAX_INPUT), ceiling);
  const limiter = nodes.keep(
    new DynamicsCompressorNode(context, { threshold: -10, knee: 6, ratio: 20, attack: 0.003, release: 0.3 }),
  );
  limiter.connect(fitted);
  return limiter;
}
