import { statSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { commitsAsOf } from '../helpers/upstreams.ts';
import { openCheaply, waitForModule } from './tour.ts';
import { sharedHome } from './shared-home.ts';

/** A day depends on the visitor's zone, and a linked moment is in UTC: here they are the same. */
test.use({ timezoneId: 'UTC' });

const home = sharedHome();

async function open(page: Page, hash = ''): Promise<void> {
  await openCheaply(page, home.url, hash);
  await waitForModule(page, 'video-recorder');
}
const bar = (page: Page) => page.locator('hw-time-lapse');

test('L replays today, a chosen day replays too, and Esc shows the present again', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await open(page);
  await page.locator('canvas').focus();
  await page.keyboard.press('l');
  await expect(bar(page)).toContainText(/\d+ of \d+/);
  await bar(page).getByRole('combobox', { name: 'Day' }).selectOption({ index: 3 });
  await expect(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  const slider = bar(page).getByRole('slider', { name: 'Moment of the day' });
  const before = Number(await slider.inputValue());
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before + 30);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a link to a moment opens it paused, and a clip of what follows has the day’s name', async ({
  page,
}) => {
  // A past day: today may not have reached the linked moment yet.
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  const newest = commitsAsOf(Date.now())
    .map(({ commit }) => Date.parse(commit.author.date))
    .find((at) => at < midnight);
  const day = new Date(newest ?? NaN).toISOString().slice(0, 10);
  await open(page, `#view=time-lapse&day=${day}&t=31200`);
  await expect(bar(page).locator('.clock')).toHaveText('08:40');
  await expect(bar(page).getByRole('button', { name: 'Play' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Record a clip from here' }).click();
  await expect(bar(page)).toContainText(/Recording 0:0[1-9]/);
  const saved = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Stop recording and save the clip' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^test-home-time-lapse-${day}\\.(webm|mp4)$`));
  expect(statSync(await file.path()).size).toBeGreaterThan(1000);
});
