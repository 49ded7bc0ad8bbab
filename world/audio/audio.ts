import type { Reading } from '../../data/readings/reading.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { Portal, Weather } from '../../data/readings/records.ts';
import { type AudioStatus, ambientUrl, silence, setAudioEnabled } from '../../data/config/settings/audio.ts';
import type { State } from '../../data/state.ts';
import { weatherLook } from '../utils/weather-look.ts';
import { type WeatherNoiseLevels, weatherNoiseLevels, nightAt } from './weather-noise-levels.ts';
import { Cues } from './cues.ts';
import { portalDronePlaces } from './portal-places.ts';
import { type Instruments, Sound } from './audio-engine.ts';
import { errorMessage } from '../core/error-message.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** New weather is heard over so many seconds, as it is seen. */
const WEATHER_SECONDS = 5;
const MINUTE_MS = 60_000;
/** After one of these a browser lets a page sound. Esc is none of them: it leaves things. */
const GESTURES = ['pointerup', 'click', 'keydown'] as const;

const hasBeenTouched = (): boolean =>
  'userActivation' in navigator ? navigator.userActivation.hasBeenActive : false;

/** The header's own button says by itself what is wanted. */
const isSoundButton = (event: Event): boolean => {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest('[data-name="sound"]') !== null;
};

/** The first touch of the page: who had sound on the last time gets it again. */
const resumeSound = (state: State): void => {
  if (state.settings.get().sound && !state.audio.enabled.get()) setAudioEnabled(state, true);
};

/**
 * Everything one hears (specification 6.4). Without a visitor's gesture there is no context, no node and no request; without the wish for sound a
 * frame costs a look at one signal.
 */
class HomeAudio {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #cues: Cues;
  readonly #listening = new AbortController();
  #sound: Sound | undefined;
  #playing: Instruments | undefined;
  #touched = hasBeenTouched();
  #hidden = document.hidden;
  #enabled = false;
  #failed = '';
  #weather: Reading<Weather> | undefined;
  #portals: Reading<readonly Portal[]> | undefined;
  #minute = -1;
  #night = 0;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    this.#cues = new Cues(state);
    const { signal } = this.#listening;
    for (const name of GESTURES) window.addEventListener(name, this.#onGesture, { signal });
    document.addEventListener('visibilitychange', this.#onVisibility, { signal });
    if (this.#touched) resumeSound(state);
  }

  readonly #onGesture = (event: Event): void => {
    if (!event.isTrusted || (event instanceof KeyboardEvent && event.key === 'Escape')) return;
    this.#touched = true;
    if (!isSoundButton(event)) resumeSound(this.#state);
    // Here and not in the next frame: some browsers allow it only within the gesture itself.
    this.#follow();
    this.#sound?.resume();
  };

  /** No frame comes while the page is hidden. */
  readonly #onVisibility = (): void => {
    this.#hidden = document.hidden;
    if (this.#hidden) this.#playing = undefined;
    this.#follow();
    this.#tell();
  };

  /** Makes the sound on the first wish, and lets it sleep while nobody wants or hears it. */
  #follow(): void {
    this.#enabled = this.#state.audio.enabled.get();
    const wanted = this.#enabled && !this.#hidden;
    if (wanted && !this.#sound && this.#touched && this.#failed === '') this.#begin();
    this.#sound?.wake(wanted);
  }

  #begin(): void {
    const state = this.#state;
    try {
      this.#sound = new Sound(
        {
          volumes: state.settings.get().volume,
          air: this.#air(),
          ambientUrl: ambientUrl(state.config.get(), state.base),
        },
        this.#fail,
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  readonly #fail = (error: unknown): void => {
    this.#failed = `This browser gives the page no sound: ${errorMessage(error)}`;
    this.#scene.report('audio', error);
  };

  #air(): WeatherNoiseLevels {
    return weatherNoiseLevels(weatherLook(currentValue(this.#state.readings.weather.get())), this.#night);
  }

  update(delta: number): void {
    this.#follow();
    this.#tell();
    const playing = this.#sound?.audible;
    if (playing !== this.#playing) {
      this.#playing = playing;
      // What has happened meanwhile is past: it is taken note of, and not played.
      this.#cues.update(0, undefined);
    }
    if (!playing) return;
    this.#cues.update(delta, playing.voices);
    const { graph, hums, ear } = playing;
    graph.setVolumes(this.#state.settings.get().volume);
    graph.duck(this.#state.audio.speech.get());
    this.#followAir(graph);
    this.#followPortals(hums);
    ear.follow(this.#scene.camera.matrixWorld.elements);
    hums.update(delta, ear.x, ear.y, ear.z);
    this.#sound?.update(playing);
  }

  #followAir(graph: Instruments['graph']): void {
    const weather = this.#state.readings.weather.get();
    const minute = Math.floor(this.#state.now.get() / MINUTE_MS);
    if (weather === this.#weather && minute === this.#minute) return;
    this.#weather = weather;
    this.#minute = minute;
    const { latitude, longitude } = this.#state.config.get().weather;
    this.#night = nightAt(latitude, longitude, minute * MINUTE_MS);
    graph.follow(this.#air(), this.#night, WEATHER_SECONDS);
  }

  #followPortals(hums: Instruments['hums']): void {
    const portals = this.#state.derived.portals.get();
    if (portals === this.#portals) return;
    this.#portals = portals;
    hums.set(portalDronePlaces(portals));
  }

  #phase(): AudioStatus['phase'] {
    if (!this.#enabled) return 'off';
    if (this.#failed !== '') return 'unavailable';
    if (this.#hidden) return 'asleep';
    return this.#sound?.audible ? 'on' : 'waiting';
  }

  /** Says what is so, when it changes. */
  #tell(): void {
    const { status } = this.#state.audio;
    const phase = this.#phase();
    const ambient = this.#sound?.ambient ?? 'unasked';
    const said = status.get();
    if (said.phase === phase && said.ambient === ambient) return;
    status.set({ phase, ambient, note: phase === 'unavailable' ? this.#failed : '' });
  }

  get nodeCount(): number {
    return this.#sound?.nodeCount ?? 0;
  }

  get context(): AudioContext | undefined {
    return this.#sound?.context;
  }

  dispose(): void {
    this.#listening.abort();
    this.#state.audio.status.set(silence);
    this.#sound?.dispose();
  }
}

let audio: HomeAudio | undefined;

export function init(scene: WorldScene, state: State): void {
  audio = new HomeAudio(scene, state);
}

export function update(_elapsed: number, delta: number): void {
  audio?.update(delta);
}

export function dispose(): void {
  audio?.dispose();
  audio = undefined;
}

/** Nodes that play or could play, and their context; none before the visitor's gesture. */
export const soundGraph = (): { readonly nodes: number; readonly context: AudioContext | undefined } => ({
  nodes: audio?.nodeCount ?? 0,
  context: audio?.context,
});
