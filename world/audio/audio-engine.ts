import type { AudioStatus } from '../../data/config/settings/audio.ts';
import { yieldToMain } from '../core/render/gpu-queue.ts';
import type { WeatherNoiseLevels } from './weather-noise-levels.ts';
import { AmbientFile } from './ambient-file.ts';
import { Listener } from './listener.ts';
import { AudioGraph, type Volumes } from './graph.ts';
import { PortalDrones } from './portal-drones.ts';
import { impulseResponse } from './reverb.ts';
import { Voices } from './voices.ts';

const FADE_IN_SECONDS = 2.4;
const FADE_OUT_SECONDS = 0.3;
/** The context sleeps only when the fade is heard to its end, the limiter's look ahead and the card's buffer included. Milliseconds. */
const SUSPEND_AFTER_MS = FADE_OUT_SECONDS * 1000 + 150;

/** What plays in the context. */
export interface Instruments {
  readonly graph: AudioGraph;
  readonly hums: PortalDrones;
  readonly voices: Voices;
  readonly ear: Listener;
  /** Absent where the home has none. */
  readonly file: AmbientFile | undefined;
}

/** How the sound begins. */
export interface AudioEngineOptions {
  readonly volumes: Volumes;
  readonly air: WeatherNoiseLevels;
  readonly ambientUrl: string | undefined;
}

/**
 * One running sound: a context with all that plays in it. The context exists from the visitor's gesture on; the instruments are built right
 * after it, a piece at a time, so that no frame waits for them. Asleep, the context is suspended, and no audio thread works.
 */
export class Sound {
  readonly context: AudioContext;
  readonly #listening = new AbortController();
  readonly #fail: (error: unknown) => void;
  #instruments: Instruments | undefined;
  #filePhase: AudioStatus['ambient'] = 'asked';
  #awake = false;
  #running = false;
  #closed = false;
  #sleeping: ReturnType<typeof setTimeout> | undefined;

  /** `fail` hears of it when the instruments cannot be built. */
  constructor(start: AudioEngineOptions, fail: (error: unknown) => void) {
    this.#fail = fail;
    // Nothing here answers to a key on the beat: long buffers cost the least, and never stutter beside a busy picture.
    this.context = new AudioContext({ latencyHint: 'playback' });
    this.context.addEventListener('statechange', this.#follow, { signal: this.#listening.signal });
    this.#follow();
    this.#build(start).catch(fail);
  }

  readonly #follow = (): void => {
    this.#running = this.context.state === 'running';
  };

  async #build({ volumes, air, ambientUrl }: AudioEngineOptions): Promise<void> {
    const { context } = this;
    await yieldToMain();
    if (this.#closed) return;
    const graph = new AudioGraph(context, volumes, air);
    const { nodes } = graph;
    this.#instruments = {
      graph,
      hums: new PortalDrones(nodes, graph.portals),
      voices: new Voices(nodes, graph.effects),
      ear: new Listener(context.listener),
      file: ambientUrl === undefined ? undefined : new AmbientFile(nodes, context, ambientUrl, graph.file),
    };
    this.#play();
    await yieldToMain();
    const impulse = await impulseResponse(context.sampleRate);
    if (!this.#closed) graph.echo(impulse);
  }

  get nodeCount(): number {
    return this.#instruments?.graph.nodes.count ?? 0;
  }

  get ambient(): AudioStatus['ambient'] {
    if (!this.#instruments) return 'unasked';
    return this.#instruments.file?.phase ?? 'none';
  }

  /** What plays, while one can hear it: the browser may keep the context waiting for a touch. */
  get audible(): Instruments | undefined {
    return this.#awake && this.#running ? this.#instruments : undefined;
  }

  /** Asks the browser to let it sound; within a gesture this is always granted. */
  resume(): void {
    if (this.#awake && !this.#running) this.context.resume().catch(() => undefined);
  }

  wake(awake: boolean): void {
    if (awake === this.#awake) return;
    this.#awake = awake;
    clearTimeout(this.#sleeping);
    this.#play();
    if (awake) this.resume();
    else this.#sleeping = setTimeout(this.#sleep, SUSPEND_AFTER_MS);
  }

  /** Comes up or fades out, as is wanted. The file goes on until the fade is over: stopped with it, its music would be cut off. */
  #play(): void {
    const awake = this.#awake;
    if (awake) this.#instruments?.file?.play(true);
    this.#instruments?.graph.fade(awake ? 1 : 0, awake ? FADE_IN_SECONDS : FADE_OUT_SECONDS);
  }

  readonly #sleep = (): void => {
    this.#instruments?.file?.play(false);
    this.context.suspend().catch(() => undefined);
  };

  /** Once a frame, while it is audible. */
  update({ graph, voices, file }: Instruments): void {
    voices.update();
    if (!file || this.#filePhase === file.phase) return;
    this.#filePhase = file.phase;
    graph.duckMusic(file.phase === 'playing');
  }

  /** Stops everything and gives it back; the context is closed a moment later. */
  dispose(): void {
    this.#closed = true;
    this.#listening.abort();
    clearTimeout(this.#sleeping);
    this.#instruments?.file?.dispose();
    this.#instruments?.graph.dispose();
    this.#instruments = undefined;
    this.context.close().catch(this.#fail);
  }
}
