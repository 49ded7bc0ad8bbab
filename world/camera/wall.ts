import { MathUtils } from 'three';
import type { PageState } from '../../data/core/page-state.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { ViewpointPanel } from '../../data/view/viewpoint.ts';
import { subjectOf } from '../../data/view/stage.ts';
import type { WorldState } from '../../data/world-state.ts';
import { defineModule } from '../core/define-module.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import { PictureShape } from '../core/scene/picture-shape.ts';
import type { GroundPose } from '../core/scene/player.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { START, startPose } from '../core/scene/start.ts';
import { EYE_METRES } from '../player/character-controller.ts';
import { heightAt } from '../terrain/island/height.ts';
import { Flight } from './flight.ts';
import { newPose } from './pose.ts';

type StateSlice = PageState & ViewState & WorldState;

/** How many times slower the camera flies than that of a visitor: a flight takes 4 to 10 s. */
const SLOWER = 3;
/** The words cover the lower part of the picture: the middle of the rest is this share of half its height up. */
const MIDDLE = 0.28;
/**
 * The distance to the figure of a session, and the heights of the middle between it and the resident’s head, and of
 * the eye. Metres.
 */
const FIGURE = { metres: 4.6, middle: 1.2, eye: 1.35 } as const;
/** The view of everything is from a little behind the start, because the words hide a part of it. */
const BACK = 1.2;
/** Panels are seen from this many times the distance at which a visitor reads them. */
const FARTHER = 1.3;
/** How often the subject is looked up again: it moves, and loads after the stage is chosen. */
const LOOK_EVERY_SECONDS = 0.5;
/** Smaller changes of the place of a subject need no flight. Metres, radians. */
const MIN_CHANGE = 0.02;

/**
 * Where the camera is while nothing happens, for `STAY_MINUTES` at each place. Few flights: without a graphics
 * card each takes as much as a minute of rest.
 */
const QUIET: readonly (ViewpointPanel | 'all')[] = [
  'all',
  'earth',
  'all',
  'bookshelves',
  'all',
  'sovereignty',
];
const STAY_MINUTES = 6;

/** A pose of the camera, with the height of the eye above the ground in metres. */
type EyePose = GroundPose & { readonly eye: number };

const differs = (one: GroundPose, other: GroundPose): boolean =>
  Math.max(
    Math.abs(one.x - other.x),
    Math.abs(one.z - other.z),
    Math.abs(one.yaw - other.yaw),
    Math.abs(one.pitch - other.pitch),
  ) > MIN_CHANGE;

/** The camera of the wall: flies slowly to what is on the stage (`state.stage`), above the words. */
class WallCamera implements CameraMode {
  /** The wall begins with its page, so there is no flight from another view. */
  readonly factor = 1;
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #shape = new PictureShape();
  readonly #pose = newPose();
  #at: EyePose | undefined;
  #flight: Flight | undefined;
  /** The height of the eye above the ground now, and where the flight began. */
  #eye = EYE_METRES;
  #fromEye = EYE_METRES;
  #flownSeconds = 0;
  #sinceLook = LOOK_EVERY_SECONDS;

  constructor(scene: WorldScene, state: StateSlice) {
    this.#scene = scene;
    this.#state = state;
  }

  look(delta: number): Readonly<Pose> {
    this.#sinceLook += delta;
    if (this.#shape.follow(this.#scene) || this.#sinceLook >= LOOK_EVERY_SECONDS) {
      this.#sinceLook = 0;
      this.#aim(this.#target());
    }
    if (this.#flight) this.#fly(this.#flight, delta);
    return this.#pose;
  }

  /** Begins a flight if the target is elsewhere. With reduced motion, and at the start, the camera is there at once. */
  #aim(to: EyePose): void {
    const from = this.#at;
    if (from && !differs(from, to)) return;
    this.#at = to;
    this.#flight = undefined;
    if (!from || this.#state.world.reducedMotion.get()) {
      this.#stand(to, to.eye);
      return;
    }
    // From where the camera is, also during a flight to another place.
    this.#flight = new Flight(this.#pose, to);
    this.#fromEye = this.#eye;
    this.#flownSeconds = 0;
  }

  #fly(flight: Flight, delta: number): void {
    this.#flownSeconds += delta / SLOWER;
    const isThere = flight.at(this.#flownSeconds);
    const share = MathUtils.smoothstep(this.#flownSeconds, 0, flight.seconds);
    const eye = MathUtils.lerp(this.#fromEye, this.#at?.eye ?? EYE_METRES, share);
    this.#stand(flight, eye + flight.heightOffset);
    if (isThere) this.#flight = undefined;
  }

  #stand({ x, z, yaw, pitch }: GroundPose, eye: number): void {
    const pose = this.#pose;
    this.#eye = eye;
    pose.x = x;
    pose.y = heightAt(x, z) + eye;
    pose.z = z;
    pose.yaw = yaw;
    pose.pitch = pitch;
  }

  #target(): EyePose {
    const subject = subjectOf(this.#state.stage.get());
    const [kind, key = ''] = subject.split(' ');
    if (kind === 'session') return this.#beforeSession(key) ?? this.#before('all');
    if (kind === 'bookshelves' || kind === 'commits') return this.#before(kind);
    if (kind === 'all') return this.#before('all');
    const turn = Math.floor(this.#state.now.get() / (STAY_MINUTES * MINUTE_MS)) % QUIET.length;
    return this.#before(QUIET[turn] ?? 'all');
  }

  /** In front of a figure, as seen from the start. */
  #beforeSession(key: string): EyePose | undefined {
    const place = this.#scene.registry.sessionAt?.(key);
    if (!place) return undefined;
    const [dx, dz] = [START.x - place.x, START.z - place.z];
    const share = FIGURE.metres / (Math.hypot(dx, dz) || 1);
    const [x, z] = [place.x + dx * share, place.z + dz * share];
    const { eye } = FIGURE;
    const pitch = Math.atan2(FIGURE.middle - heightAt(x, z) - eye, FIGURE.metres);
    return this.#raised({ x, z, yaw: Math.atan2(dx, dz), pitch, eye });
  }

  /** In front of a panel or an object; at the start, where all sessions are in the picture, if it is not there yet. */
  #before(name: ViewpointPanel | 'all'): EyePose {
    const { registry } = this.#scene;
    const viewpoint = { kind: 'panel', name } as const;
    const stand = name === 'all' ? undefined : registry.standAt?.(viewpoint);
    const look = stand && registry.lookPointOf?.(viewpoint);
    if (!stand || !look) {
      const { z, pitch } = startPose(this.#shape.fov, this.#shape.aspect, this.#shape.height);
      return this.#raised({ x: START.x, z: z * BACK, yaw: 0, pitch, eye: EYE_METRES });
    }
    const x = look.x + (stand.x - look.x) * FARTHER;
    const z = look.z + (stand.z - look.z) * FARTHER;
    const eye = EYE_METRES;
    const pitch = Math.atan2(look.y - heightAt(x, z) - eye, Math.hypot(look.x - x, look.z - z));
    return this.#raised({ x, z, yaw: stand.yaw, pitch, eye });
  }

  /** Looks lower, so that what was in the middle of the picture is in the middle of what the words leave free. */
  #raised(pose: EyePose): EyePose {
    const half = Math.tan(MathUtils.degToRad(this.#shape.fov) / 2);
    return { ...pose, pitch: pose.pitch - Math.atan(MIDDLE * half) };
  }
}

export const { init, update, dispose } = defineModule((scene, state, _theme, disposables) => {
  scene.registry.cameraModes.set('wall', new WallCamera(scene, state));
  disposables.defer(() => scene.registry.cameraModes.delete('wall'));
  return {};
});
