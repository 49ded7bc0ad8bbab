import type { Browser, Page } from '@playwright/test';
import type { View } from '../../data/view/view.ts';
import type { Figure } from './figure.ts';
import { type Recording, record } from './garbage.ts';
import { openPage, untilReady } from './page.ts';
import { framesPerSecond, frameFigures } from './world.ts';

/** The time until a view is reached, its passes are compiled, and the governor has found its step. */
const SETTLE_MS = 6_000;
const RECORD_SECONDS = 5;
/** The page leaves at 0.88 of the 2.2 s. */
const WARP_SECONDS = 1.6;

type Warp = Extract<View, { mode: 'warp' }>;

interface Seen {
  readonly name: string;
  readonly key?: string;
  /** The key that leaves the view; Esc if absent. */
  readonly back?: string;
}

const seen: readonly Seen[] = [
  { name: 'walking' },
  { name: 'orbit', key: 'v', back: 'v' },
  { name: 'overview', key: 'Tab' },
  { name: 'zoom', key: 'z' },
  { name: 'time-lapse', key: 'l' },
  { name: 'oath', key: 'o' },
  { name: 'photo', key: 'p' },
];

const toWorld = (page: Page): Promise<void> => page.locator('canvas').focus();

async function soundOn(page: Page): Promise<void> {
  await page.locator('hw-header').getByRole('button', { name: 'More' }).click();
  await page.locator('hw-header').getByRole('button', { name: 'Sound', exact: true }).click();
  await page.waitForFunction(() => window.bench.home?.state.audio.status.get().phase === 'on', undefined, {
    timeout: 20_000,
  });
}

/** Records the part of a warp to another world that runs before the page is left. */
async function warping(page: Page): Promise<Recording> {
  const warp: Omit<Warp, 'href'> = { mode: 'warp', navigation: 'walk', portalId: 'heartbeat' };
  await page.evaluate((view) => {
    const href = new URL('heartbeat.html', location.href).href;
    window.bench.home?.state.view.set({ ...view, href });
  }, warp);
  return record(page, WARP_SECONDS);
}

async function figuresOf(page: Page, name: string, recording: Recording): Promise<Figure[]> {
  const { drawCalls, triangles } = await page.evaluate(() => ({ ...window.bench.home?.ticker.stats() }));
  return [
    ...frameFigures(recording, name),
    { name: `frames a second, ${name}`, value: framesPerSecond(recording), unit: '/s' },
    { name: `draw calls, ${name}`, value: drawCalls, unit: '', bar: { at: 'most', value: 120 } },
    { name: `triangles, ${name}`, value: triangles, unit: '', bar: { at: 'most', value: 200_000 } },
  ];
}

/** The home with its sound on, in each of its views, for a visitor without a GPU. */
export async function views(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context } = await openPage(browser, `${url}?debug`);
  const figures: Figure[] = [];
  try {
    await untilReady(page);
    await page.waitForTimeout(SETTLE_MS);
    const began = await page.evaluate(() => performance.now());
    await soundOn(page);
    await page.waitForTimeout(SETTLE_MS);
    for (const { name, key, back = 'Escape' } of seen) {
      await toWorld(page);
      if (key !== undefined) await page.keyboard.press(key);
      await page.waitForTimeout(SETTLE_MS);
      figures.push(...(await figuresOf(page, `${name}, with sound`, await record(page, RECORD_SECONDS))));
      if (key !== undefined) await page.keyboard.press(back);
    }
    const { waited, longest } = await page.evaluate((since) => {
      const { links, longTasks } = window.bench;
      return {
        waited: links.filter(({ at, inFrame }) => inFrame && at > since).length,
        longest: Math.max(
          0,
          ...longTasks.filter(({ start }) => start > since).map(({ duration }) => duration),
        ),
      };
    }, began);
    figures.push(
      {
        name: 'programs that a frame waits for, sound and views',
        value: waited,
        unit: '',
        bar: { at: 'most', value: 0 },
      },
      {
        name: 'longest main-thread task, sound and views',
        value: longest,
        unit: 'ms',
        bar: { at: 'most', value: 200 },
      },
      ...(await figuresOf(page, 'warp, with sound', await warping(page))),
    );
    return figures;
  } finally {
    await context.close();
  }
}
