import { noiseBuffer } from './nodes.ts';

/** Seconds: until the echo of a wide, dark place has died away; silence before it; and in which it comes up, so that no wall is heard. */
export const REVERB_SECONDS = 3.4;
const BEFORE_SECONDS = 0.018;
const RISE_SECONDS = 0.045;
/** The air swallows what is high first: the echo's highest tones at its beginning and at its end. Hertz. */
const BRIGHT = 4200;
const DARK = 520;
/** −60 dB */
const FAINT = 0.001;
const SEED = 6021;

/**
 * What the place answers to a clap, as a buffer for a `ConvolverNode`. It is worked out by the browser's own audio thread: the page draws
 * on meanwhile. The same at every call with the same sample rate.
 */
export function impulseResponse(sampleRate: number): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(2, Math.ceil(REVERB_SECONDS * sampleRate), sampleRate);
  const source = new AudioBufferSourceNode(context, { buffer: noiseBuffer(context, REVERB_SECONDS, SEED) });
  const highs = new BiquadFilterNode(context, { type: 'lowpass', Q: -3 });
  highs.frequency.setValueAtTime(BRIGHT, 0);
  highs.frequency.exponentialRampToValueAtTime(DARK, REVERB_SECONDS);
  // Without lows: many voices would gather there to a hum.
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
