import type { Browser, Page } from '@playwright/test';
import { type Figure, quantile } from './figure.ts';
import { openPage, untilReady } from './page.ts';

/** Moments in one call into the page. */
const BATCH = 20;
/** A channel of a pixel that differs by more than this is seen, of 255. */
const SEEN = 24;
/** The largest share of pixels that may differ so: the lit edges of one small thing. */
const MOST_DIFFERENT = 0.01;
/** Small, because the processor draws each picture twice; the last of these sizes is a phone's. */
const SIZES = [
  { width: 640, height: 360 },
  { width: 480, height: 270 },
  { width: 533, height: 301 },
  { width: 240, height: 480 },
] as const;

interface Moment {
  /** The last thing that happened before. */
  readonly what: string;
  readonly inParts: boolean;
  /** The share of pixels that differ visibly. */
  readonly different: number;
  /** The largest difference of a channel, 0 to 255. */
  readonly most: number;
}

/**
 * Runs in the page: makes random changes, and after each one compares the kept picture with a picture that is
 * drawn whole.
 */
const compare = (page: Page, count: number, seed: number): Promise<Moment[]> =>
  page.evaluate(
    async ({ moments, first, seen }) => {
      const { home } = window.bench;
      if (!home?.scene) throw new Error('the world is not ready');
      const { state, scene, ticker } = home;
      const { renderer, player } = scene;
      const gl = renderer.getContext() as WebGL2RenderingContext;
      const { players } = state.presence;
      let at = first;
      const random = (): number => (at = (at * 16807) % 2147483647) / 2147483647;
      const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const happen = <T>(
        event: { get(): { count: number }; set(to: { count: number; detail: T }): void },
        detail: T,
      ): void => event.set({ count: event.get().count + 1, detail });
      const untilDrawn = async (): Promise<void> => {
        while (state.world.status.get().phase !== 'ready') await new Promise((next) => setTimeout(next, 20));
      };
      const places = (): { x: number; z: number } => ({ x: random() * 24 - 12, z: random() * 24 - 12 });
      const weathers = [
        { code: 0, label: 'Clear' },
        { code: 1, label: 'Clear' },
        { code: 2, label: 'Partly Cloudy' },
        { code: 45, label: 'Foggy' },
        { code: 61, label: 'Rain' },
        { code: 95, label: 'Thunderstorm' },
      ] as const;
      const things: Readonly<Record<string, () => void | Promise<void>>> = {
        waits: () => undefined,
        looks() {
          const { x, z } = places();
          player.teleport(x, z, random() * 2 * Math.PI, random() * 0.6 - 0.2);
        },
        weather() {
          const value = { temperatureF: 40, ...oneOf(weathers) };
          state.readings.weather.set({ state: 'live', source: 'bench', value, fetchedAt: Date.now() });
        },
        hour() {
          const config = state.config.get();
          const hour = oneOf(['midnight', 'dawn', 'noon', 'dusk'] as const);
          state.config.set({ ...config, sky: { ...config.sky, hour } });
        },
        visitor() {
          const i = Math.floor(random() * 4);
          const { x, z } = places();
          players.numbers[i] = random() < 0.8 ? i + 1 : 0;
          players.shares[i] = 1;
          players.places.set([x, 2, z, random() * 6], i * 4);
          players.emotes[i] = Math.floor(random() * 4);
          players.emoteShares[i] = random();
        },
        lightning: () => happen(state.world.lightning, { x: random() * 200 - 100, z: random() * 200 - 100 }),
        merge: () => happen(state.mergeFlash, 'bench'),
        fireworks: () => happen(state.fireworks, 'bench'),
        egg: () => happen(state.sovereigntyEgg, 'bench'),
        speech: () => happen(state.speech, { speaker: 'Bench', text: 'A line of the resident.' }),
        quality: () =>
          state.settings.set({ ...state.settings.get(), quality: oneOf(['lowest', 'low'] as const) }),
        async context() {
          const loss = gl.getExtension('WEBGL_lose_context');
          if (!loss || random() > 0.2) return;
          const lost = new Promise((done) =>
            renderer.domElement.addEventListener('webglcontextlost', done, { once: true }),
          );
          loss.loseContext();
          await lost;
          await new Promise((next) => setTimeout(next, 50));
          loss.restoreContext();
          await new Promise((next) => setTimeout(next, 50));
          await untilDrawn();
        },
      };
      ticker.stop();
      // `presence` would move the lights of the visitors.
      ticker.remove('presence');
      // The intervals of `still` and `resting` without a GPU, as in `world/core/cadence.ts`.
      const keptPaces = [1 / 16, 1 / 10];
      // Each rectangle of the kept picture that is drawn again has a view offset.
      const { camera } = scene;
      let rects = 0;
      const setViewOffset = camera.setViewOffset.bind(camera);
      camera.setViewOffset = (...view) => {
        rects++;
        setViewOffset(...view);
      };
      const read = (into: Uint8Array): void =>
        gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, into);
      const found: Moment[] = [];
      try {
        while (found.length < moments) {
          const what = oneOf(Object.keys(things));
          await things[what]?.();
          // While the camera moves the picture is coarse, and during an animation it is drawn whole.
          const release = scene.frame.renderer?.hold();
          for (let i = 0; i < 400 && !keptPaces.includes(ticker.pace); i++) ticker.tick(1 / 20);
          release?.();
          // What is no news, such as another hour, is shown within a second.
          const least = what === 'hour' ? 17 : 1;
          const frames = least + Math.floor(random() * 30);
          for (let i = 0; i < frames; i++) ticker.tick(1 / 16);
          // Each part in this frame: a part may be late, but none may be missing.
          const parts = scene.registry.movingParts.all;
          const often = parts.map(({ hertz }) => hertz);
          for (const part of parts) Object.assign(part, { hertz: 1e9 });
          const before = renderer.info.render.frame;
          rects = 0;
          ticker.tick(1 / 16);
          parts.forEach((part, i) => Object.assign(part, { hertz: often[i] }));
          // After a resize the camera moves again. If the parts cover most of the picture, it is drawn whole in one of
          // the next frames, and this one draws nothing.
          if (!keptPaces.includes(ticker.pace) || renderer.info.render.frame === before) continue;
          const size = gl.drawingBufferWidth * gl.drawingBufferHeight * 4;
          const [kept, whole] = [new Uint8Array(size), new Uint8Array(size)];
          read(kept);
          renderer.setRenderTarget(null);
          renderer.render(scene, camera);
          read(whole);
          let different = 0;
          let most = 0;
          for (let i = 0; i < size; i += 4) {
            const by = Math.max(
              Math.abs((kept[i] ?? 0) - (whole[i] ?? 0)),
              Math.abs((kept[i + 1] ?? 0) - (whole[i + 1] ?? 0)),
              Math.abs((kept[i + 2] ?? 0) - (whole[i + 2] ?? 0)),
            );
            most = Math.max(most, by);
            if (by > seen) different++;
          }
          found.push({ what, inParts: rects > 0, different: (different * 4) / size, most });
          // Lets the page answer.
          await new Promise((next) => setTimeout(next, 0));
        }
      } finally {
        camera.setViewOffset = setViewOffset;
      }
      return found;
    },
    { moments: count, first: seed, seen: SEEN },
  );

/**
 * The kept picture (`world/core/render/still-picture.ts`) against a frame that is drawn whole, at random moments:
 * after flights, changes of weather, hour, size and quality, lightning, news, visitors and lost contexts.
 */
export async function kept(browser: Browser, url: string, moments: number): Promise<Figure[]> {
  const { page, context } = await openPage(browser, `${url}?debug`, SIZES[0]);
  try {
    await untilReady(page);
    await page.waitForFunction(() => window.bench.home?.state.world.complete.get(), undefined, {
      timeout: 90_000,
      polling: 100,
    });
    const all: Moment[] = [];
    for (let batch = 0; all.length < moments; batch++) {
      await page.setViewportSize(SIZES[batch % SIZES.length] ?? SIZES[0]);
      all.push(...(await compare(page, Math.min(BATCH, moments - all.length), 7 + batch * 1009)));
    }
    const shares = all.map(({ different }) => different);
    const wrong = all.filter(({ different }) => different > MOST_DIFFERENT);
    const worst = all.reduce((one, other) => (other.different > one.different ? other : one));
    return [
      {
        name: 'moments in which the kept picture is not the whole one',
        value: wrong.length,
        unit: '',
        bar: { at: 'most', value: 0 },
        note: `of ${all.length}, ${all.filter(({ inParts }) => inParts).length} of them drawn in parts: more than ${MOST_DIFFERENT * 100} % of the pixels differ by more than ${SEEN} of 255${wrong.length > 0 ? `; after ${[...new Set(wrong.map(({ what }) => what))].join(', ')}` : ''}`,
      },
      {
        name: 'pixels that differ in the worst moment',
        value: worst.different * 100,
        unit: '%',
        note: `after ${worst.what}, by at most ${worst.most}; p99 ${(quantile(shares, 0.99) * 100).toFixed(3)} %, median ${(quantile(shares, 0.5) * 100).toFixed(4)} %`,
      },
    ];
  } finally {
    await context.close();
  }
}
