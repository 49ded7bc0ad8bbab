import { type Locator, type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { recorded } from '../helpers/recorded.ts';
import { type TestHome, recordedEvents, startTestHome } from '../helpers/home.ts';
import { violations } from './axe.ts';

/** Software WebGL on a shared machine: the world may be slow, the shell must not wait for it. */
const WORLD_MS = 45_000;

let home: TestHome;

test.beforeAll(async () => {
  // The newest recorded note is held back: the forgeries are made from it, and it must arrive after
  // them.
  home = await startTestHome({ stored: recordedEvents().slice(1, 13) });
});
test.afterAll(async () => {
  await home.close();
});

const messages = (page: Page): Locator => page.locator('hw-chat-message');
const answers = (page: Page): Locator => messages(page).filter({ has: page.locator('div.resident') });
const said = (page: Page): Locator => messages(page).filter({ has: page.locator('div.visitor') });
/** `innerText` of an element with a shadow root is empty: this reads its text nodes. */
const texts = (page: Page, kind = ''): Promise<string[]> =>
  page.locator(`hw-chat-message ${kind} [part=text]`).allInnerTexts();
const complete = (page: Page): Locator =>
  messages(page).filter({ has: page.locator('div.resident.complete') });

async function open(page: Page): Promise<void> {
  await page.goto(home.url);
  await expect(page.locator('hw-header h1')).toHaveText('Test Home');
}

async function openChat(page: Page): Promise<void> {
  await page.locator('hw-header').getByRole('button', { name: 'Chat' }).click();
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
  await expect(page.locator('hw-chat')).not.toContainText('Connecting to the resident');
}

async function ask(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message to/ });
  await field.fill(text);
  await field.press('Enter');
}

test('the shell replaces the HTML, and the world opens behind it', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await open(page);
  await expect(page.locator('hw-hud')).toContainText('698767');
  await expect(page.locator('hw-hud')).toContainText('1 of 2 working');
  await expect(page.getByRole('progressbar', { name: 'Loading the world' })).toHaveCount(0, {
    timeout: WORLD_MS,
  });
  await expect(page.locator('canvas')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the resident’s “status” agrees with the heartbeat page', async ({ page, context }) => {
  await open(page);
  await openChat(page);
  await page.getByRole('button', { name: 'status', exact: true }).click();
  await expect(complete(page)).toHaveCount(1);
  const [answer = ''] = await texts(page, '.resident');

  const heartbeat = await context.newPage();
  await heartbeat.goto(`${home.url}heartbeat.html`);
  await expect(heartbeat.locator('hw-commits .commit')).toHaveCount(5);
  const shown = (selector: string) => heartbeat.locator(selector).allInnerTexts();
  await expect(heartbeat.locator('hw-weather .figure')).toHaveText('71.7°F Clear');
  await expect(heartbeat.locator('hw-block-height .figure')).toHaveText('698767');
  await expect(heartbeat.locator('hw-sovereignty .score')).toHaveText(/%$/);
  const figures = [
    ...(await shown('hw-sovereignty dd')),
    ...(await shown('hw-weather .figure')),
    ...(await shown('hw-block-height .figure')),
    ...(await shown('hw-agents .working > :first-child, hw-agents .idle > :first-child')),
    ...(await shown('hw-commits .commit > :first-child')),
  ];
  expect(figures).toHaveLength(11);
  for (const figure of figures) expect(answer).toContain(figure);
});

test('a reload keeps the conversation, once', async ({ page }) => {
  await open(page);
  await openChat(page);
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
  const before = await texts(page);
  expect(before).toHaveLength(2);
  await page.reload();
  await openChat(page);
  await expect(complete(page)).toHaveCount(1);
  await expect(said(page)).toHaveCount(1);
  expect(await texts(page)).toEqual(before);
});

test('a gateway that ends in the middle of an answer loses and repeats nothing', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await openChat(page);
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
  await ask(page, 'status');
  await expect(page.locator('hw-chat-message div.resident.streaming')).toBeVisible();
  await home.restart(async () => {
    await expect(page.locator('hw-chat')).toContainText('Not connected, trying again');
    // Sent while the gateway is down: it must arrive later, once.
    await ask(page, 'agents');
  });
  await expect(page.locator('hw-chat')).not.toContainText('Not connected', { timeout: 40_000 });
  await expect(answers(page)).toHaveCount(3, { timeout: 20_000 });
  await expect(page.locator('hw-chat-message div.streaming, hw-chat-message div.sending')).toHaveCount(0);
  await expect(said(page)).toHaveCount(3);
  await expect(answers(page).last()).toContainText('lukas spirig: WORKING');
  const conversation = await texts(page);
  expect(conversation).toHaveLength(6);
  await page.reload();
  await openChat(page);
  await expect(messages(page)).toHaveCount(6);
  // What was written while the answer was interrupted may stand before or after it.
  expect((await texts(page)).sort()).toEqual(conversation.sort());
});

test('a second tab shows the same conversation, and neither repeats the other’s messages', async ({
  page,
  context,
}) => {
  await open(page);
  await openChat(page);
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
  const second = await context.newPage();
  await open(second);
  await openChat(second);
  await expect(complete(second)).toHaveCount(1);
  await ask(second, 'agents');
  for (const tab of [page, second]) {
    await expect(complete(tab)).toHaveCount(2);
    await expect(said(tab)).toHaveCount(2);
  }
});

test('two visitors never see each other’s conversation', async ({ page, browser }) => {
  await open(page);
  await openChat(page);
  await ask(page, 'My secret is quince.');
  await expect(complete(page)).toHaveCount(1);
  const other = await browser.newContext();
  try {
    const stranger = await other.newPage();
    await open(stranger);
    await openChat(stranger);
    await ask(stranger, 'help');
    await expect(complete(stranger)).toHaveCount(1);
    await expect(said(stranger)).toHaveCount(1);
    await expect(stranger.locator('hw-chat')).not.toContainText('quince');
  } finally {
    await other.close();
  }
});

const HOSTILE =
  '<img src=x onerror="window.broken=1"><script>window.broken=1</script>[a](javascript:window.broken=1)';

test('hostile text runs no script, whichever side sends it', async ({ page }) => {
  await open(page);
  await openChat(page);
  await ask(page, HOSTILE);
  await expect(said(page)).toContainText('<img src=x onerror="window.broken=1">');
  await expect(complete(page)).toHaveCount(1);
  await page.evaluate((text) => {
    window.dispatchEvent(new CustomEvent('chat-message', { detail: { text, speaker: text } }));
  }, HOSTILE);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  expect(await page.locator('hw-chat-message img, hw-chat-message script').count()).toBe(0);
  for (const href of await page
    .locator('hw-chat-message a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href'))))
    expect(href ?? '').not.toMatch(/^javascript:/i);
});

test('a message of 100 kB is refused with the reason, and stays in the field', async ({ page }) => {
  await open(page);
  await openChat(page);
  const long = 'a long story '.repeat(7_700);
  await ask(page, long);
  await expect(page.locator('hw-chat-composer [role=alert]')).toContainText('8,000');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue(long);
  await expect(said(page)).toHaveCount(0);
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
});

test('forged, repeated, oversized and unreadable relay frames change only the rejected count', async ({
  page,
}) => {
  await open(page);
  const feed = page.locator('hw-relay-feed');
  await expect(feed).toContainText('3 of 3 relays connected');
  const rows = feed.locator('.event');
  await expect(rows).toHaveCount(10);
  const before = await rows.allInnerTexts();
  const [relay] = home.relays;
  if (!relay) throw new Error('no relay');
  const forged = recorded<{ event: unknown }[]>('nostr/events-forged.json').map(({ event }) => event);
  for (const event of forged) relay.inject(event);
  const [genuine, stored] = recordedEvents();
  if (!genuine || !stored) throw new Error('no recorded events');
  relay.inject(stored);
  relay.inject(stored);
  relay.sendRaw(JSON.stringify(['EVENT', 'SUB', { ...stored, content: 'x'.repeat(300_000) }]));
  relay.sendRaw('this is not JSON');
  relay.sendRaw('["EVENT","SUB",');
  const rejected = async () =>
    Number(/· (\d+) rejected/.exec(await feed.locator('summary').innerText())?.[1] ?? 0);
  await expect.poll(rejected).toBeGreaterThanOrEqual(forged.length + 3);
  const counted = await rejected();
  expect(await rows.allInnerTexts()).toEqual(before);
  // The valid event whose id the forgeries used is still shown, once, though every relay sends it.
  for (const one of home.relays) await one.publish(genuine);
  await expect(rows.first()).toContainText(genuine.pubkey.slice(0, 8));
  await expect(rows.filter({ hasText: genuine.content.slice(0, 40) })).toHaveCount(1);
  expect((await rows.allInnerTexts()).slice(1)).toEqual(before.slice(0, 9));
  expect(await rejected()).toBe(counted);
});

test('the keyboard alone reaches everything in the header, the chat and the home as text', async ({
  page,
}) => {
  await open(page);
  // The world takes the focus once it is loaded.
  await expect(page.getByRole('progressbar', { name: 'Loading the world' })).toHaveCount(0, {
    timeout: WORLD_MS,
  });
  const focused = () =>
    page.evaluate(() => {
      let at: Element | null = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').replace(/\s+/g, ' ').trim();
    });
  const found = new Set<string>();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const at = await focused();
    // The menu's entries come after its button, once it is open.
    if (at === 'More' && !found.has(at)) await page.keyboard.press('Enter');
    found.add(at);
  }
  for (const name of [
    'Talk to Timmy',
    'Read the home as text',
    'Chat',
    'Relay feed',
    'Home as text',
    'Session log',
    'Export session',
    'Debug',
    'Heartbeat page',
  ])
    expect([...found]).toContain(name);
  expect([...found].some((name) => name.startsWith('The world'))).toBe(true);

  // Enter, outside elements that use it, focuses the chat; Esc closes it and returns the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // On the picture Tab is the overview: leave it, in case the tour has ended there.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeFocused();
  await page.keyboard.type('help');
  await page.keyboard.press('Enter');
  await expect(complete(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeHidden();
  expect(await focused()).toBe('Chat');
});

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 360, height: 640 },
]) {
  test(`has no accessibility violation at ${viewport.width} × ${viewport.height}, closed and open`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await open(page);
    await expect(page.locator('hw-hud')).toContainText('698767');
    await expect(page.getByRole('progressbar', { name: 'Loading the world' })).toHaveCount(0, {
      timeout: WORLD_MS,
    });
    expect(await violations(page)).toEqual([]);
    await openChat(page);
    await page.getByRole('button', { name: 'status', exact: true }).click();
    await expect(complete(page)).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
}

test('the world follows a change to reduced motion at once', async ({ page }) => {
  const wanted = (): Promise<boolean | undefined> =>
    page.evaluate(() => (window.homeWorld as DebugHandle | undefined)?.state.world.reducedMotion.get());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${home.url}?debug`);
  await expect.poll(wanted).toBe(true);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(wanted).toBe(false);
});

test('the resident offers the way to a portal, and its button takes the visitor there', async ({ page }) => {
  await open(page);
  await openChat(page);
  await ask(page, 'where is the oath?');
  await expect(complete(page)).toHaveCount(1);
  const passage = page.locator('hw-action-banner');
  await expect(passage).toContainText('shows you the oath stone', { timeout: 30_000 });
  await passage.getByRole('button', { name: /take me there/ }).click();
  await expect(page).toHaveURL(/panel=oath/, { timeout: 60_000 });
});
