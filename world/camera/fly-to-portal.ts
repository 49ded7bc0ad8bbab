import type { WorldState } from '../../data/world-state.ts';
import type { PortalVisit } from '../../data/view/viewpoint.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import { PictureShape, HEADER_PIXELS, freeHalf, metresToShow } from '../core/scene/picture-shape.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { BEFORE_METRES, type PortalDoor } from '../core/scene/portal-door.ts';
import { MathUtils } from 'three';
import { EYE_METRES } from '../player/character-controller.ts';

/** How long to wait for a portal that does not exist yet. */
const WAIT_SECONDS = 30;

/** Height and width of a portal with its name (at most two lines), which must be in the picture. Metres. */
const TOP_METRES = 7.6;
const WIDTH_METRES = 5.6;
/** The height of the hint at the foot of the window. CSS pixels. */
const FOOT_PIXELS = 70;
const STEP_METRES = 0.1;

/** A visitor's distance from the foot of a portal, and how far up they look. Metres, radians. */
interface PortalStand {
  readonly metres: number;
  readonly pitch: number;
}

/**
 * The nearest position from which the arch and the name are in the picture. `fov`: vertical field of view in
 * degrees. `aspect`: width divided by height. `height`: of the picture, in CSS pixels.
 */
export function portalStand(fov: number, aspect: number, height: number): PortalStand {
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const above = Math.atan(freeHalf(half, HEADER_PIXELS, height));
  const below = Math.atan(freeHalf(half, FOOT_PIXELS, height));
  const top = (metres: number): number => Math.atan((TOP_METRES - EYE_METRES) / metres);
  let metres = metresToShow(WIDTH_METRES, { fov, aspect });
  while (top(metres) + Math.atan(EYE_METRES / metres) > above + below) metres += STEP_METRES;
  return { metres, pitch: top(metres) - above };
}

/** Brings the visitor to the portal in `state.world.visit`. */
class PortalFlights implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: WorldState;
  readonly #shape = new PictureShape();
  #wanted: PortalVisit | undefined;
  #waitedSeconds = 0;

  constructor(scene: WorldScene, state: WorldState) {
    this.#scene = scene;
    this.#state = state;
  }

  update(_elapsed: number, delta: number): void {
    const wanted = this.#state.world.visit.get();
    if (wanted !== this.#wanted) this.#waitedSeconds = 0;
    this.#wanted = wanted;
    if (wanted) this.#seek(wanted, delta);
  }

  /**
   * Looks for the portal in each frame until `WAIT_SECONDS`, because a link may name a portal before the
   * registry is loaded.
   */
  #seek({ portalId, manner }: PortalVisit, delta: number): void {
    this.#waitedSeconds += delta;
    for (const door of this.#scene.registry.doors) {
      if (door.id !== portalId) continue;
      this.#state.world.visit.set(undefined);
      this.#go(door, manner);
      return;
    }
    if (this.#waitedSeconds > WAIT_SECONDS) this.#state.world.visit.set(undefined);
  }

  #go({ foot, front }: PortalDoor, manner: PortalVisit['manner']): void {
    const { player } = this.#scene;
    const returns = manner === 'return';
    const shape = this.#shape;
    shape.follow(this.#scene);
    const stand = portalStand(shape.fov, shape.aspect, shape.height);
    const metres = returns ? BEFORE_METRES : stand.metres;
    const to = {
      x: foot.x + front.x * metres,
      z: foot.z + front.z * metres,
      yaw: front.yaw + (returns ? 0 : Math.PI),
      pitch: returns ? 0 : stand.pitch,
    };
    if (returns) player.teleport(to.x, to.z, to.yaw, to.pitch);
    else player.destination = to;
  }
}

export const { init, update, dispose } = defineModule((scene, state) => new PortalFlights(scene, state));
