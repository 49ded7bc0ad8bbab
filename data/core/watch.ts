import { Signal } from '@lit-labs/signals';

/** A signal without its setter. */
export interface Readable<T> {
  get(): T;
}

/**
 * Runs a pass that reads signals, and calls `changed` once when one of them may have changed. `changed`
 * is called inside `set`, where no signal may be read or set: it plans work and does none. Until `end`, the
 * signals hold the observer.
 */
export class Observer {
  readonly #watcher: Signal.subtle.Watcher;
  /** The last pass, as a computed signal: it knows what was read. */
  #pass: Signal.Computed<unknown> | undefined;

  constructor(changed: () => void) {
    this.#watcher = new Signal.subtle.Watcher(changed);
  }

  /** What the pass before it read is forgotten. A pass that sets what it has read is not told of it. */
  run<T>(pass: () => T): T {
    this.end();
    const computed = new Signal.Computed(pass);
    this.#pass = computed;
    this.#watcher.watch(computed);
    // Also inside the pass of another observer, which does not depend on this one.
    return Signal.subtle.untrack(() => computed.get());
  }

  end(): void {
    if (this.#pass) this.#watcher.unwatch(this.#pass);
    this.#pass = undefined;
  }
}

/**
 * Calls back in a microtask after `target` has changed, once for all changes before it; returns a
 * function that ends this. For what must not wait for the next tick, such as a message the visitor
 * has sent. Everything else is polled in `update`.
 */
export function watch<T>(target: Readable<T>, changed: (value: T) => void): () => void {
  let isWatching = true;
  const observer = new Observer(() => queueMicrotask(follow));
  const look = (): T => observer.run(() => target.get());
  const follow = (): void => {
    // Watches again before calling back: the callback may set the signal itself.
    if (isWatching) changed(look());
  };
  look();
  return () => {
    isWatching = false;
    observer.end();
  };
}
