import type { Browser, CDPSession, Page, Route } from '@playwright/test';
import type { Figure } from './figure.ts';
import { ownBytes } from './heap.ts';
import { openPage, untilReady } from './page.ts';

/** In the first hour, everything with a limit fills up: the log, the feed, the checks of the portals. */
const WARM_UP_MINUTES = 60;
const MINUTES = WARM_UP_MINUTES + 12 * 60;
/**
 * The simulated changes repeat every hour, so the page shows about the same at both measurements. Anything
 * that has grown in between is a leak and not new content.
 */
const CYCLE_MINUTES = 60;
/**
 * The part of each minute in which the page really runs, in milliseconds: a dozen frames, and everything that
 * is due in them.
 */
const RUN_MS = 200;
const HEAP_KILOBYTES = 50;
/**
 * On the wall, the camera comes to fireworks and a panel after the first hour: one geometry and one texture. The recorded
 * sessions of the two moments differ, too.
 */
const OF_WALL: Readonly<Record<string, number>> = { geometries: 1, textures: 1, heap: 100 };
/** Whether the wall has no network: for a while in the first hour, and in the sixth hour. */
const isOffline = (minute: number): boolean => (minute >= 20 && minute < 40) || Math.floor(minute / 60) === 5;
/**
 * The home as text lists ten events of the feed with six to eight nodes each. The events differ between the
 * two measurements, so the number of nodes may differ by this much.
 */
const FEED_NODES = 80;

const random = (seed: number): number => {
  const x = Math.sin(seed * 12.9898) * 43758.5453;
  return x - Math.floor(x);
};

type Json = Record<string, unknown>;

/** The answers of other servers at a minute of the day, made from recorded answers. */
const variants: readonly [RegExp, (body: string, minute: number) => string][] = [
  [/\/height$/, (_body, minute) => String(900_000 + Math.floor(minute / 10))],
  [
    /\/forecast\?/,
    (body, minute) => {
      const all = JSON.parse(body) as { current: Json };
      const codes = [0, 2, 45, 61, 71, 95];
      all.current['weather_code'] = codes[Math.floor(minute / 10) % codes.length];
      all.current['temperature_2m'] = Math.round(40 + 50 * random(Math.floor((minute % CYCLE_MINUTES) / 10)));
      return JSON.stringify(all);
    },
  ],
  [
    /\/commits\?/,
    (body, minute) => {
      const list = JSON.parse(body) as { sha: string; commit: { author: Json; message: string } }[];
      const count = Math.floor(minute / 15);
      for (const [i, entry] of list.slice(0, 5).entries()) {
        entry.sha = `${(count * 5 + i).toString(16).padStart(8, '0')}${entry.sha.slice(8)}`;
        entry.commit.author['date'] = new Date(Date.now() - i * 60_000 * (count % 4)).toISOString();
        entry.commit.message = `Change ${count * 5 + i}`;
      }
      return JSON.stringify(list);
    },
  ],
  [
    /\/agent-status\.json/,
    (body, minute) => {
      const all = JSON.parse(body) as { agents?: Json[] };
      for (const [i, agent] of (all.agents ?? []).entries())
        agent['status'] = random((minute % CYCLE_MINUTES) + i * 31) > 0.5 ? 'working' : 'idle';
      return JSON.stringify(all);
    },
  ],
  [
    /\/sovereignty-status\.json/,
    (body, minute) =>
      JSON.stringify({
        ...(JSON.parse(body) as Json),
        score: Math.round(random(minute % CYCLE_MINUTES) * 100),
      }),
  ],
];

interface Counts {
  readonly heap: number;
  readonly geometries: number;
  readonly textures: number;
  readonly programs: number;
  readonly objects: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly sockets: number;
  readonly workers: number;
}

interface Opened {
  readonly open_: { readonly sockets: number; readonly workers: number; readonly requests: number };
}

/** Runs in the page before its own scripts: counts what it opens and what it closes. */
function countOpen(): void {
  const open = { sockets: 0, workers: 0, requests: 0 };
  Object.assign(window, { open_: open });
  const { WebSocket: Socket, Worker: Thread, fetch: ask } = window;
  window.fetch = async (...request) => {
    open.requests++;
    try {
      return await ask(...request);
    } finally {
      open.requests--;
    }
  };
  window.WebSocket = class extends Socket {
    constructor(...args: ConstructorParameters<typeof Socket>) {
      super(...args);
      open.sockets++;
      this.addEventListener('close', () => open.sockets--, { once: true });
    }
  };
  window.Worker = class extends Thread {
    constructor(...args: ConstructorParameters<typeof Thread>) {
      super(...args);
      open.workers++;
    }
    override terminate(): void {
      open.workers--;
      super.terminate();
    }
  };
}

async function count(page: Page, cdp: CDPSession): Promise<Counts> {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  const inPage = await page.evaluate(() => {
    const { home } = window.bench;
    if (!home) throw new Error('the world is not ready');
    const { geometries, textures, programs } = home.ticker.stats();
    let objects = 0;
    (home.scene as { traverse(visit: () => void): void }).traverse(() => objects++);
    const { sockets, workers } = (window as unknown as Opened).open_;
    return { geometries, textures, programs, objects, sockets, workers };
  });
  return { ...inPage, heap: await ownBytes(cdp), nodes, listeners: jsEventListeners };
}

/**
 * Draws all objects once, also those that the camera does not see. The camera of the wall comes to some places late;
 * what is uploaded there for the first time is no growth.
 */
function drawEverything(): void {
  const { home } = window.bench;
  const scene = home?.scene as
    | { traverse(visit: (one: { frustumCulled: boolean }) => void): void }
    | undefined;
  const culled: { frustumCulled: boolean }[] = [];
  scene?.traverse((one) => {
    if (one.frustumCulled) culled.push(one);
    one.frustumCulled = false;
  });
  // Longer than the picture is kept, of which only parts are drawn.
  for (let tick = 0; tick < 60; tick++) home?.ticker.tick(0.05);
  for (const one of culled) one.frustumCulled = true;
}

const REAL_MS = 10;

/**
 * Waits for the answers, which come in real time. If the clock went on meanwhile, each request would reach
 * its time limit.
 */
async function answered(page: Page): Promise<void> {
  const asking = (): Promise<number> => page.evaluate(() => (window as unknown as Opened).open_.requests);
  while ((await asking()) > 0) await new Promise((next) => setTimeout(next, REAL_MS));
}

/**
 * Simulates one minute: the clock jumps, everything that is due runs, and sometimes an event happens that all
 * visitors see.
 */
async function live(page: Page, minute: number): Promise<void> {
  await page.evaluate((at) => {
    const state = window.bench.home?.state;
    if (!state) return;
    const next = <Detail>(
      signal: { get(): { readonly count: number }; set(value: { count: number; detail: Detail }): void },
      detail: Detail,
    ): void => signal.set({ count: signal.get().count + 1, detail });
    if (at % 5 === 0) next(state.speech, { speaker: 'Timmy', text: `Minute ${at}` });
    if (at % 20 === 0) next(state.zap, 21 * at);
    if (at % 60 === 0) next(state.fireworks, 'bench');
    if (at % 30 === 0) next(state.mergeFlash, 'bench');
  }, minute);
  await page.clock.fastForward(60_000 - RUN_MS);
  await answered(page);
  await page.clock.runFor(RUN_MS);
  await answered(page);
}

/**
 * Runs the page with a mocked clock for half a day in which the readings change, and measures what has grown
 * since the first hour.
 */
export async function halfADay(browser: Browser, url: string, path: '' | 'wall' = ''): Promise<Figure[]> {
  let minute = 0;
  const answer = async (route: Route): Promise<void> => {
    const address = route.request().url();
    const found = variants.find(([pattern]) => pattern.test(address));
    if (!found) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: found[1](await response.text(), minute) });
  };
  const prepare = async (page: Page): Promise<void> => {
    await page.clock.install();
    await page.addInitScript(countOpen);
    await page.route(
      ({ href }) => variants.some(([pattern]) => pattern.test(href)),
      (route) => answer(route).catch(() => undefined),
    );
  };
  const small = { width: 320, height: 180 };
  const { page, context, cdp } = await openPage(
    browser,
    `${url}${path}?debug&quality=lowest`,
    small,
    prepare,
  );
  try {
    await untilReady(page);
    if (path === 'wall') await page.evaluate(drawEverything);
    const until = async (end: number): Promise<void> => {
      for (; minute < end; minute++) {
        if (path === 'wall') await context.setOffline(isOffline(minute));
        await live(page, minute);
      }
    };
    await until(WARM_UP_MINUTES);
    const before = await count(page, cdp);
    await until(MINUTES);
    const after = await count(page, cdp);
    const kinds = [
      'geometries',
      'textures',
      'programs',
      'objects',
      'nodes',
      'listeners',
      'sockets',
      'workers',
    ] as const;
    return [
      ...kinds.map((kind): Figure => ({
        name: `${kind} more after 12 simulated hours than after one`,
        value: after[kind] - before[kind],
        unit: '',
        bar: {
          at: 'most',
          value: kind === 'nodes' ? FEED_NODES : path === 'wall' ? (OF_WALL[kind] ?? 0) : 0,
        },
        note: `${before[kind]} → ${after[kind]}`,
      })),
      {
        name: 'own objects on the heap, more after 12 simulated hours than after one',
        value: (after.heap - before.heap) / 1000,
        unit: 'kB',
        bar: { at: 'most', value: path === 'wall' ? (OF_WALL['heap'] ?? 0) : HEAP_KILOBYTES },
        note: `of ${(after.heap / 1e6).toFixed(1)} MB`,
      },
    ];
  } finally {
    await context.close();
  }
}
