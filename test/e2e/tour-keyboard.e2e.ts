import { type Page, expect, test } from '@playwright/test';
import {
  becomes,
  drawn,
  focused,
  holdUntil,
  isInTheWorld,
  listen,
  mode,
  now,
  openWorld,
  passes,
  rests,
  stand,
  tabTo,
} from './tour.ts';
import { sharedHome } from './shared-home.ts';

const home = sharedHome();

const escapes = async (page: Page, from: string): Promise<void> => {
  await page.keyboard.press('Escape');
  await becomes(() => mode(page), `Esc leads out of ${from}`).toBe('normal');
};

test('the keyboard reaches everything, Esc leaves everything, and the focus is never lost', async ({
  page,
}) => {
  const errors = listen(page);
  await openWorld(page, home.url);
  await test.step('Tab passes everything in the header and its menu, and ends in the world', async () => {
    const passed = [...(await tabTo(page, 'More')), 'More'];
    // The menu's entries come after its button, once it is open.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Sound', exact: true })).toBeVisible();
    passed.push(...(await tabTo(page, isInTheWorld)));
    expect(passed).toEqual(
      expect.arrayContaining([
        'Talk to Timmy',
        'Read the home as text',
        'Chat',
        'Today',
        'Photo',
        'Sound',
        'Home as text',
        'Session log',
        'Export session',
        'Debug',
        'Heartbeat page',
      ]),
    );
  });
  const canvas = page.locator('canvas[slot=world]');
  await expect(canvas).toHaveAccessibleDescription(/^Shift\+Tab leaves it/);
  await expect(canvas).toHaveCSS('outline-width', '2px');

  // Walking, turning, looking up, and zooming.
  const start = await now(page);
  await holdUntil(page, 'w', ({ z }) => z < start.z - 1);
  await holdUntil(page, 'ArrowLeft', ({ yaw }) => yaw > start.yaw + 0.1);
  await holdUntil(page, 'PageUp', ({ pitch }) => pitch > start.pitch + 0.1);
  await page.keyboard.press('+');
  await becomes(async () => (await now(page)).zoom).toBeGreaterThan(1.2);
  await page.keyboard.press('-');
  await becomes(async () => (await now(page)).zoom).toBe(1);

  // Each view by its key, and out by the same key and by Esc.
  for (const [key, entered] of [
    ['Tab', 'overview'],
    ['p', 'photo'],
    ['l', 'time-lapse'],
  ] as const) {
    await page.keyboard.press(key);
    await becomes(() => mode(page), key).toBe(entered);
    expect(await focused(page), `in ${entered}`).not.toBe('');
    await page.keyboard.press(key);
    await becomes(() => mode(page), `${key} again`).toBe('normal');
    await page.keyboard.press(key);
    await becomes(() => mode(page), key).toBe(entered);
    await escapes(page, entered);
    expect(await focused(page), `after ${entered}`).toMatch(isInTheWorld);
  }
  await stand(page, 0, 6, 0, -0.1);
  await becomes(async () => {
    if ((await mode(page)) === 'normal') await page.keyboard.press('z');
    return mode(page);
  }).toBe('zoom');
  await escapes(page, 'zoom');
  await page.keyboard.press('v');
  await becomes(async () => (await now(page)).navigation).toBe('orbit');
  // The camera moves there first.
  await rests(page, ({ camera }) => camera, 'the eye');
  const [before] = (await now(page)).camera;
  await holdUntil(page, 'ArrowRight', ({ camera }) => Math.abs(camera[0] - before) > 0.5);
  await page.keyboard.press('v');
  await becomes(async () => (await now(page)).navigation).toBe('walk');

  // The oath takes the focus and returns it.
  await page.keyboard.press('o');
  await expect(page.locator('hw-document')).toBeVisible();
  await becomes(() => focused(page)).not.toMatch(isInTheWorld);
  expect(await focused(page)).not.toBe('');
  await escapes(page, 'oath');
  await becomes(() => focused(page)).toMatch(isInTheWorld);

  // The help, and the panels of the header: Esc closes each and returns the focus.
  await page.keyboard.press('?');
  await expect(page.locator('hw-help')).toBeVisible();
  await expect(page.locator('hw-help')).toContainText('walk or orbit');
  await becomes(() => focused(page)).not.toBe('');
  await page.keyboard.press('Escape');
  await expect(page.locator('hw-help')).toHaveCount(0);
  expect(await focused(page)).not.toBe('');
  for (const name of ['Settings', 'Keys and help', 'Session log', 'Home as text']) {
    // In the world Tab is the overview: Shift+Tab leaves the world.
    await tabTo(page, 'More', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    await tabTo(page, name);
    await page.keyboard.press('Enter');
    await becomes(async () => (await now(page)).open.filter((one) => one !== 'today')).toHaveLength(1);
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      expect(await focused(page), `inside ${name}`).not.toBe('');
    }
    await page.keyboard.press('Escape');
    await becomes(async () => (await now(page)).open.filter((one) => one !== 'today')).toEqual([]);
    expect(await focused(page), `after ${name}`).not.toBe('');
  }

  // The chat.
  await tabTo(page, isInTheWorld);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeFocused();
  await page.keyboard.type('wasd plov? help');
  await page.keyboard.press('Enter');
  await expect(page.locator('hw-chat-message div.resident.complete')).toHaveCount(1);
  expect(await mode(page)).toBe('normal');
  await page.keyboard.press('Escape');
  await becomes(async () => (await now(page)).open).not.toContain('chat');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeHidden();
  expect(await focused(page)).toMatch(isInTheWorld);

  // The nearest object: a panel says what it shows, a document opens, a closed portal says why.
  await page.evaluate(() => (location.hash = '#panel=agents'));
  await becomes(async () => (await now(page)).hint).toMatch(/agents/i);
  await stand(page, 13, 10, -Math.PI / 4);
  await becomes(async () => (await now(page)).hint).toContain('E — ');
  await page.keyboard.press('e');
  await becomes(async () => (await now(page)).reads).not.toBe('');
  expect(await focused(page)).not.toBe('');
  await escapes(page, 'the oath stone');
  await page.evaluate(() => (location.hash = '#portal=bannerlord'));
  await becomes(async () => (await now(page)).hint).toContain('Bannerlord');
  const reason = 'Closed. This world is offline.';
  expect((await now(page)).hint).toContain(reason);
  await expect(page.locator('hw-hints').getByRole('status').filter({ hasText: reason })).toHaveCount(1);
  await expect(page.locator('hw-directory')).toContainText(reason);
  await page.keyboard.press('f');
  await drawn(page, 6);
  expect(await mode(page)).toBe('normal');
  await page.keyboard.down('w');
  await passes(page, 4);
  await page.keyboard.up('w');
  expect(await mode(page)).toBe('normal');
  expect(new URL(page.url()).pathname).toBe('/');

  // This browser refuses the service worker. Its registration is the last thing that is loaded.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/register-[^/]+\.js$/.test(name)),
  );
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(errors).toEqual([]);
});
