import type { AudioStatus } from '../../data/config/settings/audio.ts';
import { yieldToMain } from '../core/render/gpu-queue.ts';
import { AmbientFile } from './ambient-file.ts';
import { Listener } from './listener.ts';
import { AudioGraph, type Volumes } from './graph.ts';
import { PortalDrones } from './portal-drones.ts';
import { impulseResponse } from './reverb.ts';
import { Voices } from './voices.ts';
import type { WeatherNoiseLevels } from './weather-noise.ts';

const FADE_IN_SECONDS = 2.4;
const FADE_OUT_SECONDS = 0.3;
/**
 * The wait before the context is suspended: the fade, the limiter's look-ahead and the sound card's buffer.
 */
const SUSPEND_AFTER_MS = FADE_OUT_SECONDS * 1000 + 150;

/** The sounds that play in the context. */
export interface Instruments {
  readonly graph: AudioGraph;
  readonly portalDrones: PortalDrones;
  readonly voices: Voices;
  readonly listener: Listener;
  /** Undefined if the home has no file. */
  readonly file: AmbientFile | undefined;
}

interface AudioEngineOptions {
  readonly volumes: Volumes;
  readonly weatherNoise: WeatherNoiseLevels;
  readonly ambientUrl: string | undefined;
}

/**
 * An audio context and everything that plays in it. It is created in the visitor's gesture. Then the
 * instruments are built in steps, so that no frame waits for them. While no sound is wanted, the context is
 * suspended and the audio thread does nothing.
 */
export class AudioEngine {
  readonly context: AudioContext;
  readonly #listening = new AbortController();
  readonly #fail: (error: unknown) => void;
  #instruments: Instruments | undefined;
  #filePhase: AudioStatus['ambient'] = 'asked';
  /** Whether the sound is on and the page visible. */
  #wanted = false;
  /** Whether the context runs, as the browser reports it. */
  #running = false;
  #closed = false;
  #suspendTimer: ReturnType<typeof setTimeout> | undefined;

  /** `fail` is called when the instruments cannot be built. */
  constructor(start: AudioEngineOptions, fail: (error: unknown) => void) {
    this.#fail = fail;
    // Latency is not important here: long buffers are cheapest and do not stutter in slow frames.
    this.context = new AudioContext({ latencyHint: 'playback' });
    this.context.addEventListener('statechange', this.#follow, { signal: this.#listening.signal });
    this.#follow();
    this.#build(start).catch(fail);
  }

  readonly #follow = (): void => {
    this.#running = this.context.state === 'running';
  };

  /** Builds the graph in steps, with pauses between them for the frames. */
  async #build({ volumes, weatherNoise, ambientUrl }: AudioEngineOptions): Promise<void> {
    const { context } = this;
    await yieldToMain();
    if (this.#closed) return;
    const graph = new AudioGraph(context, volumes, weatherNoise);
    const { nodes } = graph;
    this.#instruments = {
      graph,
      portalDrones: new PortalDrones(nodes, graph.portals),
      voices: new Voices(nodes, graph.effects),
      listener: new Listener(context.listener),
      file: ambientUrl === undefined ? undefined : new AmbientFile(nodes, context, ambientUrl, graph.file),
    };
    this.#play();
    await yieldToMain();
    const impulse = await impulseResponse(context.sampleRate);
    if (!this.#closed) graph.setReverb(impulse);
  }

  get nodeCount(): number {
    return this.#instruments?.graph.nodes.count ?? 0;
  }

  get ambient(): AudioStatus['ambient'] {
    if (!this.#instruments) return 'unasked';
    return this.#instruments.file?.phase ?? 'none';
  }

  /** The instruments if they are audible. The browser may suspend the context until a gesture. */
  get audible(): Instruments | undefined {
    return this.#wanted && this.#running ? this.#instruments : undefined;
  }

  /**
   * Asks the browser to start the context. In a gesture this is always allowed. Also while the context runs,
   * because the browser may be about to suspend it.
   */
  resume(): void {
    if (this.#wanted) this.context.resume().catch(() => undefined);
  }

  /** Fades in, or fades out and suspends the context a moment later. */
  setWanted(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    clearTimeout(this.#suspendTimer);
    this.#play();
    if (wanted) this.resume();
    else this.#suspendTimer = setTimeout(this.#suspend, SUSPEND_AFTER_MS);
  }

  /**
   * Fades in or out. The owner's file plays until the fade is over, so that its music is not cut
   * off.
   */
  #play(): void {
    if (this.#wanted) this.#instruments?.file?.play(true);
    this.#instruments?.graph.fade(this.#wanted ? 1 : 0, this.#wanted ? FADE_IN_SECONDS : FADE_OUT_SECONDS);
  }

  readonly #suspend = (): void => {
    this.#instruments?.file?.play(false);
    this.context.suspend().catch(() => undefined);
  };

  /** Called in each frame while the sound is audible. */
  update({ graph, voices, file }: Instruments): void {
    voices.update();
    if (!file || this.#filePhase === file.phase) return;
    this.#filePhase = file.phase;
    graph.duckMusic(file.phase === 'playing');
  }

  /** Stops and drops everything; the context closes a moment later. */
  dispose(): void {
    this.#closed = true;
    this.#listening.abort();
    clearTimeout(this.#suspendTimer);
    this.#instruments?.file?.dispose();
    this.#instruments?.graph.dispose();
    this.#instruments = undefined;
    this.context.close().catch(this.#fail);
  }
}
