import { Signal } from '@lit-labs/signals';

/** A signal without its setter. */
export interface Readable<T> {
  get(): T;
}

/**
 * Runs a pass that reads signals, and calls `changed` once when one of them may have changed. `changed` runs
 * inside `set`, where signals must not be read or set: it may only schedule work. The signals reference the
 * observer until `end`.
 */
export class Observer {
  readonly #watcher: Signal.subtle.Watcher;
  /** The last pass as a computed signal, which tracks the signals that the pass has read. */
  #pass: Signal.Computed<unknown> | undefined;

  constructor(changed: () => void) {
    this.#watcher = new Signal.subtle.Watcher(changed);
  }

  /**
   * Runs a pass and returns its result. Forgets the signals of the previous pass. If a pass sets a signal
   * that it has read, `changed` is not called for that.
   */
  run<T>(pass: () => T): T {
    this.end();
    const computed = new Signal.Computed(pass);
    this.#pass = computed;
    this.#watcher.watch(computed);
    // Untracked, so that a surrounding pass of another observer does not depend on the signals of this pass.
    return Signal.subtle.untrack(() => computed.get());
  }

  end(): void {
    if (this.#pass) this.#watcher.unwatch(this.#pass);
    this.#pass = undefined;
  }
}

/**
 * Calls `changed` in a microtask after `target` has changed, once for all changes before it. Returns a
 * function that stops the watching. Use `watch` if something must not wait for the next tick, such as a
 * message of the visitor. Everything else is polled in `update`.
 */
export function watch<T>(target: Readable<T>, changed: (value: T) => void): () => void {
  let isWatching = true;
  const observer = new Observer(() => queueMicrotask(follow));
  const look = (): T => observer.run(() => target.get());
  const follow = (): void => {
    // Watches again before the callback, which may set the signal.
    if (isWatching) changed(look());
  };
  look();
  return () => {
    isWatching = false;
    observer.end();
  };
}
