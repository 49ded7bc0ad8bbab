import type { Obstacle } from '../core/scene/obstacles.ts';
import { START, START_LOOK } from '../core/render/renderer.ts';
import { heightAt, rimAt } from '../terrain/island/height.ts';
import { type Body, findRoom, glide, settle } from './collision.ts';

/** Above the ground: so that the visit begins at exactly the eye height of the composition, on ground a step below the platform. */
export const EYE_METRES = START.y - heightAt(START.x, START.z);
/** Whoever runs up to a mound lags behind the ground, and never looks from nearer to it than this. Metres. */
export const LEAST_EYE_METRES = 1.25;
/** The island reaches 34 m, less here and there: one stops before its edge breaks away. */
export const BOUND_METRES = 33;
const EDGE_MARGIN_METRES = 2.6;
/** Straight up and straight down make walkers dizzy, and the horizon is lost. */
const MAX_PITCH = 1.35;
/**
 * Whatever the frame rate, a way is walked in steps of this length: so it leads to the same place, also round a pillar that was met
 * in the very middle. At a run, one is 33 mm: nothing is too thin for it.
 */
const STEP_SECONDS = 1 / 240;
/** Frames are no whole number of steps; so much less than one is one, for the sums of their lengths are rounded. In steps. */
const ROUNDING = 1e-6;
/** The ground's unevenness reaches the eye softened: 63 % of it in this many seconds. */
const HEIGHT_EASE_SECONDS = 0.18;
const TURN_EASE_SECONDS = 0.08;
/** Slower than this nobody moves: metres or radians a second. */
const REST_SPEED = 1e-4;
/** Nearer to it than this, the eye is at its height. Metres. */
const REST_METRES = 1e-4;

export const boundAt = (x: number, z: number): number =>
  Math.min(BOUND_METRES, rimAt(Math.atan2(z, x)) - EDGE_MARGIN_METRES);

/** Where the visitor wants to go, and how fast they want to turn. */
export interface Intent {
  /** Metres a second: to the right, and ahead. */
  right: number;
  ahead: number;
  /** Radians a second: to the left, and upwards. */
  turn: number;
  tilt: number;
}

/** A visitor on their way: the body, the height of the ground as the eye feels it, and where they look. */
export interface Track extends Body {
  ground: number;
  yaw: number;
  pitch: number;
  turning: number;
  tilting: number;
  /** Nothing moves, nor is on its way anywhere. */
  still: boolean;
}

const newTrack = (): Track => ({
  x: START.x,
  z: START.z,
  vx: 0,
  vz: 0,
  ground: heightAt(START.x, START.z),
  yaw: Math.atan2(START.x - START_LOOK.x, START.z - START_LOOK.z),
  pitch: Math.atan2(START_LOOK.y - START.y, Math.hypot(START_LOOK.x - START.x, START_LOOK.z - START.z)),
  turning: 0,
  tilting: 0,
  still: true,
});

function copyTrack(to: Track, from: Readonly<Track>): void {
  to.x = from.x;
  to.z = from.z;
  to.vx = from.vx;
  to.vz = from.vz;
  to.ground = from.ground;
  to.yaw = from.yaw;
  to.pitch = from.pitch;
  to.turning = from.turning;
  to.tilting = from.tilting;
  to.still = from.still;
}

const wantsNothing = ({ right, ahead, turn, tilt }: Readonly<Intent>): boolean =>
  right === 0 && ahead === 0 && turn === 0 && tilt === 0;

/** Brings to rest what hardly moves: in a step, so that it is the same one at any frame rate. */
function rest(track: Track, ground: number): void {
  const { vx, vz, turning, tilting } = track;
  track.still =
    Math.abs(vx) + Math.abs(vz) + Math.abs(turning) + Math.abs(tilting) < REST_SPEED &&
    Math.abs(track.ground - ground) < REST_METRES;
  if (!track.still) return;
  track.vx = 0;
  track.vz = 0;
  track.turning = 0;
  track.tilting = 0;
  track.ground = ground;
}

const levelled = (pitch: number): number => Math.min(MAX_PITCH, Math.max(-MAX_PITCH, pitch));

/** One step of at most `STEP_SECONDS`. */
function step(track: Track, intent: Readonly<Intent>, seconds: number, obstacles: readonly Obstacle[]): void {
  // The exact damping again, as in `glide`.
  const left = Math.exp(-seconds / TURN_EASE_SECONDS);
  const turned = TURN_EASE_SECONDS * (1 - left);
  track.yaw += intent.turn * seconds + (track.turning - intent.turn) * turned;
  track.turning = intent.turn + (track.turning - intent.turn) * left;
  track.pitch = levelled(track.pitch + intent.tilt * seconds + (track.tilting - intent.tilt) * turned);
  track.tilting = intent.tilt + (track.tilting - intent.tilt) * left;

  const { x, z } = track;
  const sin = Math.sin(track.yaw);
  const cos = Math.cos(track.yaw);
  glide(track, intent.right * cos - intent.ahead * sin, -intent.right * sin - intent.ahead * cos, seconds);
  settle(track, x, z, obstacles, boundAt);
  const ground = heightAt(track.x, track.z);
  track.ground = Math.max(
    ground + (track.ground - ground) * Math.exp(-seconds / HEIGHT_EASE_SECONDS),
    ground + LEAST_EYE_METRES - EYE_METRES,
  );
  track.still = false;
  if (wantsNothing(intent)) rest(track, ground);
}

/** Walks a visitor over the island, in steps that are the same at any frame rate. Knows neither keys nor a camera. */
export class CharacterController {
  readonly #track = newTrack();
  readonly #shown = newTrack();
  #owed = 0;
  #obstacles: readonly Obstacle[] = [];

  /** Where they are: what of a step is left over is already gone, so that a picture is never late. Read, not kept. */
  get shown(): Readonly<Track> {
    return this.#shown;
  }

  /** Turns the head at once, as a mouse does. Radians. */
  look(yaw: number, pitch: number): void {
    if (yaw === 0 && pitch === 0) return;
    this.#track.yaw += yaw;
    this.#track.pitch = levelled(this.#track.pitch + pitch);
  }

  /** Stands the visitor elsewhere; on the ground, as far as it is free there. */
  put(
    x: number,
    z: number,
    yaw: number,
    pitch: number,
    onGround: boolean,
    obstacles: readonly Obstacle[],
  ): void {
    const track = this.#track;
    track.x = x;
    track.z = z;
    track.vx = 0;
    track.vz = 0;
    track.turning = 0;
    track.tilting = 0;
    track.yaw = yaw;
    track.pitch = pitch;
    this.#obstacles = obstacles;
    findRoom(track, onGround ? obstacles : [], boundAt);
    track.ground = heightAt(track.x, track.z);
    track.still = true;
    this.#owed = 0;
    copyTrack(this.#shown, track);
  }

  advance(intent: Readonly<Intent>, seconds: number, obstacles: readonly Obstacle[]): void {
    const track = this.#track;
    // Something was put where they stand.
    if (obstacles !== this.#obstacles) {
      this.#obstacles = obstacles;
      findRoom(track, obstacles, boundAt);
      track.still = false;
    }
    if (track.still && wantsNothing(intent)) {
      this.#owed = 0;
      copyTrack(this.#shown, track);
      return;
    }
    const due = this.#owed + seconds;
    const steps = Math.floor(due / STEP_SECONDS + ROUNDING);
    this.#owed = Math.max(0, due - steps * STEP_SECONDS);
    for (let i = 0; i < steps; i++) step(track, intent, STEP_SECONDS, obstacles);
    copyTrack(this.#shown, track);
    step(this.#shown, intent, this.#owed, obstacles);
  }
}
