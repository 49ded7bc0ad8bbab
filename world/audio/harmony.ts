/**
 * The notes of the home (specification 6.4): A♯1, C2, D2, E2, F2. A portal hums one of them, by its place in the registry. Whatever else has
 * a pitch takes it from these or their octaves, so that no two things that sound at once are ever foreign to each other.
 */
export const DRONE_FREQUENCIES = [58.27, 65.41, 73.42, 82.41, 87.31] as const;

const [A_SHARP, C, D, , F] = DRONE_FREQUENCIES;

/** Hertz, by name. E stays the portals': beside F it would be rough. */
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

/** Upwards, for what is short: four notes an octave. Hertz. */
export const scale: readonly number[] = [2, 4, 8].flatMap((octave) =>
  [A_SHARP, C, D, F].map((frequency) => frequency * octave),
);

/** The frequency that the portal at this place of the registry hums. */
export const droneFrequency = (index: number): number =>
  DRONE_FREQUENCIES[index % DRONE_FREQUENCIES.length] as number;
