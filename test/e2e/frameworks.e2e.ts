import { type Page, expect, test } from '@playwright/test';
import { startTestHome, type TestHome } from '../helpers/home.ts';
import { type Loopback, listen } from '../helpers/loopback.ts';
import { apps, buildApp, plainPage } from './framework-apps.ts';

declare global {
  interface Window {
    /** Unmounts the app. */
    unmount?: () => void;
  }
}

const APP_PAGE =
  '<!doctype html><html lang="en"><title>An app</title><div id="app"></div><script type="module" src="main.js"></script></html>';

let home: TestHome;
let site: Loopback;
let files = new Map<string, string>();

test.beforeAll(async () => {
  site = await listen(({ url }, response) => {
    const text = files.get(url.slice(1) || 'index.html');
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response
      .writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` })
      .end(text?.replaceAll('https://home.example', home.url.replace(/\/$/, '')));
  });
  home = await startTestHome({ config: { allowedOrigins: [site.url] } });
});
test.afterAll(async () => {
  await site.close();
  await home.close();
});

/** The app as a reader uses it: its properties reach the widget, and the widget's events reach it. */
async function use(page: Page): Promise<void> {
  home.upstreams.weather.mode = 'up';
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.clock.install();
  await page.goto(site.url);
  const widget = page.locator('hw-weather');
  const news = page.getByRole('status');
  const press = (name: string) => page.getByRole('button', { name }).click();

  await expect(widget.locator('.figure')).toHaveText('71.7°F Clear');
  await expect(news).toHaveText('loaded: live');
  await expect(widget.locator('[part=title]')).toHaveAttribute('aria-level', '3');
  await expect(widget.locator('.source')).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(news).toHaveText('updated: live');

  await press('Other degrees');
  await expect(widget.locator('.figure')).toHaveText('22.1°C Clear');
  await press('Shorter or longer');
  await expect(widget.locator('.source')).toBeHidden();
  await press('Shorter or longer');
  await expect(widget.locator('.source')).toBeVisible();

  home.upstreams.weather.mode = 'down';
  await page.clock.runFor(11_000);
  await expect(news).toHaveText(/^failed: .*cannot be reached/);
  await expect(widget.locator('.figure')).toHaveText('22.1°C Clear');
  await expect(widget.locator('.source')).toContainText('stale · ');

  home.upstreams.weather.mode = 'up';
  await press('Show or hide');
  await expect(widget).toHaveCount(0);
  await press('Show or hide');
  await expect(widget.locator('.figure')).toHaveText('22.1°C Clear');
  expect(errors).toEqual([]);
}

/** Expects no more requests after the app or its widget was removed from the page. */
async function asksNoMore(page: Page): Promise<void> {
  await expect(page.locator('hw-weather')).toHaveCount(0);
  // Released connections are closed in a later task.
  await page.clock.runFor(1_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.runFor(180_000);
  expect(asked).toEqual([]);
}

for (const [name, app] of Object.entries(apps))
  test(`the example in ${name} works with the built package, and leaves nothing when it is unmounted`, async ({
    page,
  }) => {
    files = (await buildApp(app)).set('index.html', APP_PAGE);
    await use(page);
    await page.evaluate(() => window.unmount?.());
    expect(await page.locator('#app').innerHTML()).toBe('');
    await asksNoMore(page);
  });

test('the example in plain HTML works, and leaves nothing when its widget is removed', async ({ page }) => {
  files = new Map([['index.html', plainPage]]);
  await use(page);
  await page.getByRole('button', { name: 'Show or hide' }).click();
  await asksNoMore(page);
});
