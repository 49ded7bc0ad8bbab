import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { PHONE } from '../helpers/layout-shift.ts';
import { type WidgetSite, nine, startWidgetSite, tags } from '../helpers/widget-site.ts';

/** Half of what is good for a whole page (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.05;

const guide = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');

let site: WidgetSite;
test.beforeAll(async () => {
  site = await startWidgetSite();
});
test.afterAll(() => site.close());

for (const [what, list] of [
  ...tags.map((tag) => [`<${tag}>`, [tag]] as const),
  ['nine widgets below each other', nine] as const,
])
  test(`${what} moves nothing on the page around it while it loads`, async ({ browser }) => {
    for (const width of [320, 800])
      for (const isDark of [false, true]) {
        const shift = await site.shiftOf(browser, { html: site.html(list), width, isDark });
        expect(shift, `${width} px${isDark ? ', dark' : ''}`).toBeLessThanOrEqual(MAX_SHIFT);
      }
  });

for (const [what, screen] of [
  ['phone', PHONE],
  ['tablet', { ...PHONE, viewport: { width: 1280, height: 800 } }],
] as const)
  test(`on a ${what} links and choices are targets of 44 px, and rows with them have their place`, async ({
    browser,
  }) => {
    const context = await browser.newContext(screen);
    try {
      const page = await context.newPage();
      let letThrough = (): void => undefined;
      const script = new Promise<void>((done) => (letThrough = done));
      await page.route('**/embed.js', async (route) => {
        await script;
        await route.continue();
      });
      await page.goto(site.serve({ html: site.html(['hw-portals', 'hw-history']), width: 800 }), {
        waitUntil: 'commit',
      });
      const portals = page.locator('hw-portals');
      const height = async () => (await portals.boundingBox())?.height;
      await expect(portals).toBeVisible();
      const before = await height();
      letThrough();
      const targets = page.locator('hw-portals a, hw-history :is(select, summary)');
      await expect
        .poll(() => targets.evaluateAll((all) => all.map(({ localName }) => localName)))
        .toContain('a');
      await expect(page.locator('hw-history select')).toBeVisible();
      expect(await height()).toBeCloseTo(before ?? 0, 0);
      for (const { width, height: high } of await targets.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
      )) {
        expect(width).toBeGreaterThanOrEqual(44);
        expect(high).toBeGreaterThanOrEqual(44);
      }
    } finally {
      await context.close();
    }
  });

test('the example of the guide moves nothing', async ({ browser }) => {
  const [, example = ''] = /^## Nothing on your page moves$[^]*?^```html\n([^]*?)^```$/m.exec(guide) ?? [];
  expect(example).toContain('embed.css');
  const html = example.replaceAll('https://home.example', site.address);
  expect(await site.shiftOf(browser, { html, width: 320 })).toBeLessThanOrEqual(MAX_SHIFT);
});

test('without the style sheet of the home a page moves: the figure is measured', async ({ browser }) => {
  const html = site.html(['hw-agents']).replace(/<link[^>]*>/, '');
  expect(await site.shiftOf(browser, { html, width: 320 })).toBeGreaterThan(MAX_SHIFT);
});
