import type { SoundStatus } from '../../../data/sound.ts';
import type { AirSound } from './air-sound.ts';
import { AmbientFile } from './ambient-file.ts';
import { Ear } from './ear.ts';
import { SoundGraph, type Volumes } from './graph.ts';
import { Hums } from './hums.ts';
import { impulseResponse } from './reverb.ts';
import { Voices } from './voices.ts';

const FADE_IN_SECONDS = 2.4;
const FADE_OUT_SECONDS = 0.3;
/** The context sleeps only when the fade is heard to its end, the limiter's look ahead and the card's buffer included. Milliseconds. */
const SLEEP_AFTER_MS = FADE_OUT_SECONDS * 1000 + 150;

/**
 * One running sound: a context with all that plays in it. It exists from the visitor's gesture on. Asleep, the context is suspended, and no
 * audio thread works.
 */
export class Sound {
  readonly context: AudioContext;
  readonly graph: SoundGraph;
  readonly hums: Hums;
  readonly voices: Voices;
  readonly ear: Ear;
  readonly #file: AmbientFile;
  #filePhase: SoundStatus['ambient'] = 'asked';
  #awake = false;
  #closed = false;
  #sleeping: ReturnType<typeof setTimeout> | undefined;

  constructor(volumes: Volumes, air: AirSound, ambientUrl: string) {
    // Nothing here answers to a key on the beat: long buffers cost the least, and never stutter beside a busy picture.
    this.context = new AudioContext({ latencyHint: 'playback' });
    this.graph = new SoundGraph(this.context, volumes, air);
    const { nodes } = this.graph;
    this.hums = new Hums(nodes, this.graph.portals);
    this.voices = new Voices(nodes, this.graph.effects);
    this.ear = new Ear(this.context.listener);
    this.#file = new AmbientFile(nodes, this.context, ambientUrl, this.graph.file);
    void this.#makeEcho();
  }

  async #makeEcho(): Promise<void> {
    const impulse = await impulseResponse(this.context.sampleRate);
    if (!this.#closed) this.graph.echo(impulse);
  }

  get nodeCount(): number {
    return this.#closed ? 0 : this.graph.nodes.count;
  }

  get ambient(): SoundStatus['ambient'] {
    return this.#file.phase;
  }

  /** Whether one can hear it: the browser may keep the context waiting for a touch. */
  get runs(): boolean {
    return this.#awake && this.context.state === 'running';
  }

  /** Asks the browser to let it sound; within a gesture this is always granted. */
  resume(): void {
    if (this.#awake && this.context.state !== 'running') this.context.resume().catch(() => undefined);
  }

  wake(awake: boolean): void {
    if (awake === this.#awake) return;
    this.#awake = awake;
    clearTimeout(this.#sleeping);
    this.#file.play(awake);
    this.graph.fade(awake ? 1 : 0, awake ? FADE_IN_SECONDS : FADE_OUT_SECONDS);
    if (awake) this.resume();
    else this.#sleeping = setTimeout(this.#sleep, SLEEP_AFTER_MS);
  }

  readonly #sleep = (): void => {
    this.context.suspend().catch(() => undefined);
  };

  update(): void {
    this.voices.update();
    if (this.#filePhase === this.#file.phase) return;
    this.#filePhase = this.#file.phase;
    this.graph.yieldTo(this.#filePhase === 'playing');
  }

  /** Stops everything and gives it back. Resolves when the context is closed. */
  async dispose(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#sleeping);
    this.#file.dispose();
    this.graph.dispose();
    await this.context.close();
  }
}
