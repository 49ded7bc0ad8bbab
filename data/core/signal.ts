import { Signal as Polyfill } from 'signal-polyfill';

/** A value that its owner sets. A computed signal or a render that reads it subscribes to it. */
export interface Signal<T> {
  get(): T;
  set(value: T): void;
}

/** A signal without its setter. */
export interface Readable<T> {
  get(): T;
}

export const signal = <T>(value: T): Signal<T> => new Polyfill.State(value);

/** `same` says whether two values count as equal; by default `Object.is` decides. */
export const computed = <T>(compute: () => T, same?: (before: T, after: T) => boolean): Readable<T> =>
  new Polyfill.Computed(compute, same && { equals: same });

/**
 * Calls back in a microtask after `target` has changed, once for all changes before it; returns a
 * function that ends this. For what must not wait for the next tick, such as a message the visitor
 * has sent. Everything else is polled in `update`.
 */
export function watch<T>(target: Readable<T>, changed: (value: T) => void): () => void {
  let watching = true;
  const observed = new Polyfill.Computed(() => target.get());
  const watcher = new Polyfill.subtle.Watcher(() => {
    queueMicrotask(() => {
      if (!watching) return;
      // Watches again before calling back: the callback may set the signal itself.
      const value = observed.get();
      watcher.watch();
      changed(value);
    });
  });
  watcher.watch(observed);
  observed.get();
  return () => {
    watching = false;
    watcher.unwatch(observed);
  };
}
