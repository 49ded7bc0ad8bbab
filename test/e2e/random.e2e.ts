import { type Page, expect, test } from '@playwright/test';
import { viewModes } from '../../data/view/view.ts';
import { boundAt } from '../../world/player/character-controller.ts';
import {
  type Findings,
  type RandomInputs,
  callbacksAFrame,
  countFrames,
  prepareRandomInputs,
} from './random-inputs.ts';
import { sharedHome } from './shared-home.ts';
import { worldLoaded } from './tour.ts';

/** `HOME_WORLD_INPUTS=10000` makes more. */
const INPUTS = Number(process.env['HOME_WORLD_INPUTS'] ?? 4_000);
const ROUNDS = 20;
/** `HOME_WORLD_SEED=…` repeats a failed run, or runs another. */
const SEED = Number(process.env['HOME_WORLD_SEED'] ?? 20_261_121);
const SIZES = [
  [1280, 720],
  [360, 640],
  [640, 360],
  [1024, 768],
] as const;

const home = sharedHome();

type Window = { readonly randomInputs: RandomInputs };
const findings = (page: Page): Promise<Findings> =>
  page.evaluate(() => (window as unknown as Window).randomInputs.findings());

/** Everything that must hold after any input. */
function judge(found: Findings, when: string): void {
  const told = `${when}: ${JSON.stringify(found)}`;
  expect(viewModes, told).toContain(found.mode);
  expect(['walk', 'orbit'], told).toContain(found.navigation);
  expect(found.camera.every(Number.isFinite), told).toBe(true);
  const [x = NaN, y = NaN, z = NaN] = found.camera;
  // The overview of a tall window is the farthest there is.
  expect(Math.hypot(x, y, z), told).toBeLessThan(260);
  expect(y, told).toBeGreaterThan(-2);
  expect(found.stance.every(Number.isFinite), told).toBe(true);
  const [standsX, standsZ] = found.stance;
  if (found.lift === 0)
    expect(Math.hypot(standsX, standsZ), told).toBeLessThanOrEqual(boundAt(standsX, standsZ) + 1e-6);
  expect(found.failed, told).toEqual([]);
  if (found.narrow) expect(found.sheets.length, told).toBeLessThanOrEqual(1);
}

test(`${INPUTS} random inputs leave no error, one loop and a consistent state`, async ({ page, context }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message, stack }) => errors.push(stack ?? message));
  page.on('console', (message) => {
    const { url } = message.location();
    // A visitor is told that only the owner sees what a commit of this server changed; browsers log the answer 403.
    if (message.type() === 'error' && !url.endsWith('.diff'))
      errors.push(`console: ${message.text()} ${url}`);
  });
  context.on('page', (other) => void other.close());
  await page.addInitScript(countFrames);
  await page.goto(`${home.url}?quality=lowest&debug`);
  await worldLoaded(page);
  // The portal's address answers 204, so the page stays.
  await page.route('**', (route, request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()
      ? route.fulfill({ status: 204 })
      : route.continue(),
  );
  await page.evaluate(prepareRandomInputs, SEED);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const size = SIZES[round % SIZES.length] ?? SIZES[0];
      await page.setViewportSize({ width: size[0], height: size[1] });
      if (round === 6) await page.evaluate(() => (window as unknown as Window).randomInputs.loseContext());
      if (round === 7) await page.evaluate(() => (window as unknown as Window).randomInputs.restoreContext());
      await page.evaluate((count) => (window as unknown as Window).randomInputs.run(count), INPUTS / ROUNDS);
      // Real input of the browser, which moves the focus, types and captures the mouse.
      await page.keyboard.press('Tab');
      await page.keyboard.press(round % 3 === 0 ? 'Enter' : 'w');
      await page.mouse.click(size[0] / 2, size[1] / 2);
      if (round % 4 === 3) await page.keyboard.press('Escape');
      judge(await findings(page), `round ${round}`);
    }
    await page.evaluate(() => (window as unknown as Window).randomInputs.letGo());
    // Everything that is still running ends.
    await expect.poll(async () => (await findings(page)).lift).toBe(0);
    await expect.poll(async () => (await findings(page)).phase).toBe('ready');
    // A machine with other work draws few frames, so all easing takes long to end.
    let before = await findings(page);
    await expect
      .poll(
        async () => {
          const last = before;
          before = await findings(page);
          return before.stance.every((value, index) => value === last.stance[index]);
        },
        { message: 'no key is held any more', intervals: [500] },
      )
      .toBe(true);
    const rests = await findings(page);
    judge(rests, 'at rest');
    const callbacks = await page.evaluate(callbacksAFrame);
    expect(new Set(callbacks), 'callbacks in each frame').toEqual(new Set([1]));
    expect(errors).toEqual([]);
  } catch (error) {
    const recent = await page
      .evaluate(() => (window as unknown as Window).randomInputs.recent())
      .catch(() => []);
    throw new Error(
      `HOME_WORLD_SEED=${SEED}; errors: ${errors.join('; ')}; before it: ${recent.join(', ')}\n${String(error)}`,
      { cause: error },
    );
  }
});
