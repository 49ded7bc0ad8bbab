import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { untilCounted } from '../helpers/embed-counts.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { type Loopback, listen } from '../helpers/loopback.ts';
import { violations } from './axe.ts';

const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
/** The first example in HTML below a heading of the guide. */
const example = (title: string): string => {
  const html = new RegExp(`^##+ ${title}$[\\s\\S]*?^\`\`\`html\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1];
  if (html === undefined) throw new Error(`docs/api.md has no example under “${title}”`);
  return html;
};

let home: TestHome;
let wiki: Loopback;
let stranger: Loopback;
let body = '';
const site = (): Promise<Loopback> =>
  listen((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>A wiki</title><body><main><h1>A page</h1>${body}</main></body></html>`,
      );
  });
const open = async (page: Page, at: Loopback, html: string): Promise<void> => {
  body = html.replaceAll('https://home.example', home.url.replace(/\/$/, ''));
  await page.goto(at.url);
};

test.beforeAll(async () => {
  [wiki, stranger] = await Promise.all([site(), site()]);
  home = await startTestHome({ config: { frameAncestors: [wiki.url] } });
});
test.afterAll(async () => {
  await Promise.all([wiki.close(), stranger.close()]);
  await home.close();
});

test('a page that the owner names shows the agents in a frame', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  await open(page, wiki, example('Frames'));
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('hw-agents li.working > :first-child')).toHaveText('lukas spirig: WORKING');
  expect(refused).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test('the frame that oEmbed offers shows its widget', async ({ page }) => {
  const address = encodeURIComponent(`${home.url}embed/weather`);
  const { html } = (await (await page.request.get(`${home.url}oembed?url=${address}`)).json()) as {
    html: string;
  };
  await open(page, wiki, html);
  await expect(page.frameLocator('iframe').locator('hw-weather .figure')).toHaveText('71.7°F Clear');
});

test('a frame becomes as high as its widget, as the guide says', async ({ page }) => {
  await open(page, wiki, example('A frame as high as its widget'));
  const widget = page.frameLocator('iframe').locator('hw-agents');
  await expect(widget.locator('.working')).toBeVisible();
  const height = async () => Math.ceil(await widget.evaluate((one) => one.getBoundingClientRect().height));
  await expect
    .poll(async () => Number(await page.locator('iframe').getAttribute('height')))
    .toBe(await height());
  const before = await height();
  await widget.evaluate((one) => one.setAttribute('compact', ''));
  await expect.poll(height).toBeLessThan(before);
  await expect
    .poll(async () => Number(await page.locator('iframe').getAttribute('height')))
    .toBe(await height());
});

test('the frame that oEmbed offers is as high as its widget', async ({ page }) => {
  await untilCounted(home.url);
  for (const path of [
    'agents',
    'commits?limit=2',
    'sovereignty',
    'block-height',
    'heartbeat',
    'portals?compact',
  ]) {
    const address = encodeURIComponent(`${home.url}embed/${path}`);
    const { html, height } = (await (await page.request.get(`${home.url}oembed?url=${address}`)).json()) as {
      html: string;
      height: number;
    };
    await open(page, wiki, html);
    const widget = page.frameLocator('iframe').locator(`hw-${path.split('?')[0]}`);
    await expect(widget.locator('[data-state=live]').first(), path).toBeVisible();
    const shown = await widget.evaluate((one) => one.getBoundingClientRect().height);
    // The difference is at most half a line.
    expect(Math.abs(shown - height), `${path}: ${shown} of ${height}`).toBeLessThan(11);
  }
});

test('the page of each widget is accessible, and refuses nothing it needs', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  for (const name of [
    'heartbeat',
    'sovereignty',
    'now',
    'agents',
    'commits',
    'weather',
    'block-height',
    'portals',
    'history',
  ]) {
    await page.goto(`${home.url}embed/${name}`);
    // No agent reports to this home, so the widget of what its resident does now says so. The heartbeat begins
    // with it.
    const state = ['heartbeat', 'now'].includes(name) ? 'empty' : 'live';
    await expect(page.locator(`hw-${name} [part=panel]`).first()).toHaveAttribute('data-state', state);
    expect(await violations(page), name).toEqual([]);
  }
  expect(problems).toEqual([]);
});

test('the address of a frame sets attributes of its widget', async ({ page }) => {
  await open(
    page,
    wiki,
    '<iframe src="https://home.example/embed/weather?units=C&label=Over%20us" title="x"></iframe>',
  );
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('hw-weather .figure')).toHaveText('22.1°C Clear');
  await expect(frame.locator('hw-weather [part=title]')).toHaveText('Over us');
});

test('another page, and a frame with the world, show nothing of the home', async ({ page }) => {
  for (const [at, path] of [
    [stranger, 'embed/agents'],
    [wiki, ''],
    [wiki, 'heartbeat.html'],
    [wiki, 'widgets.html'],
  ] as const) {
    await open(page, at, `<iframe src="https://home.example/${path}" title="x"></iframe>`);
    // Chromium puts a page of its own into a frame that is refused.
    await expect
      .poll(() => page.frames().map((frame) => frame.url()), { message: path })
      .toContain('chrome-error://chromewebdata/');
  }
});
