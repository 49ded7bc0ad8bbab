/**
 * Measures the home against its bars. It only prints figures, and no check depends on them, because they
 * depend on the machine as much as on the code.
 *
 *   npm run bench                       the about twenty figures that decide
 *   npm run bench -- --all              all figures of all parts
 *   npm run bench -- sizes bridge       all figures of these parts
 *   npm run bench -- --json             one JSON object
 *   npm run bench -- kept --moments 1000  compares the kept picture at 1,000 random moments, and not at 200
 *   npm run bench -- asks --kills 1000  kills the home 1,000 times around asks, and not 50 times
 */
import { resolve, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { type Gl, ensureChrome, findGl } from '../../ci/chrome.ts';
import { startHome } from '../../ci/home.ts';
import { sizesOf } from '../../ci/sizes.ts';
import { PROCESS_KILLS, asks } from './asks.ts';
import { bare } from './bare.ts';
import { bridge } from './bridge.ts';
import { codeHosts } from './code-hosts.ts';
import { halfADay } from './day.ts';
import { embed } from './embed.ts';
import { type Figure, ratioOf, table, verdictOf } from './figure.ts';
import { firstFrame } from './first-frame.ts';
import { floodOfMessages } from './flood.ts';
import { leaks } from './leaks.ts';
import { lighthouse } from './lighthouse.ts';
import { limits } from './limits.ts';
import { model } from './model.ts';
import { noise } from './noise.ts';
import { modules } from './modules.ts';
import { diff } from './diff.ts';
import { history } from './history.ts';
import { hud } from './hud.ts';
import { kept } from './kept.ts';
import { launch } from './page.ts';
import { past } from './past.ts';
import { rest } from './rest.ts';
import { sessions } from './sessions.ts';
import { chats } from './together/chats.ts';
import { gateways } from './together/gateways.ts';
import { nats } from './together/nats.ts';
import { presence } from './together/presence.ts';
import { presenceElsewhere } from './together/presence-elsewhere.ts';
import { presencePage } from './together/presence-page.ts';
import { views } from './views.ts';
import { wall } from './wall.ts';
import { withoutWebgl } from './without-webgl.ts';
import { everythingOn, governed, throttled } from './world.ts';

/** The figures of `ci/sizes.ts` that decide. */
const DECIDING_SIZES = /^(?:shell|world)/;

const dist = join(resolve(import.meta.dirname, '../..'), 'dist');

async function sizeFigures(): Promise<Figure[]> {
  return sizesOf(dist).map(({ name, bytes, bar }) => ({
    name: `brotli, ${name}`,
    value: bytes / 1000,
    unit: 'kB',
    ...(DECIDING_SIZES.test(name) && { decides: true as const }),
    ...(bar === undefined ? {} : { bar: { at: 'most', value: bar / 1000 } as const }),
  }));
}

/** Lighthouse starts its own browser. */
async function heartbeatPage(): Promise<Figure[]> {
  const home = await startHome('--demo', '--rate-limit', '1000000');
  try {
    const scores = await lighthouse(`${home.url}heartbeat.html`, await gl());
    return [...scores, ...(await sizeFigures()).filter(({ name }) => name.includes('heartbeat page'))];
  } finally {
    await home.stop();
  }
}

async function withBrowser(gl: Gl, measure: (browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  const browser = await launch(ensureChrome(), gl);
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

async function withHome(
  gl: Gl,
  measure: (browser: Browser, url: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  const home = await startHome('--demo', '--rate-limit', '1000000');
  try {
    return await withBrowser(gl, (browser) => measure(browser, home.url));
  } finally {
    await home.stop();
  }
}

const gl = (): Promise<Gl> => findGl(ensureChrome());

async function mesa(): Promise<Figure[]> {
  if ((await gl()) === 'gl-egl')
    return withHome('gl-egl', (browser, url) => governed(browser, url, 'gl-egl'));
  return [
    {
      name: 'frames a second moving, 1280×720, Mesa llvmpipe',
      value: undefined,
      unit: '/s',
      note: 'Mesa’s EGL is not installed',
    },
  ];
}

async function asFirstVisitor(): Promise<Figure[]> {
  const which = await gl();
  const home = await startHome('--demo', '--rate-limit', '1000000');
  try {
    return await firstFrame(() => launch(ensureChrome(), which, true), home.url, which);
  } finally {
    await home.stop();
  }
}

async function paintedHome(): Promise<Figure[]> {
  const home = await startHome('--demo', '--rate-limit', '1000000');
  try {
    return await withoutWebgl(home.url);
  } finally {
    await home.stop();
  }
}

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean' },
    json: { type: 'boolean' },
    kills: { type: 'string' },
    moments: { type: 'string' },
  },
  allowPositionals: true,
});

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  sizes: sizeFigures,
  mesa,
  swiftshader: () => withHome('swiftshader', (browser, url) => governed(browser, url, 'swiftshader')),
  throttled: async () => withHome(await gl(), throttled),
  'without-webgl': paintedHome,
  rest: async () => withHome(await gl(), rest),
  kept: async () => withHome(await gl(), (browser, url) => kept(browser, url, Number(values.moments ?? 200))),
  bare: async () => withBrowser(await gl(), bare),
  highest: async () => withHome(await gl(), everythingOn),
  views: async () => withHome(await gl(), views),
  'first-frame': asFirstVisitor,
  modules: async () => {
    const which = await gl();
    return withHome(which, (browser, url) => modules(browser, url, which));
  },
  day: async () => withHome(await gl(), halfADay),
  wall: async () => withHome(await gl(), wall),
  lighthouse: heartbeatPage,
  leaks: async () => withBrowser(await gl(), leaks),
  bridge,
  'code-hosts': async () => withBrowser(await gl(), codeHosts),
  nats,
  presence,
  'presence-elsewhere': presenceElsewhere,
  'presence-page': async () => withHome(await gl(), presencePage),
  chats,
  gateways,
  limits,
  flood: floodOfMessages,
  model,
  history: async () => withHome(await gl(), history),
  diff: async () => withHome(await gl(), diff),
  embed: async () => withBrowser(await gl(), embed),
  hud: async () => withHome(await gl(), hud),
  sessions: async () => withBrowser(await gl(), sessions),
  past,
  asks: () => asks(Number(values.kills ?? PROCESS_KILLS)),
};

/** The parts with figures that decide. */
const deciding = new Set([
  'sizes',
  'mesa',
  'swiftshader',
  'throttled',
  'without-webgl',
  'rest',
  'first-frame',
  'bridge',
]);

/** A part that cannot be measured says why in one line, and the others continue. */
async function measured(name: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  try {
    return await measure();
  } catch (error) {
    const [note = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [{ name, value: undefined, unit: '', note, decides: true }];
  }
}

const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exitCode = 2;
} else {
  const isShort = values.all !== true && positionals.length === 0;
  const isChosen = (name: string): boolean =>
    isShort ? deciding.has(name) : positionals.length === 0 || positionals.includes(name);
  const figures: Figure[] = [];
  let before = await noise();
  for (const [name, measure] of Object.entries(parts)) {
    if (!isChosen(name)) continue;
    if (values.json !== true) console.error(`measuring ${name} …`);
    const found = await measured(name, measure);
    const after = await noise();
    figures.push(
      ...found
        .filter(({ decides }) => decides || !isShort)
        .map((figure) => ({ ...figure, noise: Math.max(before, after) })),
    );
    before = after;
  }
  if (values.json === true) {
    const list = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), verdict: verdictOf(figure) }));
    console.log(JSON.stringify({ node: process.versions.node, figures: list }));
  } else {
    console.log(table(figures));
    console.log(
      'noise: how much longer work took beside the other programs of this machine; × 1.0 is a quiet hour.',
    );
    if (isShort) console.log('All figures: npm run bench -- --all');
  }
}
