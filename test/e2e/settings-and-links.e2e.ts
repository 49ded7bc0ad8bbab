import { type BrowserContext, type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { violations } from './axe.ts';
import { sharedHome } from './shared-home.ts';
import { becomes, drawLittle, enterAtOnce, passes } from './tour.ts';
import { withoutWebgl } from './without-webgl.ts';

const home = sharedHome();

async function open(page: Page, rest = '?debug'): Promise<void> {
  await drawLittle(page);
  await enterAtOnce(page);
  await page.goto(`${home.url}${rest}`);
  await page.waitForFunction(
    () => (window.homeWorld as DebugHandle | undefined)?.state.world.status.get().phase === 'ready',
  );
}
const settings = (page: Page) => page.locator('hw-settings');
const notice = (page: Page) => page.locator('hw-settings-notice section');
const openSettings = async (page: Page): Promise<void> => {
  await page.locator('hw-header').getByRole('button', { name: 'More' }).click();
  await page.locator('hw-header').getByRole('button', { name: 'Settings' }).click();
  await expect(settings(page).getByLabel('Quality')).toBeVisible();
};
const kept = (context: BrowserContext): Promise<string> =>
  context
    .storageState()
    .then(({ origins }) => origins.flatMap(({ localStorage }) => localStorage))
    .then((items) => items.find(({ name }) => name === 'home-world.settings')?.value ?? '');

test('a graphics setting that crashed the page is reverted at the next start, with a notice', async ({
  context,
}) => {
  const page = await context.newPage();
  await open(page);
  await openSettings(page);
  await settings(page).getByLabel('Quality').selectOption('lowest');
  await settings(page).getByLabel('Look speed').fill('2');
  await expect.poll(() => kept(context)).toContain('"good"');
  // Ends without any event: the page's process is killed.
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await page.waitForEvent('crash');

  const next = await context.newPage();
  await open(next);
  await expect(notice(next)).toContainText(
    'The page closed within seconds of the change to “quality lowest”, so “quality auto” is set again.',
  );
  await openSettings(next);
  await expect(settings(next).getByLabel('Quality')).toHaveValue('auto');
  // Settings that cannot crash a page are kept.
  await expect(settings(next).getByLabel('Look speed')).toHaveValue('2');
  expect(await violations(next)).toEqual([]);
  await notice(next).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(next)).toHaveCount(0);
});

test('a graphics setting that was drawn for some seconds is kept', async ({ context, page }) => {
  await open(page);
  await openSettings(page);
  await settings(page).getByLabel('Quality').selectOption('low');
  await expect.poll(() => kept(context)).toContain('"low"');
  // The trial at once, not in real time.
  await becomes(async () => {
    await passes(page, 1);
    return kept(context);
  }).not.toContain('"good"');
  await open(page);
  expect(await page.evaluate(() => (window.homeWorld as DebugHandle).state.world.quality.get())).toBe('low');
  await expect(notice(page)).toHaveCount(0);
});

test('a lost graphics context reverts the graphics setting at once', async ({ page }) => {
  await open(page);
  await openSettings(page);
  await settings(page).getByLabel('Quality').selectOption('low');
  await page.evaluate(() => {
    const { scene } = window.homeWorld as DebugHandle;
    const gl = scene?.renderer.getContext().getExtension('WEBGL_lose_context');
    gl?.loseContext();
    setTimeout(() => gl?.restoreContext(), 1_000);
  });
  await expect(settings(page).getByLabel('Quality')).toHaveValue('auto');
  await expect(notice(page)).toContainText(
    'The graphics card failed with “quality low”, so “quality auto” is set again.',
  );
});

test('a shared link opens the same view for another visitor', async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '?debug&portal=true&username=Ada#panel=agents');
  await page.waitForFunction(() => {
    const { world } = (window.homeWorld as DebugHandle).state;
    const standing = world.standing.get();
    return standing?.kind === 'panel' && standing.name === 'agents';
  });
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.locator('hw-header').getByRole('button', { name: 'More' }).click();
  await page.locator('hw-header').getByRole('button', { name: 'Share this view' }).click();
  await expect(page.locator('hw-header hw-status-message')).toContainText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${home.url}#panel=agents`);
  const place = (from: Page) =>
    from.evaluate(() => {
      const { player } = (window.homeWorld as DebugHandle).scene ?? {};
      return player && [player.x, player.z, player.yaw].map((value) => Math.round(value * 20) / 20);
    });
  const here = await place(page);
  // The visitor is in front of a panel of the ring, and not where visits start.
  expect(Math.abs(here?.[1] ?? 17)).toBeLessThan(9);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await open(other, `?debug${new URL(link).hash}`);
  await other.waitForFunction(
    () => (window.homeWorld as DebugHandle).state.world.standing.get()?.kind === 'panel',
  );
  expect(await place(other)).toEqual(here);
  await elsewhere.close();
});

test('the address follows the view and the view the address, without a history entry', async ({ page }) => {
  await open(page);
  const steps = await page.evaluate(() => history.length);
  await page.locator('canvas').focus();
  await page.keyboard.press('o');
  await expect(page.locator('hw-document')).toBeVisible();
  await expect(page).toHaveURL(/#view=oath$/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/#/);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await page.evaluate(() => (location.hash = '#view=oath&nonsense=%00'));
  await expect(page.locator('hw-document')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?debug');
});

test('the preview of a shared address names the home and its picture', async ({ page, request }) => {
  await withoutWebgl(page);
  await page.goto(home.url);
  const said = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await said('og:title')).toBe('Test Home');
  expect(await said('og:url')).toBe(home.url);
  const image = (await said('og:image')) ?? '';
  expect(image).toBe(`${home.url}social.jpg`);
  const picture = await request.get(image);
  expect(picture.headers()['content-type']).toBe('image/jpeg');
  expect((await picture.body()).length).toBeLessThan(200_000);
});
