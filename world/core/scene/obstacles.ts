/** A solid thing that the visitor walks around: a circle on the ground. Metres. */
export interface Obstacle {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}

/** What stands in the way, each module's circles under the module's own key. */
export class Obstacles {
  readonly #sets = new Map<object, readonly Obstacle[]>();
  #all: readonly Obstacle[] = [];

  /** Returns what clears them. */
  set(owner: object, circles: readonly Obstacle[]): () => void {
    this.#sets.set(owner, circles);
    this.#all = [...this.#sets.values()].flat();
    return () => this.clear(owner);
  }

  clear(owner: object): void {
    this.#sets.delete(owner);
    this.#all = [...this.#sets.values()].flat();
  }

  /** One flat list, made when a set changes and not when it is read. */
  get all(): readonly Obstacle[] {
    return this.#all;
  }
}
