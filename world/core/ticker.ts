import type { FrameStats, ModuleRecord } from '../../data/core/frame-stats.ts';
import type { Module } from '../../data/core/module.ts';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { errorMessage } from '../../data/core/text.ts';

/** A longer pause is not simulated: the world goes on where it was. */
const MAX_DELTA_SECONDS = 1 / 20;

/** What is drawn at the end of a frame. Only the world has one; the heartbeat page ticks without. */
export interface Frame {
  render(elapsed: number, delta: number): void;
  /** Fills in draw calls, triangles, geometries, textures and programs. */
  measure(stats: FrameStats): void;
}

type Phase = 'data' | 'world';
interface Entry {
  readonly module: Module<never, never>;
  readonly phase: Phase;
  readonly record: ModuleRecord;
  /** It threw: it is not called any more. */
  off: boolean;
}

interface TickerOptions {
  /** Seconds between ticks; 0 means every frame the browser offers. The heartbeat page takes 1. */
  interval?: number;
  /** Told once per module that threw. */
  onFailure?: (name: string, error: unknown) => void;
}

const SMOOTHING = 0.1;
/** A module is timed once in so many frames: the clock itself costs, and makes garbage. */
const TIMED_EVERY = 8;

/**
 * The one loop of a page (docs/architecture.md): runs data modules, then world modules, then draws the
 * frame. Stops while the page is hidden; switches off a module that throws. Tests drive it by hand with
 * `tick(seconds)`.
 */
export class Ticker {
  readonly #entries: Entry[] = [];
  readonly #interval: number;
  readonly #onFailure: (name: string, error: unknown) => void;
  readonly #stats: FrameStats = {
    framesPerSecond: 0,
    frameMilliseconds: 0,
    modules: [],
    drawCalls: 0,
    triangles: 0,
    geometries: 0,
    textures: 0,
    programs: 0,
  };
  #picture: Frame | undefined;
  #onFrame: ((jsMilliseconds: number, delta: number) => void) | undefined;
  #running = false;
  #request = 0;
  #last = 0;
  #elapsed = 0;
  #ticks = 0;
  #currentModule: string | undefined;
  /**
   * What each module is called with. V8 puts a fractional number into a box on the heap wherever it is
   * passed on, 12 to 24 bytes a module; from an array that was created with other elements than numbers
   * the same two boxes go to all modules.
   */
  readonly #boxes = ['elapsed', 'delta'] as unknown as [elapsed: number, delta: number];

  constructor(options: TickerOptions = {}) {
    this.#interval = options.interval ?? 0;
    this.#onFailure = options.onFailure ?? (() => undefined);
  }

  /** The module whose `init` or `update` runs now. */
  get currentModule(): string | undefined {
    return this.#currentModule;
  }

  /** Initialises a module and takes it into the loop. A module that throws in `init` stays out, named in the stats. */
  add<Scene>(
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

  /** Updates one module now, by no time: what it makes of its readings exists before it is drawn. */
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

  /** Takes a module out of the loop and disposes it. */
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

  /** Called after each frame with its JavaScript milliseconds: what the quality governor listens to. */
  set onFrame(listener: ((jsMilliseconds: number, delta: number) => void) | undefined) {
    this.#onFrame = listener;
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
    cancelAnimationFrame(this.#request);
    this.#request = 0;
  }

  /** Stops, and disposes every module, last one first. */
  dispose(): void {
    this.stop();
    for (const entry of this.#entries.splice(0).reverse()) this.#disposeOf(entry);
    this.#stats.modules = [];
    this.#picture = undefined;
    this.#onFrame = undefined;
  }

  /** One step of `seconds`, whatever the clock says. */
  tick(seconds: number): void {
    const delta = seconds > MAX_DELTA_SECONDS ? MAX_DELTA_SECONDS : seconds;
    const began = performance.now();
    const elapsed = this.#elapsed + (this.#interval > 0 ? seconds : delta);
    this.#elapsed = elapsed;
    const boxes = this.#boxes;
    boxes[0] = elapsed;
    boxes[1] = delta;
    const timed = this.#ticks++ % TIMED_EVERY === 0;
    let before = began;
    // By index: `for…of` makes an object for each step until the engine has optimised this function.
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
    this.#picture?.render(elapsed, delta);
    const spent = performance.now() - began;
    this.#stats.frameMilliseconds += (spent - this.#stats.frameMilliseconds) * SMOOTHING;
    if (seconds > 0) this.#stats.framesPerSecond += (1 / seconds - this.#stats.framesPerSecond) * SMOOTHING;
    this.#onFrame?.(spent, seconds);
  }

  /** The same object every time: read it, do not keep it. */
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

  /** What was thrown may throw again when it is printed: that must not end the loop. */
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
    if (document.hidden) {
      cancelAnimationFrame(this.#request);
      this.#request = 0;
    } else {
      this.#resume();
    }
  };

  #resume(): void {
    if (document.hidden || this.#request !== 0) return;
    this.#last = performance.now();
    this.#request = requestAnimationFrame(this.#frame);
  }

  readonly #frame = (now: number): void => {
    this.#request = requestAnimationFrame(this.#frame);
    const seconds = Math.max(0, now - this.#last) / 1000;
    if (seconds < this.#interval) return;
    this.#last = now;
    this.tick(seconds);
  };
}
