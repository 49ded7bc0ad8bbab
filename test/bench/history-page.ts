import type { Browser, Page } from '@playwright/test';
import type { HistoryElement } from '../../components/widgets/history.ts';
import { type Figure, quantile } from './figure.ts';

const DRAWINGS = 20;
const BAR_MS = 50;

/**
 * Milliseconds of script and layout for one more widget on the page, whose answer is already in the cache.
 */
const draw = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const element = document.createElement('hw-history') as HistoryElement;
    element.src = './';
    element.span = '90d';
    const began = performance.now();
    document.querySelector('main')?.append(element);
    await element.updateComplete;
    element.getBoundingClientRect();
    const spent = performance.now() - began;
    const drawn = element.shadowRoot?.querySelectorAll('svg').length ?? 0;
    element.remove();
    if (drawn !== 20) throw new Error(`it drew ${drawn} of 20 portals`);
    return spent;
  });

/** Milliseconds to draw the same widget again, as happens once a second. */
const drawAgain = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const element = document.querySelector('hw-history') as HistoryElement;
    const began = performance.now();
    element.requestUpdate();
    await element.updateComplete;
    element.getBoundingClientRect();
    return performance.now() - began;
  });

/** The widget of the status history on the heartbeat page, with this answer for 90 days. */
export async function drawHistory(browser: Browser, url: string, answer: string): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const page = await context.newPage();
    await page.route('**/api/history.json?*', (route) =>
      route.fulfill({ contentType: 'application/json', body: answer }),
    );
    await page.goto(`${url}heartbeat.html`);
    await page.waitForFunction(() => customElements.get('hw-history') !== undefined);
    await page.evaluate(() => document.querySelector('hw-history')?.setAttribute('span', '90d'));
    await page.waitForFunction(
      () => document.querySelector('hw-history')?.shadowRoot?.querySelectorAll('svg').length === 20,
    );
    const figure = async (name: string, measure: (page: Page) => Promise<number>): Promise<Figure> => {
      const times: number[] = [];
      for (let i = 0; i < DRAWINGS; i++) times.push(await measure(page));
      const bar = { at: 'most', value: BAR_MS } as const;
      return {
        name: `history, 90 days of 20 portals, ${name}`,
        value: quantile(times, 0.5),
        unit: 'ms',
        bar,
      };
    };
    return [await figure('drawn', draw), await figure('drawn again', drawAgain)];
  } finally {
    await context.close();
  }
}
