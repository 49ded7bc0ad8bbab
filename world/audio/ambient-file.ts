import type { Config } from '../../data/config/config.ts';
import type { AudioStatus } from '../../data/config/settings/audio.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

const FADE_SECONDS = 4;

/**
 * The URL of `ambient.mp3`; undefined if the home has none, so that the page does not request a missing file.
 */
export const ambientUrl = ({ ambient }: Config, base: string): string | undefined =>
  ambient ? new URL('ambient.mp3', base).href : undefined;

/** A media element that streams the file at `url` in a loop. */
function ambientPlayer(url: string): HTMLAudioElement {
  // oxlint-disable-next-line no-restricted-globals -- only a media element plays a file while it arrives.
  const player = new Audio();
  // Without this, a file of another origin plays as silence, without an error.
  player.crossOrigin = 'anonymous';
  player.loop = true;
  player.preload = 'auto';
  player.src = url;
  return player;
}

/** Plays the home's `ambient.mp3` in a loop, if the home has it. The file is requested only once the sound is on. */
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
