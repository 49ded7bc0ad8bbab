/** Prints how many words can be read from the places where a visitor reads them (docs/look.md, "words"). */
import type { Browser, Page } from '@playwright/test';
import { decode } from 'fast-png';
import { viewpointPanels } from '../../data/view/viewpoint.ts';
import { CLOTH_HEIGHT, CLOTH_TOP, bannerPlaces } from '../../world/portals/banner-layout.ts';
import { SIGNS_NAME } from '../../world/portals/signs.ts';
import type { Mesh } from 'three';
import { hasTesseract, legible } from './legible.ts';
import type { CameraPose } from './views.ts';
import { type Box, cut, turned } from './raster.ts';
import { textsInView } from './words.ts';
import { type World, advance, openWorld, placeCamera, showShell } from './world-page.ts';

const LIMITS = { highest: 1, lowest: 0.95 } as const;
type Level = keyof typeof LIMITS;

/** A place to read from: the place of a link, or a camera pose. */
interface Stand {
  readonly name: string;
  /** The name of the object that carries the words. */
  readonly object: string;
  readonly place: string | CameraPose;
  /** Whether the words run from top to bottom, as on the spine of a book. */
  readonly isTurned?: boolean;
  /**
   * The share of the picture's width, around its middle, in which words are read. If absent, the whole width.
   */
  readonly share?: number;
  /**
   * Whether the words are outside the box of the object: beside it, or in many places. Then Tesseract reads
   * the whole picture.
   */
  readonly isBeside?: boolean;
}

/** The names of the objects whose viewpoints have another name. */
const objects: Readonly<Record<string, string>> = {
  agents: 'agent-board',
  commits: 'commit-board',
  portals: 'portal-board',
  place: 'place-board',
  now: 'now-board',
  'dual-brain': 'dual-brain-board',
  adapters: 'adapter-board',
  sovereignty: 'sovereignty-meter',
  block: 'block-plinth',
};

/** World time after which the words of a new place are drawn. */
const SECONDS = 1;
/** Half of the distance at which the hint of a cloth appears, and the height of the visitor's eye. Metres. */
const BANNER_METRES = 2.2;
const EYE_METRES = 1.7;

const stands = (portals: readonly string[]): readonly Stand[] => [
  ...viewpointPanels
    // The shelf has a separate place below. The words in the floor are at too flat an angle for Tesseract.
    .filter((name) => name !== 'bookshelves' && name !== 'heatmap')
    .map((name) => ({
      name,
      object: objects[name] ?? name,
      place: `#panel=${name}`,
      isBeside: name === 'earth',
    })),
  ...portals.map((id) => ({
    name: `portal ${id}`,
    object: SIGNS_NAME,
    place: `#portal=${id}`,
    isBeside: true,
  })),
  ...bannerPlaces().map(({ x, z, turn }, i): Stand => ({
    name: `banner ${i + 1}`,
    object: `commit banner ${i}`,
    place: {
      at: [x + Math.sin(turn) * BANNER_METRES, EYE_METRES, z + Math.cos(turn) * BANNER_METRES],
      look: [x, CLOTH_TOP - CLOTH_HEIGHT / 2, z],
    },
  })),
  // This place is two metres in front of the middle bay.
  {
    name: 'bookshelves',
    object: 'book-titles',
    place: { at: [-18.73, 1.65, 4.16], look: [-20.68, 1.5, 4.6] },
    isTurned: true,
    // The bays beside the middle bay are seen at an angle.
    share: 0.4,
  },
];

/** The margin around an object, because Tesseract reads no word at the edge of a picture. Pixels. */
const MARGIN = 24;

/** The part of the picture that an object covers. Pixels. */
const boxOf = (world: World, name: string): Promise<Box> =>
  world.evaluate(
    ({ scene }, [of, margin]) => {
      const { camera } = scene;
      const [xs, ys]: [number[], number[]] = [[], []];
      scene.getObjectByName(of)?.traverse((object) => {
        const { geometry } = object as Partial<Pick<Mesh, 'geometry'>>;
        if (!geometry) return;
        geometry.computeBoundingBox();
        const { min, max } = geometry.boundingBox ?? {};
        if (!min || !max) return;
        for (const x of [min.x, max.x])
          for (const y of [min.y, max.y])
            for (const z of [min.z, max.z]) {
              const seen = object.localToWorld(camera.position.clone().set(x, y, z)).project(camera);
              if (seen.z > 1) continue;
              xs.push(Math.min(1, Math.max(0, (seen.x + 1) / 2)));
              ys.push(Math.min(1, Math.max(0, (1 - seen.y) / 2)));
            }
      });
      const low = (values: readonly number[], all: number): number =>
        Math.max(0, Math.floor(Math.min(...values) * all) - margin);
      const high = (values: readonly number[], all: number): number =>
        Math.min(all, Math.ceil(Math.max(...values) * all) + margin);
      const [left, right] = [low(xs, innerWidth), high(xs, innerWidth)];
      const [top, bottom] = [low(ys, innerHeight), high(ys, innerHeight)];
      return { left, top, width: right - left, height: bottom - top };
    },
    [name, MARGIN] as const,
  );

const middle = (width: number, height: number, part: number): Box => {
  const left = Math.floor((width * (1 - part)) / 2);
  return { left, top: 0, width: width - left * 2, height };
};

async function readFrom(page: Page, world: World, stand: Stand, level: Level): Promise<string> {
  const { name, object, place, isTurned = false, isBeside = false, share: part = 1 } = stand;
  if (typeof place === 'string') await page.evaluate((hash) => (location.hash = hash), place);
  else await placeCamera(world, place);
  await advance(world, SECONDS);
  // Stops the ticker, because the words include ages, which must not change between reading the texts and the
  // picture.
  await world.evaluate(({ ticker }) => ticker.stop());
  const texts = await textsInView(world, object, part);
  const start = `reading  ${level.padEnd(9)}${name.padEnd(18)}${String(texts.length).padStart(3)} texts  `;
  const picture = decode(await page.screenshot({ timeout: 60_000 }));
  await world.evaluate(({ ticker }) => ticker.start());
  if (texts.length === 0) return `${start}MISSED: no words there`;
  const { width, height } = picture;
  const box = part < 1 ? middle(width, height, part) : await boxOf(world, object);
  const raster = isBeside ? picture : cut(picture, box);
  const { share, missed } = await legible(isTurned ? turned(raster) : raster, texts);
  const mark = share >= LIMITS[level] ? 'ok' : 'MISSED';
  const not = missed.length === 0 ? '' : `; not: ${missed.join(' ')}`;
  return `${start}${(share * 100).toFixed(0).padStart(3)} % (≥ ${LIMITS[level] * 100} % ${mark})${not}`;
}

/** Prints a line for each place with words, at the highest and the lowest level. */
export async function printReadingDistances(browser: Browser, url: string): Promise<void> {
  if (!hasTesseract()) return;
  for (const level of ['highest', 'lowest'] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.addInitScript(() => localStorage.setItem('home-world.first-words', 'yes'));
    await page.goto(`${url}?quality=${level}&debug`);
    const world = await openWorld(page);
    await showShell(page, 'hidden');
    const portals = await world.evaluate(({ state }) => {
      const reading = state.derived.portals.get();
      return 'value' in reading && reading.value ? reading.value.map(({ record }) => record.id) : [];
    });
    for (const stand of stands(portals)) console.log(await readFrom(page, world, stand, level));
    await page.close();
  }
}
