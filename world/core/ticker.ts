import { type FrameStats, type ModuleRecord, newFrameStats } from '../../data/core/frame-stats.ts';
import type { Module } from '../../data/core/module.ts';
import type { Theme } from '../../theme/theme.ts';
import { errorMessage } from '../../data/core/text.ts';

/** Draws the picture at the end of a frame. Only the world has one; the heartbeat page has none. */
export interface Frame {
  render(elapsed: number, delta: number): void;
  /** Writes draw calls, triangles, geometries, textures and programs to `stats`. */
  measure(stats: FrameStats): void;
}

/** The longest simulated step. The rest of a longer frame is dropped. */
const MAX_DELTA_SECONDS = 1 / 20;
/**
 * With a slow `pace`, a frame may simulate up to this multiple of the pace, in steps of the usual length, so
 * that the world does not slow down.
 */
const LATE = 1.5;

type Phase = 'data' | 'world';
interface Entry {
  readonly module: Module<never, never>;
  readonly phase: Phase;
  readonly record: ModuleRecord;
  /** Whether it threw. Then it is not called any more. */
  off: boolean;
}

interface TickerOptions {
  /** Called once for each module that threw. */
  onFailure?: (name: string, error: unknown) => void;
}

const SMOOTHING = 0.1;
/** Modules are timed in one of this many frames: reading the clock takes time and allocates memory. */
const TIMED_EVERY = 8;

/**
 * The one loop of a page (docs/architecture.md): runs data modules, then world modules, then draws the frame.
 * Stops while the page is hidden, and switches off a module that throws. Tests call `tick(seconds)`.
 */
export class Ticker {
  readonly #entries: Entry[] = [];
  readonly #onFailure: (name: string, error: unknown) => void;
  readonly #stats = newFrameStats();
  #picture: Frame | undefined;
  #onFrame: ((delta: number) => void) | undefined;
  #pace = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #request = 0;
  #last = 0;
  #elapsed = 0;
  #ticks = 0;
  #currentModule: string | undefined;
  /**
   * The arguments of every `update`. V8 allocates a heap number of 12 to 24 bytes for each fractional number
   * that is passed, and so for each module. An array that was created with elements other than numbers holds
   * two such heap numbers, which are passed to all modules.
   */
  readonly #boxes = ['elapsed', 'delta'] as unknown as [elapsed: number, delta: number];

  constructor(options: TickerOptions = {}) {
    this.#onFailure = options.onFailure ?? (() => undefined);
  }

  /** The module whose `init` or `update` runs now. */
  get currentModule(): string | undefined {
    return this.#currentModule;
  }

  /** Initialises a module and adds it to the loop. If `init` throws, it is not added; the stats name it. */
  add<Scene, State>(
    name: string,
    module: Module<Scene, State>,
    phase: Phase,
    scene: Scene,
    state: State,
    theme: Theme,
  ): boolean {
    const record: ModuleRecord = { name, milliseconds: 0, failure: undefined };
    const entry: Entry = { module, phase, record, off: false };
    this.#currentModule = name;
    try {
      module.init(scene, state, theme);
    } catch (error) {
      this.#switchOff(entry, error);
    }
    this.#currentModule = undefined;
    const firstWorld = this.#entries.findIndex((other) => other.phase === 'world');
    if (phase === 'data' && firstWorld >= 0) this.#entries.splice(firstWorld, 0, entry);
    else this.#entries.push(entry);
    this.#stats.modules = this.#entries.map((other) => other.record);
    return record.failure === undefined;
  }

  /** Updates one module now with a delta of 0, so that it shows its readings before its first frame. */
  updateOne(name: string): void {
    const entry = this.#entries.find(({ record }) => record.name === name);
    if (!entry || entry.off) return;
    this.#currentModule = name;
    try {
      entry.module.update(this.#elapsed, 0);
    } catch (error) {
      this.#switchOff(entry, error);
    }
    this.#currentModule = undefined;
  }

  /** Removes a module from the loop and disposes of it. */
  remove(name: string): void {
    const index = this.#entries.findIndex((entry) => entry.record.name === name);
    if (index < 0) return;
    const [entry] = this.#entries.splice(index, 1);
    this.#stats.modules = this.#entries.map((other) => other.record);
    this.#disposeOf(entry as Entry);
  }

  set picture(picture: Frame | undefined) {
    this.#picture = picture;
  }

  /** Called in each frame between the modules and the picture, with the seconds since the last one. */
  set onFrame(listener: ((delta: number) => void) | undefined) {
    this.#onFrame = listener;
  }

  /** Seconds between ticks; 0 means every frame of the browser. It applies from the next tick. */
  get pace(): number {
    return this.#pace;
  }
  set pace(seconds: number) {
    this.#pace = seconds;
  }

  /** Ticks in the next frame of the browser, independent of the pace. */
  wake(): void {
    if (this.#timer === undefined) return;
    this.#cancel();
    this.#request = requestAnimationFrame(this.#frame);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#resume();
  }

  stop(): void {
    if (!this.#running) return;
    this.#running = false;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#cancel();
  }

  /** Stops, and disposes every module, last one first. */
  dispose(): void {
    this.stop();
    for (const entry of this.#entries.splice(0).reverse()) this.#disposeOf(entry);
    this.#stats.modules = [];
    this.#picture = undefined;
    this.#onFrame = undefined;
  }

  /** One step of `seconds`, independent of the clock. */
  tick(seconds: number): void {
    const began = performance.now();
    const delta = this.#advance(seconds);
    this.#onFrame?.(seconds);
    this.#picture?.render(this.#elapsed, delta);
    const spent = performance.now() - began;
    this.#stats.frameMilliseconds += (spent - this.#stats.frameMilliseconds) * SMOOTHING;
    if (seconds > 0) this.#stats.framesPerSecond += (1 / seconds - this.#stats.framesPerSecond) * SMOOTHING;
  }

  /** Runs the modules, at a slow pace several times. Returns the seconds that were simulated. */
  #advance(seconds: number): number {
    const simulated = Math.min(seconds, Math.max(MAX_DELTA_SECONDS, this.#pace * LATE));
    const steps = Math.max(1, Math.ceil(simulated / MAX_DELTA_SECONDS - 1e-6));
    for (let step = 0; step < steps; step++) {
      this.#elapsed += simulated / steps;
      this.#update(simulated / steps);
    }
    return simulated;
  }

  #update(delta: number): void {
    const boxes = this.#boxes;
    boxes[0] = this.#elapsed;
    boxes[1] = delta;
    const timed = this.#ticks++ % TIMED_EVERY === 0;
    let before = timed ? performance.now() : 0;
    // By index: `for…of` allocates an object in each iteration until the engine has optimised this function.
    for (let i = 0; i < this.#entries.length; i++) {
      const entry = this.#entries[i];
      if (!entry || entry.off) continue;
      const { record } = entry;
      this.#currentModule = record.name;
      try {
        entry.module.update(boxes[0], boxes[1]);
      } catch (error) {
        this.#switchOff(entry, error);
      }
      if (!timed) continue;
      const after = performance.now();
      record.milliseconds += (after - before - record.milliseconds) * SMOOTHING;
      before = after;
    }
    this.#currentModule = undefined;
  }

  /** Returns the statistics. The object is always the same and changes: do not keep it. */
  stats(): Readonly<FrameStats> {
    this.#picture?.measure(this.#stats);
    return this.#stats;
  }

  /** Reports a module with a problem that did not throw, such as a shader error; the module keeps running. */
  report(name: string, error: unknown): void {
    const entry = this.#entries.find(({ record }) => record.name === name);
    if (entry) entry.record.failure ??= errorMessage(error);
    this.#tell(name, error);
  }

  #switchOff(entry: Entry, error: unknown): void {
    entry.off = true;
    entry.record.failure = errorMessage(error);
    this.#tell(entry.record.name, error);
  }

  /** Reports an error. A thrown value may throw again when it is printed; that must not end the loop. */
  #tell(name: string, error: unknown): void {
    try {
      this.#onFailure(name, error);
    } catch {
      this.#onFailure(name, new Error(errorMessage(error)));
    }
  }

  #disposeOf(entry: Entry): void {
    try {
      entry.module.dispose?.();
    } catch (error) {
      this.#switchOff(entry, error);
    }
  }

  readonly #onVisibility = (): void => {
    if (document.hidden) this.#cancel();
    else this.#resume();
  };

  #cancel(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#timer);
    this.#request = 0;
    this.#timer = undefined;
  }

  #resume(): void {
    if (document.hidden || this.#request !== 0 || this.#timer !== undefined) return;
    this.#last = performance.now();
    this.#request = requestAnimationFrame(this.#frame);
  }

  readonly #frame = (now: number): void => {
    const seconds = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    this.#request = 0;
    try {
      this.tick(seconds);
    } finally {
      this.#schedule(now);
    }
  };

  /** Requests the next frame only when it is due, because the browser paints the page for each request. */
  #schedule(now: number): void {
    // Does nothing if a module has stopped the loop, or has started it again.
    if (!this.#running || document.hidden || this.#request !== 0) return;
    const wait = this.#pace * 1000 - (performance.now() - now);
    if (this.#pace === 0 || wait <= 0) this.#request = requestAnimationFrame(this.#frame);
    else
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#request = requestAnimationFrame(this.#frame);
      }, wait);
  }
}
