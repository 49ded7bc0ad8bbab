/**
 * Takes the pictures of docs/pictures/ from a home in demo mode, and measures their light against the bars of "a night one can see in".
 *
 *   node ci/pictures.ts
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { chromeFlags, ensureChrome, findGl } from './chrome.ts';
import { type DebugHandle, startHome } from './home.ts';
import { type Luma, lumaOf } from './luma.ts';
import { decodePng } from './png.ts';

const folder = join(resolve(import.meta.dirname, '..'), 'docs/pictures');
/** Software WebGL draws the highest level at a few frames a second; the lights have settled after this many. */
const SETTLED_FRAMES = 24;
const READY_SECONDS = 90;

interface Shot {
  readonly file: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly phone?: boolean;
  /** The start view of the world, whose light is measured. */
  readonly world?: boolean;
}

const wide = { width: 1280, height: 720 };
const narrow = { width: 360, height: 640 };
const shots: readonly Shot[] = [
  { file: 'start-desktop', path: '?quality=highest&debug', viewport: wide, world: true },
  { file: 'start-desktop-lowest', path: '?quality=lowest&debug', viewport: wide, world: true },
  { file: 'start-phone', path: '?quality=highest&debug', viewport: narrow, phone: true, world: true },
  { file: 'start-phone-lowest', path: '?quality=lowest&debug', viewport: narrow, phone: true, world: true },
  { file: 'heartbeat-desktop', path: 'heartbeat.html', viewport: wide },
  { file: 'heartbeat-phone', path: 'heartbeat.html', viewport: narrow, phone: true },
];

/** Waits for the drawn world through the debug handle, then takes the debug overlay away. */
async function settleWorld(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (window.homeWorld as DebugHandle | undefined)?.state.world.status.get().phase === 'ready',
    undefined,
    { timeout: READY_SECONDS * 1000 },
  );
  await page.evaluate(
    (frames) =>
      new Promise<void>((done) => {
        (window.homeWorld as DebugHandle | undefined)?.state.debug.set(false);
        const next = (left: number): void =>
          void (left === 0 ? done() : requestAnimationFrame(() => next(left - 1)));
        next(frames);
      }),
    SETTLED_FRAMES,
  );
}

async function take(browser: Browser, url: string, shot: Shot): Promise<Buffer> {
  const { viewport, phone = false } = shot;
  const context = await browser.newContext({ viewport, hasTouch: phone, isMobile: phone });
  const page = await context.newPage();
  try {
    await page.goto(new URL(shot.path, url).href);
    if (shot.world === true) await settleWorld(page);
    else await page.waitForLoadState('networkidle');
    return await page.screenshot({ path: join(folder, `${shot.file}.png`), timeout: 60_000 });
  } finally {
    await context.close();
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The bars of the start view: median 18 to 55, a quarter above 40, at most 3 % above 240. */
export function lumaLine(file: string, { median, above40, above240 }: Luma): string {
  const mark = (holds: boolean): string => (holds ? 'ok' : 'MISSED');
  return [
    file.padEnd(22),
    `median ${median} (18–55 ${mark(median >= 18 && median <= 55)})`,
    `above 40 ${percent(above40)} (≥ 25 % ${mark(above40 >= 0.25)})`,
    `above 240 ${percent(above240)} (≤ 3 % ${mark(above240 <= 0.03)})`,
  ].join('  ');
}

if (import.meta.main) {
  const chrome = ensureChrome();
  await mkdir(folder, { recursive: true });
  const home = await startHome('--demo');
  const browser = await chromium.launch({ executablePath: chrome, args: chromeFlags(await findGl(chrome)) });
  try {
    for (const shot of shots) {
      const png = await take(browser, home.url, shot);
      if (shot.world === true) console.log(lumaLine(shot.file, lumaOf(decodePng(png).rgba)));
      else console.log(shot.file);
    }
  } finally {
    await browser.close();
    await home.stop();
  }
}
