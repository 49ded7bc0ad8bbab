import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import type { GroundPose } from '../core/scene/player.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { onTakeOver } from '../input/keyboard.ts';
import { Flight } from './flight.ts';

type StateSlice = ViewState & WorldState;

/** The time constant of landing after an interrupted flight: 63 % of the way in this many seconds. */
const LANDING_SECONDS = 0.22;
const LANDED_METRES = 0.01;

/**
 * Flies the visitor to `player.destination`. A key, a press or a teleport by another module ends a flight at
 * the current position. With reduced motion the flight is a cut.
 */
class Flights implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  #flight: Flight | undefined;
  #flownSeconds = 0;
  /** `player.teleportCount` after the flight last moved the visitor. */
  #teleportCount = 0;

  constructor(scene: WorldScene, state: StateSlice, signal: AbortSignal) {
    this.#scene = scene;
    this.#state = state;
    onTakeOver(scene.renderer.domElement, signal, () => (this.#flight = undefined));
  }

  update(_elapsed: number, delta: number): void {
    const { player } = this.#scene;
    const to = player.destination;
    player.destination = undefined;
    if (to) this.#begin(to);
    else if (player.teleportCount !== this.#teleportCount) this.#flight = undefined;
    if (this.#flight) this.#fly(this.#flight, delta);
    else this.#land(delta);
  }

  #begin(to: GroundPose): void {
    const { player } = this.#scene;
    this.#flight = undefined;
    if (this.#state.world.reducedMotion.get()) {
      player.teleport(to.x, to.z, to.yaw, to.pitch);
      return;
    }
    this.#flight = new Flight(player, to);
    this.#flownSeconds = 0;
  }

  #fly(flight: Flight, delta: number): void {
    const { player } = this.#scene;
    // In another view the flight is invisible, so it ends at once.
    const done = flight.at(
      this.#state.view.get().mode === 'normal' ? (this.#flownSeconds += delta) : flight.seconds,
    );
    player.teleport(flight.x, flight.z, flight.yaw, flight.pitch, flight.heightOffset);
    this.#teleportCount = player.teleportCount;
    if (done) this.#flight = undefined;
  }

  #land(delta: number): void {
    const { player } = this.#scene;
    if (player.heightOffset === 0) return;
    player.heightOffset *= Math.exp(-delta / LANDING_SECONDS);
    if (player.heightOffset < LANDED_METRES) player.heightOffset = 0;
  }

  dispose(): void {
    this.#scene.player.destination = undefined;
    this.#scene.player.heightOffset = 0;
  }
}

export const { init, update, dispose } = defineModule(
  (scene, state, _theme, disposables) => new Flights(scene, state, disposables.signal),
);
