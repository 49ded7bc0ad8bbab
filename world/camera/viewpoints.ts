import { type Object3D, Vector3 } from 'three';
import {
  type Nowhere,
  type Spot,
  type Viewpoint,
  isViewpointPanel,
  sameViewpoint,
} from '../../data/view/viewpoint.ts';
import { isWalking } from '../../data/view/view.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import { PictureShape, metresToShow, shareBesideToday } from '../core/scene/picture-shape.ts';
import type { Goal, GroundPose } from '../core/scene/player.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { PANEL_WIDTH, standMetres } from '../core/scene/panel-slots.ts';
import { heightAt } from '../terrain/island/height.ts';
import { EYE_METRES } from '../player/character-controller.ts';
import { portalStand } from './fly-to-portal.ts';

type StateSlice = DerivedState & ViewState & WorldState;

/** A place from which an object is seen, and the point to look at. Metres. */
interface Place {
  readonly viewpoint: Viewpoint;
  /** The name of the object to be seen from there. */
  readonly object: string;
  readonly x: number;
  readonly z: number;
  readonly look: Vector3;
  /** The object's width and the direction of its front. In a narrow window the place is farther away. */
  readonly width: number;
  readonly frontX: number;
  readonly frontZ: number;
}

/**
 * The maximum wait for the target of a link, after all modules of the home have loaded. A portal loads with
 * the registry, and an object of a plugin (`THING_WAIT_SECONDS`) with its module. After this time the visitor
 * has begun to walk and is not moved.
 */
const WAIT_SECONDS = 6;
const THING_WAIT_SECONDS = 15;
/** How long the page says that a place is not found: time to read one line. */
const NOWHERE_SECONDS = 8;
/** The distance to an object without a viewpoint, as a share of its reach. */
const REACH_SHARE = 0.6;
/** The interval of the search for the object in front of the visitor. */
const LOOK_EVERY_SECONDS = 0.5;
/**
 * A visitor stands in front of an object if they are within this distance of its place and look at it within
 * this angle (its cosine).
 */
const NEAR_METRES = 2.2;
const MIN_COSINE = 0.8;

const waitFor = (wanted: Viewpoint): number =>
  wanted.kind === 'panel' && !isViewpointPanel(wanted.name) ? THING_WAIT_SECONDS : WAIT_SECONDS;

/** The pose of a visitor who stands on the ground at a place and looks at a point. */
const poseTowards = (x: number, z: number, look: Vector3): GroundPose => ({
  x,
  z,
  yaw: Math.atan2(x - look.x, z - look.z),
  pitch: Math.atan2(look.y - heightAt(x, z) - EYE_METRES, Math.hypot(look.x - x, look.z - z)),
});

const front = new Vector3();
const direction = new Vector3();
const eye = new Vector3();

class Viewpoints implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  #places: Place[] = [];
  #portals: unknown;
  readonly #shape = new PictureShape();
  #things: unknown;
  /** The number of objects in the scene: it grows while modules load. */
  #objects = 0;
  #sinceLook = 0;
  #wanted: Viewpoint | Spot | Nowhere | undefined;
  #waitedSeconds = 0;

  constructor(scene: WorldScene, state: StateSlice) {
    this.#scene = scene;
    this.#state = state;
    scene.registry.lookPointOf = (viewpoint) => {
      this.#findPlaces();
      return this.#places.find((place) => sameViewpoint(place.viewpoint, viewpoint))?.look;
    };
    scene.registry.standAt = (viewpoint) => {
      this.#findPlaces();
      return this.#poseOf(viewpoint);
    };
  }

  update(_elapsed: number, delta: number): void {
    const wanted = this.#state.world.goTo.get();
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      this.#waitedSeconds = 0;
      this.#sinceLook = LOOK_EVERY_SECONDS;
    }
    this.#come();
    this.#sinceLook += delta;
    if (this.#wanted && this.#state.world.complete.get()) this.#waitedSeconds += delta;
    if (this.#sinceLook < LOOK_EVERY_SECONDS) return;
    this.#sinceLook = 0;
    this.#findPlaces();
    if (this.#wanted) this.#go(this.#wanted);
    this.#look();
    this.#publishSpot();
  }

  #go(wanted: Viewpoint | Spot | Nowhere): void {
    const { goTo } = this.#state.world;
    if (wanted.kind === 'nowhere') {
      if (this.#waitedSeconds >= NOWHERE_SECONDS) goTo.set(undefined);
      return;
    }
    const pose = wanted.kind === 'spot' ? wanted : this.#poseOf(wanted);
    if (pose) {
      this.#wanted = undefined;
      goTo.set(undefined);
      this.#scene.player.teleport(pose.x, pose.z, pose.yaw, pose.pitch);
    } else if (wanted.kind !== 'spot' && this.#waitedSeconds >= waitFor(wanted))
      goTo.set({ kind: 'nowhere', wanted });
  }

  /** The pose in front of a viewpoint; undefined while there is none. */
  #poseOf(wanted: Viewpoint): GroundPose | undefined {
    const place = this.#places.find(({ viewpoint }) => sameViewpoint(viewpoint, wanted));
    return place && this.#poseAt(place);
  }

  /** Publishes the visitor's pose, if it has changed. */
  #publishSpot(): void {
    const { spot } = this.#state.world;
    const { x, z, yaw, pitch } = this.#scene.player;
    const before = spot.get();
    if (before?.x === x && before.z === z && before.yaw === yaw && before.pitch === pitch) return;
    spot.set({ kind: 'spot', x, z, yaw, pitch });
  }

  /** Sends the visitor to the distant object that they chose: to its viewpoint, or near it. */
  #come(): void {
    const { player } = this.#scene;
    const { goal } = player;
    if (!goal) return;
    player.goal = undefined;
    this.#findPlaces();
    const place = this.#placeOf(goal.object);
    player.destination = place ? this.#poseAt(place) : this.#poseBefore(goal);
  }

  /** The place of an object or of its nearest ancestor with a place. */
  #placeOf(object: Object3D): Place | undefined {
    for (let at: Object3D | null = object; at !== null; at = at.parent) {
      const { name } = at;
      const place = name === '' ? undefined : this.#places.find((one) => one.object === name);
      if (place) return place;
    }
    return undefined;
  }

  /** A pose in front of the goal on the visitor's side, because the object is visible from there. */
  #poseBefore({ point, reach }: Goal): GroundPose {
    const { player } = this.#scene;
    const [dx, dz] = [player.x - point.x, player.z - point.z];
    const share = (reach * REACH_SHARE) / (Math.hypot(dx, dz) || 1);
    return poseTowards(point.x + dx * share, point.z + dz * share, point);
  }

  #poseAt(place: Place): GroundPose {
    const { look, frontX, frontZ } = place;
    const farther = this.#farther(place);
    return poseTowards(place.x + frontX * farther, place.z + frontZ * farther, look);
  }

  /**
   * The additional distance at which the whole width is visible. While Today is open, a panel must fit into
   * the part of the picture that Today does not cover. Metres.
   */
  #farther({ x, z, look, width }: Place): number {
    // Today counts only for panels: from that distance, other objects would be too small, and the text in the
    // floor would be at too flat an angle.
    const isPanel = width === PANEL_WIDTH;
    const share = isPanel && this.#state.panels.today.get() ? shareBesideToday(this.#shape) : undefined;
    const metres = metresToShow(width, this.#scene.camera, share);
    return Math.max(0, metres - Math.hypot(x - look.x, z - look.z));
  }

  /** Finds the places again after a change of the portals, the objects or the window. */
  #findPlaces(): void {
    const portals = this.#state.derived.portals.get();
    const things = this.#state.world.things.get();
    const objects = this.#scene.children.length;
    const shape = this.#shape;
    const isSame = portals === this.#portals && things === this.#things && objects === this.#objects;
    if (!shape.follow(this.#scene) && isSame) return;
    this.#portals = portals;
    this.#things = things;
    this.#objects = objects;
    this.#places = [];
    for (const [name, place] of this.#scene.registry.viewpoints) {
      const viewpoint: Viewpoint = { kind: 'panel', name };
      if ('before' in place) this.#before(viewpoint, place.before, place.metres, 0, place.width);
      else {
        const [x, z] = place.at;
        const look = new Vector3(...place.look);
        const metres = Math.hypot(x - look.x, z - look.z);
        const [frontX, frontZ] = [(x - look.x) / metres, (z - look.z) / metres];
        this.#places.push({ viewpoint, object: name, x, z, look, width: place.width ?? 0, frontX, frontZ });
      }
    }
    const { metres, pitch } = portalStand(shape.fov, shape.aspect, shape.height);
    const rise = EYE_METRES + Math.tan(pitch) * metres;
    for (const { record } of currentValue(portals) ?? [])
      this.#before({ kind: 'portal', id: record.id }, `portal ${record.id}`, metres, rise, 0);
    for (const { name } of things) {
      // The home's own names take precedence.
      if (isViewpointPanel(name)) continue;
      const { x, y, z } = this.#scene.getObjectByName(name)?.getWorldPosition(front) ?? front;
      this.#before({ kind: 'panel', name }, name, standMetres(x, y, z), 0, PANEL_WIDTH);
    }
  }

  /** `rise`: the height above the object's origin at which the visitor looks. */
  #before(viewpoint: Viewpoint, name: string, metres: number, rise: number, width: number): void {
    const object = this.#scene.getObjectByName(name);
    if (!object) return;
    const look = object.getWorldPosition(new Vector3());
    object.getWorldDirection(front);
    const flat = Math.hypot(front.x, front.z) || 1;
    look.y += rise;
    const [frontX, frontZ] = [front.x / flat, front.z / flat];
    const [x, z] = [look.x + frontX * metres, look.z + frontZ * metres];
    this.#places.push({ viewpoint, object: name, x, z, look, width, frontX, frontZ });
  }

  /** Publishes the object in front of the visitor. In other views it does not change. */
  #look(): void {
    if (!isWalking(this.#state.view.get())) return;
    const { player } = this.#scene;
    const { standing } = this.#state.world;
    eye.set(player.x, player.y, player.z);
    player.lookDirection(direction);
    let best: Viewpoint | undefined;
    let bestCosine = MIN_COSINE;
    for (const { viewpoint, x, z, look } of this.#places) {
      if (Math.hypot(player.x - x, player.z - z) > NEAR_METRES) continue;
      const cosine = front.copy(look).sub(eye).normalize().dot(direction);
      if (cosine <= bestCosine) continue;
      bestCosine = cosine;
      best = viewpoint;
    }
    if (!sameViewpoint(best, standing.get())) standing.set(best);
  }

  dispose(): void {
    this.#scene.registry.lookPointOf = undefined;
    this.#scene.registry.standAt = undefined;
    this.#state.world.standing.set(undefined);
  }
}

/**
 * Moves the visitor to the target of a link (`state.world.goTo`), sends them to the object that they chose
 * (`player.goal`), and publishes the object in front of them (`state.world.standing`).
 */
export const { init, update, dispose } = defineModule((scene, state) => new Viewpoints(scene, state));
