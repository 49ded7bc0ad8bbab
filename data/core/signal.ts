import { Signal as Polyfill } from 'signal-polyfill';

/** A value that can be read by anyone and set by its owner. `get()` inside a computed or an element's render subscribes. */
export interface Signal<T> {
  get(): T;
  set(value: T): void;
}

/** What readers get: a signal without its setter. */
export interface Readable<T> {
  get(): T;
}

export const signal = <T>(value: T): Signal<T> => new Polyfill.State(value);

/** `same` tells whether who reads it need not hear of a new value; without it, only the same object is the same. */
export const computed = <T>(compute: () => T, same?: (before: T, after: T) => boolean): Readable<T> =>
  new Polyfill.Computed(compute, same && { equals: same });

/**
 * Calls back in a microtask after what `target` computes from has changed, however many sets there were; returns the end of it.
 * For what must not wait for the next tick, as a message the visitor just sent. Everything else is polled in `update`.
 */
export function watch<T>(target: Readable<T>, changed: (value: T) => void): () => void {
  let watching = true;
  const observed = new Polyfill.Computed(() => target.get());
  const watcher = new Polyfill.subtle.Watcher(() => {
    queueMicrotask(() => {
      if (!watching) return;
      // Watching again before calling back: a set from inside the callback must be heard too.
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
