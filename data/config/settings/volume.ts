import type { Settings } from './settings.ts';

/**
 * The gain of a slider at `share` (0 to 1): its square, which the ear takes for even steps. Half the way is a quarter of the gain, −12 dB;
 * 0 is silence, exactly.
 */
export const gainOf = (share: number): number => share * share;

/** The volume of a `SpeechSynthesisUtterance`, 0 to 1: no browser lets its voice through the page's own buses. */
export const voiceVolume = ({ master, voice }: Settings['volume']): number => gainOf(master) * gainOf(voice);
