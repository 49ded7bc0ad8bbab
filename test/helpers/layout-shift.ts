import type { Browser, Page } from '@playwright/test';
import { until } from './waiting.ts';

/** What a page with a widget loads, in the order in which one thing leads to the next. */
const STEPS = {
  script: /\/embed\.js$/,
  'code of the element': /\/assets\/[^/]+\.js$/,
  configuration: /\/config\.json$/,
  readings: /^/,
} as const;
type Step = keyof typeof STEPS;

/** A screen that is touched: the pointer is coarse. */
export const TOUCH = { hasTouch: true, isMobile: true } as const;
const steps = Object.keys(STEPS) as readonly Step[];

export interface ShownPage {
  /** The HTML of the column: the link, the script and the widgets. */
  readonly html: string;
  /** The width of the column in CSS pixels. */
  readonly width: number;
  readonly isDark?: boolean;
  readonly isTouched?: boolean;
}

declare global {
  interface Window {
    /** The sum of all layout shifts until now. */
    layoutShift: number;
  }
}

/** Runs in the page before its scripts. */
export function sumShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number })[])
      window.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** After two frames, all that was changed before is drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Whether each widget, those inside others too, has its reading. Runs in the page. */
function areLoaded(): boolean {
  const isLoaded = ({ shadowRoot }: Element): boolean => {
    const inner = [...(shadowRoot?.querySelectorAll('.grid > *') ?? [])];
    if (inner.length > 0) return inner.every(isLoaded);
    const state = shadowRoot?.querySelector('[data-state]')?.getAttribute('data-state');
    return state !== undefined && state !== 'loading';
  };
  return [...document.querySelectorAll('main > [src]:not(script)')].every(isLoaded);
}

const WORDS =
  'A page has its own words above and below a widget, and readers who are in the middle of them. ';

/** A page with words above and below a column of widgets. */
export const pageAround = ({ html, width, isDark = false }: ShownPage): string => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width" />
<title>A page</title>
<style>
body { margin: 8px; font: 16px/1.5 sans-serif; ${isDark ? 'background: #111; color: #eee' : ''} }
main { width: ${width}px; max-width: 100% }
</style>
<main><p>${WORDS}</p>${html}<p>${WORDS.repeat(4)}</p><p>${WORDS.repeat(4)}</p></main>
</html>`;

/** Lets requests through step by step. */
class Gate {
  readonly #waiting = new Map<Step, (() => void)[]>(steps.map((step) => [step, []]));
  readonly #open = new Set<Step>();

  async pass(path: string): Promise<void> {
    const step = steps.find((one) => STEPS[one].test(path)) ?? 'readings';
    if (!this.#open.has(step)) await new Promise<void>((go) => this.#waiting.get(step)?.push(go));
  }

  /** Lets a step continue once the page waits for it and is drawn without it. */
  async open(step: Step, page: Page): Promise<void> {
    const waiting = this.#waiting.get(step) ?? [];
    // A chat and a history begin their last step by themselves.
    if (step !== 'readings') await until(`the page requests the ${step}`, () => waiting.length > 0);
    await drawn(page);
    this.#open.add(step);
    for (const go of waiting) go();
  }
}

/**
 * How far a page moves under its reader while its widgets load, with nothing in the cache: the sum of its
 * layout shifts (https://web.dev/articles/cls). Each step of the loading begins only after the page was drawn
 * without it, as on the slowest connection, so that the speed of the machine makes no difference.
 */
export async function layoutShiftOf(
  browser: Browser,
  url: string,
  { width, isTouched = false }: Pick<ShownPage, 'width' | 'isTouched'>,
): Promise<number> {
  const viewport = width > 400 ? { width: 1280, height: 800 } : { width: 390, height: 844 };
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    ...(isTouched && TOUCH),
  });
  try {
    const page = await context.newPage();
    const gate = new Gate();
    await page.route(
      (asked) => !asked.href.startsWith(url) && !asked.pathname.endsWith('.css'),
      async (route) => {
        await gate.pass(new URL(route.request().url()).pathname);
        await route.continue();
      },
    );
    await page.addInitScript(sumShifts);
    await page.goto(url, { waitUntil: 'commit' });
    for (const step of steps) await gate.open(step, page);
    await page.waitForFunction(areLoaded);
    await drawn(page);
    return await page.evaluate(() => window.layoutShift);
  } finally {
    await context.close();
  }
}
