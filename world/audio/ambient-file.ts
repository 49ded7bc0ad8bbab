import { type AudioStatus, ambientPlayer } from '../../data/config/settings/audio.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

const FADE_SECONDS = 4;

/**
 * Plays the home's `ambient.mp3` in a loop, if the home has this file (`ambientUrl` in
 * `data/config/settings/audio.ts`). The file is requested only once the sound is on.
 */
export class AmbientFile {
  phase: AudioStatus['ambient'] = 'asked';
  readonly #nodes: Nodes;
  readonly #player: HTMLAudioElement;
  readonly #source: MediaElementAudioSourceNode;
  readonly #level: Ramp;
  readonly #gain: GainNode;
  readonly #listening = new AbortController();
  #wanted = false;

  constructor(nodes: Nodes, context: AudioContext, url: string, into: AudioNode) {
    this.#nodes = nodes;
    const player = (this.#player = ambientPlayer(url));
    const { signal } = this.#listening;
    player.addEventListener('error', () => (this.phase = 'none'), { signal });
    player.addEventListener('playing', () => this.#begin(context), { signal });
    this.#gain = nodes.gain(0, into);
    this.#level = new Ramp(this.#gain.gain, 0);
    this.#source = nodes.keep(new MediaElementAudioSourceNode(context, { mediaElement: player }));
    this.#source.connect(this.#gain);
  }

  #begin(context: AudioContext): void {
    this.phase = 'playing';
    this.#level.to(1, context.currentTime, FADE_SECONDS);
  }

  /** Continues from the paused position, or pauses. */
  play(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (!wanted) this.#player.pause();
    // A rejection means that the file is missing or that the sound was switched off.
    else if (this.phase !== 'none') this.#player.play().catch(() => undefined);
  }

  dispose(): void {
    this.#listening.abort();
    this.#player.pause();
    this.#player.removeAttribute('src');
    // Releases the file and its connection.
    this.#player.load();
    this.#nodes.drop(this.#source);
    this.#nodes.drop(this.#gain);
  }
}
