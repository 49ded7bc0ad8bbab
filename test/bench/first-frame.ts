import type { Browser } from '@playwright/test';
import { AFRAME_VERSION, serveAframe } from './aframe.ts';
import { type Figure, quantile } from './figure.ts';
import { openPage } from './page.ts';

const RUNS = 7;

type Mark = 'ready' | 'firstDraw' | 'firstDrawn';

/** Milliseconds from the navigation, with an empty cache, until the page's instruments have written this down; with all of them. */
async function until(mark: Mark, browser: Browser, url: string): Promise<Record<Mark, number>> {
  const { page, context } = await openPage(browser, url);
  try {
    await page.waitForFunction((name: Mark) => window.bench[name] !== undefined, mark, {
      timeout: 60_000,
      polling: 100,
    });
    return await page.evaluate(() => {
      const { ready = NaN, firstDraw = NaN, firstDrawn = NaN } = window.bench;
      return { ready, firstDraw, firstDrawn };
    });
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
  const begun: number[] = [];
  const done: number[] = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      home.push((await until('ready', browser, url)).ready);
      if (typeof aframe === 'string') continue;
      const { firstDraw, firstDrawn } = await until('firstDrawn', browser, aframe.url);
      begun.push(firstDraw);
      done.push(firstDrawn);
    }
  } finally {
    if (typeof aframe !== 'string') aframe.close();
  }
  const ours = quantile(home, 0.5);
  const theirs = begun.length > 0 ? quantile(begun, 0.5) : undefined;
  const drawn = quantile(done, 0.5);
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
          note: `A-Frame ${AFRAME_VERSION} hello-world: ${theirs.toFixed(0)} ms to its first draw call, ${drawn.toFixed(0)} until that frame is drawn (${(ours / drawn).toFixed(2)} ×)`,
        },
  ];
}
