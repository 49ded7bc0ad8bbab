import type { Intersection, Object3D } from 'three';

/** What standing near an object, pointing at it or zooming in says and does. */
export interface Interaction {
  /** Names the object and its datum, as in `Sovereignty meter — 72 % from sovereignty-status.json`. Asked when shown, not per frame. */
  /** `hit` is what the middle of the picture meets of it: which instance, and where. Absent while one only stands near. */
  label: (hit?: Intersection) => string;
  /** Metres at which the hint appears. */
  reach: number;
  /** Speaks only when one looks at it, not to somebody who merely stands near. */
  aimed?: boolean;
  /** The key that acts, and what it does; absent for things one only looks at, or while there is nothing to do. Asked when needed. */
  action?: { readonly key: string; readonly text: () => string; run(): void } | undefined;
}

/** Objects that answer to the visitor. Registering and unregistering are mirror images. */
export class Interactions {
  readonly #entries = new Map<Object3D, Interaction>();

  register(object: Object3D, interaction: Interaction): void {
    this.#entries.set(object, interaction);
  }

  unregister(object: Object3D): void {
    this.#entries.delete(object);
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): IterableIterator<[Object3D, Interaction]> {
    return this.#entries.entries();
  }

  /** The interaction of an object or of its nearest registered ancestor. */
  of(object: Object3D | null): Interaction | undefined {
    for (let at = object; at !== null; at = at.parent) {
      const found = this.#entries.get(at);
      if (found) return found;
    }
    return undefined;
  }
}
