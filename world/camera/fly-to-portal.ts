import type { State } from '../../data/state.ts';
import type { PortalVisit } from '../../data/view/viewpoint.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { isPlainKey } from '../input/keyboard.ts';
import type { PortalDoor } from '../core/scene/portal-door.ts';
import { Flight, type Standing } from './flight.ts';

/** From here an arch is seen whole, and its hint is shown. Metres before its foot. */
const SEEN_METRES = 5.4;
/** A step before the disc: there one stands who comes out of it. */
const RETURN_METRES = 2.6;
const SEEN_PITCH = 0.16;
/** Portals that are not there yet are waited for. Seconds. */
const WAIT_SECONDS = 30;
/** Who takes over in the air comes down: 63 % of the way in this many seconds. */
const LANDING_SECONDS = 0.22;
const LANDED_METRES = 0.01;

/** Brings the visitor before a portal, as `state.world.visit` says; any key or press on the way ends a flight where it is. */
class Visits {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #abort = new AbortController();
  #wanted: PortalVisit | undefined;
  #waited = 0;
  #flight: Flight | undefined;
  #flown = 0;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    const on = { signal: this.#abort.signal };
    window.addEventListener('keydown', this.#onKey, on);
    scene.renderer.domElement.addEventListener('pointerdown', this.#takeOver, on);
  }

  update(delta: number): void {
    // The last one counts: the visitor can stand in one place only.
    const wanted = this.#state.world.visit.inbox.last();
    if (wanted) {
      this.#wanted = wanted;
      this.#waited = 0;
    }
    if (this.#wanted) this.#seek(this.#wanted, delta);
    if (this.#flight) this.#fly(this.#flight, delta);
    else this.#land(delta);
  }

  /** A link may name a portal before the registry has been read. */
  #seek({ portalId, manner }: PortalVisit, delta: number): void {
    const { doors } = this.#scene;
    this.#waited += delta;
    for (let i = 0; i < doors.length; i++) {
      const door = doors[i] as PortalDoor;
      if (door.id !== portalId) continue;
      this.#wanted = undefined;
      this.#go(door, manner);
      return;
    }
    if (this.#waited > WAIT_SECONDS) this.#wanted = undefined;
  }

  #go({ foot, front }: PortalDoor, manner: PortalVisit['manner']): void {
    const { player } = this.#scene;
    const returns = manner === 'return';
    const metres = returns ? RETURN_METRES : SEEN_METRES;
    const to: Standing = {
      x: foot.x + front.x * metres,
      z: foot.z + front.z * metres,
      yaw: front.yaw + (returns ? 0 : Math.PI),
      pitch: returns ? 0 : SEEN_PITCH,
    };
    if (returns || this.#state.world.reducedMotion.get()) {
      this.#flight = undefined;
      player.teleport(to.x, to.z, to.yaw, to.pitch);
      return;
    }
    this.#flight = new Flight(player, to);
    this.#flown = 0;
  }

  #fly(flight: Flight, delta: number): void {
    // Another view needs the camera: the visitor is there already when it gives it back.
    const done = flight.at(
      this.#state.view.get().mode === 'normal' ? (this.#flown += delta) : flight.seconds,
    );
    this.#scene.player.teleport(flight.x, flight.z, flight.yaw, flight.pitch, flight.lift);
    if (done) this.#flight = undefined;
  }

  #land(delta: number): void {
    const { player } = this.#scene;
    if (player.heightOffset === 0) return;
    player.heightOffset *= Math.exp(-delta / LANDING_SECONDS);
    if (player.heightOffset < LANDED_METRES) player.heightOffset = 0;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!event.repeat && isPlainKey(event)) this.#takeOver();
  };

  readonly #takeOver = (): void => {
    this.#flight = undefined;
    // Nor later: a portal that comes at last moves nobody who went on by themselves.
    this.#wanted = undefined;
  };

  dispose(): void {
    this.#abort.abort();
    this.#scene.player.heightOffset = 0;
  }
}

let visits: Visits | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  visits = new Visits(scene, state);
}

export function update(_elapsed: number, delta: number): void {
  visits?.update(delta);
}

export function dispose(): void {
  visits?.dispose();
  visits = undefined;
}
