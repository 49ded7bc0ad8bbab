import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
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
