import { zapShare } from '../../utils/zaps-and-blocks.ts';

/** How high the light of a pulse climbs for a zap without an amount, and for the largest. */
const PLAIN_HEIGHT_METRES = 36;
const MAX_HEIGHT_METRES = 230;
/** The smallest share of gold in the colour of a zap with an amount. */
const MIN_GOLD = 0.45;
/**
 * The energy of a pulse. Each zap sets it and does not add to it (specification 6.2), so a burst of zaps adds
 * no light.
 */
const PULSE = 1;
/**
 * Time constants: of the pulse's decay, and of the visible light. The light follows the pulse slowly, so that
 * a burst does not flicker.
 */
const DECAY_SECONDS = 2.8;
const RISE_SECONDS = 0.16;
const REDUCED_MOTION_RISE_SECONDS = 1.1;
/** Metres a second at which the light of a pulse climbs. */
const CLIMB_SPEED = 85;
/** Below this the light is off. */
const DARK = 0.004;

interface ZapLook {
  /** Metres. */
  readonly height: number;
  /** 0: the pale light of a zap without an amount, 1: the theme's zap colour. */
  readonly gold: number;
}

function zapLook(sats: number): ZapLook {
  const share = zapShare(sats);
  return {
    height: PLAIN_HEIGHT_METRES + (MAX_HEIGHT_METRES - PLAIN_HEIGHT_METRES) * share,
    gold: share > 0 ? MIN_GOLD + (1 - MIN_GOLD) * share : 0,
  };
}

/** The pulse in the beam; its amount in sats scales height and colour. */
export class BeamAnimation {
  /** The visible light, 0 to 1, which follows the pulse smoothly. */
  light = 0;
  /** The height in metres up to which the pulse shines, and its share of gold. */
  height = PLAIN_HEIGHT_METRES;
  gold = 0;
  /** How far up the newest pulse has climbed, in metres. */
  front = 0;
  #energy = 0;

  /** Starts a pulse. While a larger pulse still shines, its height and colour do not change. */
  start(sats: number): void {
    const look = zapLook(sats);
    const resting = this.#energy < 0.05;
    this.#energy = PULSE;
    this.height = resting ? look.height : Math.max(this.height, look.height);
    this.gold = resting ? look.gold : Math.max(this.gold, look.gold);
    this.front = 0;
  }

  /** With reduced motion the whole beam brightens and fades, and nothing climbs. */
  update(delta: number, reducedMotion: boolean): void {
    if (this.#energy === 0 && this.light === 0) return;
    this.#energy *= Math.exp(-delta / DECAY_SECONDS);
    if (this.#energy < DARK) this.#energy = 0;
    const rise = 1 - Math.exp(-delta / (reducedMotion ? REDUCED_MOTION_RISE_SECONDS : RISE_SECONDS));
    this.light += (this.#energy - this.light) * rise;
    if (this.#energy === 0 && this.light < DARK) this.light = 0;
    this.front = reducedMotion
      ? MAX_HEIGHT_METRES
      : Math.min(MAX_HEIGHT_METRES, this.front + CLIMB_SPEED * delta);
  }
}
