/** Lists that modules share: each module sets its own list under its own key, and all are read as one. */
export class OwnedLists<T> {
  readonly #lists = new Map<object, readonly T[]>();
  #all: readonly T[] = [];

  /** Sets or replaces the list of an owner. Returns a function that removes it. */
  set(owner: object, list: readonly T[]): () => void {
    this.#lists.set(owner, list);
    this.#join();
    return () => this.clear(owner);
  }

  clear(owner: object): void {
    if (this.#lists.delete(owner)) this.#join();
  }

  /** The entries of all owners: a new array after each change, so that a reader can compare it. */
  get all(): readonly T[] {
    return this.#all;
  }

  #join(): void {
    this.#all = [...this.#lists.values()].flat();
  }
}
