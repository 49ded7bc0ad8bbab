/**
 * Takes the pictures of docs/pictures/, and the one of shared links in public/, from a home in demo mode, and measures the light of the start views against the bars of
 * "a night one can see in", in colour and in greys.
 *
 *   node ci/pictures/pictures.ts            all of them
 *   node ci/pictures/pictures.ts start      those whose name begins so
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type JSHandle, type Page, chromium } from '@playwright/test';
import { chromeFlags, ensureChrome, findGl } from '../chrome.ts';
import type { WorldScene } from '../../world/core/scene/scene.ts';
import { type DebugHandle, startHome } from '../home.ts';
import { decodePng } from '../png.ts';
import { APART, type Raster, lightnessAt } from './greys.ts';
import { type Luma, lumaOf } from './luma.ts';
import { type Stand, type View, meetings, parts, views } from './views.ts';

const root = resolve(import.meta.dirname, '../..');
const PICTURES = 'docs/pictures';
/** Software WebGL draws the highest level at a few frames a second; what eases has settled after this much of the world's time. */
const SETTLED_SECONDS = 3;
const TICK_SECONDS = 0.05;
const READY_SECONDS = 90;
/** Of world/deferred-modules.ts: once it runs, everything does. */
const LAST_MODULE = 'clip';
const OVERLAY_POLL_MS = 100;
const QUALITY = 86;
const wide = { width: 1280, height: 720 };
const narrow = { width: 360, height: 640 };

type Standing = DebugHandle & { readonly scene: WorldScene };
type World = JSHandle<Standing>;

/** Waits for the drawn world and for what comes behind it, and takes the debug overlay away that gave us its handle. */
async function openWorld(page: Page): Promise<World> {
  await page.waitForFunction(
    (last) => {
      const home = window.homeWorld as DebugHandle | undefined;
      return home?.ticker.stats().modules.some(({ name }) => name === last) ?? false;
    },
    LAST_MODULE,
    { timeout: READY_SECONDS * 1000 },
  );
  const world = await page.evaluateHandle(() => window.homeWorld as Standing);
  // The curtain fades in its own time.
  const cloth = page.locator('hw-loading-overlay .cloth');
  while ((await cloth.evaluate((element) => getComputedStyle(element).opacity)) !== '0')
    await page.waitForTimeout(OVERLAY_POLL_MS);
  await world.evaluate(({ state }) => state.debug.set(false));
  return world;
}

/** Lets so many seconds pass in the world, quicker than the pictures could be drawn. */
const pass = (world: World, seconds: number): Promise<void> =>
  world.evaluate(
    async ({ ticker, scene }, [all, step]) => {
      const { layers } = scene.camera;
      const { mask } = layers;
      layers.mask = 0;
      for (let at = 0; at < all; at += step) ticker.tick(step);
      layers.mask = mask;
      for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
    },
    [seconds, TICK_SECONDS] as const,
  );

/** Puts the eye where the view wants it; the visitor's own legs stand still meanwhile. */
const stand = (world: World, where: Stand): Promise<void> =>
  world.evaluate(({ scene, ticker, state }, to) => {
    ticker.remove('walk');
    state.panels.feed.set(false);
    const { camera } = scene;
    if ('at' in to) {
      camera.position.set(...to.at);
      camera.lookAt(...to.look);
    } else {
      const object = scene.getObjectByName(to.before);
      if (!object) throw new Error(`nothing in the world is called “${to.before}”`);
      const target = object.getWorldPosition(camera.position.clone());
      const front = object.getWorldDirection(camera.position.clone());
      camera.position.copy(target).addScaledVector(front, to.metres);
      camera.position.y += to.rise ?? 0;
      camera.lookAt(target);
    }
    camera.updateMatrixWorld();
  }, where);

/** Nothing but the world: a close look at one thing is no picture of the page. */
const hideShell = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shell = document.querySelector('hw-home')?.shadowRoot?.querySelector<HTMLElement>('.shell');
    if (shell) shell.style.visibility = 'hidden';
  });

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const mark = (holds: boolean): string => (holds ? 'ok' : 'MISSED');

/** The bars of the start view: median 18 to 55, a quarter above 40, at most 3 % above 240. */
function lumaLine(file: string, { median, above40, above240 }: Luma): string {
  return [
    file.padEnd(22),
    `median ${median} (18–55 ${mark(median >= 18 && median <= 55)})`,
    `above 40 ${percent(above40)} (≥ 25 % ${mark(above40 >= 0.25)})`,
    `above 240 ${percent(above240)} (≤ 3 % ${mark(above240 <= 0.03)})`,
  ].join('  ');
}

/** How far apart those parts are that meet, in CIE lightness; parts outside the picture say nothing. */
export function greysLine(lightness: ReadonlyMap<string, number>): string {
  const told = [...lightness].map(([name, value]) => `${name} ${value.toFixed(0)}`).join(', ');
  const compared = meetings.flatMap(([a, b]) => {
    const [one, other] = [lightness.get(a), lightness.get(b)];
    return one === undefined || other === undefined
      ? []
      : [{ pair: `${a} and ${b}`, by: Math.abs(one - other) }];
  });
  const close = compared.filter(({ by }) => by < APART);
  const result =
    close.length === 0
      ? `those that meet are ${APART} apart or more ok`
      : `MISSED: ${close.map(({ pair, by }) => `${pair} are ${by.toFixed(1)} apart`).join(', ')}`;
  return `${' '.repeat(24)}in greys (lightness 0–100): ${told}; ${result}`;
}

async function lightnessOf(world: World, raster: Raster): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { name, at } of parts)
    for (const place of at) {
      const [x, y] = await world.evaluate(({ scene: { camera } }, [px, py, pz]) => {
        const seen = camera.position.clone().set(px, py, pz).project(camera);
        return [(seen.x + 1) / 2, (1 - seen.y) / 2] as const;
      }, place);
      if (found.has(name) || x < 0 || y < 0 || x >= 1 || y >= 1) continue;
      found.set(name, lightnessAt(raster, Math.floor(x * raster.width), Math.floor(y * raster.height)));
    }
  return found;
}

async function take(browser: Browser, url: string, view: View): Promise<void> {
  const { file, path, phone = false, weather, files = {}, act, seconds = 0, folder = PICTURES } = view;
  const context = await browser.newContext({
    viewport: view.size ?? (phone ? narrow : wide),
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  const screenshot = { timeout: 60_000 } as const;
  try {
    if (weather !== undefined)
      await page.route(/\/v1\/forecast\?/, (route) =>
        route.fulfill({
          json: {
            current: { temperature_2m: weather >= 71 && weather <= 77 ? 29.3 : 58.6, weather_code: weather },
          },
        }),
      );
    for (const [name, json] of Object.entries(files))
      await page.route(
        (requested) => requested.pathname === `/${name}`,
        (route) => route.fulfill({ json }),
      );
    await page.goto(new URL(path, url).href);
    if (path.startsWith('heartbeat')) {
      await page.waitForLoadState('networkidle');
    } else {
      const world = await openWorld(page);
      if (view.stand) {
        await stand(world, view.stand);
        await hideShell(page);
      }
      await pass(world, SETTLED_SECONDS);
      if (act) {
        await page.evaluate(act, (await world.getProperty('state')) as JSHandle<DebugHandle['state']>);
        await pass(world, seconds);
        // What a view needs of the shell comes when it is entered.
        await page.waitForLoadState('networkidle');
      }
      if (!view.stand && !act) {
        const raster = decodePng(await page.screenshot(screenshot));
        console.log(lumaLine(file, lumaOf(raster.rgba)));
        console.log(greysLine(await lightnessOf(world, raster)));
      }
    }
    const jpeg = await page.screenshot({ ...screenshot, type: 'jpeg', quality: QUALITY });
    await writeFile(join(root, folder, `${file}.jpg`), jpeg);
    console.log(`${file.padEnd(22)}${Math.round(jpeg.length / 1000)} kB`);
  } finally {
    await context.close();
  }
}

if (import.meta.main) {
  const [wanted = ''] = process.argv.slice(2);
  const chrome = ensureChrome();
  await mkdir(join(root, PICTURES), { recursive: true });
  const home = await startHome('--demo');
  const browser = await chromium.launch({ executablePath: chrome, args: chromeFlags(await findGl(chrome)) });
  try {
    for (const view of views) if (view.file.startsWith(wanted)) await take(browser, home.url, view);
  } finally {
    await browser.close();
    await home.stop();
  }
}
