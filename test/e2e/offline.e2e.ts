import { expect, test } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import type { DebugHandle } from '../../ci/home.ts';
import { findProgram } from '../../ci/programs.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { builtShell, deployBuild } from './another-build.ts';
import { drawLittle, enterAtOnce, openCheaply } from './tour.ts';
import { withoutWebgl } from './without-webgl.ts';

/** What a page of Playwright and one of Puppeteer have in common. */
interface Visit {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  evaluate<T>(read: () => T | Promise<T>): Promise<T>;
}

let home: TestHome;
test.beforeEach(async () => {
  home = await startTestHome();
});
test.afterEach(() => home.close());

const becomes = <T>(what: string, read: () => Promise<T>) => expect.poll(read, what);

/** The state of the page in words: its build, whether it is complete, a reading and the notice. */
const shown = (visit: Visit) =>
  visit.evaluate(() => {
    const { state } = (window.homeWorld as DebugHandle | undefined) ?? {};
    const sovereignty = state?.readings.sovereignty.get();
    const inside = (tag: string) =>
      document.querySelector('hw-home')?.shadowRoot?.querySelector(tag)?.shadowRoot?.textContent ?? '';
    return {
      build: document.documentElement.dataset['build'] ?? 'first',
      phase: state?.world.status.get().phase,
      reading: sovereignty?.state,
      score: sovereignty?.value?.score,
      hud: inside('hw-hud'),
      notice: inside('hw-reload-notice').trim(),
      banner: inside('hw-offline-banner').trim(),
    };
  });

/** Waits until the service worker has copied this build, and the page has kept its readings. */
const isCopied = (visit: Visit, build: string) =>
  becomes(`the copy of ${build}`, () =>
    visit.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
      if (worker?.state !== 'activated') return `the worker is ${worker?.state ?? 'not there'}`;
      const answers = await (await caches.open('home-world answers')).keys();
      if (answers.length < 8) return `${answers.length} answers are kept`;
      const shells = (await caches.keys()).filter((name) => name.startsWith('home-world shell'));
      return shells.at(-1)?.split(' ').at(-1);
    }),
  ).toBe(build);

/** Opens the page of a home that is gone: it is whole, and its readings are the last ones. */
async function opensWithoutServer(visit: Visit, build: string, phase: string): Promise<void> {
  await visit.reload();
  await becomes('the page opens', async () => {
    const { build: of, phase: now, reading, score } = await shown(visit);
    return { of, now, reading, hasScore: score !== undefined };
  }).toEqual({ of: build, now: phase, reading: 'stale', hasScore: true });
  expect((await shown(visit)).hud).toMatch(/stale · this home cannot be reached · last answer/);
}

/** Does this twice: the server stops, the page opens without it, and the server starts with another build. */
async function updatesTwice(visit: Visit, phase: string): Promise<void> {
  await visit.goto(`${home.url}?debug&quality=lowest`);
  await becomes('the world', async () => (await shown(visit)).phase).toBe(phase);
  await isCopied(visit, await builtShell());
  let build = 'first';
  for (const number of [2, 3]) {
    let next = '';
    await home.restart(async () => {
      await opensWithoutServer(visit, build, phase);
      next = await deployBuild(home.ownerFiles, number);
    });
    await becomes('the prompt', async () => (await shown(visit)).notice).toContain('This home was updated.');
    expect((await shown(visit)).build, 'the old page stays until the visitor reloads').toBe(build);
    await isCopied(visit, next);
    await visit.evaluate(() =>
      document
        .querySelector('hw-home')
        ?.shadowRoot?.querySelector('hw-reload-notice')
        ?.shadowRoot?.querySelector<HTMLButtonElement>('.action')
        ?.click(),
    );
    build = next;
    await becomes('the new build', async () => {
      const { build: of, phase: now, reading, notice } = await shown(visit).catch(() => ({}) as never);
      return { of, now, reading, notice };
    }).toEqual({ of: next, now: phase, reading: 'live', notice: '' });
  }
}

test('an open page says once that its server has gone, and once that it answers again', async ({ page }) => {
  await openCheaply(page, home.url);
  const reached = () =>
    page.evaluate(() => {
      const { state } = (window.homeWorld as DebugHandle | undefined) ?? {};
      return [state?.world.status.get().phase, state?.bridge.get().state];
    });
  await becomes('world and bridge', reached).toEqual(['ready', 'open']);
  const banner = page.locator('hw-offline-banner [role=status]');
  // The scripts of the banner and of the debug panel are loaded after the picture, and cannot be loaded without the
  // server. If the panel cannot be shown, it closes, and `homeWorld` is gone.
  await expect(banner).toBeAttached();
  await page.evaluate(() => customElements.whenDefined('hw-debug').then(() => undefined));
  await home.restart(async () => {
    await expect(banner).toContainText('This home cannot be reached. You can still walk');
  });
  await expect(banner).toContainText('This home answers again.');
  await becomes('live readings', async () => (await shown(page)).reading).toBe('live');
  await expect(banner).toHaveText('');
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the world opens with the server gone, and twice comes back with a new build', async ({ page }) => {
    test.setTimeout(600_000);
    await drawLittle(page);
    await enterAtOnce(page);
    await updatesTwice(page, 'ready');
  });

  test('without a network the page opens, says what still works, and announces the return', async ({
    page,
    context,
  }) => {
    await openCheaply(page, home.url);
    await isCopied(page, await builtShell());
    await context.setOffline(true);
    const banner = page.locator('hw-offline-banner [role=status]');
    await expect(banner).toContainText('No network. You can still walk, read and write');
    await page.reload();
    await becomes('the last readings', async () => {
      const { phase, reading, score } = await shown(page);
      return { phase, reading, hasScore: score !== undefined };
    }).toEqual({ phase: 'ready', reading: 'offline', hasScore: true });
    expect((await shown(page)).hud).toMatch(/last answer/);
    await expect(banner).toContainText('No network.');
    await context.setOffline(false);
    await expect(banner).toContainText('The network is back.');
    await becomes('live readings', async () => (await shown(page)).reading).toBe('live');

    const sovereignty = page.locator('hw-heartbeat hw-sovereignty');
    await page.goto(`${home.url}heartbeat.html`);
    await expect(sovereignty).toContainText(/\d+ ?%/);
    await expect(sovereignty).not.toContainText('offline');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('heartbeat');
    await expect(sovereignty).toContainText(/\d+ ?%/);
    await expect(sovereignty).toContainText('offline · this browser has no network · last answer');
  });

  test('the service worker answers neither the interfaces of the home nor other origins', async ({
    page,
  }) => {
    await withoutWebgl(page);
    await openCheaply(page, home.url);
    await isCopied(page, await builtShell());
    await page.reload();
    const urls = ['healthz', 'version.json', 'portals.json', 'api/health/portals', 'badge/agents.svg'];
    const viaWorker: string[] = [];
    page.on('response', (response) => {
      const path = response.url().replace(home.url, '');
      if (response.fromServiceWorker() && !/^(?:assets|vendor|icons|painted)\//.test(path))
        viaWorker.push(path);
    });
    await page.evaluate((list) => Promise.all(list.map((url) => fetch(url))), [...urls, 'config.json']);
    expect([...new Set(viaWorker)]).toEqual(['config.json']);
  });
});

test('Chromium finds no fault in the manifest, and gets all of its pictures', async ({ page, context }) => {
  await page.goto(`${home.url}heartbeat.html`);
  const session = await context.newCDPSession(page);
  const { data = '', errors, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as {
    name: string;
    icons: { src: string }[];
    screenshots: { src: string }[];
  };
  expect(manifest.name).toBe('Test Home');
  for (const { src } of [...manifest.icons, ...manifest.screenshots])
    expect((await page.request.get(new URL(src, url).href)).status(), src).toBe(200);
});

test('a browser that refuses the service worker has the same page', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await openCheaply(page, home.url);
  await becomes('the world', async () => (await shown(page)).phase).toBe('ready');
  // The registration is the last thing that is loaded.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/register-[^/]+\.js$/.test(name)),
  );
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(errors).toEqual([]);
});

// Playwright drives only its own Firefox; the machine's is driven over WebDriver BiDi.
const executablePath = findProgram('firefox');

test.describe('Firefox', () => {
  test.skip(
    executablePath === undefined,
    'there is no Firefox on this machine (node ci/programs.ts firefox installs it)',
  );

  test('Firefox: the home opens with the server gone, and twice comes back with a new build', async () => {
    test.setTimeout(600_000);
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: executablePath ?? '',
      headless: true,
      timeout: 120_000,
    });
    try {
      // Headless Firefox has no WebGL: the home as text.
      await updatesTwice((await browser.newPage()) as Visit, 'unavailable');
    } finally {
      await browser.close();
    }
  });
});
