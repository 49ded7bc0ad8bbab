import type { WorldState } from '../../data/world-state.ts';
import type { PortalVisit } from '../../data/view/viewpoint.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import { PictureShape } from '../core/scene/picture-shape.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { BEFORE_METRES, type PortalDoor } from '../core/scene/portal-door.ts';
import { portalStand } from './portal-stand.ts';

/** How long to wait for a portal that does not exist yet. */
const WAIT_SECONDS = 30;

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

  /** Repeated until `WAIT_SECONDS`, because a link may name a portal before the registry is loaded. */
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
