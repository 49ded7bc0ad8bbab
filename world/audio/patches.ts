import { WARP_ARRIVES, WARP_SECONDS } from '../../data/view/view.ts';
import { zapShare } from '../utils/zaps-and-blocks.ts';
import { note, scale, scaleNote } from './harmony.ts';
import type { Patch } from './voices.ts';

/**
 * The sound of each event. Every sound begins softly, so that it does not startle. Gains are the maxima at a
 * distance of one metre, before the limiter.
 */

/** Seconds until the warp arrives. */
const WARP_RISE = WARP_SECONDS * WARP_ARRIVES;
/** Partials of the timbres: gains of the note itself and its multiples. */
const GLASS = [1, 0.28, 0.08, 0.03];
const SOFT = [1, 0.3, 0.1];
/** Partials of bells, from a muffled bell to a bright one. */
const BELLS = [0.06, 0.16, 0.26, 0.36].map((bright) => [1, bright, bright * 0.5, bright * 0.3]);

/** A rush that rises and ends with the warp effect. With reduced motion it is a chord. */
export const warp =
  (reducedMotion: boolean): Patch =>
  (voice) => {
    if (reducedMotion) {
      for (const frequency of [note.aSharp2, note.f3])
        voice.tone({ frequency, partials: SOFT, peak: 0.1, attack: 0.9, hold: 0.5, decay: 1.4 });
      return;
    }
    const decay = WARP_SECONDS - WARP_RISE + 0.5;
    voice.tone({
      frequency: note.aSharp1,
      to: note.aSharp3,
      partials: SOFT,
      peak: 0.17,
      attack: WARP_RISE * 0.8,
      hold: WARP_RISE * 0.2,
      decay,
    });
    voice.tone({ frequency: note.f2, to: note.f4, partials: GLASS, peak: 0.09, attack: WARP_RISE, decay });
    voice.hiss({ type: 'bandpass', frequency: 160, to: 2600, q: 0.8, peak: 0.3, attack: WARP_RISE, decay });
  };

/** A bell, higher and brighter for a larger amount (`zapShare`). `sats` is 0 if the invoice has no amount. */
export const zap =
  (sats: number): Patch =>
  (voice) => {
    const share = zapShare(sats);
    const frequency = scaleNote(2 + share * (scale.length - 3));
    voice.tone({
      frequency,
      partials: BELLS[Math.round(share * (BELLS.length - 1))],
      peak: 0.34,
      attack: 0.02,
      decay: 2.6 + share,
    });
    voice.tone({ frequency: frequency / 2, peak: 0.15, attack: 0.04, decay: 1.9 });
    voice.tone({ frequency: frequency * 3, peak: 0.03 + 0.06 * share, attack: 0.015, decay: 0.9 });
  };

/** A distant firework shell: a soft thump, and its sparks. */
export const firework =
  (seed: number): Patch =>
  (voice) => {
    voice.tone({ frequency: 92, to: 44, peak: 0.36, attack: 0.025, hold: 0.16, decay: 0.5 });
    voice.hiss({
      type: 'lowpass',
      frequency: 900,
      to: 160,
      peak: 1.5,
      attack: 0.03,
      decay: 1.1,
      from: (seed * 0.61) % 4,
    });
    voice.hiss({
      type: 'bandpass',
      frequency: 3400,
      to: 2300,
      q: 1.4,
      peak: 0.16,
      attack: 0.35,
      decay: 1.6,
      from: (seed * 0.83) % 4,
    });
  };

/**
 * The sound of the wreath of light that replaces the firework shells with reduced motion: a chord that comes
 * and goes with the light.
 */
export const wreath: Patch = (voice) => {
  for (const [frequency, after] of [
    [note.f3, 0],
    [note.aSharp3, 0.5],
    [note.d4, 1],
  ] as const)
    voice.tone({ frequency, after, partials: SOFT, peak: 0.2, attack: 1.4, hold: 0.6, decay: 2.6 });
};

/** Distant thunder: a roll without a crack. */
export const thunder =
  (seed: number): Patch =>
  (voice) => {
    const from = (seed * 0.47) % 3;
    voice.hiss({
      type: 'lowpass',
      frequency: 240,
      to: 60,
      q: 0.3,
      peak: 8,
      attack: 0.16,
      hold: 0.2,
      decay: 2.6,
      from,
    });
    voice.hiss({
      type: 'lowpass',
      frequency: 110,
      to: 48,
      q: 0.3,
      peak: 10,
      attack: 0.7,
      hold: 0.5,
      decay: 3.4,
      after: 0.5,
      from: from + 1.1,
    });
  };

/** Three short sparks of an arc between the pylons. */
export const crackle =
  (seed: number): Patch =>
  (voice) => {
    for (let i = 0; i < 3; i++)
      voice.hiss({
        type: 'bandpass',
        frequency: 1500 + ((seed * 37 + i * 53) % 90) * 14,
        q: 2,
        peak: 0.05,
        attack: 0.005,
        decay: 0.05 + ((seed + i) % 3) * 0.03,
        after: i * (0.05 + ((seed * 7 + i * 3) % 5) * 0.017),
        from: (seed * 0.29 + i * 0.7) % 4,
      });
  };

/** A shockwave: `strength` is 0.5 for a new block, 1 for a milestone. */
export const wave =
  (strength: number): Patch =>
  (voice) => {
    const envelope = { attack: 0.7, hold: 0.3, decay: 2.4 } as const;
    voice.tone({ frequency: note.aSharp1, partials: [1, 0.5, 0.2], peak: 0.17 * strength, ...envelope });
    voice.tone({ frequency: note.aSharp2, partials: SOFT, peak: 0.1 * strength, ...envelope, after: 0.25 });
    voice.hiss({ type: 'lowpass', frequency: 120, to: 420, peak: 0.12 * strength, ...envelope });
  };

/** A merged pull request: a chord that begins note by note. */
export const merge: Patch = (voice) => {
  for (const [frequency, after] of [
    [note.aSharp2, 0],
    [note.f3, 0.12],
    [note.aSharp3, 0.3],
    [note.d4, 0.5],
  ] as const)
    voice.tone({ frequency, after, partials: SOFT, peak: 0.07, attack: 0.5, hold: 0.2, decay: 2.8 });
};

/** Two knocks on a wooden door: an agent session begins to wait for its owner. */
export const knock: Patch = (voice) => {
  for (const after of [0, 0.22]) {
    voice.tone({ frequency: 196, to: 118, after, peak: 0.3, attack: 0.004, decay: 0.14 });
    voice.hiss({ type: 'bandpass', frequency: 620, q: 2.5, after, peak: 0.5, attack: 0.003, decay: 0.06 });
  }
};

/** A commit in a time-lapse: a short note. `step` selects the pitch. */
export const commit =
  (step: number): Patch =>
  (voice) => {
    const frequency = scaleNote(4 + (Math.abs(Math.floor(step)) % 6));
    voice.tone({ frequency, partials: GLASS, peak: 0.14, attack: 0.012, decay: 0.9 });
  };
