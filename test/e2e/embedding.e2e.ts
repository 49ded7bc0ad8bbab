import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { type Loopback, listen } from '../helpers/loopback.ts';
import { violations } from './axe.ts';

const guide = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
const examples = [...guide.matchAll(/^## (.+?)$|^```html\n([\s\S]*?)^```$/gm)].reduce<
  { title: string; html: string }[]
>((found, [, title, html]) => {
  if (title !== undefined) found.push({ title, html: '' });
  else if (html !== undefined) found.push({ title: found.at(-1)?.title ?? '', html });
  return found;
}, []);
const example = (title: string): string => {
  const found = examples.find((entry) => entry.title === title && entry.html !== '');
  if (!found) throw new Error(`docs/embedding.md has no example under “${title}”`);
  return found.html;
};

let home: TestHome;
let site: Loopback;
let body = '';

/** A third-party page on another origin, with this in its body. */
async function open(page: Page, html: string): Promise<string[]> {
  body = html.replaceAll('https://home.example', home.url.replace(/\/$/, ''));
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(site.url);
  return errors;
}

test.beforeAll(async () => {
  site = await listen((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
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

test('the guide’s examples are the ones tested here', () => {
  expect(examples.filter(({ html }) => html !== '').map(({ title }) => title)).toEqual([
    'Example',
    // Tested in layout-shift.e2e.ts.
    'Nothing on your page moves',
    'Content before the script has loaded',
    'Several widgets on one page',
    'The whole heartbeat, and the portals',
    // Tested in chat-elsewhere.e2e.ts.
    'Talking to the resident',
    'In your own look',
    'Added by a script',
    'Your own words in a widget',
    'Inside the shadow root of another element',
    'Where scripts are not allowed',
  ]);
});

test('one script tag and one element show the agents of a home on another page', async ({ page }) => {
  const errors = await open(page, example('Example'));
  await expect(page.locator('hw-agents li.working > :first-child')).toHaveText('lukas spirig: WORKING');
  await expect(page.locator('hw-agents li.idle > :first-child')).toHaveText('Nobody: IDLE');
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('a widget requests only its own data and loads no other widget', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, example('Example'));
  await expect(page.locator('hw-agents .working')).toBeVisible();
  expect(asked.filter((path) => path.endsWith('.json')).sort()).toEqual([
    '/agent-status.json',
    '/config.json',
  ]);
  expect(asked.some((path) => path.includes('/portals'))).toBe(false);
  expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(4);
});

test('a widget’s own content shows without the script, and is replaced with it', async ({ page }) => {
  const html = example('Content before the script has loaded');
  await page.route('**/embed.js', (route) => route.abort());
  await open(page, html);
  await expect(page.getByRole('link', { name: 'The latest commits of this home' })).toBeVisible();
  await page.unroute('**/embed.js');
  await open(page, html);
  await expect(page.locator('hw-commits .commit')).toHaveCount(5);
  await expect(page.getByRole('link', { name: 'The latest commits of this home' })).toBeHidden();
});

test('several widgets of one home share one connection', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, example('Several widgets on one page'));
  await expect(page.locator('hw-sovereignty .score')).toHaveText(/^\d+%$/);
  await expect(page.locator('hw-weather .figure')).toHaveText('71.7°F Clear');
  await expect(page.locator('hw-block-height .figure')).toHaveText('698767');
  expect(asked.filter((path) => path === '/config.json')).toHaveLength(1);
});

test('the whole heartbeat and the portals work on another page', async ({ page }) => {
  await open(page, example('The whole heartbeat, and the portals'));
  await expect(page.locator('hw-heartbeat li.working > :first-child')).toHaveText('lukas spirig: WORKING');
  await expect(page.locator('hw-heartbeat .commit')).toHaveCount(5);
  await expect(page.locator('hw-portals li').first()).toContainText(/: (?:ONLINE|OFFLINE|UNKNOWN)/);
  expect(await violations(page)).toEqual([]);
});

test('a page’s own colours, font, sizes and parts replace those of the theme', async ({ page }) => {
  await open(page, example('In your own look'));
  const panel = page.locator('hw-agents section');
  await expect(page.locator('hw-agents .working')).toBeVisible();
  await expect(panel).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(panel).toHaveCSS('border-top-left-radius', '0px');
  await expect(panel).toHaveCSS('font-family', /Georgia/);
  await expect(panel).toHaveCSS('font-size', '17px');
  await expect(panel).toHaveCSS('padding-top', '12px');
  await expect(page.locator('hw-agents li.working')).toHaveCSS('font-weight', '700');
  expect(await violations(page)).toEqual([]);
});

test('a widget that a script adds later works, and makes no requests after its removal', async ({ page }) => {
  await page.clock.install();
  await open(page, example('Added by a script'));
  await expect(page.locator('hw-block-height .figure')).toHaveText('698767');
  const { seen } = home.upstreams.chain;
  const before = seen.length;
  await page.clock.runFor(61_000);
  await expect.poll(() => seen.length).toBeGreaterThan(before);
  await page.locator('hw-block-height').evaluate((element) => element.remove());
  await page.clock.runFor(1_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.runFor(180_000);
  expect(asked).toEqual([]);
});

test('a page’s own words take the place of those of a state', async ({ page }) => {
  await page.route('**/agent-status.json', () => undefined);
  await page.route('**/commits?*', (route) => route.abort());
  await open(page, example('Your own words in a widget'));
  await expect(page.getByText('The home is asleep.')).toBeVisible();
  await expect(page.getByText('One moment …')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Visit the home' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a widget inside the shadow root of another element is found when the page asks for it', async ({
  page,
}) => {
  const errors = await open(page, example('Inside the shadow root of another element'));
  await expect(page.locator('hw-weather .figure')).toHaveText('22.1°C Clear');
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('a page’s properties reach the widgets inside the whole heartbeat, and its parts too', async ({
  page,
}) => {
  await open(
    page,
    '<script type="module" src="https://home.example/embed.js"></script>' +
      '<style>:root { --hw-panel-background: rgb(1, 2, 3) } hw-heartbeat::part(panel) { border-radius: 0 }</style>' +
      '<hw-heartbeat src="https://home.example" theme="dark"></hw-heartbeat>',
  );
  const panel = page.locator('hw-heartbeat hw-agents section');
  await expect(page.locator('hw-heartbeat .working')).toBeVisible();
  await expect(panel).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(panel).toHaveCSS('border-top-left-radius', '0px');
});

test('unchanged data is not sent again', async ({ page }) => {
  const urls = new Map<string, string>();
  const answers: { id: string; status: number }[] = [];
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  // The status from the network: the browser reports 200 from its cache to the page.
  browser.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    answers.push({ id: requestId, status: statusCode });
  });
  await page.clock.install();
  await open(page, example('Example'));
  await expect(page.locator('hw-agents .working')).toBeVisible();
  await page.clock.runFor(61_000);
  // Either event of a request may come first.
  const ofCommits = () => answers.filter(({ id }) => urls.get(id)?.includes('/commits?'));
  await expect.poll(() => ofCommits().map(({ status }) => status)).toEqual([200, 304]);
});

test('a page that the home does not allow runs the script and reads nothing', async ({ page }) => {
  const stranger = await listen((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><title>A stranger</title>${example('Example').replaceAll('https://home.example', home.url.replace(/\/$/, ''))}`,
      ),
  );
  try {
    await page.goto(stranger.url);
    await expect(page.locator('hw-agents')).toContainText('No home answers this page');
    const readings = [
      'config.json',
      'agent-status.json',
      'api/v1/repos/timmy/lit/commits',
      'badge/agents.svg',
    ];
    for (const path of readings) {
      const read = page.evaluate((url) => fetch(url).then((response) => response.text()), home.url + path);
      await expect(read, path).rejects.toThrow(/Failed to fetch/);
    }
  } finally {
    await stranger.close();
  }
});

test('other pages may show a badge as an image', async ({ page }) => {
  await open(page, example('Where scripts are not allowed'));
  const badge = page.getByRole('img', { name: 'Agents of this home' });
  await expect(badge).toBeVisible();
  expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(60);
});

test('a widget without an address, or with one that does not answer, says what to do', async ({ page }) => {
  await open(
    page,
    '<script type="module" src="https://home.example/embed.js"></script>' +
      '<hw-weather></hw-weather><hw-agents src="home.example"></hw-agents>' +
      '<hw-commits src="http://127.0.0.1:9"></hw-commits>',
  );
  await expect(page.locator('hw-weather .problem')).toHaveText(
    'This widget has no home address. Write <hw-weather src="https://home.example">.',
  );
  await expect(page.locator('hw-agents .problem')).toContainText(
    '“home.example” is not the address of a home.',
  );
  await expect(page.locator('hw-commits .problem')).toContainText(
    'No home answers this page at http://127.0.0.1:9/',
  );
  expect(await violations(page)).toEqual([]);
});

test('a widget names the policy of a page that blocks its home', async ({ page }) => {
  const html = example('Example').replaceAll('https://home.example', home.url.replace(/\/$/, ''));
  const headers = { 'content-type': 'text/html', 'content-security-policy': "connect-src 'self'" };
  const strict = await listen((_request, response) => response.writeHead(200, headers).end(html));
  try {
    await page.goto(strict.url);
    await expect(page.locator('hw-agents .problem')).toHaveText(
      `The Content-Security-Policy of this page blocks ${new URL(home.url).origin}. Add it to connect-src.`,
    );
  } finally {
    await strict.close();
  }
});

test('a widget is live again without a reload when its home is back', async ({ page }) => {
  await home.restart(async () => {
    // The browser has its script already, as on a page that stays open while the home is down.
    await page.route('**/embed.js', (route) => route.fulfill({ path: 'dist/embed.js', headers: CORS }));
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ path: `dist${new URL(route.request().url()).pathname}`, headers: CORS }),
    );
    await open(page, example('Example'));
    await expect(page.locator('hw-agents .problem')).toContainText('No home answers this page');
  });
  await expect(page.locator('hw-agents li.working > :first-child')).toHaveText('lukas spirig: WORKING');
});

const CORS = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
