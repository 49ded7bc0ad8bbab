import type { Browser } from '@playwright/test';
import { halfADay } from './day.ts';
import type { Figure } from './figure.ts';
import { openPage, untilReady } from './page.ts';
import { REST_SECONDS, load } from './rest.ts';

/** Longer than the flight with which the camera reaches the first stage. */
const SETTLE_MS = 12_000;

/** The wall, a screen that is left on: what it takes, and whether it grows in half a day. */
export async function wall(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context } = await openPage(browser, `${url}wall?debug&quality=lowest`);
  let resting: { readonly cores: number; readonly frames: number };
  try {
    await untilReady(page);
    await page.waitForTimeout(SETTLE_MS);
    // Skips the minute after which the picture rests.
    await page.evaluate((seconds) => window.bench.home?.ticker.tick(seconds), REST_SECONDS);
    await page.waitForTimeout(1000);
    resting = await load(browser, page);
  } finally {
    await context.close();
  }
  return [
    {
      name: 'cores of the wall at rest, lowest, 1280×720',
      value: resting.cores,
      unit: '',
      bar: { at: 'most', value: 0.3 },
      note: 'news included',
    },
    { name: 'frames a second of the wall', value: resting.frames, unit: '/s' },
    ...(await halfADay(browser, url, 'wall')),
  ];
}
