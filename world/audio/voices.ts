import type { Position } from '../../data/world-state.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

/**
 * How loud a sound is over time, in seconds: a linear attack, hold, and an exponential decay to −60
 * dB.
 */
interface Envelope {
  readonly peak: number;
  readonly attack: number;
  readonly hold?: number;
  readonly decay: number;
}

interface ToneOptions extends Envelope {
  /** The frequency in hertz at the start. It glides to `to` by the end of the hold. */
  readonly frequency: number;
  readonly to?: number;
  readonly partials?: readonly number[] | undefined;
  /** Seconds after the beginning of the voice. */
  readonly after?: number;
}

interface HissOptions extends Envelope {
  readonly type: BiquadFilterType;
  readonly frequency: number;
  readonly to?: number;
  readonly q?: number;
  readonly after?: number;
  /** The start position in the noise, in seconds, so that two bursts differ. */
  readonly from?: number;
}

/** Writes one sound into a voice, as a synthesiser's patch does. */
export type Patch = (voice: Voice) => void;

/** The maximum number of sounds at once. If one more begins, the oldest is released. */
const MAX_VOICES = 10;
/** The maximum number of released sounds that still fade out. */
const MAX_RELEASED = 4;
const RELEASE_SECONDS = 0.08;
/** −60 dB, and the time from that level to silence. */
const FAINT = 0.001;
const LAST_SECONDS = 0.03;
/** Most events are 20 to 250 metres away, so the reference distance is larger than for portals. */
const PANNER = {
  panningModel: 'equalpower',
  distanceModel: 'inverse',
  refDistance: 14,
  maxDistance: 400,
  rolloffFactor: 0.5,
} as const satisfies PannerOptions;

/** One sound and its nodes, until it has ended. */
export class Voice {
  /** Start and end in seconds of context time. */
  readonly begins: number;
  ends: number;
  readonly #nodes: Nodes;
  readonly #kept: AudioNode[] = [];
  readonly #level: Ramp;
  readonly #input: GainNode;

  constructor(nodes: Nodes, into: AudioNode, begins: number, place: Position | undefined) {
    this.#nodes = nodes;
    this.begins = begins;
    this.ends = begins;
    let out = into;
    if (place) {
      const { x, y, z } = place;
      const panner = this.#keep(
        new PannerNode(nodes.context, { ...PANNER, positionX: x, positionY: y, positionZ: z }),
      );
      panner.connect(into);
      out = panner;
    }
    this.#input = this.#keep(new GainNode(nodes.context));
    this.#input.connect(out);
    this.#level = new Ramp(this.#input.gain, 1);
  }

  #keep<N extends AudioNode>(node: N): N {
    this.#kept.push(node);
    return this.#nodes.keep(node);
  }

  /** Creates a gain that follows the envelope. Returns it and its end time. */
  #shape({ peak, attack, hold = 0, decay }: Envelope, at: number): { gain: GainNode; over: number } {
    const gain = this.#keep(new GainNode(this.#nodes.context, { gain: 0 }));
    gain.connect(this.#input);
    const over = at + attack + hold + decay + LAST_SECONDS;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(peak, at + attack);
    gain.gain.setValueAtTime(peak, at + attack + hold);
    gain.gain.exponentialRampToValueAtTime(peak * FAINT, over - LAST_SECONDS);
    gain.gain.linearRampToValueAtTime(0, over);
    this.ends = Math.max(this.ends, over);
    return { gain, over };
  }

  tone(options: ToneOptions): void {
    const { frequency, to, partials, after = 0, attack, hold = 0 } = options;
    const at = this.begins + after;
    const { gain, over } = this.#shape(options, at);
    const tone = this.#keep(this.#nodes.tone(frequency, partials, gain));
    if (to !== undefined) {
      tone.frequency.setValueAtTime(frequency, at);
      tone.frequency.exponentialRampToValueAtTime(to, at + attack + hold);
    }
    tone.start(at);
    tone.stop(over);
  }

  hiss(options: HissOptions): void {
    const { type, frequency, to, q = 0.7, after = 0, from = 0 } = options;
    const at = this.begins + after;
    const { gain, over } = this.#shape(options, at);
    const filter = this.#keep(this.#nodes.filter(type, frequency, q, gain));
    if (to !== undefined) {
      filter.frequency.setValueAtTime(frequency, at);
      filter.frequency.exponentialRampToValueAtTime(to, over);
    }
    const noise = this.#keep(this.#nodes.noise(1, filter));
    noise.start(at, from);
    noise.stop(over);
  }

  /** Fades out from `now` on. */
  fadeOut(now: number, seconds: number): void {
    this.#level.to(0, now, seconds);
    this.ends = Math.min(this.ends, now + seconds);
  }

  drop(): void {
    for (const node of this.#kept.splice(0)) this.#nodes.drop(node);
  }
}

/** The sounds that play. Their number is limited. */
export class Voices {
  readonly #nodes: Nodes;
  readonly #into: AudioNode;
  readonly #voices: Voice[] = [];
  readonly #released: Voice[] = [];

  constructor(nodes: Nodes, into: AudioNode) {
    this.#nodes = nodes;
    this.#into = into;
  }

  /** The number of sounds that play, including released ones. */
  get count(): number {
    return this.#voices.length + this.#released.length;
  }

  /**
   * Plays a sound in `after` seconds. Without a place, the sound has no direction. Returns undefined if too
   * many sounds play.
   */
  play(patch: Patch, after = 0, place?: Position): Voice | undefined {
    const now = this.#nodes.context.currentTime;
    const [oldest] = this.#voices;
    if (oldest && this.#voices.length >= MAX_VOICES) {
      if (this.#released.length >= MAX_RELEASED) return undefined;
      this.release(oldest, RELEASE_SECONDS);
    }
    const voice = new Voice(this.#nodes, this.#into, now + after, place);
    patch(voice);
    this.#voices.push(voice);
    return voice;
  }

  /** Ends a sound early, with a fade. Has no effect on a sound that has ended. */
  release(voice: Voice, seconds: number): void {
    const at = this.#voices.indexOf(voice);
    if (at < 0) return;
    this.#voices.splice(at, 1);
    voice.fadeOut(this.#nodes.context.currentTime, seconds);
    this.#released.push(voice);
  }

  /** Drops the nodes of sounds that have ended. */
  update(): void {
    if (this.count === 0) return;
    const now = this.#nodes.context.currentTime;
    this.#clear(this.#voices, now);
    this.#clear(this.#released, now);
  }

  #clear(voices: Voice[], now: number): void {
    for (let i = voices.length - 1; i >= 0; i--) {
      const voice = voices[i];
      if (!voice || voice.ends >= now) continue;
      voice.drop();
      voices.splice(i, 1);
    }
  }
}
