import { expect, test } from '@playwright/test';
import { findProgram } from '../../ci/programs.ts';
import { whyNoDisplay } from '../helpers/display.ts';
import { sharedHome } from './shared-home.ts';
import { WORLD_MS } from './tour.ts';
import { isLoaded, tourOfPanels } from './tour-of-panels.ts';
import { WebKitPage } from './webkit.ts';

test.skip(
  findProgram('webkit') === undefined,
  'no webkit2gtk-driver here (node ci/programs.ts webkit installs it)',
);
test.skip(whyNoDisplay !== false, String(whyNoDisplay));

const home = sharedHome();

async function tour(width: number, height: number): Promise<void> {
  await using page = await WebKitPage.start(width, height);
  await page.goto(`${home.url}?quality=lowest`);
  expect(await page.evaluate(() => `${innerWidth}×${innerHeight}`)).toBe(`${width}×${height}`);
  await expect.poll(() => page.evaluate(isLoaded), { timeout: WORLD_MS }).toBe(true);
  await tourOfPanels(page, home.url, width < 700);
  expect(await page.errors()).toEqual([]);
}

test('WebKitGTK: chat, settings, text and heartbeat page on a desktop', () => tour(1280, 720));
test('WebKitGTK: the same on a phone', () => tour(360, 640));
