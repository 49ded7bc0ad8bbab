/** A value that its owner sets. A computed signal or a render that reads it subscribes to it. */
export interface Signal<T> {
  get(): T;
  set(value: T): void;
}

/** A signal without its setter. */
export interface Readable<T> {
  get(): T;
}

/** What reads signals: a computed, or a watched pass. */
interface Reader {
  /** Called for each read while this reader runs. */
  read(source: Source): void;
  /** Something it read may have changed. Called only while its sources hold it. */
  invalidate(): void;
}

/** What is read: a state or a computed. It holds only readers that are watched. */
abstract class Source {
  /** Counts the changes of the value. */
  version = 0;
  readonly readers = new Set<Reader>();

  /** Brings the value up to date. */
  abstract refresh(): void;

  hold(reader: Reader): void {
    this.readers.add(reader);
  }

  release(reader: Reader): void {
    this.readers.delete(reader);
  }

  /** A reader may be released meanwhile, but none is added. */
  tell(): void {
    for (const reader of this.readers) reader.invalidate();
  }
}

/** The reader that runs now. */
let active: Reader | undefined;
/** Counts the changes of all signals: while it does not change, every computed is up to date. */
let epoch = 0;

/** Runs `work` with its reads reported to `reader`; without one they are not reported. */
function runAs<T>(reader: Reader | undefined, work: () => T): T {
  const before = active;
  active = reader;
  try {
    return work();
  } finally {
    active = before;
  }
}

class State<T> extends Source implements Signal<T> {
  #value: T;

  constructor(value: T) {
    super();
    this.#value = value;
  }

  override refresh(): void {}

  get(): T {
    active?.read(this);
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.version += 1;
    epoch += 1;
    this.tell();
  }
}

class Computed<T> extends Source implements Readable<T>, Reader {
  readonly #compute: () => T;
  readonly #same: (before: T, after: T) => boolean;
  /** What the last computation read, and the versions it saw. */
  #sources: Source[] = [];
  #versions: number[] = [];
  #result: { readonly value: T } | { readonly error: unknown } | undefined;
  /** The epoch at which the result was last known to be right. */
  #checked = -1;
  #isRunning = false;

  constructor(compute: () => T, same: (before: T, after: T) => boolean) {
    super();
    this.#compute = compute;
    this.#same = same;
  }

  get(): T {
    this.refresh();
    active?.read(this);
    const result = this.#result;
    if (!result || 'error' in result) throw result?.error;
    return result.value;
  }

  override refresh(): void {
    if (this.#isRunning) throw new Error('a computed signal reads itself');
    if (this.#checked === epoch) return;
    const now = epoch;
    if (!this.#result || this.#hasChangedSource()) this.#run();
    this.#checked = now;
  }

  /** In the order of the reads: a later source may be one that is not read any more. */
  #hasChangedSource(): boolean {
    for (let i = 0; i < this.#sources.length; i++) {
      const source = this.#sources[i];
      source?.refresh();
      if (source?.version !== this.#versions[i]) return true;
    }
    return false;
  }

  #run(): void {
    const before = this.#sources;
    const last = this.#result;
    this.#sources = [];
    this.#versions = [];
    this.#isRunning = true;
    try {
      const value = runAs(this, this.#compute);
      if (last && 'value' in last && this.#same(last.value, value)) return;
      this.#result = { value };
    } catch (error) {
      this.#result = { error };
    } finally {
      this.#isRunning = false;
      if (this.readers.size > 0)
        for (const source of before) if (!this.#sources.includes(source)) source.release(this);
    }
    this.version += 1;
  }

  read(source: Source): void {
    if (this.#sources.includes(source)) return;
    this.#sources.push(source);
    this.#versions.push(source.version);
    if (this.readers.size > 0) source.hold(this);
  }

  invalidate(): void {
    this.tell();
  }

  /** The first watched reader makes this one watched as well. */
  override hold(reader: Reader): void {
    if (this.readers.size === 0) for (const source of this.#sources) source.hold(this);
    super.hold(reader);
  }

  override release(reader: Reader): void {
    super.release(reader);
    if (this.readers.size === 0) for (const source of this.#sources) source.release(this);
  }
}

export const signal = <T>(value: T): Signal<T> => new State(value);

/** `same` says whether two values count as equal; by default `Object.is` decides. */
export const computed = <T>(
  compute: () => T,
  same: (before: T, after: T) => boolean = Object.is,
): Readable<T> => new Computed(compute, same);

/**
 * Runs a pass that reads signals, and calls `changed` once when one of them may have changed. `changed`
 * is called inside `set`: it plans work and does none. Until `end`, the signals hold the observer.
 */
export class Observer implements Reader {
  readonly #changed: () => void;
  readonly #sources = new Set<Source>();
  #isRunning = false;
  #isOutdated = false;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What the pass before it read is forgotten. */
  run<T>(pass: () => T): T {
    this.end();
    this.#isRunning = true;
    try {
      return runAs(this, pass);
    } finally {
      this.#isRunning = false;
      // The pass set what it had read before.
      if (this.#isOutdated) this.invalidate();
    }
  }

  end(): void {
    for (const source of this.#sources) source.release(this);
    this.#sources.clear();
    this.#isOutdated = false;
  }

  read(source: Source): void {
    if (this.#sources.has(source)) return;
    this.#sources.add(source);
    source.hold(this);
  }

  invalidate(): void {
    if (this.#isRunning) {
      this.#isOutdated = true;
      return;
    }
    this.end();
    this.#changed();
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
