import type { Browser, Page } from '@playwright/test';
import { violations } from '../e2e/axe.ts';
import type { Figure } from './figure.ts';
import { type Screen, openPage, untilReady } from './page.ts';

/**
 * The screens, each with the percentage of the picture that the page may cover (docs/look.md): at the start, and
 * on phones in every view except that of a document, which the visitor reads.
 */
const SCREENS: readonly (Screen & { readonly most: number; readonly everyView?: true })[] = [
  { width: 360, height: 640, touch: true, most: 14, everyView: true },
  { width: 390, height: 844, touch: true, most: 14, everyView: true },
  { width: 844, height: 390, touch: true, most: 14, everyView: true },
  { width: 1024, height: 768, touch: true, most: 30 },
  { width: 1280, height: 720, most: 30 },
  { width: 1920, height: 1080, most: 20 },
  { width: 2560, height: 1080, most: 20 },
];
const VIEWS = ['start', 'overview', 'photo', 'time-lapse', 'oath'] as const;
/** Until panels have scrolled and faded in. */
const SETTLE_MS = 2_000;
const POINTS = 60;

/** The share of the picture's points, in percent, that an element of the page covers. */
const covered = (page: Page): Promise<number> =>
  page.evaluate((points) => {
    const hit = (x: number, y: number): Element | null => {
      let [outer, inner] = [null as Element | null, document.elementFromPoint(x, y)];
      while (inner && inner !== outer)
        [outer, inner] = [inner, inner.shadowRoot?.elementFromPoint(x, y) ?? null];
      return outer;
    };
    const isBeforeThePicture = (x: number, y: number): boolean =>
      !['canvas', 'hw-home', 'html', 'body'].includes(hit(x, y)?.localName ?? 'html');
    let count = 0;
    for (let row = 0; row < points; row++)
      for (let column = 0; column < points; column++)
        if (isBeforeThePicture(((column + 0.5) / points) * innerWidth, ((row + 0.5) / points) * innerHeight))
          count++;
    return (100 * count) / points ** 2;
  }, POINTS);

async function show(page: Page, view: Exclude<(typeof VIEWS)[number], 'start'>): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#view=${view}`);
  await page.waitForFunction((wanted) => window.bench.home?.state.view.get().mode === wanted, view, {
    timeout: 30_000,
  });
}

/** Marks the visit as not the first one, because the introduction of a first visit stays longer. */
async function notTheFirst(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('home-world.first-words', 'yes'));
}

/** How much of the picture the page covers, and what axe finds there. */
export async function hud(browser: Browser, url: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const found: string[] = [];
  for (const { most, everyView, ...screen } of SCREENS) {
    const { page, context } = await openPage(browser, `${url}?debug&quality=lowest`, screen, notTheFirst);
    try {
      await untilReady(page);
      const shares: Record<string, number> = {};
      for (const view of VIEWS) {
        if (view !== 'start') await show(page, view);
        await page.waitForTimeout(SETTLE_MS);
        shares[view] = await covered(page);
        found.push(...(await violations(page)));
      }
      const { start, ...others } = shares;
      const views = Object.entries(others).filter(([view]) => view !== 'oath');
      const note = Object.entries(others).map(([view, share]) => `${view} ${Math.round(share)} %`);
      figures.push({
        name: `page over the picture, ${screen.width}×${screen.height}`,
        value: start,
        unit: '%',
        bar: { at: 'most', value: most },
        note: note.join(', '),
      });
      if (everyView)
        figures.push({
          name: `page over the picture in its fullest view, ${screen.width}×${screen.height}`,
          value: Math.max(...views.map(([, share]) => share)),
          unit: '%',
          bar: { at: 'most', value: most },
        });
    } finally {
      await context.close();
    }
  }
  const note = [...new Set(found.map((one) => one.split(':')[0]))].join(', ');
  const looked = `${SCREENS.length * VIEWS.length} states`;
  figures.push({
    name: `violations that axe finds, ${looked}`,
    value: found.length,
    unit: '',
    bar: { at: 'most', value: 0 },
    ...(note === '' ? {} : { note }),
  });
  return figures;
}
