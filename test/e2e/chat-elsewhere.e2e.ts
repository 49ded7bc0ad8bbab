import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { type Loopback, listen } from '../helpers/loopback.ts';
import { violations } from './axe.ts';
import { answers, ask, complete, formatted, said, texts } from './conversation.ts';

const guide = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
const policy = /^```http\nContent-Security-Policy: (.*)\n```$/m.exec(guide)?.[1] ?? '';

/** The example of the guide. */
const [, example = ''] = /^## Talking to the resident\n\n```html\n([^]*?)^```$/m.exec(guide) ?? [];

let home: TestHome;
/** Another site; the home allows the first one only. */
let site: Loopback;
let stranger: Loopback;

const here = (text: string): string =>
  text
    .replaceAll('wss://home.example', home.url.replace(/^http(.*)\/$/, 'ws$1'))
    .replaceAll('https://home.example', home.url.replace(/\/$/, ''));

/** A page of another site, with the policy of the guide. */
const serve = (): Promise<Loopback> =>
  listen((_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': here(policy),
      })
      .end(
        here(
          `<!doctype html><html lang="en"><title>Somebody else</title><body><main><h1>A page</h1>${example}</main></body></html>`,
        ),
      ),
  );
const sessions = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':session:')));

test.beforeAll(async () => {
  [site, stranger] = await Promise.all([serve(), serve()]);
  home = await startTestHome({ config: { allowedOrigins: ['*', site.url] } });
});
test.afterAll(async () => {
  await Promise.all([site.close(), stranger.close()]);
  await home.close();
});

test('a visitor of another page asks for the status, in a column of 320 px and after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 336, height: 800 });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route('**/room*.js', (route) => route.abort());
  await page.goto(site.url);
  await expect(page.locator('hw-chat')).toContainText('The script of the chat could not be loaded.');
  await page.unroute('**/room*.js');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Chat with Timmy' })).toBeVisible();
  await expect(page.locator('hw-chat')).toContainText('Answers come from the readings of this home');
  await ask(page, 'status');
  await expect(complete(page)).toHaveCount(1);
  await expect(formatted(page)).toBeVisible();
  const [answer = ''] = await texts(page, '.resident');
  for (const figure of ['71.7°F Clear', '698767', 'lukas spirig: WORKING']) expect(answer).toContain(figure);
  // Screen readers get the answer once, as text.
  await expect(page.locator('hw-chat-room').getByRole('status', { name: 'Answers' })).toContainText(
    /^TIMMY: .*71\.7°F Clear/,
  );
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(336);
  expect(await sessions(page)).toEqual([`home-world:session:${home.url}`]);

  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  await expect(formatted(page)).toBeVisible();
  expect(await texts(page, '.resident')).toEqual([answer]);
  // The home goes away and comes back: what was sent in between arrives once.
  await home.restart(async () => {
    await expect(page.locator('hw-chat')).toContainText('Not connected, trying again');
    await ask(page, 'help');
  });
  await expect(complete(page)).toHaveCount(2);
  await expect(said(page)).toHaveCount(2);
  expect(errors).toEqual([]);
});

test('a page that the home does not allow says what its owner has to write, and connects to nothing', async ({
  page,
}) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(stranger.url);
  await expect(page.locator('hw-chat')).toContainText(
    `This home lets no page of ${stranger.url} talk to its resident. Its owner has to add "${stranger.url}" to "allowedOrigins" in config.json`,
  );
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  expect(sockets).toEqual([]);
  // Not only the page refuses the connection, but also the home.
  const opened = page.evaluate(
    (url) =>
      new Promise((done) => {
        const socket = new WebSocket(url);
        socket.onopen = () => done('open');
        socket.onerror = () => done('refused');
      }),
    here('wss://home.example/api/world/ws'),
  );
  expect(await opened).toBe('refused');
});
