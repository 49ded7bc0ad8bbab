import type { Browser, Page } from '@playwright/test';
import type { Figure } from './figure.ts';
import { record } from './garbage.ts';
import { openPage, untilReady } from './page.ts';
import { framesPerSecond } from './world.ts';

const SETTLE_MS = 6000;
/** The first twenty seconds, in which a visitor judges. */
const FIRST_SECONDS = 20;
const SAMPLE_MS = 100;
/** Longer than the minute after which the picture rests (`world/core/cadence.ts`). */
export const REST_SECONDS = 61;
const RECORD_SECONDS = 20;

/** The processor time of all processes of the browser, in seconds. */
async function computed(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The share of one core that the browser takes, and how many frames it draws with it. */
export async function load(browser: Browser, page: Page): Promise<{ cores: number; frames: number }> {
  const [before, began] = [await computed(browser), performance.now()];
  const recording = await record(page, RECORD_SECONDS);
  const cores = (await computed(browser)) - before;
  return { cores: (cores * 1000) / (performance.now() - began), frames: framesPerSecond(recording) };
}

/** The share of samples in which the picture has its full size, in percent. Only a moving picture has no pace. */
const fullSize = (page: Page): Promise<number> =>
  page.evaluate(
    async ([seconds, pause]) => {
      const samples = (seconds * 1000) / pause;
      let full = 0;
      for (let sample = 0; sample < samples; sample++) {
        if (window.bench.home?.ticker.pace !== 0) full++;
        await new Promise((next) => setTimeout(next, pause));
      }
      return (full / samples) * 100;
    },
    [FIRST_SECONDS, SAMPLE_MS] as const,
  );

/**
 * The home at the lowest level without any input: first as for a visitor who looks at it, then as an open
 * page beside other work. News that arrive meanwhile are included in the figures.
 */
export async function rest(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context } = await openPage(browser, `${url}?debug&quality=lowest`);
  try {
    await untilReady(page);
    const [full, still] = await Promise.all([
      fullSize(page),
      page.waitForTimeout(SETTLE_MS).then(() => load(browser, page)),
    ]);
    // Skips the minute without input: the world itself advances by one frame.
    await page.evaluate((seconds) => window.bench.home?.ticker.tick(seconds), REST_SECONDS);
    await page.waitForTimeout(1000);
    const resting = await load(browser, page);
    const decides = true;
    return [
      {
        name: 'samples of the first 20 s at full size, nothing touched',
        value: full,
        unit: '%',
        bar: { at: 'least', value: 95 },
        note: 'from the first frame on, without a GPU',
      },
      { name: 'cores while the picture stands still, lowest', value: still.cores, unit: '', decides },
      {
        name: 'frames a second, standing still',
        value: still.frames,
        unit: '/s',
        bar: { at: 'least', value: 30 },
        decides,
      },
      {
        name: 'cores at rest, lowest, 1280×720',
        value: resting.cores,
        unit: '',
        bar: { at: 'most', value: 0.2 },
        decides,
        note: 'after a minute without input, news included',
      },
      {
        name: 'frames a second at rest',
        value: resting.frames,
        unit: '/s',
        bar: { at: 'least', value: 10 },
        decides,
      },
    ];
  } finally {
    await context.close();
  }
}
