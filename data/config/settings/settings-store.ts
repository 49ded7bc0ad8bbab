import type { Environment } from '../../core/environment.ts';
import type { DataModule } from '../../core/module.ts';
import { type PictureSettings, readPictureSettings, readSettings } from './settings-schema.ts';
import type { Settings, SettingsNote, SettingsState } from './settings.ts';
import { watch } from '../../core/signal.ts';
import type { WorldState } from '../../world-state.ts';

export const SETTINGS_KEY = 'home-world.settings';
/** Held by each page that tries a picture: a page that is gone holds nothing. */
const TRIAL_LOCK = 'home-world.trial';
/**
 * So long must the world have been drawn with new settings of the picture before they are kept. The ticker counts a slow frame as a
 * twentieth of a second: where few are drawn it takes the longer.
 */
export const TRIAL_SECONDS = 3;
/** Ours is a tenth of it; nothing longer is read. */
const MAX_CHARACTERS = 4_000;

/** As it is stored. `good`: the settings of the picture on trial have not proven themselves, and these were the last that had. */
interface Kept {
  readonly settings: Settings;
  readonly good?: PictureSettings | undefined;
}

function readKept(text: string | null): Kept | undefined {
  if (text === null || text.length > MAX_CHARACTERS) return undefined;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return undefined;
    const { settings, good } = raw as Record<string, unknown>;
    return {
      settings: readSettings(settings),
      good: good === undefined ? undefined : readPictureSettings(good),
    };
  } catch {
    return undefined;
  }
}

const pictureOf = ({ quality, resolution, effects }: PictureSettings): PictureSettings => ({
  quality,
  resolution,
  effects,
});

const samePicture = (one: PictureSettings, other: PictureSettings): boolean =>
  one.quality === other.quality && one.resolution === other.resolution && one.effects === other.effects;

const differences: readonly ((one: PictureSettings, other: PictureSettings) => string | undefined)[] = [
  (one, other) => (one.quality === other.quality ? undefined : `quality ${one.quality}`),
  (one, other) =>
    one.resolution === other.resolution ? undefined : `resolution ${Math.round(one.resolution * 100)} %`,
  (one, other) => (one.effects === other.effects ? undefined : `effects ${one.effects ? 'on' : 'off'}`),
];

/** What of `one` is not as in `other`: “quality highest, effects on”. */
const told = (one: PictureSettings, other: PictureSettings): string =>
  `“${differences.flatMap((tell) => tell(one, other) ?? []).join(', ')}”`;

/** The parts of the state that this module uses. */
type Needs = SettingsState & WorldState;

/**
 * Keeps the visitor's settings in their browser. What may be too much for a graphics card is on trial until the world has been drawn with it
 * for a while: a page that starts, and finds that the one before ended first, goes back to what was good, and says so. A trial of another page
 * that still lives is left to that page, where the browser can tell.
 */
export function createSettingsStore({
  storage,
  window,
  locks,
}: Pick<Environment, 'storage' | 'window' | 'locks'>): DataModule<Needs> {
  let ending: AbortController | undefined;
  let end: (() => void) | undefined;
  let home: Needs;
  /** As last read, written or adopted. */
  let known: Settings;
  let good: PictureSettings | undefined;
  /** Whether the trial is this page's: another tab's is confirmed there. */
  let own = false;
  let tried = 0;
  let letGo = (): void => undefined;

  const setOwn = (value: boolean): void => {
    if (value === own) return;
    own = value;
    letGo();
    if (!own) return;
    const tries = new Promise<void>((done) => (letGo = done));
    // Refused, other pages cannot tell; they go back then.
    locks?.request(TRIAL_LOCK, { mode: 'shared' }, () => tries).catch(() => undefined);
  };

  const say = (note: Partial<SettingsNote>): void => {
    const before = home.settingsNote.get();
    const after = { ...before, ...note };
    if (after.kept !== before.kept || after.undone !== before.undone) home.settingsNote.set(after);
  };

  const read = (): Kept | undefined => {
    try {
      if (storage) return readKept(storage.getItem(SETTINGS_KEY));
    } catch {
      // Said below.
    }
    say({ kept: false });
    return undefined;
  };

  const write = (): void => {
    const kept: Kept = { settings: known, good };
    try {
      storage?.setItem(SETTINGS_KEY, JSON.stringify(kept));
      say({ kept: storage !== undefined });
    } catch {
      say({ kept: false });
    }
  };

  const take = (settings: Settings): void => {
    known = settings;
    home.settings.set(settings);
  };

  /** Back to the last good values. `why` ends before what was tried. */
  const undo = (why: string): void => {
    const failed = known;
    const back = good;
    good = undefined;
    setOwn(false);
    if (!back) return;
    take({ ...known, ...back });
    write();
    say({ undone: `${why} ${told(failed, back)}, so ${told(back, failed)} stands again.` });
  };

  const leftTooSoon = (): void => undo('The home was left before it had been drawn for some seconds with');

  /** Unless the trial is one of another page, which lives. */
  const goBack = async (): Promise<void> => {
    if (!locks) return leftTooSoon();
    const isTried = await locks.query().then(
      ({ held }) => held?.some(({ name }) => name === TRIAL_LOCK) === true,
      () => false,
    );
    // Meanwhile it may have become this page's.
    if (!isTried && !own) leftTooSoon();
  };

  const onChange = (settings: Settings): void => {
    if (settings === known) return;
    const before = pictureOf(known);
    known = settings;
    // Without a picture there is nothing to try.
    if (!samePicture(settings, before) && home.world.status.get().phase !== 'unavailable') {
      good ??= before;
      setOwn(!samePicture(settings, good));
      if (!own) good = undefined;
      tried = 0;
      say({ undone: '' });
    }
    write();
  };

  const onOtherTab = (event: Event): void => {
    const { key } = event as StorageEvent;
    if (key !== SETTINGS_KEY) return;
    const kept = read();
    if (!kept) return;
    const lost = own && !samePicture(kept.settings, known);
    const before = known;
    good = kept.good;
    setOwn(own && !lost && good !== undefined);
    take(kept.settings);
    if (lost && good === undefined)
      say({
        undone: `Another page of this home set ${told(kept.settings, before)} before ${told(before, kept.settings)} had proven itself.`,
      });
  };

  return {
    init(_scene, state) {
      home = state;
      known = state.settings.get();
      const kept = read();
      if (kept) {
        good = kept.good;
        take(kept.settings);
        if (good && samePicture(good, known)) good = undefined;
        if (good) void goBack();
      }
      ending = new AbortController();
      window.addEventListener('storage', onOtherTab, { signal: ending.signal });
      end = watch(state.settings, onChange);
    },
    update(_elapsed, delta) {
      if (!own || !good) return;
      const { phase } = home.world.status.get();
      if (phase === 'lost') {
        undo('The graphics card gave up with');
        return;
      }
      if (phase !== 'ready' || home.world.settling.get()) return;
      const { quality } = known;
      // A level that is asked for is drawn from the next frame on.
      if (quality !== 'auto' && home.world.quality.get() !== quality && !home.world.fixedQuality.get())
        return;
      tried += delta;
      if (tried < TRIAL_SECONDS) return;
      good = undefined;
      setOwn(false);
      write();
    },
    dispose() {
      end?.();
      ending?.abort();
      good = undefined;
      setOwn(false);
    },
  };
}
