import { type Signal, signal } from '@lit-labs/signals';
import type { Config } from '../config.ts';
import { type SettingsState, changeSettings } from './settings.ts';

/** The state of the sound, for display. */
export interface AudioStatus {
  /**
   * `waiting`: it is enabled, but no browser plays anything before a gesture of the visitor;
   * `suspended`: the page is hidden; `unavailable`: this browser has no sound, `note` says why.
   */
  readonly phase: 'off' | 'waiting' | 'on' | 'suspended' | 'unavailable';
  /** The home's own `ambient.mp3`: not requested, requested, playing, or there is none. */
  readonly ambient: 'unasked' | 'asked' | 'playing' | 'none';
  /** Why there is no sound, in plain words; empty when all is well. */
  readonly note: string;
}

export const audioOff: AudioStatus = { phase: 'off', ambient: 'unasked', note: '' };

export interface AudioState {
  readonly audio: {
    /** Set by `setAudioEnabled`, and at the first gesture of a visitor who had sound on. */
    readonly enabled: Signal.State<boolean>;
    /** Whether the narrator speaks: other sounds are quieter meanwhile. */
    readonly speech: Signal.State<boolean>;
    /** Set by `world/audio/audio.ts`. */
    readonly status: Signal.State<AudioStatus>;
  };
}

export const createAudioState = (): AudioState => ({
  audio: { enabled: signal(false), speech: signal(false), status: signal(audioOff) },
});

/** The address of `ambient.mp3`; undefined for a home without one: no browser logs a 404. */
export const ambientUrl = ({ ambient }: Config, base: string): string | undefined =>
  ambient ? new URL('ambient.mp3', base).href : undefined;

/** The browser's own player, which streams the file at `url` in a loop. */
export function ambientPlayer(url: string): HTMLAudioElement {
  // oxlint-disable-next-line no-restricted-globals -- only a media element plays a file while it arrives.
  const player = new Audio();
  // Without it a file from another origin would be played as silence, without an error.
  player.crossOrigin = 'anonymous';
  player.loop = true;
  player.preload = 'auto';
  player.src = url;
  return player;
}

/** Switches the sound on or off, and remembers it for the visitor's next visit. */
export function setAudioEnabled(
  { audio, settings }: AudioState & Pick<SettingsState, 'settings'>,
  on: boolean,
): void {
  if (audio.enabled.get() !== on) audio.enabled.set(on);
  changeSettings({ settings }, { sound: on });
}
