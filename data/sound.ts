import type { Settings } from './settings.ts';
import type { State } from './state.ts';

type Sounding = Pick<State, 'audio' | 'settings'>;

/** What is known about the sound, for whoever shows it. */
export interface SoundStatus {
  /**
   * `waiting`: it is wanted, and no browser lets a page sound before its visitor has touched it; `asleep`: off, or the page is hidden;
   * `unavailable`: this browser has no sound, see `note`.
   */
  readonly phase: 'off' | 'waiting' | 'on' | 'asleep' | 'unavailable';
  /** The home's own `ambient.mp3`: not asked for, asked for, sounding, or there is none. */
  readonly ambient: 'unasked' | 'asked' | 'playing' | 'none';
  /** Why there is no sound, in plain words; empty when all is well. */
  readonly note: string;
}

export const silence: SoundStatus = { phase: 'off', ambient: 'unasked', note: '' };

/** Switches the sound as the visitor wishes, and remembers the wish for their next visit. */
export function switchSound({ audio, settings }: Sounding, on: boolean): void {
  const before = settings.get();
  if (audio.enabled.get() !== on) audio.enabled.set(on);
  if (before.sound !== on) settings.set({ ...before, sound: on });
}

/** The first touch of the page: who had sound on the last time gets it again. */
export function resumeSound({ audio, settings }: Sounding): void {
  if (settings.get().sound && !audio.enabled.get()) audio.enabled.set(true);
}

/**
 * The gain of a slider at `share` (0 to 1): its square, which the ear takes for even steps. Half the way is a quarter of the gain, −12 dB;
 * 0 is silence, exactly.
 */
export const gainOf = (share: number): number => share * share;

/** The volume of a `SpeechSynthesisUtterance`, 0 to 1: no browser lets its voice through the page's own buses. */
export const voiceVolume = ({ master, voice }: Settings['volume']): number => gainOf(master) * gainOf(voice);
