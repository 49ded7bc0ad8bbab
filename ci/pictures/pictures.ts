/**
 * Takes the pictures of docs/pictures/ and the preview of shared links in public/ from a home in
 * demo mode. Compares the light of the start views with the limits in docs/look.md ("a night one
 * can see in"), in colour and in greys.
 *
 *   node ci/pictures/pictures.ts            all pictures
 *   node ci/pictures/pictures.ts start      those whose name begins with "start"
 *   node ci/pictures/pictures.ts widgets    the widgets on pages of another origin
 *   node ci/pictures/pictures.ts painted    the painted home in public/painted/
 *   node ci/pictures/pictures.ts reading    only the words that can be read from near
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type JSHandle, chromium } from '@playwright/test';
import { decode } from 'fast-png';
import { chromeFlags, ensureChrome, findGl } from '../chrome.ts';
import { type DebugHandle, startHome } from '../home.ts';
import { firstLook } from './first-look.ts';
import { type Luma, MIN_DIFFERENCE, type Raster, lightnessAt, lumaOf } from './light.ts';
import { paintedPictures } from './painted.ts';
import { printReadingDistances } from './reading.ts';
import type { ShownText } from '../../world/core/scene/words.ts';
import { widgetsPicture } from './widgets.ts';
import { printWords } from './words.ts';
import { type View, adjacentParts, parts, views } from './views.ts';
import {
  SETTLED_SECONDS,
  type World,
  advance,
  answerFor,
  openWorld,
  placeCamera,
  setHour,
  showShell,
} from './world-page.ts';

const root = resolve(import.meta.dirname, '../..');
const PICTURES = 'docs/pictures';
const QUALITY = 84;
const wide = { width: 1280, height: 720 };
const narrow = { width: 360, height: 640 };

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const mark = (holds: boolean): string => (holds ? 'ok' : 'MISSED');

/**
 * Compares with the limits of the start view: median 18 to 55, a quarter above 40, at most 3 %
 * above 240.
 */
function lumaLine(file: string, { median, above40, above240 }: Luma): string {
  return [
    file.padEnd(22),
    `median ${median} (18–55 ${mark(median >= 18 && median <= 55)})`,
    `above 40 ${percent(above40)} (≥ 25 % ${mark(above40 >= 0.25)})`,
    `above 240 ${percent(above240)} (≤ 3 % ${mark(above240 <= 0.03)})`,
  ].join('  ');
}

/**
 * Compares the CIE lightness of parts that are adjacent in the picture. Parts outside of the picture are left
 * out.
 */
export function greysLine(lightness: ReadonlyMap<string, number>): string {
  const values = [...lightness].map(([name, value]) => `${name} ${value.toFixed(0)}`).join(', ');
  const compared = adjacentParts.flatMap(([a, b]) => {
    const [one, other] = [lightness.get(a), lightness.get(b)];
    return one === undefined || other === undefined
      ? []
      : [{ pair: `${a} and ${b}`, by: Math.abs(one - other) }];
  });
  const close = compared.filter(({ by }) => by < MIN_DIFFERENCE);
  const result =
    close.length === 0
      ? `those that meet are ${MIN_DIFFERENCE} apart or more ok`
      : `MISSED: ${close.map(({ pair, by }) => `${pair} are ${by.toFixed(1)} apart`).join(', ')}`;
  return `${' '.repeat(24)}in greys (lightness 0–100): ${values}; ${result}`;
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

/** Half the width and the height of what belongs to the resident, with the words over its head. Metres. */
const RESIDENT = { aside: 0.8, foot: 0.2, top: 3.7 } as const;
const SESSION = { aside: 0.5, foot: 0, top: 1.9 } as const;

/** Says whether people look first at the resident, or at the figure of a session that waits. */
async function firstLookLine(world: World, raster: Raster): Promise<string> {
  const [x, y] = firstLook(raster);
  const found = await world.evaluate(
    ({ scene }, [seenX, seenY, resident, session]) => {
      const { camera } = scene;
      const isOn = (
        { aside, foot, top }: typeof resident | typeof session,
        atX: number,
        atZ: number,
      ): boolean => {
        const at = (offX: number, height: number): readonly [number, number] => {
          const seen = camera.position
            .clone()
            .set(atX + offX, height, atZ)
            .project(camera);
          return [(seen.x + 1) / 2, (1 - seen.y) / 2];
        };
        const [[left, low], [right, high]] = [at(-aside, foot), at(aside, top)];
        return seenX > left && seenX < right && seenY > high && seenY < low;
      };
      if (isOn(resident, 0, 0)) return 'the resident';
      const names = scene.getObjectByName('agent session names')?.userData['texts'] ?? [];
      return (names as readonly ShownText[]).some(
        ({ text, at }) => text.startsWith('waits') && isOn(session, at[0], at[2]),
      )
        ? 'a session that waits'
        : undefined;
    },
    [x, y, RESIDENT, SESSION] as const,
  );
  const where = found ?? `${percent(x)} from the left, ${percent(y)} from the top`;
  return `${' '.repeat(24)}first look: ${where} (${mark(found !== undefined)})`;
}

async function save(jpeg: Buffer, file: string, folder = PICTURES): Promise<void> {
  await writeFile(join(root, folder, `${file}.jpg`), jpeg);
  console.log(`${file.padEnd(22)}${Math.round(jpeg.length / 1000)} kB`);
}

async function take(browser: Browser, url: string, view: View): Promise<void> {
  const { file, path, phone = false, hour = 'midnight', act, seconds = 0, folder = PICTURES } = view;
  const context = await browser.newContext({
    viewport: view.size ?? (phone ? narrow : wide),
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  const screenshot = { timeout: 60_000 } as const;
  const shoot = async (): Promise<void> =>
    save(await page.screenshot({ ...screenshot, type: 'jpeg', quality: QUALITY }), file, folder);
  // Marks the visit as not the first, so that no introduction covers the picture.
  await page.addInitScript(() => localStorage.setItem('home-world.first-words', 'yes'));
  try {
    await answerFor(page, view);
    await page.goto(new URL(path, url).href);
    if (path.startsWith('heartbeat')) {
      await page.waitForLoadState('networkidle');
      await shoot();
    } else {
      const world = await openWorld(page);
      if (view.camera) {
        await placeCamera(world, view.camera);
        await showShell(page, 'hidden');
      }
      await setHour(world, hour);
      await advance(world, SETTLED_SECONDS);
      if (act) {
        await page.evaluate(act, (await world.getProperty('state')) as JSHandle<DebugHandle['state']>);
        await advance(world, seconds);
        // The elements of a view are loaded when the view begins.
        await page.waitForLoadState('networkidle');
      }
      // News that come now would be in the picture half-way, and drawing makes Tesseract several times as slow.
      await world.evaluate(({ ticker }) => ticker.stop());
      await shoot();
      if (!view.camera && !act) {
        const raster = decode(await page.screenshot(screenshot));
        console.log(lumaLine(file, lumaOf(raster.data, raster.channels)));
        console.log(greysLine(await lightnessOf(world, raster)));
        console.log(await firstLookLine(world, raster));
        await printWords(page, world, file);
      }
    }
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
    if ('widgets'.startsWith(wanted)) await save(await widgetsPicture(browser, home.url), 'widgets');
    if ('painted'.startsWith(wanted)) await paintedPictures(browser, home.url);
    if ('reading'.startsWith(wanted)) await printReadingDistances(browser, home.url);
  } finally {
    await browser.close();
    await home.stop();
  }
}
