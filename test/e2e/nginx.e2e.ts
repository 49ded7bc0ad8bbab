import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import { startHome } from '../../ci/home.ts';
import { type RunningNginx, dist, startNginx, whyNoNginx } from '../helpers/nginx.ts';
import { ask, complete, openChat } from './conversation.ts';
import { type Toured, mode, openWorld } from './tour.ts';

// The service worker is under the policy too.
test.use({ serviceWorkers: 'allow' });
test.skip(whyNoNginx !== false, String(whyNoNginx));

/** What Chrome reports of the policy: in pages, and in their workers. */
function violations(page: Page): string[] {
  const found: string[] = [];
  page.context().on('console', (message) => {
    if (/Content[ -]Security[ -]Policy|Permissions[ -]Policy/i.test(message.text()))
      found.push(message.text());
  });
  return found;
}

/** Opens each panel and view of the world's page in turn. */
async function useEverything(page: Page): Promise<void> {
  const panels = await page.evaluate(() => Object.keys((window as unknown as Toured).toured.state.panels));
  for (const name of panels) {
    await page.evaluate((panel) => {
      const { panels: all } = (window as unknown as Toured).toured.state;
      for (const [other, shown] of Object.entries(all)) shown.set(other === panel);
    }, name);
    // A panel that is loaded on demand has its file and is drawn.
    await expect(page.locator('hw-home')).not.toContainText('Loading');
  }
  await page.evaluate(() => {
    for (const shown of Object.values((window as unknown as Toured).toured.state.panels)) shown.set(false);
  });
  await page.locator('canvas[slot=world]').focus();
  for (const [key, entered] of [
    ['Tab', 'overview'],
    ['p', 'photo'],
    ['l', 'time-lapse'],
    ['o', 'oath'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => mode(page), key).toBe(entered);
    if (entered === 'photo') {
      const download = page.waitForEvent('download');
      await page
        .getByRole('button', { name: /Take|Save/ })
        .first()
        .click();
      await download;
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => mode(page), `Esc after ${key}`).toBe('normal');
  }
}

/** The pages besides the world and the heartbeat page. */
const otherPages = (): string[] =>
  readdirSync(dist).filter((name) => name.endsWith('.html') && !/^(?:index|heartbeat)\./.test(name));

async function openOtherPages(page: Page, url: string): Promise<void> {
  for (const name of otherPages()) {
    await page.goto(`${url}/${name}`);
    await expect(page.locator('h1')).toBeVisible();
  }
}

const workerRuns = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);

test('behind nginx, every page works under its policy, with the gateway', async ({ page }) => {
  const home = await startHome('--demo', '--trust-proxy');
  let nginx: RunningNginx | undefined;
  try {
    nginx = await startNginx({ HOME_WORLD_GATEWAY: new URL(home.url).host });
    const found = violations(page);
    await openWorld(page, `${nginx.url}/`);
    await openChat(page);
    await ask(page, 'status');
    await expect(complete(page)).toHaveCount(1);
    await useEverything(page);
    expect(await workerRuns(page)).toBe(true);
    await page.goto(`${nginx.url}/heartbeat.html`);
    await expect(page.locator('hw-commits .commit')).toHaveCount(5);
    await openOtherPages(page, nginx.url);
    expect(found).toEqual([]);
  } finally {
    await nginx?.[Symbol.asyncDispose]();
    await home.stop();
  }
});

test('behind nginx alone, the pages say what is missing, and need nothing that the policy forbids', async ({
  page,
}) => {
  // Nothing listens there: the policy allows the requests, and they fail.
  const [upstream, relay] = ['http://127.0.0.1:1', 'ws://127.0.0.1:1'];
  await using nginx = await startNginx({ HOME_WORLD_CONNECT_TO: `${upstream} ${relay}` });
  const config = {
    appName: 'Harbour',
    weather: { url: upstream },
    chain: { url: upstream },
    relays: [relay],
  };
  writeFileSync(join(nginx.files, 'config.json'), JSON.stringify(config));
  writeFileSync(join(nginx.files, 'portals.json'), '[]');
  const found = violations(page);
  await openWorld(page, `${nginx.url}/`);
  await expect(page).toHaveTitle('Harbour');
  await page.goto(`${nginx.url}/heartbeat.html`);
  await expect(page.locator('hw-weather')).toContainText('ERROR');
  await expect(page.locator('hw-sovereignty .score')).toHaveText(/^\d+%$/);
  await expect(page.locator('hw-sovereignty')).toContainText('BY CONFIG.JSON');
  await expect(page.locator('hw-commits')).toContainText('COMMITS: ERROR');
  await openOtherPages(page, nginx.url);
  expect(found).toEqual([]);

  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.head.append(script);
    return 'injected' in window;
  });
  expect(ran, 'an inline script that is not of the build').toBe(false);
  await expect.poll(() => found.length, 'and it is reported').toBe(1);
});
