import type { Config } from '../config.ts';
import { type Signal, signal } from '../../core/signal.ts';
import type { SettingsState } from './settings.ts';

/** What is known about the sound, for whoever shows it. */
export interface AudioStatus {
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

export const silence: AudioStatus = { phase: 'off', ambient: 'unasked', note: '' };

export interface AudioState {
  readonly audio: {
    /** Set by the header's button, or by the first touch of a visitor who had sound on the last time. */
    readonly enabled: Signal<boolean>;
    /** A voice is heard: everything else is turned down. */
    readonly speech: Signal<boolean>;
    /** Set by the sound itself. */
    readonly status: Signal<AudioStatus>;
  };
}

export const createAudioState = (): AudioState => ({
  audio: { enabled: signal(false), speech: signal(false), status: signal(silence) },
});

/** Where the home's own `ambient.mp3` is; undefined where it has none, so that no browser asks for it and complains. */
export const ambientUrl = ({ ambient }: Config, base: string): string | undefined =>
  ambient ? new URL('ambient.mp3', base).href : undefined;

/** Switches the sound as the visitor wishes, and remembers the wish for their next visit. */
export function setAudioEnabled(
  { audio, settings }: AudioState & Pick<SettingsState, 'settings'>,
  on: boolean,
): void {
  const before = settings.get();
  if (audio.enabled.get() !== on) audio.enabled.set(on);
  if (before.sound !== on) settings.set({ ...before, sound: on });
}
