import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { SettingsStore } from '../../../../data/config/settings/settings-store.ts';
import { changeSettings, defaultSettings } from '../../../../data/config/settings/settings.ts';
import { type State, createState } from '../../../../data/state.ts';
import { MemoryStorage } from '../../../helpers/memory-storage.ts';

const microtasks = () => new Promise<void>((done) => setTimeout(done, 0));
const FRAME = 1 / 60;
const TRIAL_SECONDS = 3;

/** The tabs of one browser: each is told what another one writes. */
class Browser {
  readonly storage = new MemoryStorage();
  readonly #tabs: EventTarget[] = [];
  readonly #pages: { dispose?(): void }[] = [];

  /** `before` changes the state while the store is not loaded yet. */
  open(
    storage: Storage | undefined = this.storage,
    before?: (state: State) => void,
  ): {
    state: State;
    window: EventTarget;
    frames(seconds: number): void;
    /** Ends without any event, as a killed process does. */
    crash(): void;
  } {
    const window = new EventTarget();
    const state = createState();
    const tabs = this.#tabs;
    const heard = storage && {
      getItem: (key: string) => storage.getItem(key),
      removeItem: (key: string) => storage.removeItem(key),
      key: (index: number) => storage.key(index),
      get length() {
        return storage.length;
      },
      setItem(key: string, value: string) {
        storage.setItem(key, value);
        const event = () => Object.assign(new Event('storage'), { key, newValue: value });
        // Browsers notify the other tabs in a separate task.
        for (const other of tabs) if (other !== window) queueMicrotask(() => other.dispatchEvent(event()));
      },
    };
    const store = new SettingsStore({ storage: heard, window });
    tabs.push(window);
    before?.(state);
    store.init(undefined, state);
    this.#pages.push(store);
    return {
      state,
      window,
      frames(seconds) {
        for (let at = 0; at < seconds; at += FRAME) store.update(at, FRAME);
      },
      crash() {
        tabs.splice(tabs.indexOf(window), 1);
        store.dispose();
      },
    };
  }

  close(): void {
    for (const page of this.#pages) page.dispose?.();
  }
}

const ready = (state: State, quality: 'low' | 'middle' | 'highest' = 'highest'): void => {
  state.world.status.set({ phase: 'ready', progress: 1, note: '' });
  state.world.quality.set(quality);
};
let browser = new Browser();
afterEach(() => {
  browser.close();
  browser = new Browser();
});

test('keeps what a visitor sets for the next visit', async () => {
  const page = browser.open();
  changeSettings(page.state, { lookSpeed: 2, captions: false });
  await microtasks();
  const { settings, settingsNote } = browser.open().state;
  assert.equal(settings.get().lookSpeed, 2);
  assert.equal(settings.get().captions, false);
  assert.deepEqual(settingsNote.get(), { saved: true, reverted: '' });
});

test('keeps what a visitor sets before the store is loaded, beside what an earlier visit has stored', async () => {
  for (const earlier of [{}, { shortcuts: false }]) {
    const before = browser.open();
    changeSettings(before.state, earlier);
    await microtasks();
    const { settings } = browser.open(undefined, (state) => changeSettings(state, { sound: true })).state;
    assert.deepEqual(settings.get(), { ...defaultSettings, ...earlier, sound: true });
    await microtasks();
    assert.deepEqual(browser.open().state.settings.get(), settings.get(), 'it is stored');
    browser.close();
    browser = new Browser();
  }
});

test('a volume that a visitor sets before the store is loaded leaves the other stored volumes', async () => {
  const { volume } = defaultSettings;
  const earlier = browser.open();
  changeSettings(earlier.state, { volume: { ...volume, master: 0.1, voice: 0.2 } });
  await microtasks();
  const { settings } = browser.open(undefined, (state) =>
    changeSettings(state, { volume: { ...volume, ambient: 0.3 } }),
  ).state;
  assert.deepEqual(settings.get().volume, { ...volume, master: 0.1, voice: 0.2, ambient: 0.3 });
  await microtasks();
  assert.deepEqual(browser.open().state.settings.get().volume, settings.get().volume, 'it is stored');
});

test('writes once for many changes in a row', async () => {
  let writes = 0;
  const storage = new MemoryStorage();
  const set = storage.setItem.bind(storage);
  storage.setItem = (key: string, value: string) => {
    writes++;
    set(key, value);
  };
  const { state } = browser.open(storage);
  for (let degrees = 60; degrees <= 90; degrees++) changeSettings(state, { fieldOfView: degrees });
  await microtasks();
  assert.equal(writes, 1);
  assert.match(storage.getItem('home-world.settings') ?? '', /"fieldOfView":90/);
});

test('works without a storage and says that nothing is saved', async () => {
  const { state } = browser.open(undefined);
  // `open` takes the browser's own storage for undefined: this one has none.
  const bare = createState();
  const store = new SettingsStore({ storage: undefined, window: new EventTarget() });
  store.init(undefined, bare);
  assert.equal(bare.settingsNote.get().saved, false);
  changeSettings(bare, { lookSpeed: 3 });
  await microtasks();
  assert.equal(bare.settings.get().lookSpeed, 3);
  assert.equal(bare.settingsNote.get().saved, false);
  assert.equal(state.settingsNote.get().saved, true);
  store.dispose();
});

test('works with a storage that fails, and saves again once it has room', async () => {
  const storage = new MemoryStorage();
  const set = storage.setItem.bind(storage);
  let full = true;
  storage.setItem = (key: string, value: string) => {
    if (full) throw new DOMException('no room', 'QuotaExceededError');
    set(key, value);
  };
  storage.getItem = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  const { state } = browser.open(storage);
  assert.equal(state.settingsNote.get().saved, false);
  changeSettings(state, { invertLook: true });
  await microtasks();
  assert.equal(state.settings.get().invertLook, true);
  assert.equal(state.settingsNote.get().saved, false);
  full = false;
  changeSettings(state, { invertLook: false });
  await microtasks();
  assert.equal(state.settingsNote.get().saved, true);
});

test('follows another tab and writes nothing back', async () => {
  const one = browser.open();
  const other = browser.open();
  changeSettings(one.state, { captions: false, fieldOfView: 75 });
  await microtasks();
  assert.equal(other.state.settings.get().captions, false);
  assert.equal(other.state.settings.get().fieldOfView, 75);
  changeSettings(other.state, { lookSpeed: 0.5 });
  await microtasks();
  assert.deepEqual(one.state.settings.get(), other.state.settings.get());
});

test('reverts a graphics setting after the page crashed, and says which', async () => {
  const page = browser.open();
  ready(page.state);
  changeSettings(page.state, { quality: 'highest', lookSpeed: 2 });
  await microtasks();
  page.frames(1.5);
  page.crash();
  const next = browser.open();
  const { quality, lookSpeed } = next.state.settings.get();
  assert.deepEqual([quality, lookSpeed], ['auto', 2]);
  assert.equal(
    next.state.settingsNote.get().reverted,
    'The page closed within seconds of the change to “quality highest”, so “quality auto” is set again.',
  );
  next.crash();
  // It says so once; the next visit is normal.
  assert.equal(browser.open().state.settingsNote.get().reverted, '');
});

test('keeps a graphics setting that was drawn for some seconds', async () => {
  const page = browser.open();
  ready(page.state);
  changeSettings(page.state, { quality: 'highest', resolution: 0.7 });
  await microtasks();
  page.frames(TRIAL_SECONDS + 0.1);
  page.crash();
  const next = browser.open().state;
  assert.equal(next.settings.get().quality, 'highest');
  assert.equal(next.settings.get().resolution, 0.7);
  assert.equal(next.settingsNote.get().reverted, '');
});

test('counts no frame before the world is shown, while shaders compile, or at another level', async () => {
  const page = browser.open();
  changeSettings(page.state, { quality: 'highest' });
  await microtasks();
  page.frames(TRIAL_SECONDS + 1);
  ready(page.state, 'low');
  page.frames(TRIAL_SECONDS + 1);
  page.state.world.quality.set('highest');
  page.state.world.settling.set(true);
  page.frames(TRIAL_SECONDS + 1);
  page.crash();
  assert.equal(browser.open().state.settings.get().quality, 'auto');
});

test('reverts at once when the graphics context is lost', async () => {
  const page = browser.open();
  ready(page.state);
  changeSettings(page.state, { quality: 'highest' });
  await microtasks();
  page.state.world.status.set({ phase: 'lost', progress: 1, note: '' });
  page.frames(FRAME);
  assert.equal(page.state.settings.get().quality, 'auto');
  assert.match(page.state.settingsNote.get().reverted, /^The graphics card failed with “quality highest”/);
  await microtasks();
  assert.equal(browser.open().state.settings.get().quality, 'auto');
});

test('reverts to the last working setting after many changes, and leaves safe settings alone', async () => {
  const page = browser.open();
  ready(page.state);
  changeSettings(page.state, { quality: 'middle' });
  await microtasks();
  changeSettings(page.state, { quality: 'highest', effects: false });
  await microtasks();
  page.crash();
  const next = browser.open();
  assert.equal(next.state.settings.get().quality, 'auto');
  assert.equal(next.state.settings.get().effects, true);
  changeSettings(next.state, { quality: 'low' });
  await microtasks();
  changeSettings(next.state, { quality: 'auto' });
  await microtasks();
  next.crash();
  assert.equal(browser.open().state.settingsNote.get().reverted, '');
});

test('keeps settings where there is no picture to test', async () => {
  const page = browser.open();
  page.state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL 2' });
  changeSettings(page.state, { quality: 'low' });
  await microtasks();
  page.crash();
  assert.equal(browser.open().state.settings.get().quality, 'low');
});

test('keeps the trial running when another tab changes another setting', async () => {
  const one = browser.open();
  const other = browser.open();
  ready(one.state);
  changeSettings(one.state, { quality: 'highest' });
  await microtasks();
  changeSettings(other.state, { captions: false });
  await microtasks();
  one.crash();
  other.crash();
  const { quality, captions } = browser.open().state.settings.get();
  assert.deepEqual([quality, captions], ['auto', false]);
});

test('ends the trial of a tab when another tab sets another picture', async () => {
  const first = browser.open();
  ready(first.state);
  changeSettings(first.state, { quality: 'highest' });
  await microtasks();
  const second = browser.open();
  await microtasks();
  for (const { state } of [first, second]) assert.equal(state.settings.get().quality, 'auto');
  changeSettings(second.state, { quality: 'low' });
  await microtasks();
  first.frames(TRIAL_SECONDS + 0.1);
  await microtasks();
  assert.equal(first.state.settings.get().quality, 'low');
  second.crash();
  assert.equal(browser.open().state.settings.get().quality, 'auto', 'the trial of the second tab');
});

test('reverts the trial of a closed page in a second tab, and a third tab follows', async () => {
  const first = browser.open();
  const third = browser.open();
  ready(first.state);
  changeSettings(first.state, { quality: 'low' });
  await microtasks();
  first.crash();
  const second = browser.open();
  await microtasks();
  for (const { state } of [second, third]) assert.equal(state.settings.get().quality, 'auto');
  assert.match(second.state.settingsNote.get().reverted, /“quality low”, so “quality auto” is set again/);
});
