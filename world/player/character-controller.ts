import { MathUtils } from 'three';
import type { Obstacle } from '../core/scene/scene-registry.ts';
import { START } from '../core/scene/start.ts';
import { heightAt, rimAt } from '../terrain/island/height.ts';
import { type Body, findRoom, glide, settle } from './collision.ts';

/** The eye's height above the ground, the same as at the start, which is on the platform. */
export const EYE_METRES = START.y - heightAt(START.x, START.z);
/**
 * The minimum distance of the eye from the ground. While a visitor runs uphill, the eye follows the ground
 * with a delay.
 */
const MIN_EYE_METRES = 1.25;
/** The island's radius is at most 34 m and varies. A visitor stops before its edge. */
const BOUND_METRES = 33;
const EDGE_MARGIN_METRES = 2.6;
/** The maximum pitch. It is less than straight up or down, where visitors would lose the horizon. */
const MAX_PITCH_RADIANS = 1.35;
/**
 * The fixed time step of walking, so that the same keys lead to the same place at any frame rate, also around
 * a pillar. A running step is 33 mm long, which is shorter than any obstacle.
 */
const STEP_SECONDS = 1 / 240;
/** Tolerance for rounding errors in the sum of frame times. In steps. */
const ROUNDING_STEPS = 1e-6;
/** The eye follows the height of the ground smoothly: 63 % of a step in this many seconds. */
const HEIGHT_EASE_SECONDS = 0.18;
const TURN_EASE_SECONDS = 0.08;
/** A visitor who is slower than this stands still. Metres or radians a second. */
const REST_SPEED = 1e-4;
/** If the eye is closer than this to its final height, it stops. */
const REST_METRES = 1e-4;

export const boundAt = (x: number, z: number): number =>
  Math.min(BOUND_METRES, rimAt(Math.atan2(z, x)) - EDGE_MARGIN_METRES);

/** Where the visitor wants to go, and how fast they want to turn. */
export interface MoveIntent {
  /** Metres a second: to the right, and ahead. */
  right: number;
  ahead: number;
  /** Radians a second: to the left, and up. */
  turn: number;
  pitch: number;
}

/** A walking visitor: the body, the smoothed height of the ground, and where they look. */
interface Track extends Body {
  ground: number;
  yaw: number;
  pitch: number;
  turnSpeed: number;
  pitchSpeed: number;
  /** Whether nothing moves, and all easing has ended. */
  still: boolean;
}

const newTrack = (): Track => ({
  x: START.x,
  z: START.z,
  vx: 0,
  vz: 0,
  ground: heightAt(START.x, START.z),
  yaw: 0,
  pitch: 0,
  turnSpeed: 0,
  pitchSpeed: 0,
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
  to.turnSpeed = from.turnSpeed;
  to.pitchSpeed = from.pitchSpeed;
  to.still = from.still;
}

const isIdle = ({ right, ahead, turn, pitch }: Readonly<MoveIntent>): boolean =>
  right === 0 && ahead === 0 && turn === 0 && pitch === 0;

/** Stops slow movements. Called in each step, so that the result is the same at any frame rate. */
function rest(track: Track, ground: number): void {
  const { vx, vz, turnSpeed, pitchSpeed } = track;
  track.still =
    Math.abs(vx) + Math.abs(vz) + Math.abs(turnSpeed) + Math.abs(pitchSpeed) < REST_SPEED &&
    Math.abs(track.ground - ground) < REST_METRES;
  if (!track.still) return;
  track.vx = 0;
  track.vz = 0;
  track.turnSpeed = 0;
  track.pitchSpeed = 0;
  track.ground = ground;
}

const clampPitch = (pitch: number): number => MathUtils.clamp(pitch, -MAX_PITCH_RADIANS, MAX_PITCH_RADIANS);

/** Moves the visitor by one step of at most `STEP_SECONDS`. */
function step(
  track: Track,
  intent: Readonly<MoveIntent>,
  seconds: number,
  obstacles: readonly Obstacle[],
): void {
  // The exact solution of the damping, as in `glide`.
  const left = Math.exp(-seconds / TURN_EASE_SECONDS);
  const turned = TURN_EASE_SECONDS * (1 - left);
  track.yaw += intent.turn * seconds + (track.turnSpeed - intent.turn) * turned;
  track.turnSpeed = intent.turn + (track.turnSpeed - intent.turn) * left;
  track.pitch = clampPitch(track.pitch + intent.pitch * seconds + (track.pitchSpeed - intent.pitch) * turned);
  track.pitchSpeed = intent.pitch + (track.pitchSpeed - intent.pitch) * left;

  const { x, z } = track;
  const sin = Math.sin(track.yaw);
  const cos = Math.cos(track.yaw);
  glide(track, intent.right * cos - intent.ahead * sin, -intent.right * sin - intent.ahead * cos, seconds);
  // A visitor who only turns cannot hit an obstacle.
  if (track.x !== x || track.z !== z) settle(track, x, z, obstacles, boundAt);
  const ground = heightAt(track.x, track.z);
  track.ground = Math.max(
    ground + (track.ground - ground) * Math.exp(-seconds / HEIGHT_EASE_SECONDS),
    ground + MIN_EYE_METRES - EYE_METRES,
  );
  track.still = false;
  if (isIdle(intent)) rest(track, ground);
}

/**
 * Moves a visitor over the island in fixed steps, independent of the frame rate, of keys and of the
 * camera.
 */
export class CharacterController {
  readonly #track = newTrack();
  readonly #shown = newTrack();
  #owed = 0;
  #obstacles: readonly Obstacle[] = [];

  /** The visitor now, including the unfinished step. The object changes: do not keep it. */
  get shown(): Readonly<Track> {
    return this.#shown;
  }

  /** Turns the view at once, as a mouse does. Radians. */
  look(yaw: number, pitch: number): void {
    if (yaw === 0 && pitch === 0) return;
    this.#track.yaw += yaw;
    this.#track.pitch = clampPitch(this.#track.pitch + pitch);
  }

  /**
   * Moves the visitor to another place. On the ground they are moved out of obstacles; in the air they may be
   * above them.
   */
  teleport(
    { x, z, yaw, pitch }: Pick<Track, 'x' | 'z' | 'yaw' | 'pitch'>,
    onGround: boolean,
    obstacles: readonly Obstacle[],
  ): void {
    const track = this.#track;
    track.x = x;
    track.z = z;
    track.vx = 0;
    track.vz = 0;
    track.turnSpeed = 0;
    track.pitchSpeed = 0;
    track.yaw = yaw;
    track.pitch = pitch;
    this.#obstacles = obstacles;
    findRoom(track, onGround ? obstacles : [], boundAt);
    track.ground = heightAt(track.x, track.z);
    track.still = true;
    this.#owed = 0;
    copyTrack(this.#shown, track);
  }

  advance(intent: Readonly<MoveIntent>, seconds: number, obstacles: readonly Obstacle[]): void {
    const track = this.#track;
    // Moves the visitor to a free place, because a new obstacle may be at their position.
    if (obstacles !== this.#obstacles) {
      this.#obstacles = obstacles;
      findRoom(track, obstacles, boundAt);
      track.still = false;
    }
    if (track.still && isIdle(intent)) {
      this.#owed = 0;
      copyTrack(this.#shown, track);
      return;
    }
    const due = this.#owed + seconds;
    const steps = Math.floor(due / STEP_SECONDS + ROUNDING_STEPS);
    this.#owed = Math.max(0, due - steps * STEP_SECONDS);
    for (let i = 0; i < steps; i++) step(track, intent, STEP_SECONDS, obstacles);
    copyTrack(this.#shown, track);
    step(this.#shown, intent, this.#owed, obstacles);
  }
}
