import type { AudioStatus } from '../../data/config/settings/audio.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

const FADE_SECONDS = 4;

/**
 * `ambient.mp3` of the home, played round and round. The browser's own player asks for it, piece by piece, and only here: that is, once
 * the sound is on, and where `data/config/settings/audio.ts` knows of a file.
 */
export class AmbientFile {
  phase: AudioStatus['ambient'] = 'asked';
  readonly #nodes: Nodes;
  // oxlint-disable-next-line no-restricted-globals -- only a media element reads a file as it plays; data/config/settings/audio.ts gives its address.
  readonly #player = new Audio();
  readonly #source: MediaElementAudioSourceNode;
  readonly #level: Ramp;
  readonly #gain: GainNode;
  readonly #listening = new AbortController();
  #wanted = false;

  constructor(nodes: Nodes, context: AudioContext, url: string, into: AudioNode) {
    this.#nodes = nodes;
    const player = this.#player;
    // Without it a file from elsewhere would be played as silence, and nobody would know why.
    player.crossOrigin = 'anonymous';
    player.loop = true;
    player.preload = 'auto';
    const { signal } = this.#listening;
    player.addEventListener('error', () => this.#miss(), { signal });
    player.addEventListener('playing', () => this.#begin(context), { signal });
    this.#gain = nodes.gain(0, into);
    this.#level = new Ramp(this.#gain.gain, 0);
    this.#source = nodes.keep(new MediaElementAudioSourceNode(context, { mediaElement: player }));
    this.#source.connect(this.#gain);
    player.src = url;
  }

  #begin(context: AudioContext): void {
    this.phase = 'playing';
    this.#level.to(1, context.currentTime, FADE_SECONDS);
  }

  #miss(): void {
    this.phase = 'none';
  }

  /** Goes on where it was, or waits there. */
  play(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (!wanted) this.#player.pause();
    // A refusal is no news: there is no file, or the sound was switched off again meanwhile.
    else if (this.phase !== 'none') this.#player.play().catch(() => undefined);
  }

  dispose(): void {
    this.#listening.abort();
    this.#player.pause();
    this.#player.removeAttribute('src');
    // Lets go of the file, and of the connection it comes over.
    this.#player.load();
    this.#nodes.drop(this.#source);
    this.#nodes.drop(this.#gain);
  }
}
