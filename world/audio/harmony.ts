import { MathUtils } from 'three';
/**
 * The notes of the home (specification 6.4): A♯1, C2, D2, E2, F2. A portal's drone has one of them, by the
 * portal's index in the registry. All other sounds with a pitch use these notes or their octaves, so that
 * everything that plays is in harmony.
 */
const DRONE_FREQUENCIES = [58.27, 65.41, 73.42, 82.41, 87.31] as const;

const [A_SHARP, C, D, , F] = DRONE_FREQUENCIES;

/** Frequencies in hertz, by name. Only portals use E, because it would sound rough beside F. */
export const note = {
  aSharp1: A_SHARP,
  f2: F,
  aSharp2: A_SHARP * 2,
  d3: D * 2,
  f3: F * 2,
  aSharp3: A_SHARP * 4,
  c4: C * 4,
  d4: D * 4,
  f4: F * 4,
} as const;

/** The notes of short sounds: four notes an octave, from low to high. Hertz. */
export const scale: readonly number[] = [2, 4, 8].flatMap((octave) =>
  [A_SHARP, C, D, F].map((frequency) => frequency * octave),
);

/** A note of the scale in hertz; `step` is rounded, and kept inside the scale. */
export const scaleNote = (step: number): number =>
  scale[MathUtils.clamp(Math.round(step), 0, scale.length - 1)] ?? note.aSharp2;

/** The frequency of the portal with this index in the registry. */
export const droneFrequency = (index: number): number =>
  DRONE_FREQUENCIES[index % DRONE_FREQUENCIES.length] ?? A_SHARP;
