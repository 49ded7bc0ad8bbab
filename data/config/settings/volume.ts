import type { Settings } from './settings.ts';

/**
 * The gain of a slider at `share` (0 to 1): its square, so that equal steps sound equal. Half of the range is
 * a quarter of the gain, −12 dB; 0 is silence.
 */
export const gainOf = (share: number): number => share * share;

/** The volume of an utterance, 0 to 1. Browsers do not route speech synthesis through the audio buses. */
export const voiceVolume = ({ master, voice }: Settings['volume']): number => gainOf(master) * gainOf(voice);
