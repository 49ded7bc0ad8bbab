import { noiseBuffer } from './nodes.ts';

/**
 * The reverb's length, the silence before it, and the rise of its level. The rise is slow, because a quick
 * echo sounds like a wall.
 */
const REVERB_SECONDS = 3.4;
const BEFORE_SECONDS = 0.018;
const RISE_SECONDS = 0.045;
/** Cutoffs of the low-pass filter at the beginning and at the end: air absorbs high frequencies first. */
const BEGIN_HERTZ = 4200;
const END_HERTZ = 520;
/** −60 dB */
const FAINT = 0.001;
const SEED = 6021;

/**
 * The impulse response for a `ConvolverNode`. The browser computes it on its audio thread, so the page
 * continues to draw. The result depends only on the sample rate.
 */
export function impulseResponse(sampleRate: number): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(2, Math.ceil(REVERB_SECONDS * sampleRate), sampleRate);
  const source = new AudioBufferSourceNode(context, { buffer: noiseBuffer(context, REVERB_SECONDS, SEED) });
  const highs = new BiquadFilterNode(context, { type: 'lowpass', Q: -3 });
  highs.frequency.setValueAtTime(BEGIN_HERTZ, 0);
  highs.frequency.exponentialRampToValueAtTime(END_HERTZ, REVERB_SECONDS);
  // Removes low frequencies, in which the echoes of many voices would add up to a hum.
  const lows = new BiquadFilterNode(context, { type: 'highpass', frequency: 90, Q: -3 });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, BEFORE_SECONDS);
  level.gain.linearRampToValueAtTime(1, BEFORE_SECONDS + RISE_SECONDS);
  level.gain.exponentialRampToValueAtTime(FAINT, REVERB_SECONDS - RISE_SECONDS);
  level.gain.linearRampToValueAtTime(0, REVERB_SECONDS);
  source.connect(highs).connect(lows).connect(level).connect(context.destination);
  source.start();
  return context.startRendering();
}
