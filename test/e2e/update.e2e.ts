import { type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { looksForHome } from './offline.ts';
import { sharedHome } from './shared-home.ts';
import { becomes, openCheaply } from './tour.ts';

const home = sharedHome();
// Parts may still be loading through the test's routes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const press = async (page: Page, name: string): Promise<void> => {
  const header = page.locator('hw-header');
  const button = header.getByRole('button', { name });
  if (!(await button.isVisible())) await header.getByRole('button', { name: 'More' }).click();
  await button.click();
};
const notice = (page: Page) => page.locator('hw-reload-notice section');
const phase = (page: Page) =>
  page.evaluate(() => (window.homeWorld as DebugHandle | undefined)?.state.world.status.get().phase);

async function open(page: Page): Promise<void> {
  await openCheaply(page, home.url);
  await becomes(() => phase(page)).toBe('ready');
}

/** What a visitor can open, and what is visible then. */
const openings = [
  ['Settings', 'hw-settings .panel'],
  ['Keys and help', 'hw-help .panel'],
  ['Session log', 'hw-session-log .panel'],
  ['Time-lapse', 'hw-time-lapse .panel'],
] as const;

test('a page that stays open during an update keeps working, says so, and loses nothing on reload', async ({
  page,
}) => {
  await open(page);
  // Otherwise the chat moves the visitor to the resident, as soon as the next picture is drawn.
  await page.evaluate(() => {
    const { settings } = (window.homeWorld as DebugHandle).state;
    settings.set({ ...settings.get(), comeCloser: false });
  });
  await press(page, 'Chat');
  await page.locator('hw-chat textarea').fill('half a sentence');
  await page.evaluate(() => (window.homeWorld as DebugHandle).scene?.player.teleport(2.5, 12, 0.5, 0));
  // The last file that is prefetched, except for the debug panel, which is open.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/settings-notice-[^/]+\.js$/.test(name)),
  );

  // Another build is served: its files have other names.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.route('**/version.json', (route) =>
    route.fulfill({ json: { version: '9.9.9', build: 'anotherbuild' } }),
  );
  await home.restart();
  await looksForHome(page);
  await expect(notice(page)).toContainText('This home was updated. Reload the page when you are ready.');
  for (const [name, shows] of openings) {
    await press(page, name);
    await expect(page.locator(shows).first()).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(notice(page)).not.toContainText('could not be loaded');

  await page.unroute('**/assets/**');
  await page.unroute('**/version.json');
  await Promise.all([
    page.waitForEvent('load'),
    notice(page).getByRole('button', { name: 'Reload' }).click(),
  ]);
  await becomes(() => phase(page)).toBe('ready');
  await becomes(() =>
    page.evaluate(() => {
      const { x, z } = (window.homeWorld as DebugHandle).scene?.player ?? { x: 0, z: 0 };
      return [x, z].map((metres) => Math.round(metres * 10) / 10);
    }),
  ).toEqual([2.5, 12]);
  await press(page, 'Chat');
  await expect(page.locator('hw-chat textarea')).toHaveValue('half a sentence');
});

test('a part whose file cannot be loaded is named beside a reload button, and tried again on demand', async ({
  page,
}) => {
  // Blocks the files that define these elements. Their names have a hash.
  let isBlocked = true;
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const definesOne = /\("hw-(?:settings|help|session-log|time-lapse)"\)/.test(await response.text());
    await (isBlocked && definesOne ? route.abort() : route.fulfill({ response }));
  });
  await open(page);
  for (const [name, shows] of openings) {
    await press(page, name);
    await expect(notice(page)).toContainText(name);
    await expect(notice(page)).toContainText('could not be loaded. Try again, or reload the page.');
    await expect(notice(page).getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(page.locator(shows)).toHaveCount(0);
  }
  isBlocked = false;
  for (const [name, shows] of openings) {
    await press(page, name);
    await expect(page.locator(shows).first()).toBeVisible();
  }
  await expect(notice(page)).toHaveCount(0);
});

test('a lost picture leaves a way to retry and to read the home as text', async ({ page }) => {
  await open(page);
  // The choices come after so many seconds, not after the usual ones.
  await page.locator('hw-lost-picture').evaluate((one) => Object.assign(one, { patience: 3 }));
  await page.evaluate(() =>
    (window.homeWorld as DebugHandle).scene?.renderer
      .getContext()
      .getExtension('WEBGL_lose_context')
      ?.loseContext(),
  );
  const lost = page.locator('hw-lost-picture');
  await expect(lost).toContainText('waiting for it to come back');
  await expect(lost.getByRole('button', { name: 'Try again' })).toBeVisible();
  await lost.getByRole('button', { name: 'Read the home as text' }).click();
  await expect(
    page.locator('hw-directory').getByRole('heading', { name: 'Portals', exact: true }),
  ).toBeVisible();
  await Promise.all([page.waitForEvent('load'), lost.getByRole('button', { name: 'Try again' }).click()]);
  await becomes(() => phase(page)).toBe('ready');
});
