import { seededRandom } from '../utils/noise.ts';

const NOISE_SECONDS = 4.1;
const NOISE_SEED = 1709;

/** Evenly spread noise on two channels that know nothing of each other; the same for the same seed. */
export function noiseBuffer(context: BaseAudioContext, seconds: number, seed: number): AudioBuffer {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = context.createBuffer(2, length, context.sampleRate);
  for (let channel = 0; channel < 2; channel++) {
    const random = seededRandom(seed + channel);
    const samples = buffer.getChannelData(channel);
    for (let i = 0; i < length; i++) samples[i] = random() * 2 - 1;
  }
  return buffer;
}

const isSource = (node: AudioNode): node is AudioScheduledSourceNode => 'stop' in node;

/** Makes the nodes of one context and keeps count of them, so that every one can be let go again. */
export class Nodes {
  readonly context: BaseAudioContext;
  readonly #kept = new Set<AudioNode>();
  /** Each costs the page some milliseconds: those that are the same are one. */
  readonly #waves = new Map<readonly number[], PeriodicWave>();
  #cosine: PeriodicWave | undefined;
  #noise: AudioBuffer | undefined;

  constructor(context: BaseAudioContext) {
    this.context = context;
  }

  /** Nodes that are not let go yet. */
  get count(): number {
    return this.#kept.size;
  }

  keep<N extends AudioNode>(node: N): N {
    this.#kept.add(node);
    return node;
  }

  /** Stops a node, if it runs, and cuts all its wires. */
  drop(node: AudioNode): void {
    if (!this.#kept.delete(node)) return;
    if (isSource(node)) node.stop();
    node.disconnect();
  }

  gain(value: number, into: AudioNode): GainNode {
    const node = this.keep(new GainNode(this.context, { gain: value }));
    node.connect(into);
    return node;
  }

  filter(type: BiquadFilterType, frequency: number, q: number, into: AudioNode): BiquadFilterNode {
    const node = this.keep(new BiquadFilterNode(this.context, { type, frequency, Q: q }));
    node.connect(into);
    return node;
  }

  /** `pan` from −1, left, to 1, right. */
  pan(pan: number, into: AudioNode): StereoPannerNode {
    const node = this.keep(new StereoPannerNode(this.context, { pan }));
    node.connect(into);
    return node;
  }

  #wave(partials: readonly number[]): PeriodicWave {
    let wave = this.#waves.get(partials);
    if (!wave) {
      const imag = new Float32Array([0, ...partials]);
      const real = new Float32Array(imag.length);
      wave = new PeriodicWave(this.context, { real, imag, disableNormalization: true });
      this.#waves.set(partials, wave);
    }
    return wave;
  }

  /** A sum of partials, the note itself first; without them it is pure. Not started. Keep the list: it is known again by itself. */
  tone(frequency: number, partials: readonly number[] | undefined, into: AudioNode): OscillatorNode {
    const node = this.keep(new OscillatorNode(this.context, { frequency }));
    if (partials) node.setPeriodicWave(this.#wave(partials));
    node.connect(into);
    return node;
  }

  /** Moves a parameter up and down by `depth` in `seconds`, from so many quarters of its way on; runs at once. */
  sway(seconds: number, quarter: 0 | 1 | 2 | 3, depth: number, param: AudioParam): void {
    const node = this.keep(new OscillatorNode(this.context, { frequency: 1 / seconds }));
    if (quarter % 2 === 1) {
      this.#cosine ??= new PeriodicWave(this.context, {
        real: [0, 1],
        imag: [0, 0],
        disableNormalization: true,
      });
      node.setPeriodicWave(this.#cosine);
    }
    const amount = this.keep(new GainNode(this.context, { gain: quarter < 2 ? depth : -depth }));
    node.connect(amount).connect(param);
    node.start();
  }

  /** As `sway`, for what is worked out anew at every value: some three hundred times a second is often enough. */
  swaySteps(seconds: number, quarter: 0 | 1 | 2 | 3, depth: number, param: AudioParam): void {
    param.automationRate = 'k-rate';
    this.sway(seconds, quarter, depth, param);
  }

  /** Noise that goes on, from one buffer for all; `rate` and the place where it begins make each its own. Not started. */
  noise(rate: number, into: AudioNode): AudioBufferSourceNode {
    this.#noise ??= noiseBuffer(this.context, NOISE_SECONDS, NOISE_SEED);
    const node = this.keep(
      new AudioBufferSourceNode(this.context, { buffer: this.#noise, loop: true, playbackRate: rate }),
    );
    node.connect(into);
    return node;
  }

  dispose(): void {
    for (const node of this.#kept) this.drop(node);
    this.#noise = undefined;
  }
}
