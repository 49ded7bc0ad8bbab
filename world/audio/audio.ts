import { MINUTE_MS } from '../../data/core/time.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Portal, Weather } from '../../data/readings/records.ts';
import { type AudioStatus, audioOff, setAudioEnabled } from '../../data/config/settings/audio.ts';
import { ambientUrl } from './ambient-file.ts';
import type { State } from '../../data/state.ts';
import { defineModule } from '../core/define-module.ts';
import { errorMessage } from '../../data/core/text.ts';
import type { SceneRegistry } from '../core/scene/scene-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { weatherLook } from '../utils/weather-look.ts';
import { AudioEngine, type Instruments } from './audio-engine.ts';
import { Cues } from './cues.ts';
import { portalDronePlaces } from './portal-drones.ts';
import { type WeatherNoiseLevels, nightAt, weatherNoiseLevels } from './weather-noise.ts';

/** The duration of a change of weather, the same as in the picture. */
const WEATHER_SECONDS = 5;
/** After one of these events, a browser lets the page play audio. The exception is a press of Esc. */
const GESTURES = ['pointerup', 'click', 'keydown'] as const;

const hasBeenTouched = (): boolean =>
  'userActivation' in navigator ? navigator.userActivation.hasBeenActive : false;

/**
 * Whether this is a press of a button, before its `click` event. The button's handler may switch the sound
 * itself, so the press does not do it. The `click` event does: when it reaches the window, the button has
 * handled it.
 */
const isPressOfButton = (event: Event): boolean =>
  event.type !== 'click' && event.composedPath().some((target) => target instanceof HTMLButtonElement);

/** Switches the sound on at the first gesture if it was on at the last visit. */
const resumeFromLastVisit = (state: State): void => {
  if (state.settings.get().sound && !state.audio.enabled.get()) setAudioEnabled(state, true);
};

/**
 * All sound of the world (specification 6.4). Before a visitor's gesture there is no context, no node and no
 * request. While the sound is off, a frame only reads one signal.
 */
export class HomeAudio {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #cues: Cues;
  readonly #listening = new AbortController();
  #engine: AudioEngine | undefined;
  /** The instruments that were audible in the frame before. */
  #playing: Instruments | undefined;
  /** Whether the visitor has made a gesture on this page. */
  #touched = hasBeenTouched();
  #hidden = document.hidden;
  #enabled = false;
  /** Why there is no sound; empty while there is no failure. */
  #failed = '';
  #weather: Reading<Weather> | undefined;
  #portals: Reading<readonly Portal[]> | undefined;
  #doors: SceneRegistry['doors'] = [];
  /** The minute since the epoch for which `#night` was computed. `#night` is 0 by day, 1 at night. */
  #minute = -1;
  #night = 0;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    this.#cues = new Cues(state);
    const { signal } = this.#listening;
    for (const name of GESTURES) window.addEventListener(name, this.#onGesture, { signal });
    document.addEventListener('visibilitychange', this.#onVisibility, { signal });
    if (this.#touched) resumeFromLastVisit(state);
  }

  readonly #onGesture = (event: Event): void => {
    if (!event.isTrusted || (event instanceof KeyboardEvent && event.key === 'Escape')) return;
    this.#touched = true;
    if (!isPressOfButton(event)) resumeFromLastVisit(this.#state);
    // Resumes now and not in the next frame, because some browsers allow this only in the gesture itself.
    this.#follow();
    this.#engine?.resume();
  };

  /** Follows the page's visibility here and not in `update`, because a hidden page has no frames. */
  readonly #onVisibility = (): void => {
    this.#hidden = document.hidden;
    if (this.#hidden) this.#playing = undefined;
    this.#follow();
    this.#publishStatus();
  };

  /**
   * Makes the engine when it is first needed, and suspends it while the sound is off or the page
   * hidden.
   */
  #follow(): void {
    this.#enabled = this.#state.audio.enabled.get();
    const wanted = this.#enabled && !this.#hidden;
    if (wanted && !this.#engine && this.#touched && this.#failed === '') this.#begin();
    this.#engine?.setWanted(wanted);
  }

  #begin(): void {
    const state = this.#state;
    try {
      this.#engine = new AudioEngine(
        {
          volumes: state.settings.get().volume,
          weatherNoise: this.#weatherNoise(),
          ambientUrl: ambientUrl(state.config.get(), state.base),
        },
        this.#fail,
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  readonly #fail = (error: unknown): void => {
    this.#failed = `This browser cannot play sound: ${errorMessage(error)}`;
    this.#scene.report('audio', error);
  };

  #weatherNoise(): WeatherNoiseLevels {
    return weatherNoiseLevels(weatherLook(currentValue(this.#state.readings.weather.get())), this.#night);
  }

  update(_elapsed: number, delta: number): void {
    this.#follow();
    this.#publishStatus();
    const playing = this.#engine?.audible;
    if (playing !== this.#playing) {
      this.#playing = playing;
      // Drops the events of the silent time without playing them.
      this.#cues.update(0, undefined);
    }
    if (!playing) return;
    this.#cues.update(delta, playing.voices);
    const { graph, portalDrones, listener } = playing;
    graph.setVolumes(this.#state.settings.get().volume);
    graph.duck(this.#state.audio.speech.get());
    this.#followWeather(graph);
    this.#followPortals(portalDrones);
    listener.follow(this.#scene.camera.matrixWorld.elements);
    portalDrones.update(delta, listener.x, listener.y, listener.z);
    this.#engine?.update(playing);
  }

  #followWeather(graph: Instruments['graph']): void {
    const weather = this.#state.readings.weather.get();
    const minute = Math.floor(this.#state.now.get() / MINUTE_MS);
    if (weather === this.#weather && minute === this.#minute) return;
    this.#weather = weather;
    this.#minute = minute;
    this.#night = nightAt(this.#state.config.get().weather, minute * MINUTE_MS);
    graph.follow(this.#weatherNoise(), this.#night, WEATHER_SECONDS);
  }

  #followPortals(portalDrones: Instruments['portalDrones']): void {
    const portals = this.#state.derived.portals.get();
    const { doors } = this.#scene.registry;
    if (portals === this.#portals && doors === this.#doors) return;
    this.#portals = portals;
    this.#doors = doors;
    portalDrones.set(portalDronePlaces(portals, doors));
  }

  #phase(): AudioStatus['phase'] {
    if (!this.#enabled) return 'off';
    if (this.#failed !== '') return 'unavailable';
    if (this.#hidden) return 'suspended';
    return this.#engine?.audible ? 'on' : 'waiting';
  }

  #publishStatus(): void {
    const { status } = this.#state.audio;
    const phase = this.#phase();
    const ambient = this.#engine?.ambient ?? 'unasked';
    const before = status.get();
    if (before.phase === phase && before.ambient === ambient) return;
    status.set({ phase, ambient, note: phase === 'unavailable' ? this.#failed : '' });
  }

  /** The number of nodes that are not dropped; 0 before the visitor's gesture. */
  get nodeCount(): number {
    return this.#engine?.nodeCount ?? 0;
  }

  dispose(): void {
    this.#listening.abort();
    this.#state.audio.status.set(audioOff);
    this.#engine?.dispose();
    this.#engine = undefined;
  }
}

export const { init, update, dispose } = defineModule((scene, state) => new HomeAudio(scene, state));
