import type { Color } from 'three';

/** What the glass floor mirrors: an upright shape of light. Metres. */
export interface Glow {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly height: number;
  /**
   * A `frame` is brighter at its edges, a `disc` is round, both turned about the vertical by `turn`
   * radians; a `column` faces the camera.
   */
  readonly shape: 'frame' | 'disc' | 'column';
  readonly turn: number;
  /** Linear colour times strength: black gives no light. Its owner changes it in place. */
  readonly color: Color;
}

/** What glows above the floor, each module's under the module's own key. */
export class Glows {
  readonly #sets = new Map<object, readonly Glow[]>();
  #all: readonly Glow[] = [];

  /** Returns what removes them. */
  set(owner: object, glows: readonly Glow[]): () => void {
    this.#sets.set(owner, glows);
    this.#all = [...this.#sets.values()].flat();
    return () => this.clear(owner);
  }

  clear(owner: object): void {
    this.#sets.delete(owner);
    this.#all = [...this.#sets.values()].flat();
  }

  /** One flat list, a new one after each change. */
  get all(): readonly Glow[] {
    return this.#all;
  }
}
