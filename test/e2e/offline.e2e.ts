import { expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { builtShell } from './another-build.ts';
import { isCopied, looksForHome, shown, updatesTwice } from './offline.ts';
import { becomes, drawLittle, enterAtOnce, openCheaply } from './tour.ts';

let home: TestHome;
test.beforeEach(async () => {
  home = await startTestHome();
});
test.afterEach(() => home.close());

test('an open page says once that its server has gone, and once that it answers again', async ({ page }) => {
  await openCheaply(page, home.url);
  const reached = () =>
    page.evaluate(() => {
      const { state } = (window.homeWorld as DebugHandle | undefined) ?? {};
      return [state?.world.status.get().phase, state?.bridge.get().state];
    });
  await becomes(reached, 'world and bridge').toEqual(['ready', 'open']);
  const banner = page.locator('hw-offline-banner [role=status]');
  // The scripts of the banner and of the debug panel are loaded after the picture, and cannot be loaded without the
  // server. If the panel cannot be shown, it closes, and `homeWorld` is gone.
  await expect(banner).toBeAttached();
  await page.evaluate(() => customElements.whenDefined('hw-debug').then(() => undefined));
  // Short times, and a record of what the banner says: a look at the right moment could miss a short sentence.
  const said = await page.locator('hw-offline-banner').evaluateHandle((one) => {
    Object.assign(one, { patience: 1, farewell: 1 });
    const all: string[] = [];
    const status = one.shadowRoot?.querySelector('[role=status]');
    if (!status) throw new Error('the banner has no live region');
    new MutationObserver(() => {
      const text = status.textContent?.trim() ?? '';
      if (text !== all.at(-1)) all.push(text);
    }).observe(status, { subtree: true, childList: true, characterData: true });
    return all;
  });
  const gone: unknown = expect.stringContaining('This home cannot be reached. You can still walk');
  const back: unknown = expect.stringContaining('This home answers again.');
  await home.restart(async () => {
    await becomes(() => said.jsonValue(), 'the loss').toEqual([gone]);
  });
  await looksForHome(page);
  await becomes(() => said.jsonValue(), 'the return, and silence').toEqual([gone, back, '']);
  await becomes(async () => (await shown(page)).reading, 'live readings').toBe('live');
  await expect(banner).toHaveText('');
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the world opens with the server gone, and twice comes back with a new build', async ({ page }) => {
    test.setTimeout(600_000);
    await drawLittle(page);
    await enterAtOnce(page);
    await updatesTwice(page, 'ready', home);
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
    await becomes(async () => {
      const { phase, reading, score } = await shown(page);
      return { phase, reading, hasScore: score !== undefined };
    }, 'the last readings').toEqual({ phase: 'ready', reading: 'offline', hasScore: true });
    expect((await shown(page)).hud).toMatch(/last answer/);
    await expect(banner).toContainText('No network.');
    await context.setOffline(false);
    await expect(banner).toContainText('The network is back.');
    await becomes(async () => (await shown(page)).reading, 'live readings').toBe('live');

    await test.step('the worker answers neither the interfaces of the home nor other origins', async () => {
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
