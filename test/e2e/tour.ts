import { type BrowserContext, type Page, expect } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';

/** Software WebGL on a shared machine: the world may be slow. */
export const WORLD_MS = 90_000;

/**
 * Like `expect.poll`, which soon looks only once a second. For looks that cost little: each wait ends within a fifth
 * of a second after the page is so.
 */
export const becomes = <T>(read: () => T | Promise<T>, what?: string) =>
  expect.poll(read, { intervals: [50, 100, 100, 200], ...(what !== undefined && { message: what }) });

/** Records every error in the page. */
export function listen(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return errors;
}

/** Waits until the loading bar of the world is gone. */
export const worldLoaded = (page: Page): Promise<void> =>
  expect(page.getByRole('progressbar', { name: 'Loading the world' })).toHaveCount(0);

/** Waits until a module of the world runs; the page was opened with `?debug`. */
export async function waitForModule(page: Page, wanted: string): Promise<void> {
  await page.waitForFunction(
    (module) =>
      (window.homeWorld as DebugHandle | undefined)?.ticker
        .stats()
        .modules.some(({ name }) => name === module),
    wanted,
  );
}

/**
 * Makes the pages of `opener` start the world at once. Otherwise a page on a busy machine might measure a
 * slow world and only offer it. Pages with `?quality=` need no call.
 */
export const enterAtOnce = (opener: BrowserContext | Page): Promise<unknown> =>
  opener.addInitScript(() => {
    // A frame of an opaque origin has no storage.
    if (origin !== 'null') sessionStorage['home-world.entered'] = 'yes';
  });

/**
 * The pages of `opener` draw at most five pictures a second, each with a quarter of the pixels: here the processor
 * draws them, and most tests do not look at them. A late picture simulates up to half a second, so that the world
 * keeps up with the clock on a busy machine too.
 */
export const drawLittle = (opener: BrowserContext | Page, pace = 0.2): Promise<unknown> =>
  opener.addInitScript((least) => {
    // A frame of an opaque origin has no storage.
    if (origin !== 'null') localStorage['home-world.settings'] ??= '{"settings":{"resolution":0.5}}';
    let handle: DebugHandle | undefined;
    Object.defineProperty(window, 'homeWorld', {
      configurable: true,
      get: () => handle,
      set(value: DebugHandle) {
        handle = value;
        const { ticker } = value;
        const { tick } = ticker;
        ticker.tick = (seconds) => {
          // Not all of a long pause: a visitor who holds a key would be too far away. The frame sets the
          // pace of the next one.
          ticker.pace = Math.max(ticker.pace, Math.min(seconds, 0.5));
          tick.call(ticker, seconds);
          ticker.pace = Math.max(ticker.pace, least);
        };
      },
    });
  }, pace);

/** Opens the home with its world at a low quality, and draws little. */
export async function openCheaply(page: Page, url: string, rest = '', pace?: number): Promise<void> {
  await drawLittle(page, pace);
  await page.goto(`${url}?debug&quality=lowest${rest}`);
}

/**
 * Opens the home with its complete world; tours ask about the world through `window.toured`. `pace`: the seconds
 * between two pictures, 0 for every frame of the browser.
 */
export async function openWorld(page: Page, url: string, pace?: number): Promise<void> {
  await openCheaply(page, url, '', pace);
  await worldLoaded(page);
  // Everything that loads after the first picture is there.
  await waitForModule(page, 'video-recorder');
  await page.evaluate(() => {
    const handle = window.homeWorld as DebugHandle;
    // `homeWorld` disappears with the debug panel, so the handle gets a second name.
    Object.assign(window, { toured: handle });
    handle.state.panels.debug.set(false);
  });
}

/** Runs in the page: the home of this tour. */
export interface Toured {
  readonly toured: DebugHandle;
}

export interface Now {
  readonly mode: string;
  readonly navigation: string;
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly zoom: number;
  readonly camera: readonly [number, number, number];
  readonly hint: string;
  readonly open: readonly string[];
  readonly reads: string;
}

/** Where the visitor is, and what the home shows. */
export const now = (page: Page): Promise<Now> =>
  page.evaluate(() => {
    const { scene, state } = (window as unknown as Toured).toured;
    if (!scene) throw new Error('no scene');
    const { x, z, yaw, pitch } = scene.player;
    const { mode, navigation } = state.view.get();
    const hint = state.world.hint.get();
    return {
      mode,
      navigation,
      x,
      z,
      yaw,
      pitch,
      zoom: scene.camera.zoom,
      camera: scene.camera.position.toArray(),
      hint: hint ? `${hint.label} ${hint.action ?? ''}` : '',
      open: Object.entries(state.panels)
        .filter(([, panel]) => panel.get())
        .map(([name]) => name),
      reads: state.derived.document.get()?.title ?? '',
    };
  });

export const mode = async (page: Page): Promise<string> => (await now(page)).mode;

/** The name of the focused element, through shadow roots; empty without one. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at || at === document.body) return '';
    const labelled = at.getAttribute('aria-labelledby');
    const root = at.getRootNode() as ShadowRoot | Document;
    const label = labelled ? root.getElementById(labelled)?.textContent : undefined;
    const text = (at.getAttribute('aria-label') ?? label ?? at.textContent ?? '').replace(/\s+/g, ' ').trim();
    // A field has its name in a label beside it.
    return text === '' ? at.localName : text;
  });

/** The name of the canvas, as `focused` returns it. */
export const isInTheWorld = /^The world/;

/** Presses Tab until the element with this name has the focus. Returns the names of the elements before it. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<readonly string[]> {
  const passed: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (typeof name === 'string' ? at === name : name.test(at)) return passed;
    passed.push(at);
  }
  throw new Error(`${key} does not lead to ${String(name)}, but to ${passed.join(', ')}`);
}

/**
 * Draws `pictures` frames of the world, a fifth of a second apart in the world and a frame of the browser apart on the
 * page.
 */
export const drawn = (page: Page, pictures: number): Promise<void> =>
  page.evaluate(async (count) => {
    const { ticker } = (window as unknown as Toured).toured;
    for (let i = 0; i < count; i++) {
      ticker.tick(0.2);
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, pictures);

/** Puts the visitor at a place, as a link or a list does. */
export const stand = (page: Page, x: number, z: number, yaw: number, pitch = 0): Promise<void> =>
  page.evaluate(
    ([toX, toZ, toYaw, toPitch]) =>
      (window as unknown as Toured).toured.scene?.player.teleport(toX, toZ, toYaw, toPitch),
    [x, z, yaw, pitch] as const,
  );

/** Lets `seconds` pass in the world at once, with one picture at their end. */
export const passes = (page: Page, seconds: number): Promise<void> =>
  page.evaluate((all) => {
    const { toured, homeWorld = toured } = window as unknown as Toured & { homeWorld?: DebugHandle };
    homeWorld.ticker.pace = all;
    homeWorld.ticker.tick(all);
  }, seconds);

/**
 * Waits until the numbers that `read` returns stay the same for half a second of the world. Rounding may still change
 * the last digits: OrbitControls converts the position to angles and back in each frame.
 */
export const rests = (page: Page, read: (now: Now) => readonly number[], of: string): Promise<void> =>
  becomes(async () => {
    const before = read(await now(page));
    await passes(page, 0.5);
    const after = read(await now(page));
    const isSame = after.every((value, i) => Math.abs(value - (before[i] ?? NaN)) < 1e-9);
    // Text, so that a failure shows what still moves.
    return isSame ? 'rests' : `from ${before.join()} to ${after.join()}`;
  }, `${of} comes to rest`).toBe('rests');

/** Holds a key until the visitor is there, however long the machine takes. */
export async function holdUntil(page: Page, key: string, reached: (now: Now) => boolean): Promise<void> {
  await page.keyboard.down(key);
  await becomes(async () => reached(await now(page)), `${key} leads there`).toBe(true);
  await page.keyboard.up(key);
}

/** Touches on the picture through Chrome's own protocol: Playwright's touchscreen only taps. */
export async function fingers(page: Page): Promise<{
  set(...points: readonly { readonly id: number; readonly x: number; readonly y: number }[]): Promise<void>;
  cancel(): Promise<void>;
}> {
  const session = await page.context().newCDPSession(page);
  let down: readonly { readonly id: number }[] = [];
  return {
    async set(...points) {
      const fresh = points.some(({ id }) => !down.some((one) => one.id === id));
      const type = points.length < down.length ? 'touchEnd' : fresh ? 'touchStart' : 'touchMove';
      down = points;
      await session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point) => ({ ...point })),
      });
    },
    async cancel() {
      down = [];
      await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    },
  };
}
