import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

/** Where a sound is, in metres; without one it is everywhere. */
export interface SoundPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** How loud a sound is over its time, in seconds: up, held, and down to −60 dB as things die away. */
export interface Envelope {
  readonly peak: number;
  readonly attack: number;
  readonly hold?: number;
  readonly decay: number;
}

export interface ToneOptions extends Envelope {
  /** Hertz; and where it glides to until the end of its hold. */
  readonly frequency: number;
  readonly to?: number;
  readonly partials?: readonly number[];
  /** Seconds after the voice's beginning. */
  readonly after?: number;
}

export interface HissOptions extends Envelope {
  readonly type: BiquadFilterType;
  readonly frequency: number;
  readonly to?: number;
  readonly q?: number;
  readonly after?: number;
  /** Where in the noise it begins, in seconds: so that two bursts are not the same. */
  readonly from?: number;
}

/** Writes one sound into a voice. */
export type Patch = (voice: Voice) => void;

/** So many sounds at once; one more, and the oldest is let go. */
export const MAX_VOICES = 10;
/** And so many that are being let go. */
const MAX_LEAVING = 4;
const LEAVE_SECONDS = 0.08;
/** −60 dB, and the time from there to nothing. */
const FAINT = 0.001;
const LAST_SECONDS = 0.03;
/** Most of what happens is 20 to 250 metres away and is to be heard: a wider reference than the portals'. */
const PANNER = {
  panningModel: 'equalpower',
  distanceModel: 'inverse',
  refDistance: 14,
  maxDistance: 400,
  rolloffFactor: 0.5,
} as const satisfies PannerOptions;

/** One sound: the nodes it is made of, until it has died away. */
export class Voice {
  /** Of the context, in seconds. */
  readonly begins: number;
  ends: number;
  readonly #nodes: Nodes;
  readonly #kept: AudioNode[] = [];
  readonly #level: Ramp;
  readonly #input: GainNode;

  constructor(nodes: Nodes, into: AudioNode, begins: number, place: SoundPlace | undefined) {
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

  /** A gain that follows the envelope; returns it, and when it is over. */
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
  leave(now: number, seconds: number): void {
    this.#level.to(0, now, seconds);
    this.ends = Math.min(this.ends, now + seconds);
  }

  drop(): void {
    for (const node of this.#kept.splice(0)) this.#nodes.drop(node);
  }
}

/** A bounded choir: whatever happens, it never has more nodes than these voices. */
export class Voices {
  readonly #nodes: Nodes;
  readonly #into: AudioNode;
  readonly #voices: Voice[] = [];
  readonly #leaving: Voice[] = [];

  constructor(nodes: Nodes, into: AudioNode) {
    this.#nodes = nodes;
    this.#into = into;
  }

  /** Sounds under way, those that are being let go among them. */
  get count(): number {
    return this.#voices.length + this.#leaving.length;
  }

  /** Plays a sound in `after` seconds. Undefined where there is no room even among those that leave. */
  play(recipe: Patch, after = 0, place?: SoundPlace): Voice | undefined {
    const now = this.#nodes.context.currentTime;
    if (this.#voices.length >= MAX_VOICES) {
      if (this.#leaving.length >= MAX_LEAVING) return undefined;
      this.letGo(this.#voices[0] as Voice, LEAVE_SECONDS);
    }
    const voice = new Voice(this.#nodes, this.#into, now + after, place);
    recipe(voice);
    this.#voices.push(voice);
    return voice;
  }

  /** Ends a sound early, softly; nothing where it is over. */
  letGo(voice: Voice, seconds: number): void {
    const at = this.#voices.indexOf(voice);
    if (at < 0) return;
    this.#voices.splice(at, 1);
    voice.leave(this.#nodes.context.currentTime, seconds);
    this.#leaving.push(voice);
  }

  /** Gives back the nodes of what is over. */
  update(): void {
    if (this.count === 0) return;
    const now = this.#nodes.context.currentTime;
    this.#clear(this.#voices, now);
    this.#clear(this.#leaving, now);
  }

  #clear(voices: Voice[], now: number): void {
    for (let i = voices.length - 1; i >= 0; i--) {
      const voice = voices[i] as Voice;
      if (voice.ends >= now) continue;
      voice.drop();
      voices.splice(i, 1);
    }
  }
}
