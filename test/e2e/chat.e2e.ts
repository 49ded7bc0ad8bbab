import { expect, test } from '@playwright/test';
import { answers, ask, complete, formatted, messages, openChat, said, texts } from './conversation.ts';
import { sharedHome } from './shared-home.ts';
import { withoutWebgl } from './without-webgl.ts';

const home = sharedHome();

// A conversation is the same without a world, which would take most of the time.
test.beforeEach(async ({ page, context }) => {
  await withoutWebgl(context);
  await page.goto(home.url);
  await openChat(page);
});

test('the resident’s “status” agrees with the heartbeat page', async ({ page, context }) => {
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

test('the page may ask for the microphone, and for no camera', async ({ page }) => {
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as Document & {
      readonly featurePolicy: { allowsFeature(name: string): boolean };
    };
    return ['microphone', 'camera'].map((name) => featurePolicy.allowsFeature(name));
  });
  expect(allowed).toEqual([true, false]);
});

test('a reload keeps the conversation, once', async ({ page }) => {
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
  await expect(formatted(page)).toBeVisible();
  const before = await texts(page);
  expect(before).toHaveLength(2);
  await page.reload();
  await openChat(page);
  await expect(complete(page)).toHaveCount(1);
  await expect(said(page)).toHaveCount(1);
  await expect(formatted(page)).toBeVisible();
  expect(await texts(page)).toEqual(before);
});

test('a gateway that ends in the middle of an answer loses and repeats nothing', async ({ page }) => {
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
  await ask(page, 'status');
  await expect(page.locator('hw-chat-message div.resident.streaming')).toBeVisible();
  await home.restart(async () => {
    await expect(page.locator('hw-chat')).toContainText('Not connected, trying again');
    // Sent while the gateway is down: it must arrive later, once.
    await ask(page, 'agents');
  });
  await expect(page.locator('hw-chat')).not.toContainText('Not connected');
  await expect(answers(page)).toHaveCount(3);
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
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
  const second = await context.newPage();
  await second.goto(home.url);
  await openChat(second);
  await expect(complete(second)).toHaveCount(1);
  await ask(second, 'agents');
  for (const tab of [page, second]) {
    await expect(complete(tab)).toHaveCount(2);
    await expect(said(tab)).toHaveCount(2);
  }
});

test('two visitors never see each other’s conversation', async ({ page, browser }) => {
  await ask(page, 'My secret is quince.');
  await expect(complete(page)).toHaveCount(1);
  const other = await browser.newContext();
  try {
    const stranger = await other.newPage();
    await withoutWebgl(stranger);
    await stranger.goto(home.url);
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
  await ask(page, HOSTILE);
  await expect(said(page)).toContainText('<img src=x onerror="window.broken=1">');
  await expect(complete(page)).toHaveCount(1);
  await page.evaluate((text) => {
    window.dispatchEvent(new CustomEvent('chat-message', { detail: { text, speaker: text } }));
  }, HOSTILE);
  await expect(messages(page)).toHaveCount(3);
  // Pictures report their errors in order. When this broken picture reports its error, earlier pictures have
  // reported theirs.
  await page.evaluate(
    () =>
      new Promise((done) => {
        const picture = new Image();
        picture.addEventListener('error', done);
        picture.src = 'data:image/png,';
      }),
  );
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  expect(await page.locator('hw-chat-message img, hw-chat-message script').count()).toBe(0);
  for (const href of await page
    .locator('hw-chat-message a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href'))))
    expect(href ?? '').not.toMatch(/^javascript:/i);
});

test('a message of 100 kB is refused with the reason, and stays in the field', async ({ page }) => {
  const long = 'a long story '.repeat(7_700);
  await ask(page, long);
  await expect(page.locator('hw-chat-composer [role=alert]')).toContainText('8,000');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue(long);
  await expect(said(page)).toHaveCount(0);
  await ask(page, 'help');
  await expect(complete(page)).toHaveCount(1);
});
