import { type Page, expect, test } from '@playwright/test';
import { listen } from '../helpers/loopback.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { withoutWebgl } from './without-webgl.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const isPrivate = (page: Page) => expect(heading(page)).toHaveText('This home is private.');
const isShown = (page: Page) =>
  expect(page.locator('hw-heartbeat')).toContainText('commits', { ignoreCase: true });

/** Signs the owner in as the sign-in page does. */
async function signIn(page: Page, home: TestHome): Promise<void> {
  const status = await page.evaluate(async (code) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/owner', { method: 'POST', headers, body: JSON.stringify({ code }) })).status;
  }, home.code());
  expect(status).toBe(200);
}

test.describe('a home for its owner only', () => {
  let home: TestHome;
  test.beforeAll(async () => {
    home = await startTestHome({ config: { access: 'owner' } });
  });
  test.afterAll(() => home.close());

  test('is opened by a link, whose secret leaves the address at once', async ({ page }) => {
    await page.goto(`${home.url}heartbeat.html`);
    await isPrivate(page);
    expect(await page.title()).not.toContain('Test Home');
    const secret = home.link('friend');
    // In an open page, only the fragment changes.
    await page.goto(`${home.url}heartbeat.html#link=${secret}`);
    await isShown(page);
    expect(page.url()).toBe(`${home.url}heartbeat.html`);
    // An open home loads again, too; the next step must not cut that off.
    await page.waitForLoadState('load');
    const loaded = page.waitForEvent('load');
    await page.goto(`${home.url}heartbeat.html#link=${secret}`);
    await loaded;
    expect(page.url()).toBe(`${home.url}heartbeat.html`);
    await isShown(page);
    home.unlink('friend');
    await page.reload();
    await isPrivate(page);
    await page.goto(`${home.url}#link=${secret}`);
    await expect(page.getByRole('status')).toContainText('This link has ended');
    expect(page.url()).toBe(home.url);
  });

  test('is a wall by a link, painted where there is no WebGL', async ({ page }) => {
    await withoutWebgl(page);
    await page.goto(`${home.url}wall`);
    await isPrivate(page);
    await page.goto(`${home.url}wall#link=${home.link('wall')}`);
    // In the first hours of a day, one of the recorded commits is of today.
    await expect(page.locator('hw-wall')).toContainText(/commits? today/);
    expect(page.url()).toBe(`${home.url}wall`);
    await expect(page.locator('hw-painted-home')).toContainText('Last commits');
    await expect(page.locator('hw-header')).toBeHidden();
  });

  test('is shown to the owner who comes from another site', async ({ page }) => {
    await page.goto(home.url);
    await signIn(page, home);
    await using other = await listen((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${home.url}heartbeat.html">home</a>`);
    });
    // “localhost” and 127.0.0.1 are different sites.
    await page.goto(other.url.replace('127.0.0.1', 'localhost'));
    await page.getByRole('link', { name: 'home' }).click();
    await isShown(page);
  });

  test('leaves nothing in the browser after the owner has signed out', async ({ page }) => {
    await page.goto(home.url);
    await signIn(page, home);
    await page.goto(`${home.url}heartbeat.html`);
    await isShown(page);
    const kept = () =>
      page.evaluate(async () => (await (await caches.open('home-world answers')).keys()).length);
    await expect.poll(kept).toBeGreaterThan(2);
    await page.evaluate(() => fetch('/api/owner', { method: 'DELETE' }).then(({ status }) => status));
    await page.goto(`${home.url}heartbeat.html`);
    await isPrivate(page);
    await expect.poll(kept).toBe(0);
    await page.goBack();
    await isPrivate(page);
  });
});

test('a home that shows strangers the weather calls the rest private', async ({ page }) => {
  const home = await startTestHome({ config: { access: { visitorsSee: ['weather'] } } });
  try {
    await page.goto(`${home.url}heartbeat.html`);
    const heartbeat = page.locator('hw-heartbeat');
    await expect(heartbeat).toContainText('°F');
    await expect(heartbeat).toContainText('private: only the owner of this home sees it');
    await expect(heartbeat).not.toContainText('ERROR');
    await expect(heartbeat).not.toContainText('lit');
    await signIn(page, home);
    await page.reload();
    await expect(heartbeat).toContainText('timmy/lit');
  } finally {
    await home.close();
  }
});
