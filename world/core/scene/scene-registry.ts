import type { Vector3 } from 'three';
import type { Viewpoint } from '../../../data/view/viewpoint.ts';
import type { CameraMode, CameraModeName } from './camera-modes.ts';
import type { Glow } from './glow.ts';
import type { Obstacle } from './obstacle.ts';
import { OwnedLists } from './owned-lists.ts';
import { PanelSlots } from './panel-slots.ts';
import type { PortalDoor } from './portal-door.ts';
import { Stonework } from './stonework.ts';
import { Words } from './words.ts';

/** What modules add to the world for others to use. */
export class SceneRegistry {
  /** The circles that the visitor walks around. */
  readonly obstacles = new OwnedLists<Obstacle>();
  /** The portals as ways out; another list when they change. */
  doors: readonly PortalDoor[] = [];
  /** The other ways to see the world than as the visitor. A module deletes what it has set. */
  readonly cameraModes = new Map<CameraModeName, CameraMode>();
  /** Where panels hang. */
  readonly panelSlots = new PanelSlots();
  /**
   * The point to look at of a viewpoint, in metres; undefined for one that is not there. Set by
   * `camera/viewpoints.ts`.
   */
  lookPointOf: ((viewpoint: Viewpoint) => Readonly<Vector3> | undefined) | undefined;
  /** The shapes of light that the glass floor mirrors. */
  readonly glows = new OwnedLists<Glow>();
  /** The still stone of all modules, which is drawn in one call. */
  readonly stonework = new Stonework();
  /** The meshes with words that are meant to be read. */
  readonly words = new Words();
  /** Where in the sky the constellation of each agent is, as a direction, by `agentKey` of its name. */
  agentStars: ReadonlyMap<string, Readonly<Vector3>> = new Map();
}
