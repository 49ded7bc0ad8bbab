import { isObject } from '../fields.ts';
import type { Environment } from '../../core/environment.ts';
import type { DataModule } from '../../core/module.ts';
import { watch } from '../../core/watch.ts';
import type { WorldState } from '../../world-state.ts';
import { readSettings } from './settings-schema.ts';
import {
  type Settings,
  type SettingsNote,
  type SettingsState,
  changeSettings,
  defaultSettings,
} from './settings.ts';

const SETTINGS_KEY = 'home-world.settings';
/**
 * The page keeps new picture settings after it has drawn the world with them for this many seconds. The
 * ticker counts at most 1/20 s for each frame, so a slow machine needs more real time.
 */
const TRIAL_SECONDS = 3;
/** The maximum length of stored settings, ten times the usual length. A longer text is not read. */
const MAX_CHARACTERS = 4_000;

/** The settings whose change may crash a page. */
type PictureSettings = Pick<Settings, 'quality' | 'resolution' | 'effects'>;

const pictureOf = ({ quality, resolution, effects }: Settings): PictureSettings => ({
  quality,
  resolution,
  effects,
});

/** The settings of `one` that differ from `other`, for example `quality highest, effects on`. */
const pictureDifference = (one: PictureSettings, other: PictureSettings): string =>
  [
    one.quality !== other.quality && `quality ${one.quality}`,
    one.resolution !== other.resolution && `resolution ${Math.round(one.resolution * 100)} %`,
    one.effects !== other.effects && `effects ${one.effects ? 'on' : 'off'}`,
  ]
    .filter(Boolean)
    .join(', ');

const isSamePicture = (one: PictureSettings, other: PictureSettings): boolean =>
  pictureDifference(one, other) === '';

/** The values of `one` that differ from those of `other`. */
const difference = <T extends object>(one: T, other: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(one).filter(([name, value]) => value !== other[name as keyof T]),
  ) as Partial<T>;

interface StoredSettings {
  readonly settings: Settings;
  /** During a trial of picture settings: the last settings that were drawn for long enough. */
  readonly good?: PictureSettings | undefined;
}

function readStored(text: string | null): StoredSettings | undefined {
  if (text === null || text.length > MAX_CHARACTERS) return undefined;
  try {
    const raw: unknown = JSON.parse(text);
    if (!isObject(raw)) return undefined;
    const { settings, good } = raw;
    return {
      settings: readSettings(settings),
      good: good === undefined ? undefined : pictureOf(readSettings(good)),
    };
  } catch {
    return undefined;
  }
}

type Needs = SettingsState & WorldState;

/**
 * Stores the visitor's settings in the browser. Picture settings that may overload a graphics card are on
 * trial until the world has been drawn with them for some time. A page that starts during a trial reverts to
 * the last good settings and says so. What another tab stores applies in this tab too.
 */
export class SettingsStore implements DataModule<Needs> {
  readonly #storage: Environment['storage'];
  readonly #window: EventTarget;
  #state: Needs | undefined;
  #listening = new AbortController();
  #unwatch: (() => void) | undefined;
  /** The settings as last read, written, or received from another tab. */
  #known = defaultSettings;
  #good: PictureSettings | undefined;
  /** Whether this tab runs the trial. */
  #isTrying = false;
  #triedSeconds = 0;

  constructor({ storage, window }: Pick<Environment, 'storage' | 'window'>) {
    this.#storage = storage;
    this.#window = window;
  }

  init(_scene: undefined, state: Needs): void {
    this.#state = state;
    const early = state.settings.get();
    this.#take(defaultSettings);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#window.addEventListener('storage', (event) => this.#onOtherTab(event as StorageEvent), { signal });
    const stored = this.#read();
    if (stored) {
      this.#take(stored.settings);
      this.#good = stored.good;
      this.#revert('The page closed within seconds of the change to');
    }
    this.#unwatch = watch(state.settings, (settings) => this.#onChange(settings));
    // What the visitor has changed while the page was loading counts like a later change.
    const changed = difference(early, defaultSettings);
    // The volumes are one setting, but each has its own slider.
    const volumes = changed.volume && difference(changed.volume, defaultSettings.volume);
    const volume = { ...state.settings.get().volume, ...volumes };
    changeSettings(state, { ...changed, ...(volumes && { volume }) });
  }

  update(_elapsed: number, delta: number): void {
    if (!this.#state || !this.#isTrying) return;
    const { status, settling, quality, fixedQuality } = this.#state.world;
    const { phase } = status.get();
    if (phase === 'lost') {
      this.#revert('The graphics card failed with');
      return;
    }
    if (phase !== 'ready' || settling.get()) return;
    const wanted = this.#known.quality;
    // Waits until the world is drawn with the requested quality level.
    if (wanted !== 'auto' && quality.get() !== wanted && !fixedQuality.get()) return;
    this.#triedSeconds += delta;
    if (this.#triedSeconds < TRIAL_SECONDS) return;
    this.#endTrial();
    this.#write();
  }

  dispose(): void {
    this.#unwatch?.();
    this.#listening.abort();
    this.#endTrial();
    this.#state = undefined;
  }

  #note(change: Partial<SettingsNote>): void {
    if (!this.#state) return;
    const { settingsNote } = this.#state;
    const before = settingsNote.get();
    const after = { ...before, ...change };
    if (after.saved !== before.saved || after.reverted !== before.reverted) settingsNote.set(after);
  }

  #read(): StoredSettings | undefined {
    try {
      if (this.#storage) return readStored(this.#storage.getItem(SETTINGS_KEY));
    } catch {
      // The note below reports the failure.
    }
    this.#note({ saved: false });
    return undefined;
  }

  #write(): void {
    const stored: StoredSettings = { settings: this.#known, good: this.#good };
    try {
      this.#storage?.setItem(SETTINGS_KEY, JSON.stringify(stored));
      this.#note({ saved: this.#storage !== undefined });
    } catch {
      this.#note({ saved: false });
    }
  }

  #take(settings: Settings): void {
    this.#known = settings;
    this.#state?.settings.set(settings);
  }

  #endTrial(): void {
    this.#good = undefined;
    this.#isTrying = false;
  }

  /** Reverts to the last good picture settings, if other settings are on trial. */
  #revert(why: string): void {
    const failed = this.#known;
    const good = this.#good;
    this.#endTrial();
    if (!good || isSamePicture(good, failed)) return;
    this.#take({ ...failed, ...good });
    this.#write();
    const tried = pictureDifference(failed, good);
    this.#note({ reverted: `${why} “${tried}”, so “${pictureDifference(good, failed)}” is set again.` });
  }

  #onChange(settings: Settings): void {
    const before = this.#known;
    if (settings === before) return;
    this.#known = settings;
    // Without a picture there is no trial.
    const hasPicture = this.#state?.world.status.get().phase !== 'unavailable';
    if (hasPicture && !isSamePicture(settings, before)) {
      this.#good ??= pictureOf(before);
      this.#isTrying = !isSamePicture(settings, this.#good);
      if (!this.#isTrying) this.#good = undefined;
      this.#triedSeconds = 0;
      this.#note({ reverted: '' });
    }
    this.#write();
  }

  #onOtherTab({ key }: StorageEvent): void {
    const stored = key === SETTINGS_KEY ? this.#read() : undefined;
    if (!stored) return;
    const { settings, good } = stored;
    if (!isSamePicture(settings, this.#known)) {
      this.#isTrying = false;
      this.#note({ reverted: '' });
    }
    this.#good = good;
    this.#take(settings);
  }
}
