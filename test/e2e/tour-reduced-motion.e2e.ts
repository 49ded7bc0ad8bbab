import { type Page, expect, test } from '@playwright/test';
import { type Toured, becomes, isInTheWorld, listen, mode, now, openWorld, tabTo } from './tour.ts';
import { sharedHome } from './shared-home.ts';

const home = sharedHome();

/**
 * How often the picture's mean brightness changes direction by more than a tenth within some ninety
 * frames.
 */
const swings = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const canvas = document.querySelector('canvas') as HTMLCanvasElement;
        const small = new OffscreenCanvas(32, 18);
        const pen = small.getContext('2d', { willReadFrequently: true });
        if (!pen) throw new Error('no 2d context');
        let turned = 0;
        let extreme: number | undefined;
        let rising: boolean | undefined;
        let left = 90;
        let dark = 0;
        const look = (): void => {
          pen.drawImage(canvas, 0, 0, 32, 18);
          const { data } = pen.getImageData(0, 0, 32, 18);
          let sum = 0;
          for (let i = 0; i < data.length; i += 4)
            sum += 0.2126 * (data[i] ?? 0) + 0.7152 * (data[i + 1] ?? 0) + 0.0722 * (data[i + 2] ?? 0);
          // The world has drawn nothing in this frame of the browser: its canvas reads black. A slow
          // machine draws less than ninety frames before the fade of a warp is black, and stays so.
          if (sum === 0) {
            if (dark++ < 300) requestAnimationFrame(look);
            else done(turned);
            return;
          }
          dark = 0;
          const mean = sum / (32 * 18) / 255;
          extreme ??= mean;
          if (Math.abs(mean - extreme) > 0.1) {
            const up = mean > extreme;
            if (rising !== undefined && up !== rising) turned++;
            rising = up;
            extreme = mean;
          }
          if (left-- > 0) requestAnimationFrame(look);
          else done(turned);
        };
        // This runs after the frame of the home, while the picture is still on the canvas.
        requestAnimationFrame(look);
      }),
  );

test('with reduced motion, views change by cuts and nothing flashes', async ({ page }) => {
  const errors = listen(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openWorld(page, home.url, 0);
  await tabTo(page, isInTheWorld);
  const start = (await now(page)).camera;
  // The number of different camera positions in the frames after a key. A flight would give many.
  const places = async (key: string): Promise<number> => {
    const seen = page.evaluate(
      () =>
        new Promise<number>((done) => {
          const { scene } = (window as unknown as Toured).toured;
          const all = new Set<string>();
          let left = 15;
          const look = (): void => {
            all.add(
              scene?.camera.position
                .toArray()
                .map((one) => one.toFixed(3))
                .join() ?? '',
            );
            if (left-- > 0) requestAnimationFrame(look);
            else done(all.size);
          };
          look();
        }),
    );
    await page.keyboard.press(key);
    return seen;
  };
  for (const key of ['Tab', 'p']) {
    expect(await places(key), `${key}: before and after`).toBeLessThanOrEqual(2);
    expect(await mode(page)).not.toBe('normal');
    expect(await places('Escape'), `out of ${key}`).toBeLessThanOrEqual(2);
    expect((await now(page)).camera).toEqual(start);
  }
  await page.keyboard.press('+');
  // The whole transition in one frame.
  await becomes(async () => (await now(page)).zoom).not.toBe(1);
  expect((await now(page)).zoom).toBeGreaterThan(1.2);
  await page.keyboard.press('-');

  // The picture as a whole does not flash during celebrations.
  await page.evaluate(() => {
    const { state } = (window as unknown as Toured).toured;
    for (const one of [state.fireworks, state.mergeFlash, state.sovereigntyEgg])
      one.set({ count: one.get().count + 1, detail: 'a milestone' });
    state.zap.set({ count: state.zap.get().count + 1, detail: 21_000 });
  });
  expect(await swings(page)).toBeLessThanOrEqual(1);

  // A warp is a fade: the camera stays, and the page still navigates.
  await page.route('**/heartbeat.html*', (route) => route.fulfill({ status: 204 }));
  const leaves = page.waitForRequest(/heartbeat\.html$/);
  await page.evaluate(() => (location.hash = '#portal=heartbeat'));
  await becomes(async () => (await now(page)).hint).toContain('F — ');
  const before = (await now(page)).camera;
  await page.keyboard.press('f');
  expect(await mode(page)).toBe('warp');
  const flashes = swings(page);
  await leaves;
  expect((await now(page)).camera).toEqual(before);
  expect(await flashes).toBeLessThanOrEqual(1);
  expect(errors).toEqual([]);
});
