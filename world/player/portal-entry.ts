import { Vector3 } from 'three';
import type { State } from '../../data/state.ts';
import { turnView } from '../../data/view/dispatch-view.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { Threshold } from './portal-trigger.ts';

const eye = new Vector3();
const ahead = new Vector3();

/** Who walks into an open portal warps (specification 3.3). Only who walks: from an overview or an orbit nobody falls into one. */
class WalkIn {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #threshold = new Threshold();
  #moves: number;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    this.#moves = scene.stance.moves;
  }

  update(): void {
    const { stance, doors } = this.#scene;
    const view = this.#state.view.get();
    if (stance.moves !== this.#moves || stance.lift !== 0) {
      this.#moves = stance.moves;
      this.#threshold.forget();
      return;
    }
    if (view.mode !== 'normal' || view.navigation !== 'walk') return;
    eye.set(stance.x, stance.y, stance.z);
    const level = Math.cos(stance.pitch);
    ahead.set(-Math.sin(stance.yaw) * level, Math.sin(stance.pitch), -Math.cos(stance.yaw) * level);
    const door = this.#threshold.step(doors, eye, ahead);
    if (door?.href === undefined) return;
    turnView(this.#state, { kind: 'warp', portalId: door.id, href: door.href });
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
