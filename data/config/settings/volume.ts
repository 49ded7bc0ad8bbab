import type { Settings } from './settings.ts';

/**
 * The gain of a slider at `share` (0 to 1): the square of `share`, so that equal steps sound equal. At half
 * of the range the gain is a quarter (−12 dB); at 0 there is silence.
 */
export const gainOf = (share: number): number => share * share;

/** The volume of an utterance, 0 to 1. Browsers do not route speech synthesis through the audio buses. */
export const voiceVolume = ({ master, voice }: Settings['volume']): number => gainOf(master) * gainOf(voice);
