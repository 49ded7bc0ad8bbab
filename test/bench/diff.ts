import type { Browser, Page } from '@playwright/test';
import type { HwDiff } from '../../components/shared/diff.ts';
import { type Figure, quantile } from './figure.ts';

const LINES = 5_000;
const DRAWINGS = 10;
const most = (value: number) => ({ at: 'most', value }) as const;

/** Milliseconds of script and layout to show a long diff, and to go on by one page with the keyboard. */
const draw = (page: Page): Promise<readonly [shown: number, moved: number]> =>
  page.evaluate(async (count) => {
    const lines = Array.from(
      { length: count },
      (_, index) => `${' +-'[index % 3]}const value${index} = read(${index});`,
    );
    const element = document.createElement('hw-diff') as HwDiff;
    element.choosing = true;
    element.diff = `@@ -0,${count} +0,${count} @@\n${lines.join('\n')}\n`;
    const box = document.createElement('div');
    box.style.cssText = 'height: 80vh; overflow: auto';
    const began = performance.now();
    document.body.append(box);
    box.append(element);
    await element.updateComplete;
    element.getBoundingClientRect();
    const shown = performance.now() - began;
    const list = element.shadowRoot?.querySelector('ol');
    if (list?.children.length !== count + 1) throw new Error(`it shows ${list?.children.length} lines`);
    const pressed = performance.now();
    for (const key of ['PageDown', 'PageDown', 'End', 'Home'])
      list.dispatchEvent(new KeyboardEvent('keydown', { key }));
    element.getBoundingClientRect();
    const moved = (performance.now() - pressed) / 4;
    box.remove();
    return [shown, moved] as const;
  }, LINES);

/** A diff of 5,000 lines in which a line can be chosen, on the page /door. */
export async function diff(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}door`);
    await page.waitForFunction(() => customElements.get('hw-diff') !== undefined);
    const times: (readonly [number, number])[] = [];
    for (let index = 0; index < DRAWINGS; index++) times.push(await draw(page));
    const figure = (name: string, place: 0 | 1, bar: number): Figure => ({
      name: `diff of 5,000 lines, ${name}`,
      value: quantile(
        times.map((time) => time[place]),
        0.5,
      ),
      unit: 'ms',
      bar: most(bar),
    });
    return [figure('shown', 0, 300), figure('a key', 1, 50)];
  } finally {
    await context.close();
  }
}
