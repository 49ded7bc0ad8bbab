import { type Page, expect, test } from '@playwright/test';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { violations } from './axe.ts';
import { misplaced } from './misplaced.ts';
import { backToStart, pageStates } from './states.ts';
import { openWorld } from './tour.ts';

let home: TestHome;
let page: Page;

// One page for all states: the test looks at each state, not at the start of the page.
test.beforeAll(async ({ browser }) => {
  home = await startTestHome();
  page = await browser.newPage();
  await openWorld(page, home.url);
});
test.afterAll(async () => {
  await page.close();
  await home.close();
});

for (const [width, height, withAxe] of [
  [1280, 720, true],
  [360, 640, true],
  // 1280 × 1024 at 400 %, and a phone of 360 × 640 with text twice as large.
  [320, 256, true],
  [180, 320, false],
] as const) {
  test(`every state is readable and operable at ${width} × ${height}${withAxe ? ', without a violation' : ''}`, async () => {
    await page.setViewportSize({ width, height });
    for (const { name, enter } of pageStates) {
      await test.step(name, async () => {
        await backToStart(page);
        await enter(page);
        // Scrolling and fading panels have settled, and the picture has its size.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        // The timeout is shorter than a replay. When a replay ends, its controls change, and an element that
        // was out of reach may be in reach again.
        await expect
          .poll(() => misplaced(page), { message: `${name}: what is out of reach`, timeout: 15_000 })
          .toEqual([]);
        const scrolled = page.evaluate(() => document.documentElement.scrollWidth);
        expect(await scrolled, `${name}: nothing to scroll to at the side`).toBe(width);
        if (withAxe) expect(await violations(page), `${name}: axe`).toEqual([]);
      });
    }
    await backToStart(page);
  });
}

test.describe('preferred contrast and colours', () => {
  /** The alpha of each visible panel's background; 1 for an opaque one. */
  const opacities = (): Promise<number[]> =>
    page
      .locator('.panel:visible')
      .evaluateAll((all) =>
        all.map((panel) =>
          Number(
            /[\d.]+(?=\)$)/.exec(getComputedStyle(panel).backgroundColor.replace(/^rgb\(.*/, '1)'))?.[0],
          ),
        ),
      );

  test.afterEach(() => page.emulateMedia({ forcedColors: null, contrast: null }));

  test('forced colours keep panels opaque, pressed buttons marked and the connected dot filled', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await backToStart(page);
    await page.emulateMedia({ forcedColors: 'active' });
    await pageStates.find(({ name }) => name === 'time-lapse')?.enter(page);
    await pageStates.find(({ name }) => name === 'today')?.enter(page);
    for (const opacity of await opacities()) expect(opacity).toBe(1);
    const slider = page.getByRole('slider', { name: 'Moment of the day' });
    await expect(slider).toHaveCSS('appearance', 'auto');
    const pressed = await page
      .locator('hw-header [aria-pressed=true]')
      .first()
      .evaluate((button) => {
        const mark = getComputedStyle(button, '::after');
        const panel = button.closest('.panel');
        return { mark: mark.borderTopColor, panel: panel && getComputedStyle(panel).backgroundColor };
      });
    expect(pressed.mark).not.toBe(pressed.panel);
    await page.getByRole('tab', { name: 'Relays' }).click();
    const line = (name: string) =>
      page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
    const canvas = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'Canvas';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    expect(await line('Today'), 'only the chosen tab has a line').toBe(canvas);
    expect(await line('Relays')).not.toBe(canvas);
    const dot = page.locator('hw-relay-feed .dot[data-connected]');
    await expect(dot).toHaveCSS('border-top-width', '5px');
    await expect(dot).toHaveCSS('width', '10px');
  });

  test('more contrast makes panels opaque and gives text one colour', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await backToStart(page);
    await page.emulateMedia({ contrast: 'more' });
    await pageStates.find(({ name }) => name === 'settings')?.enter(page);
    for (const opacity of await opacities()) expect(opacity).toBe(1);
    const colour = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    expect(await colour('hw-settings .quiet')).toBe(await colour('hw-settings h2'));
    expect(await violations(page)).toEqual([]);
  });
});
