import type { Browser } from '@playwright/test';
import { AFRAME_VERSION, serveAframe } from './aframe.ts';
import { type Figure, quantile } from './figure.ts';
import { openPage, untilReady } from './page.ts';

const RUNS = 5;

/** Milliseconds from the navigation to the first frame of the world, with an empty cache. */
async function homeOnce(browser: Browser, url: string): Promise<number> {
  const { page, context } = await openPage(browser, `${url}?debug`);
  try {
    await untilReady(page);
    return (await page.evaluate(() => window.bench.ready)) ?? NaN;
  } finally {
    await context.close();
  }
}

async function aframeOnce(browser: Browser, url: string): Promise<number> {
  const { page, context } = await openPage(browser, url);
  try {
    await page.waitForFunction(() => window.bench.firstDraw !== undefined, undefined, { timeout: 60_000 });
    return (await page.evaluate(() => window.bench.firstDraw)) ?? NaN;
  } finally {
    await context.close();
  }
}

/** Both in turn in the same browser, so that a busy machine is busy for both. */
export async function firstFrame(browser: Browser, url: string): Promise<Figure[]> {
  const aframe = await serveAframe().catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  const home: number[] = [];
  const other: number[] = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      home.push(await homeOnce(browser, url));
      if (typeof aframe !== 'string') other.push(await aframeOnce(browser, aframe.url));
    }
  } finally {
    if (typeof aframe !== 'string') aframe.close();
  }
  const ours = quantile(home, 0.5);
  const theirs = other.length > 0 ? quantile(other, 0.5) : undefined;
  const name = 'first frame of the world';
  return [
    { name, value: ours, unit: 'ms', note: `median of ${RUNS}, from the navigation, cache empty` },
    theirs === undefined
      ? {
          name: `${name}, times A-Frame’s`,
          value: undefined,
          unit: '',
          note: `A-Frame could not be fetched: ${typeof aframe === 'string' ? aframe : ''}`,
        }
      : {
          name: `${name}, times A-Frame’s`,
          value: ours / theirs,
          unit: '×',
          bar: { at: 'most', value: 2 },
          note: `A-Frame ${AFRAME_VERSION} hello-world: ${theirs.toFixed(0)} ms to its first draw call`,
        },
  ];
}
