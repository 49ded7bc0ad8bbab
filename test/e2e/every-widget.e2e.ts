import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { type Loopback, listen } from '../helpers/loopback.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** The policy that the guide tells a strict page to have. */
const policy = /^```http\nContent-Security-Policy: (.*)\n```$/m.exec(read('docs/embedding.md'))?.[1] ?? '';

/** Every widget of the built package. */
const tags = (
  JSON.parse(read('home-world-widgets/custom-elements.json')) as {
    modules: { declarations: { tagName: string }[] }[];
  }
).modules.flatMap(({ declarations }) => declarations.map(({ tagName }) => tagName));
const SCRIPT =
  '<link rel="stylesheet" href="https://home.example/embed.css" crossorigin><script type="module" src="https://home.example/embed.js"></script>';
const widgetsOf = (names: readonly string[]): string =>
  names.map((tag) => `<${tag} src="https://home.example" label="${tag}"></${tag}>`).join('');

let home: TestHome;
let site: Loopback;
let body = '';
/** The Content-Security-Policy of the page; none if it is empty. */
let pagePolicy = '';
/** The text with the addresses of this test instead of those in the guide. */
const here = (text: string): string =>
  text
    .replaceAll('wss://home.example', home.url.replace(/^http(.*)\/$/, 'ws$1'))
    .replaceAll('https://home.example', home.url.replace(/\/$/, ''))
    .replace('https://api.open-meteo.com', home.upstreams.weather.url)
    .replace('https://mempool.space', home.upstreams.chain.url);

/** A third-party page on another origin, with this in its body. */
async function open(page: Page, html: string): Promise<string[]> {
  body = here(html);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(site.url);
  return errors;
}

declare global {
  interface Window {
    left: { readonly widgets: WeakRef<Element>[]; readonly timers: Set<unknown> };
  }
}

/** Runs in the page before its scripts: the intervals, and the timeouts that have not run yet. */
function countTimers(): void {
  const timers = new Set<unknown>();
  window.left = { widgets: [], timers };
  const { setTimeout: timeout, setInterval: interval, clearTimeout: clear } = window;
  const plain = { timeout, interval, clear };
  Object.assign(window, {
    setTimeout(act: () => void, ...rest: number[]) {
      const timer: unknown = plain.timeout(
        () => {
          timers.delete(timer);
          act();
        },
        ...rest,
      );
      timers.add(timer);
      return timer;
    },
    setInterval(act: () => void, ...rest: number[]) {
      const timer = plain.interval(act, ...rest);
      timers.add(timer);
      return timer;
    },
  });
  for (const name of ['clearTimeout', 'clearInterval'])
    Object.assign(window, {
      [name](timer: number) {
        timers.delete(timer);
        plain.clear(timer);
      },
    });
}

/** Runs in the page: widgets of all kinds by turns, which are drawn before they are removed. */
async function addAndRemove(given: { tags: readonly string[]; src: string; count: number }): Promise<void> {
  const { tags: kinds, src, count } = given;
  const box = document.createElement('div');
  document.body.append(box);
  for (let i = 0; i < count; i++) {
    const widget = document.createElement(kinds[i % kinds.length] ?? '');
    widget.setAttribute('src', src);
    box.append(widget);
    window.left.widgets.push(new WeakRef(widget));
  }
  await new Promise((drawn) => requestAnimationFrame(drawn));
  box.remove();
}

test.beforeAll(async () => {
  site = await listen((_request, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(pagePolicy !== '' && { 'content-security-policy': here(pagePolicy) }),
      })
      .end(
        `<!doctype html><html lang="en"><title>Somebody else</title><body><main><h1>A page</h1>${body}</main></body></html>`,
      );
  });
  home = await startTestHome({ config: { allowedOrigins: [site.url] } });
});
test.afterAll(async () => {
  await site.close();
  await home.close();
});

test('every widget works on a page with the policy of the guide, which allows nothing else', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  expect(policy).toMatch(/^default-src 'none'; script-src /);
  pagePolicy = policy;
  const errors = await open(page, SCRIPT + widgetsOf(tags)).finally(() => (pagePolicy = ''));
  for (const tag of tags)
    // The state is empty, because no agent reports to this home. A refused request would be an error.
    await expect(page.locator(tag).locator('[part=panel]').first(), tag).toHaveAttribute(
      'data-state',
      /^(?:live|empty)$/,
    );
  expect([...refused, ...errors]).toEqual([]);
  // Nothing is wider than a column of 320 px.
  await page.setViewportSize({ width: 336, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(336);
  // What the guide does not name is refused: the policy holds.
  const address = home.upstreams.codeHost.url;
  await expect(page.evaluate((url) => fetch(url).then(() => 'read'), address)).rejects.toThrow();
  await expect.poll(() => refused.join()).toContain(address);
});

test('twenty widgets on a page ask each source once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request.url());
  });
  const twenty = Array.from({ length: 20 }, (_, index) => tags[index % tags.length] ?? '');
  await open(page, SCRIPT + widgetsOf(twenty));
  // A chat connects when it is seen. Its script may load after a first scroll, and the widgets above it grow.
  for (const chat of await page.locator('hw-chat').all())
    await expect(async () => {
      await chat.scrollIntoViewIfNeeded();
      await expect(chat.locator('hw-chat-room')).toBeAttached({ timeout: 500 });
    }).toPass();
  for (const tag of tags)
    await expect(page.locator(`${tag} [part=panel][data-state=loading]`), tag).toHaveCount(0);
  await expect(page.locator('hw-weather .figure').first()).toHaveText('71.7°F Clear');
  await expect(page.locator('hw-portals .detail').first()).toBeVisible();
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
});

test('two versions of the script on one page both work, and the fixed one is checked by its hashes', async ({
  page,
}) => {
  const { script, integrity } = (await (await fetch(`${home.url}embed.json`)).json()) as {
    script: string;
    integrity: Record<string, string>;
  };
  const hashes = Object.entries(integrity).map(([path, hash]) => [`${home.url}${path}`, hash]);
  const fixed =
    `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(hashes) })}</script>` +
    `<script type="module" src="https://home.example/${script}" crossorigin integrity="${integrity[script]}"></script>`;
  const widgets = '<hw-weather src="https://home.example"></hw-weather>';
  const figure = page.locator('hw-weather .figure');
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
  expect(await open(page, fixed + SCRIPT + widgets)).toEqual([]);
  await expect(figure).toHaveText('71.7°F Clear');
  expect(loaded).toEqual(expect.arrayContaining(['/embed.js', `/${script}`]));

  // A changed file of the fixed version is refused, and the content between the tags stays.
  const part = Object.keys(integrity).find((path) => path.includes('/weather-')) ?? '';
  await page.route(`**/${part}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};` });
  });
  await open(page, `${fixed}<hw-weather src="https://home.example">No script</hw-weather>`);
  await expect
    .poll(() => loaded.filter((path) => path === `/${part}`).length, { message: part })
    .toBeGreaterThan(1);
  await expect(page.getByText('No script')).toBeVisible();
  await expect(figure).toHaveCount(0);
});

test('of 500 widgets that were added and removed nothing is left: no element, timer or request', async ({
  page,
}) => {
  await page.addInitScript(countTimers);
  await open(page, SCRIPT + widgetsOf(tags));
  for (const tag of tags)
    await expect(page.locator(`${tag} [part=panel][data-state=loading]`), tag).toHaveCount(0);
  await page.evaluate(addAndRemove, { tags, src: home.url, count: 500 });
  await page.evaluate(() => document.querySelector('main')?.remove());
  await expect.poll(() => page.evaluate(() => window.left.timers.size)).toBe(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const browser = await page.context().newCDPSession(page);
  await expect
    .poll(async () => {
      await browser.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => window.left.widgets.filter((widget) => widget.deref()).length);
    })
    .toBe(0);
  expect(await page.evaluate(() => [window.left.widgets.length, window.left.timers.size])).toEqual([500, 0]);
  expect(asked).toEqual([]);
});
