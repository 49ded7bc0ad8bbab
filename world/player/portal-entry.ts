import { Vector3 } from 'three';
import type { State } from '../../data/state.ts';
import { travelTo } from '../../data/travel/travel.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { PortalTrigger } from './portal-trigger.ts';

const eye = new Vector3();
const ahead = new Vector3();

/** Who walks into an open portal warps (specification 3.3). Only who walks: from an overview or an orbit nobody falls into one. */
class WalkIn {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #threshold = new PortalTrigger();
  #moves: number;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    this.#moves = scene.player.teleportCount;
  }

  update(): void {
    const { player, doors } = this.#scene;
    const view = this.#state.view.get();
    if (player.teleportCount !== this.#moves || player.heightOffset !== 0) {
      this.#moves = player.teleportCount;
      this.#threshold.forget();
      return;
    }
    if (view.mode !== 'normal' || view.navigation !== 'walk') return;
    eye.set(player.x, player.y, player.z);
    const level = Math.cos(player.pitch);
    ahead.set(-Math.sin(player.yaw) * level, Math.sin(player.pitch), -Math.cos(player.yaw) * level);
    const door = this.#threshold.step(doors, eye, ahead);
    if (door?.href === undefined) return;
    travelTo(this.#state, { portalId: door.id, href: door.href });
  }
}

let walkIn: WalkIn | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  walkIn = new WalkIn(scene, state);
}

export function update(): void {
  walkIn?.update();
}

export function dispose(): void {
  walkIn = undefined;
}
