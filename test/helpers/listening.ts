import { sendMouse } from '@web/test-runner-commands';
import { weatherLabel } from '../../data/readings/weather-label.ts';
import { type Volumes, AudioGraph } from '../../world/audio/graph.ts';
import { PortalDrones } from '../../world/audio/portal-drones.ts';
import { impulseResponse } from '../../world/audio/reverb.ts';
import { Voices } from '../../world/audio/voices.ts';
import { weatherLook } from '../../world/utils/weather-look.ts';
import { waitUntil } from './wait-until.ts';
import { type WeatherNoiseLevels, weatherNoiseLevels } from '../../world/audio/weather-noise.ts';

export const SAMPLE_RATE = 48_000;
export const FULL: Volumes = { master: 1, ambient: 1, portals: 1, effects: 1, voice: 1 };
/** The volumes with one bus at full volume and the others silent. */
export const only = (bus: 'ambient' | 'portals' | 'effects'): Volumes => ({
  ...FULL,
  ambient: 0,
  portals: 0,
  effects: 0,
  [bus]: 1,
});
export const still: WeatherNoiseLevels = { wind: 0, windTone: 300, rain: 0, rainTone: 4000, rumble: 0 };
export const weatherAt = (code: number, night = 0): WeatherNoiseLevels =>
  weatherNoiseLevels(weatherLook({ code, label: weatherLabel(code) }), night);

export interface Booth {
  readonly context: OfflineAudioContext;
  readonly graph: AudioGraph;
  readonly portalDrones: PortalDrones;
  readonly voices: Voices;
}

export interface Take {
  readonly seconds: number;
  readonly volumes?: Volumes;
  readonly weatherNoise?: WeatherNoiseLevels;
  /** Seconds in which the sound is switched on at the start; `false`: not at all. */
  readonly fade?: number | false;
  readonly drones?: PortalDrones['heard'];
  readonly echo?: boolean;
  /** Runs at the start, and at these seconds. */
  readonly begin?: (booth: Booth) => void;
  readonly at?: Readonly<Record<number, (booth: Booth) => void>>;
}

const echoes = new Map<number, Promise<AudioBuffer>>();

let headRecordings: Promise<AudioContext> | undefined;

/**
 * Loads Chrome's recordings for head-related panners, which it loads once for each sample rate and
 * shares between contexts. An offline context that has to wait for them hangs for ever in about 4 %
 * of new pages. A context in real time does not wait: its panner is silent until they are loaded.
 * The context stays, for Chrome forgets the recordings after the last one that uses them.
 */
async function loadHeadRecordings(): Promise<AudioContext> {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  const source = new ConstantSourceNode(context);
  const analyser = new AnalyserNode(context);
  source.connect(new PannerNode(context, { panningModel: 'HRTF' })).connect(analyser);
  source.start();
  // A gesture: before one, no context runs in real time.
  await sendMouse({ type: 'click', position: [5, 5] });
  void context.resume();
  const heard = new Float32Array(analyser.fftSize);
  await waitUntil(() => {
    analyser.getFloatTimeDomainData(heard);
    return heard.some((sample) => sample !== 0);
  }, 'the head-related panner is heard');
  await context.suspend();
  return context;
}

/** Renders the whole graph, sample by sample, and returns what comes out: left and right. */
export async function listen(take: Take): Promise<readonly [Float32Array, Float32Array]> {
  const { seconds, volumes = FULL, fade = 0.01, drones: places = [], echo = true, begin, at = {} } = take;
  await (headRecordings ??= loadHeadRecordings());
  const context = new OfflineAudioContext(2, Math.ceil(seconds * SAMPLE_RATE), SAMPLE_RATE);
  const graph = new AudioGraph(context, volumes, take.weatherNoise ?? still);
  if (echo) {
    const impulse = echoes.get(SAMPLE_RATE) ?? impulseResponse(SAMPLE_RATE);
    echoes.set(SAMPLE_RATE, impulse);
    graph.setReverb(await impulse);
  }
  const portalDrones = new PortalDrones(graph.nodes, graph.portals);
  const voices = new Voices(graph.nodes, graph.effects);
  portalDrones.set(places);
  portalDrones.update(0, 0, 0, 0);
  if (fade !== false) graph.fade(1, fade);
  const booth = { context, graph, portalDrones, voices };
  begin?.(booth);
  for (const [second, act] of Object.entries(at))
    void context.suspend(Number(second)).then(() => {
      act(booth);
      return context.resume();
    });
  const heard = await context.startRendering();
  graph.dispose();
  return [heard.getChannelData(0), heard.getChannelData(1)];
}

export const droneAt = (index: number, x: number, z: number, level = 1): PortalDrones['heard'][number] => ({
  id: `portal ${index}`,
  x,
  y: 0,
  z,
  index,
  level,
});

const part = (samples: Float32Array, from: number, to: number): Float32Array =>
  samples.subarray(Math.floor(from * SAMPLE_RATE), Math.min(samples.length, Math.floor(to * SAMPLE_RATE)));

/** Root mean square between two seconds. */
export function rms(samples: Float32Array, from = 0, to = Infinity): number {
  const heard = part(samples, from, to);
  return Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / heard.length);
}

export const peak = (samples: Float32Array, from = 0, to = Infinity): number =>
  part(samples, from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

export const mean = (samples: Float32Array, from = 0, to = Infinity): number => {
  const heard = part(samples, from, to);
  return heard.reduce((sum, sample) => sum + sample, 0) / heard.length;
};

/** The largest step from one sample to the next: a click stands out. */
export function step(samples: Float32Array, from = 0, to = Infinity): number {
  const heard = part(samples, from, to);
  let most = 0;
  for (let i = 1; i < heard.length; i++)
    most = Math.max(most, Math.abs((heard[i] as number) - (heard[i - 1] as number)));
  return most;
}

export const decibels = (ratio: number): number => 20 * Math.log10(ratio);

/** The amplitude of one frequency's sine (Goertzel, with a Hann window). */
export function goertzel(samples: Float32Array, hertz: number, from = 0, to = Infinity): number {
  const heard = part(samples, from, to);
  const turn = (2 * Math.PI * hertz) / SAMPLE_RATE;
  const twice = 2 * Math.cos(turn);
  let before = 0;
  let last = 0;
  for (let i = 0; i < heard.length; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / heard.length);
    const next = (heard[i] as number) * window + twice * last - before;
    before = last;
    last = next;
  }
  return (4 * Math.sqrt(last * last + before * before - twice * last * before)) / heard.length;
}
