import type { Browser, Page } from '@playwright/test';
import type { Gl } from '../../ci/chrome.ts';
import { AFRAME_VERSION, serveAframe } from './aframe.ts';
import { type Figure, quantile } from './figure.ts';
import { openPage } from './page.ts';

const RUNS = 7;
/** The time in which the modules of the world arrive. Long tasks within this time count. Milliseconds. */
const ARRIVAL_MS = 6000;

/** Opens the page as a first visitor has it: a new profile, and nothing in any cache. */
type AsFirstVisitor = <T>(url: string, measure: (page: Page) => Promise<T>) => Promise<T>;

const asFirstVisitor =
  (launch: () => Promise<Browser>): AsFirstVisitor =>
  async (url, measure) => {
    const browser = await launch();
    try {
      const { page } = await openPage(browser, url);
      return await measure(page);
    } finally {
      await browser.close();
    }
  };

/** The figures of one visit to the home; times in milliseconds since the navigation. */
interface Visit {
  readonly ready: number;
  readonly firstPaint: number;
  readonly picturePaint: number;
  readonly largestPaint: number;
  /** When the last group of modules had arrived. */
  readonly whole: number;
  readonly blocking: number;
  readonly longest: number;
}

async function visit(page: Page): Promise<Visit> {
  await page.waitForFunction(() => window.bench.ready !== undefined, undefined, {
    timeout: 60_000,
    polling: 100,
  });
  await page.waitForTimeout(ARRIVAL_MS);
  return page.evaluate(() => {
    const { ready = NaN, whole = NaN, firstPaint = 0, longTasks } = window.bench;
    const { picturePaint = NaN, largestPaint = NaN } = window.bench;
    const tasks = longTasks.filter(({ start }) => start >= firstPaint).map(({ duration }) => duration);
    const blocking = tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
    return { ready, whole, firstPaint, picturePaint, largestPaint, blocking, longest: Math.max(0, ...tasks) };
  });
}

async function aframeFrame(page: Page): Promise<{ begun: number; drawn: number }> {
  await page.waitForFunction(() => window.bench.firstDrawn !== undefined, undefined, {
    timeout: 60_000,
    polling: 100,
  });
  return page.evaluate(() => {
    const { firstDraw = NaN, firstDrawn = NaN } = window.bench;
    return { begun: firstDraw, drawn: firstDrawn };
  });
}

/** Measures both pages alternately, so that other work on the machine affects both. */
export async function firstFrame(launch: () => Promise<Browser>, url: string, gl: Gl): Promise<Figure[]> {
  const open = asFirstVisitor(launch);
  const aframe = await serveAframe().catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  const visits: Visit[] = [];
  const others: { begun: number; drawn: number }[] = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      visits.push(await open(url, visit));
      if (typeof aframe !== 'string') others.push(await open(aframe.url, aframeFrame));
    }
  } finally {
    if (typeof aframe !== 'string') await aframe.close();
  }
  const median = (pick: (of: Visit) => number): number => quantile(visits.map(pick), 0.5);
  const ours = median(({ ready }) => ready);
  const theirs = quantile(
    others.map(({ begun }) => begun),
    0.5,
  );
  const drawn = quantile(
    others.map(({ drawn: at }) => at),
    0.5,
  );
  const name = 'first frame of the world';
  const decides = true;
  return [
    {
      name: 'first light: the painted picture',
      value: median(({ picturePaint }) => picturePaint),
      unit: 'ms',
      bar: { at: 'most', value: 600 },
      decides,
    },
    {
      name: 'first light, after the first contentful paint',
      value: median(({ picturePaint, firstPaint }) => picturePaint - firstPaint),
      unit: 'ms',
      bar: { at: 'most', value: 100 },
      decides,
    },
    {
      name: 'largest paint that Chrome counts',
      value: median(({ largestPaint }) => largestPaint),
      unit: 'ms',
      note: 'a text, because Chrome leaves out a picture as large as the window',
    },
    {
      name,
      value: ours,
      unit: 'ms',
      decides,
      note: `median of ${RUNS} first visits: a new profile, no shader cache`,
    },
    typeof aframe === 'string'
      ? {
          name: `${name}, times A-Frame’s`,
          value: undefined,
          unit: '',
          note: `A-Frame could not be fetched: ${aframe}`,
        }
      : {
          name: `${name}, times A-Frame’s`,
          value: ours / theirs,
          unit: '×',
          bar: { at: 'most', value: 1.2 },
          decides,
          note: `A-Frame ${AFRAME_VERSION} hello-world: ${theirs.toFixed(0)} ms to its first draw call, ${drawn.toFixed(0)} until that frame is drawn (${(ours / drawn).toFixed(2)} ×)`,
        },
    {
      name: 'the whole world, after its first frame',
      value: median(({ ready, whole }) => whole - ready),
      unit: 'ms',
      bar: { at: 'most', value: 1500 },
      decides,
    },
    {
      name: 'blocking time after the first paint',
      value: median(({ blocking }) => blocking),
      unit: 'ms',
      bar: { at: 'most', value: 200 },
      decides,
      note: 'what main-thread tasks take beyond 50 ms each',
    },
    {
      name: 'longest main-thread task of a first visit',
      value: median(({ longest }) => longest),
      unit: 'ms',
      bar: { at: 'most', value: gl === 'gl-egl' ? 120 : 200 },
      decides,
    },
  ];
}
