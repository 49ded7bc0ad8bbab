/**
 * Where the energy beam stands, in metres: behind the resident and the meter, on the axis of the
 * first look.
 */
export const BEAM_PLACE = { x: 0, z: -30 } as const;

/** An amount at which the beam gives all it has. */
const MAX_SATS = 1_000_000;

/**
 * How large a zap is seen and heard, on a logarithmic scale: each factor of ten adds the same.
 * 0 for no amount, 0.22 for 21 sats, 0.5 for 1,000, 1 from 1,000,000.
 */
export const zapShare = (sats: number): number =>
  sats > 0 ? Math.min(1, Math.log10(1 + sats) / Math.log10(1 + MAX_SATS)) : 0;
