import { type Intersection, Raycaster, Vector2, Vector3 } from 'three';
import type { Hint, State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Interaction } from './interactions.ts';
import type { WorldScene } from './scene.ts';
import { isPlainKey } from './typing.ts';

/** Often enough to feel at once, seldom enough to cost nothing. Seconds. */
const LOOK_EVERY = 1 / 8;
/** What is near but behind one's back is not meant: the cosine of the half angle. */
const IN_FRONT = 0.35;
/** A press that moves more than this was a drag. CSS pixels. */
const TAP_PIXELS = 8;

/** No registered object reaches farther from its own place. Metres. */
const LARGEST_METRES = 8;

const CENTRE = new Vector2(0, 0);
const pointer = new Vector2();
const ray = new Raycaster();
const hits: Intersection[] = [];
const eye = new Vector3();
const ahead = new Vector3();
const towards = new Vector3();

/** `F — enter`, as the hint shows it. */
const actionText = ({ action }: Interaction): string | undefined =>
  action && `${action.key} — ${action.text()}`;

class Pointing {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #abort = new AbortController();
  #since = LOOK_EVERY;
  #current: Interaction | undefined;
  #down: { id: number; x: number; y: number } | undefined;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    const canvas = scene.renderer.domElement;
    const on = { signal: this.#abort.signal };
    window.addEventListener('keydown', this.#onKey, on);
    canvas.addEventListener('pointerdown', this.#onDown, on);
    canvas.addEventListener('pointerup', this.#onUp, on);
  }

  update(delta: number): void {
    this.#since += delta;
    if (this.#since < LOOK_EVERY) return;
    this.#since = 0;
    this.#show(this.#find(CENTRE) ?? this.#nearest());
  }

  /** Sets the hint only when it says something else than before. */
  #show(found: Interaction | undefined): void {
    this.#current = found;
    const { hint } = this.#state.world;
    const before = hint.get();
    if (!found) {
      if (before) hint.set(undefined);
      return;
    }
    const label = found.label();
    const action = actionText(found);
    if (before?.label === label && before.action === action) return;
    const next: Hint = action === undefined ? { label } : { label, action };
    hint.set(next);
  }

  /** The first registered object under a point of the picture (−1 to 1 each way), if it is within its reach. */
  #find(point: Vector2): Interaction | undefined {
    const { camera, interactions } = this.#scene;
    camera.updateMatrixWorld();
    ray.setFromCamera(point, camera);
    let best: Interaction | undefined;
    let bestDistance = Infinity;
    for (const [object, interaction] of interactions.entries()) {
      // Most things are out of reach: no ray is sent to those.
      towards.setFromMatrixPosition(object.matrixWorld);
      if (towards.distanceTo(camera.position) > interaction.reach + LARGEST_METRES) continue;
      hits.length = 0;
      ray.intersectObject(object, true, hits);
      const first = hits[0];
      if (!first || first.distance > interaction.reach || first.distance >= bestDistance) continue;
      best = interaction;
      bestDistance = first.distance;
    }
    hits.length = 0;
    return best;
  }

  /** The nearest one within reach and before the visitor. */
  #nearest(): Interaction | undefined {
    const { camera, interactions } = this.#scene;
    camera.getWorldDirection(ahead);
    eye.copy(camera.position);
    let best: Interaction | undefined;
    let bestDistance = Infinity;
    for (const [object, interaction] of interactions.entries()) {
      towards.setFromMatrixPosition(object.matrixWorld).sub(eye);
      const height = towards.y;
      towards.y = 0;
      const distance = towards.length();
      if (distance > interaction.reach || distance >= bestDistance || Math.abs(height) > interaction.reach)
        continue;
      if (distance > 0.5 && (towards.x * ahead.x + towards.z * ahead.z) / distance < IN_FRONT) continue;
      best = interaction;
      bestDistance = distance;
    }
    return best;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.repeat || event.shiftKey || !isPlainKey(event)) return;
    const action = this.#current?.action;
    if (action && event.key.toLowerCase() === action.key.toLowerCase()) action.run();
  };

  readonly #onDown = (event: PointerEvent): void => {
    this.#down = { id: event.pointerId, x: event.clientX, y: event.clientY };
  };

  /** A tap acts on what it meets; so does a click while the mouse is taken, on what is in the middle. */
  readonly #onUp = (event: PointerEvent): void => {
    const down = this.#down;
    this.#down = undefined;
    if (down?.id !== event.pointerId) return;
    const canvas = this.#scene.renderer.domElement;
    if (document.pointerLockElement === canvas) {
      this.#find(CENTRE)?.action?.run();
      return;
    }
    if (event.pointerType === 'mouse') return;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > TAP_PIXELS) return;
    const box = canvas.getBoundingClientRect();
    pointer.set(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    this.#find(pointer)?.action?.run();
  };

  dispose(): void {
    this.#abort.abort();
    this.#state.world.hint.set(undefined);
  }
}

let pointing: Pointing | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  pointing = new Pointing(scene, state);
}

export function update(_elapsed: number, delta: number): void {
  pointing?.update(delta);
}

export function dispose(): void {
  pointing?.dispose();
  pointing = undefined;
}
