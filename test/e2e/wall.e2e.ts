import { expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { session, team } from '../helpers/sessions.ts';
import { violations } from './axe.ts';
import { sharedHome } from './shared-home.ts';

const home = sharedHome();

test('the wall shows who waits, says when the network is gone, and leads to the home', async ({ page }) => {
  const since = Date.now() - 38 * 60_000;
  const waiting = session({
    name: 'shop · login',
    harness: 'Codex',
    state: 'waiting',
    needs: 'permission',
    since,
  });
  await page.route('**/api/sessions.json', (route) => route.fulfill({ json: { sessions: team([waiting]) } }));
  await page.goto(`${home.url}wall?debug&quality=lowest`);
  const wall = page.locator('hw-wall');
  await expect(wall).toContainText('shop · login');
  await expect(wall.locator('.state')).toContainText('38 min');
  await expect(page.locator('hw-header')).toBeHidden();
  expect(await violations(page)).toEqual([]);

  // The camera has flown to the figure, and shows it above the words.
  await page.waitForFunction(() => {
    const { scene, state } = (window.homeWorld ?? {}) as Partial<DebugHandle>;
    const figure = scene?.getObjectByName('agent session 1');
    if (!scene || !figure || !state?.world.complete.get()) return false;
    const { x, z } = figure.position;
    return Math.hypot(scene.camera.position.x - x, scene.camera.position.z - z) < 5;
  });

  await page.context().setOffline(true);
  await expect(wall.locator('.old')).toContainText('No network · this is from');
  await page.context().setOffline(false);
  await expect(wall.locator('.old')).toBeHidden();

  // No key of the home does anything.
  await page.keyboard.press('o');
  await expect(wall).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wall.getByRole('link', { name: 'Leave the wall' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(home.url);
  await expect(page.locator('hw-header')).toBeVisible();
});
