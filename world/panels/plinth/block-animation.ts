import { MathUtils } from 'three';
import { GLOBE_RADIUS } from '../globe/globe.ts';

/** The duration of the hoop's flight from the plinth over the globe, and of the pulse with reduced motion. */
export const PULSE_SECONDS = 5.5;
/** Share of that time on the way from the plinth to the globe. */
const CLIMB = 0.3;
/** The hoop's radius at the plinth, and its distance from the globe's surface. Metres. */
const FOOT_RADIUS = 0.34;
const ABOVE_GROUND = 0.16;
/** With reduced motion the hoop does not move and is a little wider than the plinth's bowl. Metres. */
const REDUCED_MOTION_RADIUS = 0.8;

/** A hoop of light: height over the plinth's top and radius in metres, brightness from 0 to 1. */
export interface Hoop {
  height: number;
  radius: number;
  light: number;
}

/**
 * The hoop at a share of its time: it rises from the plinth over the globe, whose centre is `centre` metres
 * above, and disappears at the top. With reduced motion it stays at the plinth, and only its light changes.
 */
export function hoopAt(share: number, centre: number, reducedMotion: boolean, into: Hoop): Hoop {
  if (reducedMotion) {
    into.height = 0.1;
    into.radius = REDUCED_MOTION_RADIUS;
    into.light = Math.sin(share * Math.PI) ** 2;
    return into;
  }
  const start = centre - GLOBE_RADIUS;
  const up = MathUtils.smoothstep(share, 0, 1);
  into.height = up < CLIMB ? (up / CLIMB) * start : start + ((up - CLIMB) / (1 - CLIMB)) * GLOBE_RADIUS * 2;
  const off = into.height - centre;
  const round = Math.sqrt(Math.max(0, (GLOBE_RADIUS + ABOVE_GROUND) ** 2 - off * off));
  into.radius = Math.max(FOOT_RADIUS, round);
  into.light = MathUtils.smoothstep(share, 0, 0.08) * (1 - MathUtils.smoothstep(share, 0.82, 1));
  return into;
}
