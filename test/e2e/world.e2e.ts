import { type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { recorded } from '../helpers/recorded.ts';
import { recordedEvents } from '../helpers/home.ts';
import { sumShifts } from '../helpers/layout-shift.ts';
import { ask, complete, openChat } from './conversation.ts';
import { violations } from './axe.ts';
import { sharedHome } from './shared-home.ts';
import { drawLittle, enterAtOnce, focused, isInTheWorld, openCheaply, worldLoaded } from './tour.ts';
import { withoutWebgl } from './without-webgl.ts';

// The newest recorded note is held back: the forgeries are made from it, and it must arrive after
// them.
const home = sharedHome({ stored: recordedEvents().slice(1, 13) });

/** A third of what is good for a page (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.03;

async function open(page: Page): Promise<void> {
  await enterAtOnce(page);
  await page.goto(home.url);
  await expect(page.locator('hw-header h1')).toHaveText('Test Home');
}

test('the painted start view is there before every script, and goes when the world is there', async ({
  page,
}) => {
  const html = await (await page.request.get(home.url)).text();
  expect(html.indexOf('<picture class="paint"')).toBeGreaterThan(0);
  await openCheaply(page, home.url);
  const paint = page.locator('.paint img');
  await expect
    .poll(() => paint.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(500);
  await expect(page.locator('.paint')).toHaveCount(0);
  const isComplete = () => (window.homeWorld as DebugHandle | undefined)?.state.world.complete.get();
  expect(await page.evaluate(isComplete)).toBe(true);
});

test('a world that is slow here is offered in the painted home, and entered once for the visit', async ({
  page,
}) => {
  await page.route('**/graphics-worker*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'onmessage = () => { postMessage("SwiftShader"); postMessage(400); }',
    }),
  );
  await drawLittle(page);
  await page.goto(`${home.url}#panel=agents`);
  const enter = page.getByRole('button', { name: 'Enter the 3D world' });
  const painted = page.locator('hw-painted-home');
  await expect(painted).toContainText('takes about 0.4 seconds to draw a picture');
  await expect(painted).toContainText('Heartbeat');
  await expect(page.locator('canvas')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await enter.focus();
  await page.keyboard.press('Enter');
  await worldLoaded(page);
  await expect(page.locator('canvas')).toBeVisible();
  await expect(painted).toHaveCount(0);
  await expect.poll(() => focused(page)).toMatch(isInTheWorld);
  await page.reload();
  await worldLoaded(page);
  await expect(page.locator('canvas')).toBeVisible();
});

test('the shell replaces the HTML, the world opens behind it, and nothing jumps', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(sumShifts);
  await open(page);
  await expect(page.locator('hw-hud')).toContainText('698767');
  await expect(page.locator('hw-hud')).toContainText('1 of 2 active today');
  await worldLoaded(page);
  await expect(page.locator('canvas')).toBeVisible();
  await expect(page.locator('hw-today')).toBeVisible();
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThanOrEqual(MAX_SHIFT);
  expect(errors).toEqual([]);
});

test('forged, repeated, oversized and unreadable relay frames change only the rejected count', async ({
  page,
}) => {
  await withoutWebgl(page);
  await open(page);
  await page.getByRole('tab', { name: 'Relays' }).click();
  const feed = page.locator('hw-relay-feed');
  await expect(feed).toContainText('3 of 3 relays connected');
  const rows = feed.locator('.event');
  await expect(rows).toHaveCount(10);
  const before = await rows.allInnerTexts();
  const [relay] = home.relays;
  if (!relay) throw new Error('no relay');
  const forged = recorded<{ event: unknown }[]>('nostr/events-forged.json').map(({ event }) => event);
  for (const event of forged) relay.inject(event);
  const [valid, stored] = recordedEvents();
  if (!valid || !stored) throw new Error('no recorded events');
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
  for (const one of home.relays) await one.publish(valid);
  await expect(rows.first()).toContainText(valid.pubkey.slice(0, 8));
  await expect(rows.filter({ hasText: valid.content.slice(0, 40) })).toHaveCount(1);
  expect((await rows.allInnerTexts()).slice(1)).toEqual(before.slice(0, 9));
  expect(await rejected()).toBe(counted);
});

test('the page follows a change to reduced motion at once', async ({ page }) => {
  const wanted = (): Promise<boolean | undefined> =>
    page.evaluate(() => (window.homeWorld as DebugHandle | undefined)?.state.world.reducedMotion.get());
  await withoutWebgl(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${home.url}?debug`);
  await expect.poll(wanted).toBe(true);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(wanted).toBe(false);
});

test('the resident offers the way to a portal, and its button takes the visitor there', async ({ page }) => {
  await openCheaply(page, home.url);
  await openChat(page);
  await ask(page, 'where is the oath?');
  await expect(complete(page)).toHaveCount(1);
  const passage = page.locator('hw-action-banner');
  await expect(passage).toContainText('shows you the oath stone');
  await passage.getByRole('button', { name: /take me there/ }).click();
  await expect(page).toHaveURL(/panel=oath/);
});
