import { readFileSync } from 'node:fs';
import { type Browser, type Page, expect, test } from '@playwright/test';
import { TOUCH } from '../helpers/layout-shift.ts';
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
    // Dark or light changes only colours, so each width needs one of them.
    for (const [width, isDark] of [
      [320, false],
      [800, true],
    ] as const) {
      const shift = await site.shiftOf(browser, { html: site.html(list), width, isDark });
      expect(shift, `${width} px${isDark ? ', dark' : ''}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
  });

const INCIDENT = { begin: 0, end: 60_000, ending: 'answered', cause: 'it answered 503' };

/** A page with both widgets whose rows have links and choices, in which each subject had an incident. */
async function openTargets(browser: Browser, width: number, isTouched: boolean): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: width + 100, height: 844 },
    serviceWorkers: 'block',
    ...(isTouched && TOUCH),
  });
  const page = await context.newPage();
  await page.route('**/api/history.json*', async (route) => {
    const answer = await route.fetch();
    const history = (await answer.json()) as { subjects: object[] };
    const subjects = history.subjects.map((subject) => ({ ...subject, incidents: [INCIDENT] }));
    await route.fulfill({ response: answer, json: { ...history, subjects } });
  });
  await page.goto(site.serve({ html: site.html(['hw-portals', 'hw-history']), width }));
  await expect(page.locator('hw-portals a').first()).toBeVisible();
  await expect(page.locator('hw-history summary').first()).toBeVisible();
  return page;
}

/** The least size of a target, without the rounding of a layout to 64ths of a pixel. */
const TARGET_PX = 43.95;
/** By widget. */
const TARGETS = [
  ['hw-portals', 'a'],
  ['hw-history', 'select, summary'],
] as const;

/**
 * Runs in the page: the size of each target, and whether its four corners are its own. Of all targets at once, because
 * a new reading may replace a row at any time.
 */
const measure = (
  targets: typeof TARGETS,
): readonly { name: string; width: number; height: number; isHit: boolean }[] =>
  targets.flatMap(([widget, selector]) => {
    const root = document.querySelector(widget)?.shadowRoot;
    return Array.from(root?.querySelectorAll(selector) ?? [], (target) => {
      target.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
      const isHit = [left + 2, right - 2].every((x) =>
        [top + 1, bottom - 1].every((y) => root?.elementFromPoint(x, y) === target),
      );
      return { name: `${target.localName} ${target.textContent.trim()}`, width, height, isHit };
    });
  });

const heightsOf = (page: Page): Promise<number[]> =>
  page
    .locator('hw-portals, hw-history')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));

for (const width of [320, 480, 800])
  test(`a finger has 44 px at each link and choice of a widget ${width} px wide, and nothing moves`, async ({
    browser,
  }) => {
    const touched = await openTargets(browser, width, true);
    const precise = await openTargets(browser, width, false);
    try {
      const found = await touched.evaluate(measure, TARGETS);
      expect(found.length).toBeGreaterThan(5);
      for (const { name, ...box } of found) {
        expect(box.width, name).toBeGreaterThanOrEqual(TARGET_PX);
        expect(box.height, name).toBeGreaterThanOrEqual(TARGET_PX);
        expect(box.isHit, name).toBe(true);
      }
      // The frame that oEmbed offers is at most 480 px wide for portals, and 640 px for the history.
      const [portals = 0, history = 0] = await heightsOf(touched);
      const [portalsBefore = 0, historyBefore = 0] = await heightsOf(precise);
      expect(history).toBeCloseTo(historyBefore, 1);
      if (width <= 480) expect(portals).toBeCloseTo(portalsBefore, 1);
      else expect(portals).toBeGreaterThan(portalsBefore);
    } finally {
      await touched.context().close();
      await precise.context().close();
    }
    const html = site.html(['hw-portals', 'hw-history']);
    expect(await site.shiftOf(browser, { html, width, isTouched: true })).toBeLessThanOrEqual(MAX_SHIFT);
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
