import { chromium } from '@playwright/test';
import { chromeFlags, ensureChrome } from '../../ci/chrome.ts';
import { type Figure, quantile } from './figure.ts';
import { openPage } from './page.ts';

const RUNS = 5;

/** The painted home, as in Chrome with a window on a machine without a graphics card. */
export async function withoutWebgl(url: string): Promise<Figure[]> {
  const light: number[] = [];
  const words: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const browser = await chromium.launch({
      executablePath: ensureChrome(),
      args: [...chromeFlags(), '--disable-3d-apis'],
    });
    try {
      const { page } = await openPage(browser, url);
      const there = await page.waitForFunction(
        () => {
          const { shadowRoot } = document.querySelector('hw-home') ?? {};
          const painted = shadowRoot?.querySelector('hw-painted-home')?.shadowRoot;
          return painted?.querySelector('.placed') ? performance.now() : undefined;
        },
        undefined,
        { timeout: 60_000, polling: 'raf' },
      );
      words.push((await there.jsonValue()) ?? NaN);
      light.push(await page.evaluate(() => window.bench.picturePaint ?? NaN));
    } finally {
      await browser.close();
    }
  }
  return [
    {
      name: 'first light, no WebGL',
      value: quantile(light, 0.5),
      unit: 'ms',
      note: `the painted picture, median of ${RUNS} first visits`,
    },
    {
      name: 'live words on the painted home, no WebGL',
      value: quantile(words, 0.5),
      unit: 'ms',
      decides: true,
    },
  ];
}
