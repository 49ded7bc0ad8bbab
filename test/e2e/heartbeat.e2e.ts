import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import { startHome } from '../../ci/home.ts';
import { startTestHome } from '../helpers/home.ts';
import { drawn, sumShifts } from '../helpers/layout-shift.ts';
import { violations } from './axe.ts';
import { misplaced } from './misplaced.ts';
import { sharedHome } from './shared-home.ts';
import { withoutWebgl } from './without-webgl.ts';

const home = sharedHome();

test.afterEach(() => {
  home.upstreams.setAll('up');
});

const row = (page: Page, tag: string, selector: string) => page.locator(`${tag} ${selector}`);

test('shows the readings of the home’s real upstreams', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${home.url}heartbeat.html`);
  await expect(page.locator('h1')).toContainText('Test Home');
  await expect(row(page, 'hw-agents', 'li.working > :first-child')).toHaveText('lukas spirig: WORKING');
  await expect(row(page, 'hw-agents', 'li.idle > :first-child')).toHaveText('Nobody: IDLE');
  await expect(row(page, 'hw-now', 'li > :first-child')).toHaveText('NO REPORT');
  await expect(row(page, 'hw-commits', '.commit')).toHaveCount(5);
  await expect(row(page, 'hw-commits', '.commit').first()).toContainText('Lukas Spirig');
  await expect(row(page, 'hw-weather', '.figure')).toHaveText('71.7°F Clear');
  await expect(row(page, 'hw-block-height', '.figure')).toHaveText('698767');
  await expect(row(page, 'hw-sovereignty', '.score')).toHaveText(/^\d+%$/);
  await expect(row(page, 'hw-weather', '.source')).toHaveText(/^127\.0\.0\.1:\d+ · (?:just now|\d min ago)$/);
  expect(errors).toEqual([]);
});

test('says in its title and its icon whether the portals answer', async ({ page }) => {
  const bare = { begin: 0, end: 1, barSeconds: 1_800, span: '24h', schema: 1, maintenance: [] };
  const subject = { id: 'portal:a', kind: 'portal', name: 'A', text: 'A.', uptime: 0, latency: null };
  const answer = (headline: string, state: string) =>
    JSON.stringify({ ...bare, headline, subjects: [{ ...subject, state, bars: [null], incidents: [] }] });
  let body = answer('The portal does not answer', 'down');
  await page.route('**/api/history.json?*', (route) =>
    route.fulfill({ contentType: 'application/json', body }),
  );
  const icon = page.locator('link[rel=icon]');
  const isImage = async (): Promise<void> => {
    const address = new URL((await icon.getAttribute('href')) ?? '', page.url()).href;
    const response = await page.request.get(address);
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  };
  await page.goto(`${home.url}heartbeat.html`);
  await expect(page).toHaveTitle(/^The portal does not answer · .*Test Home/);
  await expect(icon).toHaveAttribute('href', /icon-failing\.svg$/);
  await isImage();
  body = answer('The portal answers', 'up');
  // If the answer is from the same second of the page's clock, the page does not change.
  await expect(async () => {
    await page.evaluate(() =>
      document.querySelector<HTMLElement & { refresh: () => void }>('hw-history')?.refresh(),
    );
    await expect(page).toHaveTitle(/^The portal answers · .*Test Home/, { timeout: 1_000 });
  }).toPass();
  await expect(icon).toHaveAttribute('href', /icon\.svg$/);
  await isImage();
});

test('shows the exact error texts while every upstream is down, and is live again without a reload', async ({
  page,
}) => {
  // The gateway caches answers for a few seconds; a restart clears them.
  home.upstreams.setAll('down');
  await home.restart();
  await page.clock.install();
  await page.route('**/sovereignty-status.json', (route) => route.abort());
  await page.goto(`${home.url}heartbeat.html`);
  await expect(row(page, 'hw-agents', 'li')).toHaveText(['AGENTS: ERROR']);
  await expect(row(page, 'hw-agents', 'li.dead > :first-child')).toHaveText('AGENTS: ERROR');
  await expect(row(page, 'hw-commits', 'li.dead > :first-child')).toHaveText('COMMITS: ERROR');
  await expect(row(page, 'hw-weather', '.figure')).toHaveText('ERROR');
  await expect(row(page, 'hw-block-height', '.figure')).toHaveText('ERROR');
  await expect(row(page, 'hw-sovereignty', 'dd')).toHaveText(['ERROR', 'ERROR']);
  await expect(row(page, 'hw-weather', '.source')).toContainText('cannot be reached');
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));

  home.upstreams.setAll('up');
  await page.unroute('**/sovereignty-status.json');
  // The gateway keeps the failure for 3 s. If the page tried again in this time, its next try would come 10 s
  // later.
  const commits = `${home.url}api/v1/repos/timmy/lit/commits`;
  await expect.poll(async () => (await page.request.get(commits)).status(), { intervals: [100] }).toBe(200);
  await page.clock.runFor(7_000);
  await expect(row(page, 'hw-agents', 'li.working > :first-child')).toHaveText('lukas spirig: WORKING');
  await expect(row(page, 'hw-commits', '.commit')).toHaveCount(5);
  await expect(row(page, 'hw-weather', '.figure')).toHaveText('71.7°F Clear');
  await expect(row(page, 'hw-block-height', '.figure')).toHaveText('698767');
  await expect(row(page, 'hw-sovereignty', '.score')).toHaveText(/^\d+%$/);
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

test('shows NO COMMITS for an empty repository, and every agent as idle', async ({ page }) => {
  const empty = await startTestHome({
    config: {
      codeHost: { url: home.upstreams.codeHost.url, owner: 'timmy', repo: 'empty-repo', agents: ['Timmy'] },
    },
  });
  try {
    await page.goto(`${empty.url}heartbeat.html`);
    await expect(row(page, 'hw-commits', 'li')).toHaveText(['NO COMMITS']);
    await expect(row(page, 'hw-agents', 'li.idle > :first-child')).toHaveText('Timmy: IDLE');
  } finally {
    await empty.close();
  }
});

test('shows the commits of a local repository where no code host is configured', async ({ page }) => {
  const repo = mkdtempSync(join(tmpdir(), 'home-world-repo-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@home.example', ...args], { cwd: repo });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'Light the first lamp\n\nIt was dark.');
  const local = await startHome('--repo', repo);
  try {
    // A test requests nothing outside this machine.
    await page.route(
      (url) => url.hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
    await page.goto(`${local.url}heartbeat.html`);
    await expect(row(page, 'hw-commits', '.commit > :first-child')).toHaveText([
      'Light the first lamp — Ada',
    ]);
    await expect(row(page, 'hw-agents', 'li.working > :first-child')).toHaveText('Ada: WORKING');
  } finally {
    await local.stop();
    rmSync(repo, { recursive: true, force: true });
  }
});

test('keeps the last readings while the browser is offline and says so, and refreshes when it is online', async ({
  page,
  context,
}) => {
  await page.goto(`${home.url}heartbeat.html`);
  await expect(row(page, 'hw-block-height', '.figure')).toHaveText('698767');
  await context.setOffline(true);
  await expect(page.locator('hw-heartbeat')).toContainText('You are offline.');
  await expect(row(page, 'hw-block-height', '.figure')).toHaveText('698767');
  await expect(row(page, 'hw-block-height', '.source')).toContainText(
    'offline · this browser has no network',
  );
  await context.setOffline(false);
  await expect(page.locator('hw-heartbeat')).not.toContainText('You are offline.');
  await expect(row(page, 'hw-block-height', '.source')).toHaveText(/ · just now$/);
});

test('refreshes every minute, and reloads when another build is served', async ({ page }) => {
  await page.clock.install();
  // A build contains the names of its pages' scripts. Both builds here contain the script of this page, so
  // each counts as the page's own when it is loaded.
  const { build: built } = (await (await fetch(`${home.url}version.json`)).json()) as { build: string };
  let build = `one ${built}`;
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: '0.1.0', build } }));
  const asked = page.waitForResponse('**/version.json');
  await page.goto(`${home.url}heartbeat.html`);
  await expect(row(page, 'hw-block-height', '.figure')).toHaveText('698767');
  await page.clock.runFor(2_000);
  await asked;
  const before = home.upstreams.chain.seen.length;
  await page.clock.runFor(61_000);
  await expect.poll(() => home.upstreams.chain.seen.length).toBeGreaterThan(before);
  expect(loads).toBe(1);
  build = `two ${built}`;
  await page.clock.runFor(62_000);
  await expect.poll(() => loads).toBe(2);
});

test('paints headings and dashes from the HTML alone', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${home.url}heartbeat.html`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Home World\s+heartbeat/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Now',
    'Agents',
    'Last commits',
    'Sovereignty',
    'Weather',
    'Block height',
  ]);
  await expect(page.getByText('—')).toHaveCount(6);
  await expect(page.getByRole('link', { name: 'Enter the world' })).toBeVisible();
});

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`has air below its header, and moves nothing when readings replace the dashes, ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(sumShifts);
    let letThrough = (): void => undefined;
    const scripts = new Promise<void>((done) => (letThrough = done));
    await page.route('**/*.js', async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(`${home.url}heartbeat.html`, { waitUntil: 'commit' });
    await expect(page.getByText('—')).toHaveCount(6);
    await drawn(page);
    letThrough();
    await expect(row(page, 'hw-agents', '.working')).toBeVisible();
    await expect(row(page, 'hw-block-height', '.figure')).toHaveText('698767');
    const [text, card] = await Promise.all(
      ['header p', 'hw-now section'].map((part) => page.locator(part).first().boundingBox()),
    );
    const gap = card!.y - text!.y - text!.height;
    expect(gap).toBeGreaterThanOrEqual(16);
    expect(gap).toBeLessThanOrEqual(24);
    // Half of what is good (https://web.dev/articles/cls).
    expect(await page.evaluate(() => window.layoutShift)).toBeLessThanOrEqual(0.05);
  });

test('shows badges and reloads every 60 s with scripts off', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  try {
    await page.goto(`${home.url}heartbeat.html`);
    await expect(page.locator('meta[http-equiv=refresh]')).toHaveAttribute('content', '60');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of [
      /^Sovereignty: \d+%/,
      /^Agents: lukas spirig: WORKING/,
      /^Last commits: \S.*Lukas Spirig/,
      'Weather: 71.7°F Clear',
      'Block height: 698767',
    ]) {
      const badge = page.getByRole('img', { name });
      await expect(badge).toBeVisible();
      // A picture that did not load has no natural width.
      const { width = 0, height } = (await badge.boundingBox()) ?? {};
      expect(width).toBeGreaterThan(60);
      // A badge is shown at its natural size: a badge with a long text is not scaled down.
      expect(height).toBe(20);
      expect(width).toBeCloseTo(await badge.evaluate((image) => (image as HTMLImageElement).naturalWidth), 0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect(page.locator('footer p')).toContainText('Scripts are off.');
    await expect(page.locator('hw-heartbeat')).toBeHidden();
  } finally {
    await context.close();
  }
});

test('is readable at every width, and on paper', async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [360, 640],
    [320, 256],
    [180, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${home.url}heartbeat.html`);
    await expect(row(page, 'hw-agents', '.working')).toBeVisible();
    await expect(row(page, 'hw-commits', '.commit')).toHaveCount(5);
    expect(await misplaced(page), `${width} × ${height}`).toEqual([]);
    expect(await violations(page), `${width} × ${height}: axe`).toEqual([]);
  }
  await page.emulateMedia({ media: 'print' });
  const ink = await page.evaluate(() => {
    const night = getComputedStyle(document.documentElement).getPropertyValue('--hw-background');
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = night;
    return getComputedStyle(probe).color;
  });
  for (const selector of ['h1', 'h1 span', 'header p'])
    await expect(page.locator(selector), `${selector} on paper`).toHaveCSS('color', ink);
  // The widgets have the browser's own colour of text there.
  for (const selector of ['hw-sovereignty .score', 'hw-commits .detail', 'hw-agents .idle'])
    await expect(page.locator(selector).first(), `${selector} on paper`).toHaveCSS('color', 'rgb(0, 0, 0)');
});

test('the page of an unknown address is readable at every width, and leads home', async ({ page }) => {
  // The home to which it leads needs no world here.
  await withoutWebgl(page);
  for (const [width, height] of [
    [1280, 720],
    [360, 640],
    [180, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${home.url}old/page`);
    await expect(page.locator('h1'), 'its style is allowed').toHaveCSS('margin-top', '0px');
    expect(await misplaced(page), `${width} × ${height}`).toEqual([]);
    expect(await violations(page), `${width} × ${height}: axe`).toEqual([]);
  }
  await page.getByRole('link').click();
  await expect(page).toHaveURL(home.url);
});
