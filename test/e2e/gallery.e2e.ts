import { type ConsoleMessage, type Page, expect, test } from '@playwright/test';
import { listen } from '../helpers/loopback.ts';
import { violations } from './axe.ts';
import { misplaced } from './misplaced.ts';
import { sharedHome } from './shared-home.ts';

const home = sharedHome({ config: { allowedOrigins: ['*'] } });

/** The problems that the browser reports. A test expects none. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  return problems;
}

const section = (page: Page, tag: string) => page.locator(`section#${tag}`);
const codeIn = (page: Page, tag: string) => section(page, tag).locator('textarea');

/** What widgets show of the recorded upstreams; of one without an entry, the test looks at its heading. */
const shown: Readonly<Record<string, readonly [selector: string, text: string | RegExp]>> = {
  'hw-agents': ['li.working > :first-child', 'lukas spirig: WORKING'],
  'hw-now': ['li > :first-child', 'NO REPORT'],
  'hw-commits': ['.commit >> nth=0', /Lukas Spirig/],
  'hw-sovereignty': ['.score', /^\d+%$/],
  'hw-weather': ['.figure', '71.7°F Clear'],
  'hw-block-height': ['.figure', '698767'],
  'hw-portals': ['li >> nth=0', /: (?:ONLINE|OFFLINE|UNKNOWN)/],
  // The widget sends a request once a minute. At its first request, the relays may not have answered the home
  // yet.
  'hw-relay-feed': ['li >> nth=0', /^\s*(?:note|reaction|zap|NO RELAY EVENTS)/],
  'hw-chat': ['[part=title]', 'Chat with Timmy'],
  'hw-history': ['.figure', /answer/],
  'hw-heartbeat': ['hw-weather .figure', '71.7°F Clear'],
};

test('the gallery shows every widget, and its attributes change widget and code, which can be copied', async ({
  page,
  context,
}) => {
  const problems = problemsOf(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${home.url}widgets.html`);
  const tags = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  expect(tags).toEqual(expect.arrayContaining(Object.keys(shown)));
  for (const tag of tags) {
    const show = section(page, tag).getByRole('button', { name: 'Show it here' });
    if ((await show.count()) > 0) {
      await show.click();
      await expect(section(page, tag).locator('.ground'), tag).toBeFocused();
    }
    const [selector, text] = shown[tag] ?? ['[part=title]', /\w/];
    await expect(section(page, tag).locator(`.ground > ${tag} ${selector}`), tag).toHaveText(text);
  }

  const weather = section(page, 'hw-weather');
  const address = home.url.replace(/\/$/, '');
  await weather.getByLabel('units').selectOption('°C');
  await weather.getByLabel('label', { exact: true }).fill('Over us');
  await weather.getByLabel('label', { exact: true }).press('Enter');
  await weather.getByLabel('compact').check();
  await expect(weather.locator('.figure')).toHaveText('22.1°C Clear');
  await expect(weather.locator('[part=title]')).toHaveText('Over us');
  await expect(weather.locator('.source')).toBeHidden();
  const link = `<link rel="stylesheet" href="${home.url}embed.css" crossorigin />`;
  const code = `${link}\n<script type="module" src="${home.url}embed.js"></script>\n<hw-weather src="${address}" units="°C" label="Over us" compact></hw-weather>`;
  await expect(codeIn(page, 'hw-weather')).toHaveValue(code);
  // A number outside the limits changes neither the widget nor the code.
  await weather.getByLabel('refresh').fill('3');
  await weather.getByLabel('refresh').press('Enter');
  await expect(codeIn(page, 'hw-weather')).not.toHaveValue(/refresh/);

  await weather.getByRole('button', { name: 'Copy' }).click();
  await expect(weather.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await weather.getByLabel('Code as').selectOption({ label: 'Badge in Markdown' });
  await expect(codeIn(page, 'hw-weather')).toHaveValue(/badge\/weather\.svg\?label=Over\+us/);

  // A reader of the widget chooses a span in it.
  await page.locator('hw-history select').selectOption('30d');
  await expect(codeIn(page, 'hw-history')).toHaveValue(/ span="30d"/);

  await page.getByLabel('Dark').check();
  await expect(weather.locator('section')).toHaveClass('dark');
  await page.getByLabel('White').check();
  await expect(weather.locator('section')).toHaveClass('light');
  await page.getByLabel('320 px wide').check();
  await expect.poll(async () => (await weather.locator('hw-weather').boundingBox())?.width).toBe(320);
  expect(problems).toEqual([]);
});

test('the code of the gallery runs in another page, its script checked by its hash', async ({ page }) => {
  await page.goto(`${home.url}widgets.html`);
  const agents = section(page, 'hw-agents');
  await agents.getByLabel('limit').fill('1');
  await agents.getByLabel('limit').press('Enter');
  await agents.getByLabel('Code as').selectOption({ label: 'HTML, script checked by its hash' });
  const code = await codeIn(page, 'hw-agents').inputValue();
  const blog = await listen((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${code}`),
  );
  try {
    await page.goto(blog.url);
    await expect(page.locator('hw-agents li > :first-child')).toHaveText(['lukas spirig: WORKING']);
    await page.route('**/embed.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n` });
    });
    const isRefusal = (message: ConsoleMessage): boolean => message.text().includes('integrity');
    await Promise.all([page.waitForEvent('console', isRefusal), page.reload()]);
    await expect(page.locator('hw-agents')).toBeEmpty();
  } finally {
    await blog.close();
  }
});

test('without a clipboard, the code is selected', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`${home.url}widgets.html`);
  const now = section(page, 'hw-now');
  await now.getByRole('button', { name: 'Copy' }).click();
  await expect(now.getByRole('status')).toContainText('The code is selected');
  await expect(codeIn(page, 'hw-now')).toBeFocused();
  const selected = await codeIn(page, 'hw-now').evaluate(
    (code: HTMLTextAreaElement) => code.selectionEnd - code.selectionStart === code.value.length,
  );
  expect(selected).toBe(true);
});

test('without scripts, the gallery has each widget’s name, description and code for this home', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${home.url}widgets.html`);
  for (const tag of Object.keys(shown)) {
    await expect(section(page, tag).getByRole('heading', { level: 2 })).toHaveText(`<${tag}>`);
    await expect(section(page, tag).locator('pre')).toContainText(
      `src="${home.url}embed.js"></script>\n<${tag} src="${home.url.replace(/\/$/, '')}"></${tag}>`,
    );
  }
  await expect(page.locator('main > noscript p')).toBeVisible();
  expect(await page.locator('.ground').first().isVisible()).toBe(false);
  await page.close();
});

test('the gallery of the widgets is readable at every width, light and dark', async ({ page }) => {
  for (const [width, height, colorScheme, withAxe] of [
    [1280, 720, 'light', true],
    [320, 256, 'dark', true],
    [180, 320, 'dark', false],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    if (page.url() === 'about:blank') await page.goto(`${home.url}widgets.html`);
    // A widget detects another colour scheme with its clock, once a second.
    for (const tag of ['hw-agents', 'hw-weather', 'hw-history'])
      await expect(page.locator(`${tag} [data-state=live]`), tag).toHaveClass(colorScheme);
    expect(await misplaced(page), `${width} × ${height}`).toEqual([]);
    if (withAxe) expect(await violations(page), `${width} × ${height}, ${colorScheme}: axe`).toEqual([]);
  }
});
