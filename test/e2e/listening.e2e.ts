import { type Page, expect, test } from '@playwright/test';
import { violations } from './axe.ts';
import { sharedHome } from './shared-home.ts';
import { asText } from './without-webgl.ts';

const home = sharedHome();

test.beforeEach(({ page }) => asText(page));

/**
 * Opens the home, and waits for the readings in the podcast and for the header without the world's buttons.
 */
async function openHome(page: Page): Promise<void> {
  await page.goto(home.url);
  await expect(page.locator('hw-hud')).toContainText('698767');
  await expect(page.locator('hw-directory')).toContainText('Lukas Spirig');
  await expect(page.getByRole('button', { name: 'Time-lapse of the day' })).toHaveCount(0);
}

test('a browser without a voice shows the podcast in captions, and says why in a red box', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await openHome(page);
  const podcast = page.getByRole('button', { name: 'Podcast of the day' });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await podcast.click();
  const captions = page.locator('hw-captions');
  await expect(page.getByRole('alert').filter({ hasText: 'has no voice' })).toBeVisible();
  // Captions advance after some seconds, which may be too early on a slow machine, so the test pauses them.
  await captions.getByRole('button', { name: 'Pause' }).click();
  await expect(captions).toContainText('paused');
  expect(await violations(page)).toEqual([]);
  const place = /(\d+) of \d+/.exec((await captions.locator('.place').textContent()) ?? '');
  for (let at = Number(place?.[1]); at > 1; at--)
    await captions.getByRole('button', { name: 'Previous sentence' }).click();
  await expect(captions).toContainText('This is the day at Test Home');
  await captions.getByRole('button', { name: 'Next sentence' }).click();
  await expect(captions).toContainText('In the last 24 hours');
  await captions.getByRole('button', { name: 'Stop reading' }).click();
  await expect(captions).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.click();
  await expect(podcast).toHaveAttribute('aria-pressed', 'false');
  expect(errors).toEqual([]);
});

test('the oath’s card reads it aloud', async ({ page }) => {
  await openHome(page);
  await page.keyboard.press('o');
  const card = page.locator('hw-document');
  await card.getByRole('button', { name: 'Read aloud' }).click();
  await expect(page.locator('hw-captions')).toContainText('Soul');
  await page.keyboard.press('o');
  await expect(card).toHaveCount(0);
  await expect(page.locator('hw-captions')).toContainText('Soul');
});
