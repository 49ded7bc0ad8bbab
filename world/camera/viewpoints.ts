import { Vector3 } from 'three';
import {
  type Viewpoint,
  type ViewpointPanel,
  type Spot,
  isViewpointPanel,
  viewpointPanels,
  sameViewpoint,
} from '../../data/view/viewpoint.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { PANEL_WIDTH, standMetres } from '../core/scene/panel-slots.ts';
import { METER_WIDTH } from '../panels/meter/meter-text.ts';
import { heightAt } from '../terrain/island/height.ts';
import { EYE_METRES } from '../player/walk.ts';

/** Where one stands to see something, and what one looks at. Metres. */
interface Stand {
  readonly landmark: Viewpoint;
  readonly x: number;
  readonly z: number;
  readonly look: Vector3;
  /** How wide it is, and which way its front looks: a narrow window is stood farther off. */
  readonly wide: number;
  readonly frontX: number;
  readonly frontZ: number;
}

/** A board stands clear of what the shell shows beside it. */
const board = (before: string) => ({ before, metres: 2.8, wide: PANEL_WIDTH });
/** So much of a narrow picture's width it takes at most. */
const MOST_OF_WIDTH = 0.92;

/** In front of a named object, so many metres away; or at a place of its own for what has no front. */
const PLACES: Readonly<
  Record<
    ViewpointPanel,
    | { readonly before: string; readonly metres: number; readonly wide: number }
    | { readonly at: readonly [number, number]; readonly look: readonly [number, number, number] }
  >
> = {
  agents: board('agent-board'),
  commits: board('commit-board'),
  portals: board('portal-board'),
  place: board('place-board'),
  'dual-brain': board('dual-brain-board'),
  adapters: board('adapter-board'),
  sovereignty: { before: 'sovereignty-meter', metres: 6, wide: METER_WIDTH },
  block: { before: 'block-plinth', metres: 4.2, wide: 0 },
  earth: { at: [6, -6], look: [15.6, 9.6, -18] },
  heatmap: { at: [0, 12.6], look: [0, 0, 4] },
  bookshelves: { at: [-14.4, 3.7], look: [-19.6, 1.5, 4.3] },
  // Within its reach, and beside the pylon.
  oath: { at: [12.6, 9.45], look: [15, 1.5, 8] },
};
/** Before the arch, with the whole of it and its name in sight. */
const PORTAL_METRES = 5.2;
/** A portal that a link names may come with the registry, a thing with its module; after this the visitor has begun to walk. Seconds. */
const WAIT_SECONDS = 6;
const THING_WAIT_SECONDS = 15;
/** How often it is asked what the visitor stands before. Seconds. */
const LOOK_EVERY = 0.5;
/** So far from the place itself one still stands before the thing, metres; and how straight one looks at it, as a cosine. */
const NEAR_METRES = 2.2;
const STRAIGHT = 0.8;

const waitFor = (wanted: Viewpoint): number =>
  wanted.kind === 'panel' && !isViewpointPanel(wanted.name) ? THING_WAIT_SECONDS : WAIT_SECONDS;

const front = new Vector3();
const ahead = new Vector3();
const eye = new Vector3();

class Landmarks {
  readonly #scene: WorldScene;
  readonly #state: State;
  #stands: Stand[] = [];
  #portals: unknown;
  #things: unknown;
  #sinceLook = 0;
  #wanted: Viewpoint | Spot | undefined;
  #waited = 0;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
  }

  update(delta: number): void {
    // The last one counts: the visitor can stand in one place only.
    const wanted = this.#state.world.goTo.inbox.last();
    if (wanted) {
      this.#wanted = wanted;
      this.#waited = 0;
      this.#sinceLook = LOOK_EVERY;
    }
    this.#sinceLook += delta;
    if (this.#wanted) this.#waited += delta;
    if (this.#sinceLook < LOOK_EVERY) return;
    this.#sinceLook = 0;
    this.#survey();
    if (this.#wanted) this.#go(this.#wanted);
    this.#look();
    this.#tell();
  }

  #go(wanted: Viewpoint | Spot): void {
    const stand =
      wanted.kind === 'spot'
        ? undefined
        : this.#stands.find(({ landmark }) => sameViewpoint(landmark, wanted));
    if (wanted.kind !== 'spot' && !stand && this.#waited < waitFor(wanted)) return;
    this.#wanted = undefined;
    if (wanted.kind === 'spot') this.#scene.player.teleport(wanted.x, wanted.z, wanted.yaw, wanted.pitch);
    else if (stand) this.#put(stand);
  }

  /** Tells the page where the visitor stands, unless they have not moved. */
  #tell(): void {
    const { spot } = this.#state.world;
    const { x, z, yaw, pitch } = this.#scene.player;
    const told = spot.get();
    if (told && told.x === x && told.z === z && told.yaw === yaw && told.pitch === pitch) return;
    spot.set({ kind: 'spot', x, z, yaw, pitch });
  }

  #put(stand: Stand): void {
    const { look, frontX, frontZ } = stand;
    const farther = this.#farther(stand);
    const [x, z] = [stand.x + frontX * farther, stand.z + frontZ * farther];
    const rise = look.y - heightAt(x, z) - EYE_METRES;
    const pitch = Math.atan2(rise, Math.hypot(look.x - x, look.z - z));
    this.#scene.player.teleport(x, z, Math.atan2(x - look.x, z - look.z), pitch);
  }

  /** How much farther off the whole of it is in a narrow picture. Metres. */
  #farther({ x, z, look, wide }: Stand): number {
    const { fov, aspect } = this.#scene.camera;
    const halfWidth = Math.tan((fov * Math.PI) / 360) * aspect * MOST_OF_WIDTH;
    return Math.max(0, wide / 2 / halfWidth - Math.hypot(x - look.x, z - look.z));
  }

  /** Where one can stand; again when the registry has been read again. */
  #survey(): void {
    const portals = this.#state.derived.portals.get();
    const things = this.#state.world.things.get();
    if (portals === this.#portals && things === this.#things) return;
    this.#portals = portals;
    this.#things = things;
    this.#stands = [];
    for (const name of viewpointPanels) {
      const place = PLACES[name];
      const landmark: Viewpoint = { kind: 'panel', name };
      if ('before' in place) this.#before(landmark, place.before, place.metres, 0, place.wide);
      else {
        const [x, z] = place.at;
        this.#stands.push({
          landmark,
          x,
          z,
          look: new Vector3(...place.look),
          wide: 0,
          frontX: 0,
          frontZ: 0,
        });
      }
    }
    for (const { record } of currentValue(portals) ?? [])
      this.#before({ kind: 'portal', id: record.id }, `portal ${record.id}`, PORTAL_METRES, 2.6, 0);
    for (const { name } of things) {
      // The home's own names win.
      if (isViewpointPanel(name)) continue;
      const { x, y, z } = this.#scene.getObjectByName(name)?.getWorldPosition(front) ?? front;
      this.#before({ kind: 'panel', name }, name, standMetres(x, y, z), 0, PANEL_WIDTH);
    }
  }

  /** `rise`: how far above an object's own place one looks. */
  #before(landmark: Viewpoint, name: string, metres: number, rise: number, wide: number): void {
    const object = this.#scene.getObjectByName(name);
    if (!object) return;
    const look = object.getWorldPosition(new Vector3());
    object.getWorldDirection(front);
    const flat = Math.hypot(front.x, front.z) || 1;
    look.y += rise;
    const [frontX, frontZ] = [front.x / flat, front.z / flat];
    const [x, z] = [look.x + frontX * metres, look.z + frontZ * metres];
    this.#stands.push({ landmark, x, z, look, wide, frontX, frontZ });
  }

  /** What the visitor stands before; what it was stays while they look from elsewhere. */
  #look(): void {
    const { mode, navigation } = this.#state.view.get();
    if (mode !== 'normal' || navigation !== 'walk') return;
    const { player } = this.#scene;
    const { standing } = this.#state.world;
    eye.set(player.x, player.y, player.z);
    const flat = Math.cos(player.pitch);
    ahead.set(-Math.sin(player.yaw) * flat, Math.sin(player.pitch), -Math.cos(player.yaw) * flat);
    let best: Viewpoint | undefined;
    let straightest = STRAIGHT;
    for (let i = 0; i < this.#stands.length; i++) {
      const { landmark, x, z, look } = this.#stands[i] as Stand;
      if (Math.hypot(player.x - x, player.z - z) > NEAR_METRES) continue;
      const straight = front.copy(look).sub(eye).normalize().dot(ahead);
      if (straight <= straightest) continue;
      straightest = straight;
      best = landmark;
    }
    if (!sameViewpoint(best, standing.get())) standing.set(best);
  }

  dispose(): void {
    this.#state.world.standing.set(undefined);
  }
}

let landmarks: Landmarks | undefined;

/** Stands the visitor before what a link names (`state.world.goTo`), and says what they stand before (`state.world.standing`). */
export function init(scene: WorldScene, state: State, _theme: Theme): void {
  landmarks = new Landmarks(scene, state);
}

export function update(_elapsed: number, delta: number): void {
  landmarks?.update(delta);
}

export function dispose(): void {
  landmarks?.dispose();
  landmarks = undefined;
}
