import { type Signal, signal } from '@lit-labs/signals';
import { type Settings, type SettingsState, changeSettings } from './settings.ts';

/** The state of the sound, for display. */
export interface AudioStatus {
  /**
   * `waiting`: the sound is on, but browsers play nothing before a user gesture; `suspended`: the page is
   * hidden; `unavailable`: this browser has no sound, and `note` has the reason.
   */
  readonly phase: 'off' | 'waiting' | 'on' | 'suspended' | 'unavailable';
  /** The home's own `ambient.mp3`: not requested, requested, playing, or missing. */
  readonly ambient: 'unasked' | 'asked' | 'playing' | 'none';
  /** Why there is no sound, in plain words; empty if there is no problem. */
  readonly note: string;
}

export const audioOff: AudioStatus = { phase: 'off', ambient: 'unasked', note: '' };

export interface AudioState {
  readonly audio: {
    /** Set by `setAudioEnabled`, and at the first gesture of a visitor whose stored setting is “on”. */
    readonly enabled: Signal.State<boolean>;
    /** Whether the narrator speaks: other sounds are then quieter. */
    readonly speech: Signal.State<boolean>;
    /** Set by `world/audio/audio.ts`. */
    readonly status: Signal.State<AudioStatus>;
  };
}

export const createAudioState = (): AudioState => ({
  audio: { enabled: signal(false), speech: signal(false), status: signal(audioOff) },
});

/** Switches the sound on or off, and stores that for the next visit. */
export function setAudioEnabled(
  { audio, settings }: AudioState & Pick<SettingsState, 'settings'>,
  on: boolean,
): void {
  if (audio.enabled.get() !== on) audio.enabled.set(on);
  changeSettings({ settings }, { sound: on });
}

/**
 * The gain of a slider at `share` (0 to 1): the square of `share`, so that equal steps sound equal. At half
 * of the range the gain is a quarter (−12 dB); at 0 there is silence.
 */
export const gainOf = (share: number): number => share * share;

/** The volume of an utterance, 0 to 1. Browsers do not route speech synthesis through the audio buses. */
export const voiceVolume = ({ master, voice }: Settings['volume']): number => gainOf(master) * gainOf(voice);
