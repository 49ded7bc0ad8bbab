import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { untilCounted } from '../helpers/embed-counts.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { layoutShiftOf, pageAround } from '../helpers/layout-shift.ts';
import { type Loopback, listen } from '../helpers/loopback.ts';

/** Half of what is good for a whole page (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.05;

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const guide = read('docs/embedding.md');
/** Every widget of the built package. */
const tags = (
  JSON.parse(read('home-world-widgets/custom-elements.json')) as {
    modules: { declarations: { tagName: string }[] }[];
  }
).modules.flatMap(({ declarations }) => declarations.map(({ tagName }) => tagName));

let home: TestHome;
let site: Loopback;
let body = '';

test.beforeAll(async () => {
  site = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  home = await startTestHome({ config: { allowedOrigins: [site.url] } });
  await untilCounted(home.url);
});
test.afterAll(async () => {
  await site.close();
  await home.close();
});

/** The widgets as the guide tells, without any style of the page. */
const widgets = (list: readonly string[]): string => {
  const base = home.url.replace(/\/$/, '');
  const head = `<link rel="stylesheet" crossorigin href="${base}/embed.css"><script type="module" src="${base}/embed.js"></script>`;
  return head + list.map((tag) => `<${tag} src="${base}"></${tag}>`).join('');
};

for (const [what, list] of [
  ...tags.map((tag) => [`<${tag}>`, [tag]] as const),
  // Neither of the other two is made for a narrow column beside others.
  ['nine widgets below each other', tags.filter((tag) => !/heartbeat|chat/.test(tag))] as const,
])
  test(`${what} moves nothing on the page around it while it loads`, async ({ browser }) => {
    for (const width of [320, 800])
      for (const isDark of [false, true]) {
        body = pageAround({ html: widgets(list), width, isDark });
        const shift = await layoutShiftOf(browser, site.url, width);
        expect(shift, `${width} px${isDark ? ', dark' : ''}`).toBeLessThanOrEqual(MAX_SHIFT);
      }
  });

test('the example of the guide moves nothing', async ({ browser }) => {
  const [, html = ''] = /^## Nothing on your page moves$[^]*?^```html\n([^]*?)^```$/m.exec(guide) ?? [];
  expect(html).toContain('embed.css');
  body = pageAround({
    html: html.replaceAll('https://home.example', home.url.replace(/\/$/, '')),
    width: 320,
  });
  expect(await layoutShiftOf(browser, site.url, 320)).toBeLessThanOrEqual(MAX_SHIFT);
});

test('without the style sheet of the home a page moves: the figure is measured', async ({ browser }) => {
  body = pageAround({ html: widgets(['hw-agents']).replace(/<link[^>]*>/, ''), width: 320 });
  expect(await layoutShiftOf(browser, site.url, 320)).toBeGreaterThan(MAX_SHIFT);
});
