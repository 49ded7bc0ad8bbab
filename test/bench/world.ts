import type { Browser, Page } from '@playwright/test';
import type { FrameStats } from '../../data/core/frame-stats.ts';
import type { Gl } from '../../ci/chrome.ts';
import { type Figure, mean, quantile } from './figure.ts';
import { garbageFigures } from './bare.ts';
import { type Recording, garbage, record } from './garbage.ts';
import { openPage, untilReady } from './page.ts';

const LLVMPIPE = 'Mesa llvmpipe';
const SETTLE_SECONDS = 5;
const RECORD_SECONDS = 8;
const stats = (page: Page): Promise<FrameStats> =>
  page.evaluate(() => {
    const { home } = window.bench;
    if (!home) throw new Error('the world is not ready');
    return { ...home.ticker.stats() };
  });

/** The level and the size of the moving picture, as chosen by the governor. */
const choice = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { home } = window.bench;
    const drawn = home?.scene?.frame.targets.at(-1) ?? document.querySelector('canvas');
    return `${home?.state.world.quality.get()} ${drawn?.width}×${drawn?.height}`;
  });

/** The visitor turns round until this is called again with `false`: the picture moves. */
async function turn(page: Page, turning: boolean): Promise<void> {
  await page.evaluate(() => document.querySelector('canvas')?.focus());
  await page.keyboard[turning ? 'down' : 'up']('ArrowRight');
}

export const frameFigures = ({ spent }: Recording, where: string): Figure[] => [
  {
    name: `JS per frame, median, ${where}`,
    value: quantile(spent, 0.5),
    unit: 'ms',
    bar: { at: 'most', value: 1.2 },
  },
  { name: `JS per frame, mean, ${where}`, value: mean(spent), unit: 'ms', bar: { at: 'most', value: 2 } },
  {
    name: `JS per frame, p95, ${where}`,
    value: quantile(spent, 0.95),
    unit: 'ms',
    bar: { at: 'most', value: 4 },
    ...(where === LLVMPIPE && { decides: true as const }),
  },
];

export function framesPerSecond({ at }: Recording): number {
  const first = at[0] ?? 0;
  const last = at[at.length - 1] ?? 0;
  return last > first ? ((at.length - 1) * 1000) / (last - first) : 0;
}

const TURN_FRAMES = 217;

/**
 * How long the frames of the first full turn take, with their drawing. A program whose first draw is then
 * makes its frame long. Milliseconds.
 */
const firstTurn = (page: Page): Promise<number[]> =>
  page.evaluate((frames) => {
    const { home } = window.bench;
    if (!home?.scene) throw new Error('the world is not ready');
    const { ticker, scene } = home;
    const gl = scene.renderer.getContext();
    const pixel = new Uint8Array(4);
    // Waits until everything is drawn.
    const drawn = (): void => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    const { x, z, yaw } = scene.player;
    ticker.stop();
    const times = Array.from({ length: frames }, (_, frame) => {
      scene.player.teleport(x, z, yaw + ((frame + 1) / frames) * Math.PI * 2, 0);
      drawn();
      const began = performance.now();
      ticker.tick(1 / 30);
      drawn();
      return performance.now() - began;
    });
    ticker.start();
    return times;
  }, TURN_FRAMES);

/** The draw calls of some frames of the next seconds. */
async function drawCallsFor(page: Page, seconds: number): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < seconds * 2; i++) {
    await page.waitForTimeout(500);
    all.push((await stats(page)).drawCalls);
  }
  return all;
}

/**
 * Draw calls and triangles of the start view, once all modules have arrived: those of the still picture. News
 * makes it move, and a moving picture draws its words twice.
 */
async function atTheStart(page: Page): Promise<{ drawCalls: number; triangles: number }> {
  const all = await drawCallsFor(page, SETTLE_SECONDS);
  return { drawCalls: Math.min(...all.slice(-SETTLE_SECONDS)), triangles: (await stats(page)).triangles };
}

/** The home for a visitor without a GPU: the governor chooses the level. */
export async function governed(browser: Browser, url: string, gl: Gl): Promise<Figure[]> {
  const name = gl === 'gl-egl' ? LLVMPIPE : 'SwiftShader';
  const { page, context, cdp } = await openPage(browser, `${url}?debug`);
  try {
    await untilReady(page);
    await page.waitForFunction(() => window.bench.home?.state.world.complete.get(), undefined, {
      timeout: 90_000,
      polling: 100,
    });
    const turned = await firstTurn(page);
    const { drawCalls, triangles } = await atTheStart(page);
    await turn(page, true);
    await page.waitForTimeout(SETTLE_SECONDS * 1000);
    const settled = await choice(page);
    const [recording, drawn] = await Promise.all([
      record(page, RECORD_SECONDS),
      drawCallsFor(page, RECORD_SECONDS),
    ]);
    const { programs } = await stats(page);
    const after = await choice(page);
    const waste = await garbage(page, cdp);
    await turn(page, false);
    const bench = await page.evaluate(() => ({ ...window.bench, home: undefined, frames: undefined }));
    // Its frames must not slow down the comparison.
    await page.close();
    const ready = bench.ready ?? 0;
    const painted = bench.firstPaint ?? 0;
    const tasks = bench.longTasks.filter(({ start }) => start >= painted).map(({ duration }) => duration);
    const fpsBar = gl === 'gl-egl' ? 45 : 24;
    return [
      {
        name: `frames a second moving, 1280×720, ${name}`,
        value: framesPerSecond(recording),
        unit: '/s',
        bar: { at: 'least', value: fpsBar },
        decides: true,
        note: `the governor chose ${settled}${after === settled ? '' : `, later ${after}`}`,
      },
      {
        name: `governor changes after ${SETTLE_SECONDS} s, ${name}`,
        value: after === settled ? 0 : 1,
        unit: '',
        bar: { at: 'most', value: 0 },
      },
      {
        name: `longest frame of the first full turn, ${name}`,
        value: Math.max(...turned),
        unit: 'ms',
        bar: { at: 'most', value: 80 },
        decides: true,
        note: `of ${TURN_FRAMES}, median ${quantile(turned, 0.5).toFixed(0)}; ${turned.filter((ms) => ms > 80).length} over 80 ms`,
      },
      ...frameFigures(recording, name),
      ...(await garbageFigures(browser, waste, Math.round(mean(drawn)), name)),
      {
        name: `draw calls at the start view, ${name}`,
        value: drawCalls,
        unit: '',
        bar: { at: 'most', value: 30 },
      },
      {
        name: `triangles at the start view, ${name}`,
        value: triangles,
        unit: '',
        bar: { at: 'most', value: 200_000 },
      },
      { name: `programs, ${name}`, value: programs, unit: '' },
      {
        name: `programs that a frame after the first waits for, ${name}`,
        value: bench.links.filter(({ at, inFrame }) => inFrame && at > ready).length,
        unit: '',
        bar: { at: 'most', value: 0 },
        note: `${bench.links.filter(({ at }) => at > ready).length} linked beside the running picture`,
      },
      {
        name: `longest main-thread task after the first paint, ${name}`,
        value: Math.max(0, ...tasks),
        unit: 'ms',
        bar: { at: 'most', value: gl === 'gl-egl' ? 120 : 200 },
        note: `${tasks.length} over 50 ms`,
      },
    ];
  } finally {
    await context.close();
  }
}

/**
 * All effects, in a small window, so that the work of the software renderer does not hide the time of the
 * JavaScript code.
 */
export async function everythingOn(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context, cdp } = await openPage(browser, `${url}?debug&quality=highest`, {
    width: 320,
    height: 180,
  });
  try {
    await untilReady(page);
    await page.waitForTimeout(SETTLE_SECONDS * 1000);
    const recording = await record(page, RECORD_SECONDS);
    const { drawCalls, triangles } = await stats(page);
    const waste = await garbage(page, cdp);
    const links = await page.evaluate(
      () => window.bench.links.filter(({ at, inFrame }) => inFrame && at > (window.bench.ready ?? 0)).length,
    );
    await page.close();
    return [
      ...frameFigures(recording, 'highest, 320×180'),
      ...(await garbageFigures(browser, waste, drawCalls, 'highest, 320×180')),
      { name: 'draw calls, highest', value: drawCalls, unit: '', bar: { at: 'most', value: 120 } },
      { name: 'triangles, highest', value: triangles, unit: '', bar: { at: 'most', value: 200_000 } },
      {
        name: 'programs that a frame after the first waits for, highest',
        value: links,
        unit: '',
        bar: { at: 'most', value: 0 },
      },
      { name: 'frames a second, highest, 320×180', value: framesPerSecond(recording), unit: '/s' },
    ];
  } finally {
    await context.close();
  }
}

/** A slow processor, and a display that shows 30 frames a second. */
export async function throttled(browser: Browser, url: string): Promise<Figure[]> {
  const slow = async (page: Page): Promise<void> => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      const next = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (callback) => next(() => next(callback));
    });
  };
  const { page, context } = await openPage(browser, `${url}?debug`, undefined, slow);
  try {
    await untilReady(page);
    await page.waitForTimeout(SETTLE_SECONDS * 1000);
    await turn(page, true);
    await page.waitForTimeout(SETTLE_SECONDS * 1000);
    const recording = await record(page, RECORD_SECONDS);
    await turn(page, false);
    const where = 'processor slowed 4 ×, display of 30 Hz';
    return [
      {
        name: `frames a second moving, ${where}`,
        value: framesPerSecond(recording),
        unit: '/s',
        decides: true,
        note: `the governor chose ${await choice(page)}`,
      },
      { name: `JS per frame, p95, ${where}`, value: quantile(recording.spent, 0.95), unit: 'ms' },
    ];
  } finally {
    await context.close();
  }
}
