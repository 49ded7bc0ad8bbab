const done = Promise.resolve();
const ignore = (): void => undefined;

/** Runs steps one after the other. p-limit does the same, but takes a kilobyte for each of many conversations. */
export class InOrder {
  #last: Promise<unknown> = done;
  #size = 0;

  /** Steps that are not finished. */
  get size(): number {
    return this.#size;
  }

  /** Runs a step after those before it, however they ended. */
  run<T>(step: () => T | Promise<T>): Promise<T> {
    this.#size += 1;
    const result = this.#last.then(step).finally(() => {
      this.#size -= 1;
      // The result of the last step need not be kept.
      if (this.#size === 0) this.#last = done;
    });
    this.#last = result.catch(ignore);
    return result;
  }
}
