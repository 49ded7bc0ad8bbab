import { type Page, expect, test } from '@playwright/test';
import { sharedHome } from './shared-home.ts';
import { backToStart } from './states.ts';
import { becomes, fingers, openWorld } from './tour.ts';

const home = sharedHome();

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

/** No field has text so small that a phone enlarges the page for it. */
async function fieldsAreLarge(page: Page): Promise<void> {
  const fields = page.locator('select, textarea, input:not([type=range], [type=checkbox])');
  const smallest = (): Promise<number> =>
    fields.evaluateAll((all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize))));
  const header = page.locator('hw-header');
  for (const [name, field] of [
    ['Settings', 'Quality'],
    ['Time-lapse of the day', 'Speed'],
  ] as const) {
    await header.getByRole('button', { name: 'More' }).tap();
    await header.getByRole('button', { name, exact: true }).tap();
    if (field === 'Speed') await page.getByRole('button', { name: 'Burst, speed, day and clip' }).tap();
    await expect(page.getByLabel(field, { exact: true })).toBeVisible();
    expect(await smallest(), name).toBeGreaterThanOrEqual(16);
  }
}

/** An on-screen keyboard leaves the rest of the window to the conversation and its field. */
async function keyboardLeavesRoom(page: Page): Promise<void> {
  const header = page.locator('hw-header');
  await header.getByRole('button', { name: 'Chat' }).tap();
  const field = page.getByRole('textbox', { name: /^Message to/ });
  for (const [width, height, left, least] of [
    [844, 390, 180, 50],
    [360, 640, 360, 180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await field.tap();
    // The keyboard opens, and the window is only as high as the part above it.
    await page.setViewportSize({ width, height: left });
    await expect(header).toBeHidden();
    await expect(page.getByRole('button', { name: 'status', exact: true })).toBeHidden();
    await field.fill('one\ntwo\nthree\nfour');
    // Polled: the page is laid out for the new window some time after the browser has it.
    const bottom = async (): Promise<number> => {
      const box = await field.boundingBox();
      return box ? box.y + box.height : Infinity;
    };
    const messages = async (): Promise<number> =>
      (await page.getByRole('log', { name: 'Messages' }).boundingBox())?.height ?? 0;
    await becomes(bottom, `the field at ${width} × ${left}`).toBeLessThanOrEqual(left);
    await becomes(messages, `beside four lines, at ${width} × ${left}`).toBeGreaterThan(20);
    await field.fill('');
    await becomes(messages, `at ${width} × ${left}`).toBeGreaterThan(least);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // When the keyboard closes, all elements are visible again.
    await page.setViewportSize({ width, height });
    await field.blur();
    await expect(header).toBeVisible();
  }
}

/** A page enlarged by a pinch can be made small again on the picture too. */
async function pinchMakesSmall(page: Page): Promise<void> {
  const scale = (): Promise<number> => page.evaluate(() => window.visualViewport?.scale ?? 0);
  const canvas = page.locator('canvas[slot=world]');
  await expect(canvas).toHaveCSS('touch-action', 'none');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1.9 });
  await becomes(scale).toBeGreaterThan(1.5);
  await expect(canvas).toHaveCSS('touch-action', 'pinch-zoom');
  const touch = await fingers(page);
  const one = { id: 1, x: 60, y: 60 };
  for (let way = 260; way >= 40; way -= 20) await touch.set(one, { id: 2, x: 60, y: 60 + way });
  await touch.set();
  await becomes(scale).toBeLessThan(1.05);
  await expect(canvas).toHaveCSS('touch-action', 'none');
}

test('fields, the on-screen keyboard and a pinch keep the size of the page', async ({ page }) => {
  await openWorld(page, home.url);
  await test.step('no field is so small that a phone enlarges the page', () => fieldsAreLarge(page));
  await backToStart(page);
  await test.step('the conversation has the window above the keyboard', () => keyboardLeavesRoom(page));
  await backToStart(page);
  // Last, because it changes the size of the page.
  await test.step('a pinch on the picture makes an enlarged page small', () => pinchMakesSmall(page));
});
