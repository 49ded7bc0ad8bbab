import { type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { violations } from './axe.ts';
import { sharedHome } from './shared-home.ts';
import { becomes, openCheaply, passes } from './tour.ts';

const home = sharedHome();

/** From here a visitor walks for seconds to a portal. */
const FAR_METRES = 8;

/** Waits until the visitor stands before a portal. */
const standsBefore = async (page: Page, portal: string): Promise<void> => {
  await page.waitForFunction((id) => {
    const at = (window.homeWorld as DebugHandle | undefined)?.state.world.standing.get();
    return at?.kind === 'portal' && at.id === id;
  }, portal);
};

/** Waits until every deferred module is loaded that a warp needs. */
const canWarp = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    (window.homeWorld as DebugHandle | undefined)?.scene?.getObjectByName('warp-effect'),
  );
};

/** Puts the visitor before a portal, with every deferred module loaded and the portal's hint on the page. */
async function standBefore(page: Page, portal: string): Promise<void> {
  await openCheaply(page, home.url, `#portal=${portal}`);
  await canWarp(page);
  await standsBefore(page, portal);
  await expect(page.locator('hw-hints .hint')).toBeVisible();
  await page.locator('canvas').focus();
}
const mode = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (window.homeWorld as DebugHandle | undefined)?.state.view.get().mode);

/** The heartbeat portal leads to a page of this home, which takes no arrival parameters. */
const heartbeat = (): string => `${home.url}heartbeat.html`;

test('a visitor who walks from the start into a portal comes back to a place before it', async ({ page }) => {
  await openCheaply(page, home.url, '&portal=true&username=Ada&color=ff8800');
  await canWarp(page);
  await page.locator('canvas').focus();
  await page.keyboard.down('w');
  // On the way, out of reach of the portal: the address names no place yet.
  const hash = await page.evaluate((metres) => {
    const { scene } = window.homeWorld as DebugHandle;
    const door = scene?.registry.doors.find(({ id }) => id === 'heartbeat');
    if (!scene || !door) throw new Error('no portal');
    const { foot, front } = door;
    const yaw = front.yaw + Math.PI;
    scene.player.teleport(foot.x + front.x * metres, foot.z + front.z * metres, yaw, 0);
    return location.hash;
  }, FAR_METRES);
  expect(hash).toBe('');
  // The way and the flight at once, not in real time: neither has anything to look at.
  await becomes(async () => {
    await passes(page, 0.5);
    return mode(page);
  }, 'walking leads into the portal').toBe('warp');
  await page.keyboard.up('w');
  // The page may leave before it has answered.
  await passes(page, 3).catch(() => undefined);
  await page.waitForURL(heartbeat());
  await page.goBack();
  expect(new URL(page.url()).hash).toBe('#portal=heartbeat');
  await standsBefore(page, 'heartbeat');
  await becomes(() => mode(page)).toBe('normal');
});

test('Esc turns back, and nothing navigates afterwards', async ({ page }) => {
  await standBefore(page, 'heartbeat');
  await expect(page.locator('hw-hints')).toContainText('F — Read the heartbeat');
  await page.keyboard.press('f');
  await becomes(() => mode(page)).toBe('warp');
  await page.keyboard.press('Escape');
  expect(await mode(page)).toBe('normal');
  await passes(page, 3);
  expect(new URL(page.url()).pathname).toBe('/');

  // During the warp: axe takes longer than a warp, which is held for it.
  await page.evaluate(() => (window.homeWorld as DebugHandle).ticker.remove('warp'));
  await page.keyboard.press('f');
  await expect(page.locator('hw-action-banner').getByRole('status')).toHaveText('Entering Heartbeat');
  await expect(page.locator('hw-header')).toHaveCSS('opacity', '0');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await mode(page)).toBe('normal');
  await expect(page.locator('hw-action-banner')).toHaveCount(0);
  await expect(page.locator('hw-header')).toHaveCSS('opacity', '1');
});
