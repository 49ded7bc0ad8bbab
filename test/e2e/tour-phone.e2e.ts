import { type Page, expect, test } from '@playwright/test';
import { type Toured, becomes, drawn, fingers, listen, mode, now, openWorld, rests, stand } from './tour.ts';
import { sharedHome } from './shared-home.ts';

const home = sharedHome();

/** The centre of a named object of the world in the window, in CSS pixels. */
const placeOf = (page: Page, name: string, rise = 0): Promise<{ x: number; y: number }> =>
  page.evaluate(
    ([wanted, up]) => {
      const { scene } = (window as unknown as Toured).toured;
      const thing = scene?.getObjectByName(wanted);
      if (!scene || !thing) throw new Error(`no ${wanted}`);
      const place = thing.getWorldPosition(scene.position.clone());
      place.y += up;
      place.project(scene.camera);
      return { x: ((place.x + 1) / 2) * innerWidth, y: ((1 - place.y) / 2) * innerHeight };
    },
    [name, rise] as const,
  );

/** Waits until these points show only the picture, so that a touch there reaches the world. */
const isBare = (
  page: Page,
  ...points: readonly { readonly x: number; readonly y: number }[]
): Promise<void> =>
  becomes(
    () =>
      page.evaluate(
        (all) => all.map(({ x, y }) => document.elementFromPoint(x, y)?.localName),
        points.map(({ x, y }) => ({ x, y })),
      ),
    'what fingers go down on',
  ).toEqual(points.map(() => 'canvas'));

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('touches walk, look, zoom and tap objects, and reach every button', async ({ page }) => {
    const errors = listen(page);
    await openWorld(page, home.url);
    const mark = page.locator('hw-touch-stick .ring');
    await expect(mark).toBeVisible();
    const box = await mark.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);

    // The stick, with looking and pinching beside it.
    const touch = await fingers(page);
    const start = await now(page);
    const thumb = { id: 1, x: 80, y: 480 };
    await touch.set(thumb);
    await touch.set({ ...thumb, y: 420 });
    await expect(mark).toHaveAttribute('data-held', '');
    await becomes(async () => (await now(page)).z).toBeLessThan(start.z - 1);
    // A slow machine may pause between two steps while the thumb walks on: there is always room
    // ahead.
    const again = (): Promise<void> => stand(page, start.x, start.z, start.yaw, start.pitch);
    await again();
    const walking = { ...thumb, y: 420 };
    const one = { id: 2, x: 240, y: 320 };
    const two = { id: 3, x: 240, y: 400 };
    await isBare(page, one, two);
    await touch.set(walking, one);
    await touch.set(walking, one, two);
    for (let i = 1; i <= 8; i++)
      await touch.set(
        walking,
        { ...one, x: 240 + i * 6, y: 320 - i * 8 },
        { ...two, x: 240 + i * 6, y: 400 + i * 8 },
      );
    await becomes(async () => (await now(page)).zoom).toBeGreaterThan(1.8);
    expect((await now(page)).yaw).toBeGreaterThan(start.yaw);
    await again();
    const there = (await now(page)).z;
    await becomes(async () => (await now(page)).z).toBeLessThan(there);
    // A third finger on the looking side has no effect.
    const pinching = [
      { ...one, x: 288, y: 256 },
      { ...two, x: 288, y: 464 },
    ] as const;
    const { yaw } = await now(page);
    await isBare(page, { x: 200, y: 500 });
    await touch.set(walking, ...pinching, { id: 4, x: 200, y: 500 });
    await touch.set(walking, ...pinching, { id: 4, x: 320, y: 300 });
    await drawn(page, 6);
    expect((await now(page)).yaw).toBeCloseTo(yaw, 2);
    // The browser cancels all touches.
    await touch.cancel();
    await expect(mark).not.toHaveAttribute('data-held', '');
    await rests(page, ({ x, z }) => [x, z], 'the visitor');
    // Pinching in lets go of the object.
    await again();
    const upper = { ...one, y: 240 };
    const lower = { ...two, y: 440 };
    await isBare(page, upper, lower);
    await touch.set(upper);
    await touch.set(upper, lower);
    for (let i = 1; i <= 10; i++) await touch.set(upper, { ...two, y: 440 - i * 18 });
    await touch.set();
    await becomes(async () => (await now(page)).zoom).toBe(1);
    expect((await now(page)).open, 'pinching taps nothing').toEqual([]);

    // The phone is rotated while the thumb is down: the visitor stops.
    await touch.set(thumb);
    await touch.set({ ...thumb, y: 440 });
    await expect(mark).toHaveAttribute('data-held', '');
    await page.setViewportSize({ width: 640, height: 360 });
    await expect(mark).not.toHaveAttribute('data-held', '');
    await touch.cancel();
    await page.setViewportSize({ width: 360, height: 640 });
    await becomes(() => page.evaluate(() => innerWidth)).toBe(360);

    // A long hint covers both sides here. Touches on the hint still reach the canvas, so the visitor can walk
    // and pinch.
    await stand(page, -2.3, 0, 0.175);
    await becomes(async () => (await now(page)).hint).toContain('The Earth');
    const hint = await page.locator('hw-hints .hint').boundingBox();
    const under = { x: 240, y: (hint?.y ?? 0) + (hint?.height ?? 0) / 2 };
    await isBare(page, { ...under, x: 80 }, under);

    // Taps: a tap on a far panel flies to it, a tap on the resident starts a talk, a closed portal says why.
    await stand(page, 0, 17, 0);
    await drawn(page, 6);
    const board = await placeOf(page, 'agent-board');
    await page.touchscreen.tap(board.x, board.y);
    await becomes(async () => (await now(page)).hint).toMatch(/agents/i);
    await becomes(async () => (await now(page)).z).toBeLessThan(8);
    await stand(page, 0, 3, 0);
    await drawn(page, 6);
    const resident = await placeOf(page, 'resident', 1.2);
    await page.touchscreen.tap(resident.x, resident.y);
    await becomes(async () => (await now(page)).open).toEqual(['chat']);
    await expect(mark).toBeHidden();
    await page.locator('hw-header').getByRole('button', { name: 'Chat' }).tap();
    await becomes(async () => (await now(page)).open).toEqual([]);
    await page.evaluate(() => (location.hash = '#portal=bannerlord'));
    await becomes(async () => (await now(page)).hint).toContain('Bannerlord');
    const portal = await placeOf(page, 'portal bannerlord', 2);
    await page.touchscreen.tap(portal.x, portal.y);
    await drawn(page, 6);
    expect(await mode(page)).toBe('normal');

    // Every button of the header and its menu, one sheet at a time, each with a large target.
    const header = page.locator('hw-header');
    for (const name of ['Chat', 'Today']) {
      const button = header.getByRole('button', { name, exact: true });
      await button.tap();
      await becomes(async () => (await now(page)).open, name).toHaveLength(1);
      await button.tap();
      await becomes(async () => (await now(page)).open, name).toEqual([]);
    }
    const menu = header.getByRole('button', { name: 'More' });
    const panels = ['Session log', 'Settings', 'Keys and help', 'Home as text'];
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const name of panels) {
      await menu.tap();
      const entry = header.getByRole('button', { name, exact: true });
      const size = await entry.boundingBox();
      expect(size?.height ?? 0, name).toBeGreaterThanOrEqual(44);
      await entry.tap();
      await becomes(async () => (await now(page)).open, name).toHaveLength(1);
      const sheet = page.getByRole('button', { name: /^Close/ }).last();
      await expect(sheet).toBeVisible();
      expect(await width(), name).toBe(360);
      await sheet.tap();
      await becomes(async () => (await now(page)).open, name).toEqual([]);
    }
    // Every other menu entry has an effect, leaves at most one sheet, and can be closed again.
    await menu.tap();
    const entries = await header
      .locator('#more button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    await menu.tap();
    expect(entries).toContain('Sound');
    for (const name of entries) {
      if (name === 'Export session' || panels.includes(name)) continue;
      await menu.tap();
      await header.getByRole('button', { name, exact: true }).tap();
      await drawn(page, 6);
      expect((await now(page)).open.length, name).toBeLessThanOrEqual(1);
      expect(await width(), name).toBe(360);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await becomes(() => mode(page), name).toBe('normal');
      await becomes(async () => (await now(page)).open, name).toEqual([]);
    }
    expect(await width()).toBe(360);
    expect(errors).toEqual([]);
  });
});
