/**
 * Takes the pictures of the painted home and writes where things stand in them (docs/first-light.md): the start
 * view without words, for each shape of a window, each hour and each weather, as AVIF, and with a clear sky also as
 * WebP.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { format } from 'oxfmt';
import sharp from 'sharp';
import type { BufferGeometry, Mesh, ShaderMaterial, Source, Texture } from 'three';
import { skyHours } from '../../data/config/config.ts';
import type { Box, PicturePlaces, Places } from '../../data/painted/places.ts';
import { PLACES_FILE } from '../../data/painted/places.ts';
import {
  type Aspect,
  PAINTED_FOLDER,
  type PaintedPicture,
  type PictureWeather,
  pictureName,
  pictureWeathers,
} from '../../data/painted/pictures.ts';
import { type World, advance, answerFor, openWorld, setHour, showShell } from './world-page.ts';
import { withoutWords } from './wordless.ts';

const publicFolder = resolve(import.meta.dirname, '../../public');
/** The most bytes of one picture. */
const MOST_BYTES = 45_000;
const QUALITY = { least: 10, first: 56, most: 80 } as const;
const MOST_ATTEMPTS = 8;
/** An AVIF with the next quality has so many times the bytes. */
const BYTES_A_STEP = 1.025;
/** The share of the bytes that is near enough to all of them. */
const NEARLY = 0.98;
/** The WMO code of each weather: its most common strength. */
const codes: Readonly<Record<PictureWeather, number>> = { clear: 0, cloudy: 3, fog: 45, rain: 63, snow: 73 };

/**
 * The windows in which the pictures are taken. All windows that are wider than high have the same field of
 * view. So one picture that is wider than most windows fits all of them when its sides are cut off.
 */
const windows: Readonly<Record<Aspect, { width: number; height: number; pixelRatio: number }>> = {
  wide: { width: 1600, height: 720, pixelRatio: 1 },
  tall: { width: 390, height: 844, pixelRatio: 2 },
  low: { width: 880, height: 390, pixelRatio: 2 },
};

/** The panels by their names in links, and the objects of the world that show them. */
const panels = {
  agents: 'agent-board',
  commits: 'commit-board',
  portals: 'portal-board',
  place: 'place-board',
} as const;

/** In metres, in the local coordinates of an object or of the world. */
type Rectangle = readonly [left: number, bottom: number, right: number, top: number];
const PANEL: Rectangle = [-1.3, -0.8, 1.3, 0.8];
const METER: Rectangle = [-2.5, -1.75, 2.5, 1.75];
/** From the feet of the resident to the top of its hood, with its hands. */
const RESIDENT: Rectangle = [-0.75, 0.5, 0.75, 2.7];
/** An arch with the space for its name. */
const ARCH: Rectangle = [-2.3, 0, 2.3, 5.2];

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Whether the middle of a box is in the picture. */
const isInPicture = ([left, top, right, bottom]: Box): boolean =>
  left + right > 0 && left + right < 2 && top + bottom > 0 && top + bottom < 2;

/**
 * Returns the boxes of these rectangles in the picture; undefined for a rectangle outside the picture. `name`
 * is the object in whose coordinates a rectangle is, or `''` for the world.
 */
async function boxesOf(
  world: World,
  rectangles: readonly (readonly [name: string, rectangle: Rectangle])[],
): Promise<(Box | undefined)[]> {
  const all = await world.evaluate(
    ({ scene }, list) =>
      list.map(([name, [left, bottom, right, top]]) => {
        const object = name === '' ? scene : scene.getObjectByName(name);
        if (!object) return undefined;
        object.updateWorldMatrix(true, false);
        const corners = [
          [left, bottom],
          [right, bottom],
          [left, top],
          [right, top],
        ].map(([x, y]) => {
          const corner = scene.camera.position.clone().set(x ?? 0, y ?? 0, 0);
          const seen = object.localToWorld(corner).project(scene.camera);
          // A corner behind the camera is put far outside the picture.
          return seen.z > 1 ? [-9, -9] : [(seen.x + 1) / 2, (1 - seen.y) / 2];
        });
        const [xs, ys] = [corners.map(([x]) => x ?? 0), corners.map(([, y]) => y ?? 0)];
        return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      }),
    rectangles,
  );
  return all.map((box) => {
    if (!box) return undefined;
    const [left = 0, top = 0, right = 0, bottom = 0] = box.map(rounded);
    const found: Box = [left, top, right, bottom];
    return isInPicture(found) ? found : undefined;
  });
}

/** The boxes of the arches, in the order of their places. */
async function archesOf(world: World): Promise<Box[]> {
  const all = await world.evaluate(({ scene }, [left, bottom, right, top]) => {
    const point = scene.camera.position.clone();
    return scene.registry.doors.map(({ inward }) => {
      const outward = inward.clone().invert();
      const corners = [
        [left, bottom],
        [right, bottom],
        [left, top],
        [right, top],
      ].map(([x, y]) => {
        const seen = point
          .set(x ?? 0, y ?? 0, 0)
          .applyMatrix4(outward)
          .project(scene.camera);
        return seen.z > 1 ? [-9, -9] : [(seen.x + 1) / 2, (1 - seen.y) / 2];
      });
      const [xs, ys] = [corners.map(([x]) => x ?? 0), corners.map(([, y]) => y ?? 0)];
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    });
  }, ARCH);
  const boxes = all.map((box): Box => {
    const [left = 0, top = 0, right = 0, bottom = 0] = box.map(rounded);
    return [left, top, right, bottom];
  });
  // The places after the first four are behind the visitor.
  const behind = boxes.findIndex((box) => !isInPicture(box));
  return behind < 0 ? boxes : boxes.slice(0, behind);
}

async function placesOf(
  world: World,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<PicturePlaces> {
  const names = Object.keys(panels) as (keyof typeof panels)[];
  const [meter, resident, ...boards] = await boxesOf(world, [
    ['sovereignty-meter', METER],
    ['', RESIDENT],
    ...names.map((name) => [panels[name], PANEL] as const),
  ]);
  if (!resident) throw new Error('the resident is not in the picture');
  const found = names.flatMap((name, index) => {
    const board = boards[index];
    return board ? [[name, board] as const] : [];
  });
  return {
    width,
    height,
    panels: Object.fromEntries(found),
    portals: await archesOf(world),
    ...(meter && { meter }),
    resident,
  };
}

/**
 * The picture at nearly the best quality at which it is small enough. An AVIF takes seconds to encode, and has about 2.5 %
 * more bytes with each step of the quality: so the bytes of one attempt tell the quality of the next.
 */
async function encoded(png: Buffer, format: 'avif' | 'webp'): Promise<{ bytes: Buffer; quality: number }> {
  const at = (quality: number): Promise<Buffer> => {
    const picture = sharp(png);
    return (
      format === 'avif' ? picture.avif({ quality, effort: 4 }) : picture.webp({ quality, effort: 4 })
    ).toBuffer();
  };
  let best: { bytes: Buffer; quality: number } | undefined;
  const tried = new Set<number>();
  for (let quality: number = QUALITY.first; !tried.has(quality) && tried.size < MOST_ATTEMPTS;) {
    tried.add(quality);
    const bytes = await at(quality);
    const share = bytes.length / MOST_BYTES;
    if (share <= 1 && (!best || bytes.length > best.bytes.length)) best = { bytes, quality };
    if (share <= 1 && share > NEARLY) break;
    const steps = Math.log(NEARLY / share) / Math.log(BYTES_A_STEP);
    const next = quality + (share > 1 ? Math.floor(steps) : Math.ceil(steps));
    quality = Math.min(QUALITY.most, Math.max(QUALITY.least, next));
  }
  if (!best) throw new Error('a picture is too large at the lowest quality');
  return best;
}

async function save(png: Buffer, picture: PaintedPicture): Promise<void> {
  const name = pictureName(picture);
  for (const format of ['avif', 'webp'] as const) {
    if (format === 'webp' && picture.weather !== 'clear') continue;
    const { bytes, quality } = await encoded(png, format);
    await writeFile(join(publicFolder, PAINTED_FOLDER, `${name}.${format}`), bytes);
    console.log(`${`${name}.${format}`.padEnd(28)}${Math.round(bytes.length / 1000)} kB, quality ${quality}`);
  }
}

/** After this time the sky no longer changes (`world/terrain/weather/atmosphere.ts`), nor does the camera. */
const EASED_SECONDS = 28;
/** After this time the whole picture is drawn again while the camera stands still. */
const REDRAWN_SECONDS = 1.1;

/** The window in which the world is loaded. It is small, because software WebGL draws slowly. */
const LOADING = { width: 320, height: 180 } as const;

/** Takes the pictures in one shape of window. Returns where things stand in them. */
async function paint(
  page: Page,
  world: World,
  { aspect, weather }: Pick<PaintedPicture, 'aspect' | 'weather'>,
): Promise<PicturePlaces> {
  const { pixelRatio, ...viewport } = windows[aspect];
  const session = await page.context().newCDPSession(page);
  // Playwright cannot change the pixel ratio of an open page.
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    deviceScaleFactor: pixelRatio,
    mobile: false,
  });
  // The camera gets the new shape in a frame after the canvas has it.
  const hasShape = (): Promise<boolean> =>
    world.evaluate(
      ({ scene }, shape) => Math.abs(scene.camera.aspect - shape) < 0.01,
      viewport.width / viewport.height,
    );
  for (let frames = 0; !(await hasShape()); frames++) {
    if (frames === 100) throw new Error(`the camera does not get the shape of “${aspect}”`);
    await advance(world, 0);
  }
  for (const hour of skyHours) {
    await setHour(world, hour);
    await advance(world, EASED_SECONDS);
    // Puts the clouds where they are in the first frame of every visit.
    await world.evaluate(({ scene }) => {
      scene.weather.deck.z = 0;
    });
    await advance(world, REDRAWN_SECONDS);
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
    await save(Buffer.from(data, 'base64'), { aspect, weather, hour });
  }
  return placesOf(world, viewport);
}

/** Takes the pictures of one weather. Returns where things stand in them. */
async function paintWeather(browser: Browser, url: string, weather: PictureWeather): Promise<Places> {
  const context = await browser.newContext({ viewport: LOADING });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('home-world.first-words', 'yes'));
    await withoutWords(page);
    await answerFor(page, { weather: codes[weather] });
    await page.goto(new URL('?quality=highest&debug', url).href);
    const world = await openWorld(page);
    await showShell(page, 'hidden');
    await world.evaluate(({ state, ticker, scene }) => {
      // Stops the frame loop, because `advance` draws all frames that are needed.
      ticker.stop();
      state.panels.today.set(false);
      // Removes the agents, whose old states the stored picture would show, and the light of what arrives meanwhile.
      for (const module of ['agent-sessions', 'commit-light', 'merge-flash']) ticker.remove(module);
      // Removes these plates, which would be empty without their words.
      for (const name of ['portal names', 'speech bubble']) scene.getObjectByName(name)?.removeFromParent();
      scene.getObjectByName('earth')?.traverse((object) => {
        const { uniforms } = (object as Mesh<BufferGeometry, ShaderMaterial>).material ?? {};
        const label = uniforms?.['head'] && uniforms['map'];
        if (!label) return;
        const texture = label.value as Texture;
        const blank = texture.clone();
        // A clone has the same source, and the size of a texture in use cannot change.
        blank.source = Reflect.construct(texture.source.constructor, [
          document.createElement('canvas'),
        ]) as Source<unknown>;
        blank.needsUpdate = true;
        uniforms['map'] = { value: blank };
      });
    });
    return {
      wide: await paint(page, world, { aspect: 'wide', weather }),
      tall: await paint(page, world, { aspect: 'tall', weather }),
      low: await paint(page, world, { aspect: 'low', weather }),
    };
  } finally {
    await context.close();
  }
}

export async function paintedPictures(browser: Browser, url: string): Promise<void> {
  await mkdir(join(publicFolder, PAINTED_FOLDER), { recursive: true });
  for (const weather of pictureWeathers) {
    const places = await paintWeather(browser, url, weather);
    if (weather !== 'clear') continue;
    const file = join(publicFolder, PLACES_FILE);
    const { code } = await format(file, JSON.stringify(places), { printWidth: 110 });
    await writeFile(file, code);
  }
}
