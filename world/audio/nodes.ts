import { seededRandom } from '../utils/noise.ts';

const NOISE_SECONDS = 4.1;
const NOISE_SEED = 1709;

/** White noise on two independent channels. The same seed gives the same noise. */
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

/** Makes the nodes of one context and remembers them, so that all can be disconnected. */
export class Nodes {
  readonly context: BaseAudioContext;
  readonly #kept = new Set<AudioNode>();
  /** Waves by their partials, cached because the creation of one takes some milliseconds. */
  readonly #waves = new Map<readonly number[], PeriodicWave>();
  #cosine: PeriodicWave | undefined;
  #noise: AudioBuffer | undefined;

  constructor(context: BaseAudioContext) {
    this.context = context;
  }

  /** The number of nodes that are not dropped. */
  get count(): number {
    return this.#kept.size;
  }

  keep<N extends AudioNode>(node: N): N {
    this.#kept.add(node);
    return node;
  }

  /** Stops a node, if it runs, and disconnects it. */
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

  /** `pan`: from −1 (left) to 1 (right). */
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

  /**
   * Returns an oscillator that is not started. `partials` are the gains of the note itself and its multiples;
   * without them, it plays a sine. Waves are cached by the identity of the list.
   */
  tone(frequency: number, partials: readonly number[] | undefined, into: AudioNode): OscillatorNode {
    const node = this.keep(new OscillatorNode(this.context, { frequency }));
    if (partials) node.setPeriodicWave(this.#wave(partials));
    node.connect(into);
    return node;
  }

  /**
   * Moves a parameter up and down by `depth` with a period of `seconds`. The movement starts after `quarter`
   * quarters of the period.
   */
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

  /**
   * Like `sway`, for parameters that are expensive to change: one step per 128 samples.
   */
  swaySteps(seconds: number, quarter: 0 | 1 | 2 | 3, depth: number, param: AudioParam): void {
    param.automationRate = 'k-rate';
    this.sway(seconds, quarter, depth, param);
  }

  /**
   * Returns a source of endless noise, not started. All sources share one buffer and differ in `rate` and
   * start position.
   */
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
