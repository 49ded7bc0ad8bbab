import type { Box3, Vector3 } from 'three';
import type { Viewpoint, ViewpointPanel } from '../../../data/view/viewpoint.ts';
import type { CameraMode, CameraModeName } from './camera-modes.ts';
import type { Glow } from './glow.ts';
import type { GroundPose } from './player.ts';
import { PanelSlots } from './panel-slots.ts';
import type { PortalDoor } from './portal-door.ts';
import { Stonework } from './stonework.ts';
import { Words } from './words.ts';

/** Lists that modules share: each module sets its own list under its own key, and all are read as one. */
class OwnedLists<T> {
  readonly #lists = new Map<object, readonly T[]>();
  #all: readonly T[] = [];

  /** Sets or replaces the list of an owner. Returns a function that removes it. */
  set(owner: object, list: readonly T[]): () => void {
    this.#lists.set(owner, list);
    this.#join();
    return () => this.clear(owner);
  }

  clear(owner: object): void {
    if (this.#lists.delete(owner)) this.#join();
  }

  /** The entries of all owners: a new array after each change, so that a reader can compare it. */
  get all(): readonly T[] {
    return this.#all;
  }

  #join(): void {
    this.#all = [...this.#lists.values()].flat();
  }
}

/** A solid thing that the visitor walks around: a circle on the ground. Metres. */
export interface Obstacle {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}

/** Something that moves while the camera stands still. Without a GPU, only such parts are drawn in each frame. */
export interface MovingPart {
  /** Contains all that moves, in world coordinates, in metres. Its owner changes it; empty: nothing moves. */
  readonly box: Box3;
  /** How often a second it is drawn, at most. */
  readonly hertz: number;
}

/** The visitor's place for a link to an object: some metres in front of it, or a fixed place. */
export type ViewpointPlace =
  | {
      /** The name of the object. */
      readonly before: string;
      readonly metres: number;
      /** The width that must be completely visible, also in a narrow window. */
      readonly width: number;
    }
  | {
      readonly at: readonly [x: number, z: number];
      readonly look: readonly [x: number, y: number, z: number];
      readonly width?: number;
    };

/** What modules provide for other modules. */
export class SceneRegistry {
  readonly obstacles = new OwnedLists<Obstacle>();
  /** The portals as exits; a new list after each change. */
  doors: readonly PortalDoor[] = [];
  /** The camera modes besides the visitor's eye. A module deletes the modes that it has set. */
  readonly cameraModes = new Map<CameraModeName, CameraMode>();
  readonly panelSlots = new PanelSlots();
  /**
   * Returns the point that a visitor at a viewpoint looks at, in metres; undefined if the viewpoint does not
   * exist. Set by `camera/viewpoints.ts`.
   */
  lookPointOf: ((viewpoint: Viewpoint) => Readonly<Vector3> | undefined) | undefined;
  /** Returns the pose of a visitor at a viewpoint; otherwise like `lookPointOf`. */
  standAt: ((viewpoint: Viewpoint) => Readonly<GroundPose> | undefined) | undefined;
  /**
   * Returns where the figure of an agent session stands, in metres; undefined if the session has none. Set by
   * the sessions.
   */
  sessionAt: ((key: string) => { readonly x: number; readonly z: number } | undefined) | undefined;
  /** The shapes of light that the glass floor mirrors. */
  readonly glows = new OwnedLists<Glow>();
  /** What moves while the camera stands still (`render/still-picture.ts`). */
  readonly movingParts = new OwnedLists<MovingPart>();
  /** Whether something moves in the whole picture. Set by the precipitation. */
  movesEverywhere = false;
  /** The static stone of all modules, drawn in one call. */
  readonly stonework = new Stonework();
  /** The meshes with readable words. */
  readonly words = new Words();
  /** The unit vector to the constellation of each agent, by `agentKey` of its name. */
  agentStars: ReadonlyMap<string, Readonly<Vector3>> = new Map();
  /** Whether the resident's speech bubble is visible. Set by the resident. */
  residentSpeaks = false;
  readonly #viewpoints = new Map<ViewpointPanel, ViewpointPlace>();

  /** The objects that links name. */
  get viewpoints(): ReadonlyMap<ViewpointPanel, ViewpointPlace> {
    return this.#viewpoints;
  }

  /** Lets links name an object. Returns a function that ends this. */
  addViewpoint(name: ViewpointPanel, place: ViewpointPlace): () => void {
    this.#viewpoints.set(name, place);
    return () => void this.#viewpoints.delete(name);
  }
}
