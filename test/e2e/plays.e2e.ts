import { type Browser, type Page, expect, test } from '@playwright/test';
import { playRecordOf, waitingPlay } from '../helpers/plays.ts';
import { Client } from '../harness/helpers.ts';
import { answers, ask, openChat } from './conversation.ts';
import { sharedHome } from './shared-home.ts';
import { asText } from './without-webgl.ts';

const TOKEN = 'the-secret-of-the-owner-and-player';
const home = sharedHome({ env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN } });
const portal = 'bannerlord';

/**
 * A visitor in a separate browser context, with the home as text: messages and decisions are the same without
 * the 3D world.
 */
async function visit(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await asText(page);
  await page.goto(home.url);
  await expect(playOf(page)).toContainText('click at 50 %, 50 %');
  return page;
}

const playOf = (page: Page) =>
  page.locator('hw-directory hw-play').filter({ hasNotText: 'Nothing plays this game' });
const button = (page: Page, name: string) => playOf(page).getByRole('button', { name });

/**
 * Waits until the player gets this order of the owner. Returns the request that the order answers; undefined
 * for a stop.
 */
async function ordered(player: Client, wanted: string): Promise<string | undefined> {
  const frame = await player.frame('play-order', ({ order }) => order === wanted);
  return 'request' in frame ? frame.request : undefined;
}

test('the owner of a home allows, refuses and stops a play; a visitor sees it and cannot', async ({
  browser,
}) => {
  const player = new Client(home.url.replace(/\/$/, ''));
  await player.hello({ role: 'resident', token: TOKEN });
  player.send({ type: 'play', play: waitingPlay({ portal }) });
  const [owner, visitor] = await Promise.all([visit(browser), visit(browser)]);

  // A wrong code opens nothing.
  await button(owner, 'I am the owner').click();
  const field = playOf(owner).getByLabel('One-time code');
  await field.fill('a-guess');
  await field.press('Enter');
  await expect(playOf(owner).getByRole('alert')).toBeVisible();
  await field.fill(home.code());
  await field.press('Enter');
  await button(owner, 'Allow').click();
  expect(await ordered(player, 'approve')).toBe('r1');

  const key = { action: 'press_key', params: { key: 'Return' } } as const;
  player.send({
    type: 'play',
    play: waitingPlay({ portal, step: 2, request: { id: 'r2', action: key, at: Date.now() } }),
  });
  await expect(playOf(visitor)).toContainText('key Return');
  await expect(playOf(visitor)).toContainText('The owner decides');
  await expect(button(visitor, 'Allow')).toHaveCount(0);
  await expect(playOf(owner)).toContainText('key Return');
  await button(owner, 'Refuse').click();
  expect(await ordered(player, 'refuse')).toBe('r2');

  // The chat of another visitor stops nothing.
  await openChat(visitor);
  await ask(visitor, 'stop playing');
  await expect(answers(visitor).last()).toContainText('Only the owner of this home decides about plays');
  expect(player.frames.some((frame) => frame.type === 'play-order' && frame.order === 'stop')).toBe(false);
  await button(owner, 'Stop the play').click();
  await ordered(player, 'stop');
  player.send({
    type: 'play',
    play: playRecordOf({ portal, step: 2, state: 'stopped', note: 'Stopped in the home.' }),
  });
  await expect(playOf(visitor)).toContainText('Stopped in the home.');
  await Promise.all([player.close(), owner.context().close(), visitor.context().close()]);
});
