import { type Browser, type Page, expect, test } from '@playwright/test';
import { sharedHome } from './shared-home.ts';
import { type Toured, openWorld } from './tour.ts';

const home = sharedHome();

/**
 * Half the edge of the examined square of the picture, in CSS pixels. A light at a distance of some metres
 * fills it.
 */
const HALF_PIXELS = 4;
/** A light makes its square brighter by at least this. */
const DIFFERENCE = 25;

/** A visitor in a separate browser context, with reduced motion. */
async function visit(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 640, height: 360 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await openWorld(page, home.url);
  await page.locator('canvas').focus();
  return page;
}

/** A place in the picture, in CSS pixels. */
interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Where a visitor is, in metres. */
const placeOf = (page: Page): Promise<{ x: number; z: number }> =>
  page.evaluate(() => {
    const { x = 0, z = 0 } = (window as unknown as Toured).toured.scene?.player ?? {};
    return { x, z };
  });

/**
 * The position of the only other visitor's light in the picture, in CSS pixels, once the light has reached
 * the position of that visitor; undefined before.
 */
async function lightOf(viewer: Page, other: Page): Promise<Pixel | undefined> {
  return viewer.evaluate(
    (is) => {
      const { state, scene } = (window as unknown as Toured).toured;
      const { near, places, shares } = state.presence.players;
      const [light] = near.get();
      if (!scene || !light || shares[light.slot] !== 1) return undefined;
      const [x = 0, y = 0, z = 0] = places.subarray(light.slot * 4, light.slot * 4 + 3);
      if (Math.hypot(x - is.x, z - is.z) > 0.05) return undefined;
      const at = scene.camera.position
        .clone()
        .set(x, y - 0.55, z)
        .project(scene.camera);
      return { x: ((at.x + 1) / 2) * innerWidth, y: ((1 - at.y) / 2) * innerHeight };
    },
    await placeOf(other),
  );
}

/** How bright the picture is around a place, 0 to 255. */
async function brightness(page: Page, { x, y }: Pixel): Promise<number> {
  const size = HALF_PIXELS * 2;
  const clip = { x: Math.round(x) - HALF_PIXELS, y: Math.round(y) - HALF_PIXELS, width: size, height: size };
  const png = [...(await page.screenshot({ clip }))];
  return page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4)
      sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
    return sum / (data.length / 4);
  }, png);
}

const stand = (page: Page, x: number, z: number, yaw: number): Promise<void> =>
  page.evaluate(
    ([toX, toZ, toYaw]) => (window as unknown as Toured).toured.scene?.player.teleport(toX, toZ, toYaw, 0),
    [x, z, yaw] as const,
  );

/** Walks with a key until the visitor is more than a metre from where they were. */
async function walk(page: Page, key: string): Promise<void> {
  const from = await placeOf(page);
  await page.keyboard.down(key);
  await expect
    .poll(async () => Math.abs((await placeOf(page)).x - from.x), { intervals: [50] })
    .toBeGreaterThan(1);
  await page.keyboard.up(key);
}

/** The position of the other visitor's light in the picture, once the light has reached that visitor. */
async function seesLight(viewer: Page, other: Page): Promise<Pixel> {
  let seen: Pixel | undefined;
  await expect.poll(async () => (seen = await lightOf(viewer, other))).toBeDefined();
  return seen ?? { x: 0, y: 0 };
}

/**
 * Checks that the viewer sees the other visitor walk: the picture is bright at the new position, and dark at
 * the old one.
 */
async function seesWalk(viewer: Page, walker: Page, key: string): Promise<void> {
  const before = await seesLight(viewer, walker);
  const lit = await brightness(viewer, before);
  await walk(walker, key);
  const after = await seesLight(viewer, walker);
  expect(Math.abs(after.x - before.x), 'the light moved').toBeGreaterThan(30);
  await expect
    .poll(async () => lit - (await brightness(viewer, before)), 'it is dark where they were')
    .toBeGreaterThan(DIFFERENCE);
  const dark = await brightness(viewer, before);
  await expect
    .poll(
      async () => (await brightness(viewer, await seesLight(viewer, walker))) - dark,
      'it is bright where they are',
    )
    .toBeGreaterThan(DIFFERENCE);
}

test('two visitors see each other walk and wave, and one can hide', async ({ browser }) => {
  const [ada, ben] = await Promise.all([visit(browser), visit(browser)]);
  // Face to face, a few metres apart, away from the resident.
  await Promise.all([stand(ada, 3, 8, 0), stand(ben, 4, 3, Math.PI)]);
  await seesWalk(ada, ben, 'a');
  await seesWalk(ben, ada, 'd');
  await expect(ada.locator('hw-hud')).toContainText('1 other here');

  // With the keyboard alone: T opens the visitors, Enter waves.
  await ben.keyboard.press('t');
  await expect(ben.locator('hw-visitors').getByRole('button', { name: 'Wave' })).toBeFocused();
  await ben.keyboard.press('Enter');
  await expect(ben.locator('hw-visitors').getByRole('status')).toHaveText('Your light shows a wave.');
  await ada.waitForFunction(() => {
    const { players } = (window as unknown as Toured).toured.state.presence;
    return players.emoteShares.some((share) => share < 1);
  });

  const place = await seesLight(ada, ben);
  const lit = await brightness(ada, place);
  await ben.getByRole('checkbox', { name: 'Show me to others' }).uncheck();
  await expect(ada.locator('hw-hud')).not.toContainText('other here');
  await expect.poll(async () => lit - (await brightness(ada, place))).toBeGreaterThan(DIFFERENCE);
  // Who hides still sees the others.
  await expect(ben.locator('hw-visitors')).toContainText('1 other here.');
  await Promise.all([ada.context().close(), ben.context().close()]);
});
