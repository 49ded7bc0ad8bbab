import { expect, test } from '@playwright/test';
import { Client } from '../harness/helpers.ts';
import { sharedHome } from './shared-home.ts';
import { openWorld } from './tour.ts';

const home = sharedHome({ config: { together: { chat: true } } });

test('visitors write to each other where the owner allows it, report a writer and mute them', async ({
  page,
}) => {
  const other = new Client(home.url.replace(/\/$/, ''));
  await other.hello();
  await openWorld(page, home.url);
  other.send({ type: 'presence', visible: true, watching: true });
  // Two metres beside the place where a visit begins.
  other.send({ type: 'position', p: [2, 1.6, 7.5, 0] });
  await page.locator('canvas').focus();
  await page.keyboard.press('t');
  const panel = page.locator('hw-visitors');
  await expect(page.locator('hw-hud')).toContainText('1 other here');
  // A line reaches those who see its writer. The home counts a visitor up to half a second before it shows it.
  await expect(panel.getByRole('list', { name: 'Near you' })).toContainText('A visitor, 2 m away');
  await other.frame('player');

  // A visitor reads two seconds after they have appeared: each writes until the other has read it.
  const input = panel.getByRole('textbox', { name: 'Chat with visitors near you' });
  await expect(async () => {
    await input.fill('Good evening');
    await input.press('Enter');
    await expect
      .poll(() => other.frames.flatMap((frame) => (frame.type === 'player-chat' ? [frame.text] : [])), {
        timeout: 5_000,
      })
      .toContain('Good evening');
  }).toPass();

  const lines = panel.getByRole('log');
  await expect(async () => {
    other.send({ type: 'player-chat', text: 'Buy <b>my</b> coins' });
    await expect(lines).toContainText('Buy <b>my</b> coins', { timeout: 5_000 });
  }).toPass();
  await lines
    .getByRole('button', { name: /^Report / })
    .first()
    .click();
  await expect(panel).toContainText(
    'Reported: the owner can read the last lines of that visitor in the log.',
  );
  await lines
    .getByRole('button', { name: /^Mute / })
    .first()
    .click();
  await expect(lines).not.toContainText('coins');
  await expect(lines).toContainText('Good evening');
  await panel.getByRole('button', { name: 'Unmute the muted visitor' }).click();
  await expect(lines).toContainText('coins');
  await other.close();
});
