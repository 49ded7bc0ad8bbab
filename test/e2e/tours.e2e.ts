import { type Page, expect, test } from '@playwright/test';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import {
  type Now,
  type Toured,
  drawn,
  fingers,
  focused,
  holdUntil,
  listen,
  mode,
  now,
  openWorld,
  tabTo,
} from './tour.ts';

let home: TestHome;
test.beforeAll(async () => {
  home = await startTestHome();
});
test.afterAll(async () => {
  await home.close();
});

/** Where the middle of a named thing of the world is in the window, in CSS pixels. */
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

/** Stands the visitor somewhere, as a link or a list would. */
const stand = (page: Page, x: number, z: number, yaw: number, pitch = 0): Promise<void> =>
  page.evaluate(
    ([toX, toZ, toYaw, toPitch]) =>
      (window as unknown as Toured).toured.scene?.player.teleport(toX, toZ, toYaw, toPitch),
    [x, z, yaw, pitch] as const,
  );

/** Waits until whatever `read` tells stays the same from picture to picture. */
const rests = (page: Page, read: (now: Now) => readonly number[], of: string): Promise<void> =>
  expect
    .poll(async () => {
      const before = read(await now(page));
      await drawn(page, 6);
      const after = read(await now(page));
      return after.every((value, i) => value === before[i]);
    }, `${of} comes to rest`)
    .toBe(true);

/** Waits until nothing but the picture is at these points: a finger that goes down there is the world’s. */
const isBare = (
  page: Page,
  ...points: readonly { readonly x: number; readonly y: number }[]
): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          (all) => all.map(({ x, y }) => document.elementFromPoint(x, y)?.localName),
          points.map(({ x, y }) => ({ x, y })),
        ),
      'what fingers go down on',
    )
    .toEqual(points.map(() => 'canvas'));

/** How often the picture’s mean brightness turns by more than a tenth within some ninety frames. */
const swings = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const canvas = document.querySelector('canvas') as HTMLCanvasElement;
        const small = new OffscreenCanvas(32, 18);
        const pen = small.getContext('2d', { willReadFrequently: true });
        if (!pen) throw new Error('no 2d context');
        let turned = 0;
        let extreme: number | undefined;
        let rising: boolean | undefined;
        let left = 90;
        const look = (): void => {
          pen.drawImage(canvas, 0, 0, 32, 18);
          const { data } = pen.getImageData(0, 0, 32, 18);
          let sum = 0;
          for (let i = 0; i < data.length; i += 4)
            sum += 0.2126 * (data[i] ?? 0) + 0.7152 * (data[i + 1] ?? 0) + 0.0722 * (data[i + 2] ?? 0);
          const mean = sum / (32 * 18) / 255;
          extreme ??= mean;
          if (Math.abs(mean - extreme) > 0.1) {
            const up = mean > extreme;
            if (rising !== undefined && up !== rising) turned++;
            rising = up;
            extreme = mean;
          }
          if (left-- > 0) requestAnimationFrame(look);
          else done(turned);
        };
        // After the home’s own frame: the picture is still on the canvas.
        requestAnimationFrame(look);
      }),
  );

const isInTheWorld = /^The world/;
const escapes = async (page: Page, from: string): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect.poll(() => mode(page), `Esc leads out of ${from}`).toBe('normal');
};

test('the keyboard alone leads to everything, Esc out of everything, and the focus is never lost', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const errors = listen(page);
  await openWorld(page, home.url);
  await tabTo(page, isInTheWorld);
  const canvas = page.locator('canvas[slot=world]');
  await expect(canvas).toHaveAccessibleDescription(/^Shift\+Tab leads out/);
  await expect(canvas).toHaveCSS('outline-width', '2px');

  // Walking, turning, looking up, and nearer without a step.
  const start = await now(page);
  await holdUntil(page, 'w', ({ z }) => z < start.z - 1);
  await holdUntil(page, 'ArrowLeft', ({ yaw }) => yaw > start.yaw + 0.1);
  await holdUntil(page, 'PageUp', ({ pitch }) => pitch > start.pitch + 0.1);
  await page.keyboard.press('+');
  await expect.poll(async () => (await now(page)).zoom).toBeGreaterThan(1.2);
  await page.keyboard.press('-');
  await expect.poll(async () => (await now(page)).zoom).toBe(1);

  // Each view by its key, by the same key back, and by Esc.
  for (const [key, entered] of [
    ['Tab', 'overview'],
    ['p', 'photo'],
    ['l', 'time-lapse'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => mode(page), key).toBe(entered);
    expect(await focused(page), `in ${entered}`).not.toBe('');
    await page.keyboard.press(key);
    await expect.poll(() => mode(page), `${key} again`).toBe('normal');
    await page.keyboard.press(key);
    await expect.poll(() => mode(page), key).toBe(entered);
    await escapes(page, entered);
    expect(await focused(page), `after ${entered}`).toMatch(isInTheWorld);
  }
  await stand(page, 0, 6, 0, -0.1);
  await expect
    .poll(async () => {
      if ((await mode(page)) === 'normal') await page.keyboard.press('z');
      return mode(page);
    })
    .toBe('zoom');
  await escapes(page, 'zoom');
  await page.keyboard.press('v');
  await expect.poll(async () => (await now(page)).navigation).toBe('orbit');
  // The eye is on its way there first.
  await rests(page, ({ camera }) => camera, 'the eye');
  const [before] = (await now(page)).camera;
  await holdUntil(page, 'ArrowRight', ({ camera }) => Math.abs(camera[0] - before) > 0.5);
  await page.keyboard.press('v');
  await expect.poll(async () => (await now(page)).navigation).toBe('walk');

  // The oath takes the focus, and gives it back.
  await page.keyboard.press('o');
  await expect(page.locator('hw-document')).toBeVisible();
  await expect.poll(() => focused(page)).not.toMatch(isInTheWorld);
  expect(await focused(page)).not.toBe('');
  await escapes(page, 'oath');
  await expect.poll(() => focused(page)).toMatch(isInTheWorld);

  // The help, and the panels of the header: Esc closes each and gives the focus to its button.
  await page.keyboard.press('?');
  await expect(page.locator('hw-help')).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe('');
  await page.keyboard.press('Escape');
  await expect(page.locator('hw-help')).toHaveCount(0);
  expect(await focused(page)).not.toBe('');
  for (const [name, menu] of [
    ['Settings'],
    ['Keys and help'],
    ['Session log', 'More'],
    ['Home as text'],
  ] as const) {
    // In the world Tab is the overview: backwards one leaves it.
    await tabTo(page, menu ?? name, 'Shift+Tab');
    await page.keyboard.press('Enter');
    if (menu) {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
    }
    await expect.poll(async () => (await now(page)).open.filter((one) => one !== 'feed')).toHaveLength(1);
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      expect(await focused(page), `inside ${name}`).not.toBe('');
    }
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await now(page)).open.filter((one) => one !== 'feed')).toEqual([]);
    expect(await focused(page), `after ${name}`).not.toBe('');
  }

  // Talking.
  await tabTo(page, isInTheWorld);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeFocused();
  await page.keyboard.type('wasd plov? help');
  await page.keyboard.press('Enter');
  await expect(page.locator('hw-chat-message div.resident.complete')).toHaveCount(1);
  expect(await mode(page)).toBe('normal');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await now(page)).open).not.toContain('chat');
  expect(await focused(page)).not.toBe('');

  // What one stands before: a board says what it shows, a thing to read is read, a closed portal says why.
  await page.evaluate(() => (location.hash = '#panel=agents'));
  await expect.poll(async () => (await now(page)).hint).toMatch(/agents/i);
  await stand(page, 13, 10, -Math.PI / 4);
  await expect.poll(async () => (await now(page)).hint).toContain('E — ');
  await page.keyboard.press('e');
  await expect.poll(async () => (await now(page)).reads).not.toBe('');
  expect(await focused(page)).not.toBe('');
  await escapes(page, 'the oath stone');
  await page.evaluate(() => (location.hash = '#portal=bannerlord'));
  await expect.poll(async () => (await now(page)).hint).toContain('Bannerlord');
  const closed = (await now(page)).hint;
  await page.keyboard.press('f');
  await drawn(page, 6);
  expect(await mode(page)).toBe('normal');
  expect(closed).toMatch(/closed|offline|local/i);
  expect(errors).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('fingers walk, look and bring nearer at once, tap what stands there, and reach every button', async ({
    page,
  }) => {
    test.setTimeout(150_000);
    const errors = listen(page);
    await openWorld(page, home.url);
    const mark = page.locator('hw-touch-stick .ring');
    await expect(mark).toBeVisible();
    const box = await mark.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);

    // The stick, then looking and pinching beside it.
    const touch = await fingers(page);
    const start = await now(page);
    const thumb = { id: 1, x: 80, y: 480 };
    await touch.set(thumb);
    await touch.set({ ...thumb, y: 420 });
    await expect(mark).toHaveAttribute('data-held', '');
    await expect.poll(async () => (await now(page)).z).toBeLessThan(start.z - 1);
    // A slow machine takes its time between two steps of this test, and the thumb walks on: there is always room ahead.
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
    await expect.poll(async () => (await now(page)).zoom).toBeGreaterThan(1.8);
    expect((await now(page)).yaw).toBeGreaterThan(start.yaw);
    await again();
    const there = (await now(page)).z;
    await expect.poll(async () => (await now(page)).z).toBeLessThan(there);
    // A third finger on the looking side means nothing.
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
    // The browser takes all of them away.
    await touch.cancel();
    await expect(mark).not.toHaveAttribute('data-held', '');
    await rests(page, ({ x, z }) => [x, z], 'the visitor');
    // Pinching in lets go of it.
    await again();
    const upper = { ...one, y: 240 };
    const lower = { ...two, y: 440 };
    await isBare(page, upper, lower);
    await touch.set(upper);
    await touch.set(upper, lower);
    for (let i = 1; i <= 10; i++) await touch.set(upper, { ...two, y: 440 - i * 18 });
    await touch.set();
    await expect.poll(async () => (await now(page)).zoom).toBe(1);
    expect((await now(page)).open, 'pinching taps nothing').toEqual([]);

    // Turned while the thumb is down, the visitor stands.
    await touch.set(thumb);
    await touch.set({ ...thumb, y: 440 });
    await expect(mark).toHaveAttribute('data-held', '');
    await page.setViewportSize({ width: 640, height: 360 });
    await expect(mark).not.toHaveAttribute('data-held', '');
    await touch.cancel();
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360);

    // On this page a long hint lies across both sides: fingers that go down on it walk and pinch as beside it.
    await stand(page, -2.3, 0, 0.175);
    await expect.poll(async () => (await now(page)).hint).toContain('Sovereignty meter');
    const hint = await page.locator('hw-hints .hint').boundingBox();
    const under = { x: 240, y: (hint?.y ?? 0) + (hint?.height ?? 0) / 2 };
    await isBare(page, { ...under, x: 80 }, under);

    // Taps: a board says what it is, the resident talks, a closed portal says why.
    await stand(page, 0, 17, 0);
    await drawn(page, 6);
    const board = await placeOf(page, 'agent-board');
    await page.touchscreen.tap(board.x, board.y);
    await expect.poll(async () => (await now(page)).hint).toMatch(/agents.*walk nearer/i);
    await stand(page, 0, 3, 0);
    await drawn(page, 6);
    const resident = await placeOf(page, 'resident', 0.9);
    await page.touchscreen.tap(resident.x, resident.y);
    await expect.poll(async () => (await now(page)).open).toEqual(['chat']);
    await expect(mark).toBeHidden();
    await page.locator('hw-header').getByRole('button', { name: 'Chat' }).tap();
    await expect.poll(async () => (await now(page)).open).toEqual([]);
    await page.evaluate(() => (location.hash = '#portal=bannerlord'));
    await expect.poll(async () => (await now(page)).hint).toContain('Bannerlord');
    const portal = await placeOf(page, 'portal bannerlord', 2);
    await page.touchscreen.tap(portal.x, portal.y);
    await drawn(page, 6);
    expect(await mode(page)).toBe('normal');

    // Every button of the header and of its menu, one sheet at a time, each as large as a finger.
    const header = page.locator('hw-header');
    for (const name of ['Chat', 'Relay feed', 'Home as text']) {
      const button = header.getByRole('button', { name, exact: true });
      await button.tap();
      await expect.poll(async () => (await now(page)).open, name).toHaveLength(1);
      await button.tap();
      await expect.poll(async () => (await now(page)).open, name).toEqual([]);
    }
    const menu = header.getByRole('button', { name: 'More' });
    for (const name of ['Session log', 'Settings', 'Keys and help']) {
      await menu.tap();
      const entry = header.getByRole('button', { name, exact: true });
      const size = await entry.boundingBox();
      expect(size?.height ?? 0, name).toBeGreaterThanOrEqual(44);
      await entry.tap();
      await expect.poll(async () => (await now(page)).open, name).toHaveLength(1);
      const sheet = page.getByRole('button', { name: /^Close/ }).last();
      await sheet.tap();
      await expect.poll(async () => (await now(page)).open, name).toEqual([]);
    }
    // Whatever else the menu holds: it does something, leaves at most one sheet, and can be put away again.
    await menu.tap();
    const entries = await header
      .locator('#more button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    await menu.tap();
    expect(entries).toContain('Sound');
    for (const name of entries) {
      if (name === 'Export session') continue;
      await menu.tap();
      await header.getByRole('button', { name, exact: true }).tap();
      await page.waitForTimeout(400);
      expect((await now(page)).open.length, name).toBeLessThanOrEqual(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect.poll(() => mode(page), name).toBe('normal');
      await expect.poll(async () => (await now(page)).open, name).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(errors).toEqual([]);
  });
});

test('with less motion wanted, views are cut to, and nothing flashes', async ({ page }) => {
  test.setTimeout(120_000);
  const errors = listen(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openWorld(page, home.url);
  await tabTo(page, isInTheWorld);
  const start = (await now(page)).camera;
  // The camera’s place in each of some frames after a key: with a flight there would be many.
  const places = async (key: string): Promise<number> => {
    const seen = page.evaluate(
      () =>
        new Promise<number>((done) => {
          const { scene } = (window as unknown as Toured).toured;
          const all = new Set<string>();
          let left = 40;
          const look = (): void => {
            all.add(
              scene?.camera.position
                .toArray()
                .map((one) => one.toFixed(3))
                .join() ?? '',
            );
            if (left-- > 0) requestAnimationFrame(look);
            else done(all.size);
          };
          look();
        }),
    );
    await page.keyboard.press(key);
    return seen;
  };
  for (const key of ['Tab', 'p']) {
    expect(await places(key), `${key}: before and after`).toBeLessThanOrEqual(2);
    expect(await mode(page)).not.toBe('normal');
    expect(await places('Escape'), `out of ${key}`).toBeLessThanOrEqual(2);
    expect((await now(page)).camera).toEqual(start);
  }
  await page.keyboard.press('+');
  // All of the way in one picture.
  await expect.poll(async () => (await now(page)).zoom).not.toBe(1);
  expect((await now(page)).zoom).toBeGreaterThan(1.2);
  await page.keyboard.press('-');

  // Whatever is celebrated, the picture as a whole does not flash.
  await page.evaluate(() => {
    const { state } = (window as unknown as Toured).toured;
    for (const one of [state.fireworks, state.mergeFlash, state.sovereigntyEgg])
      one.set({ count: one.get().count + 1, detail: 'a milestone' });
    state.zap.set({ count: state.zap.get().count + 1, detail: 21_000 });
  });
  expect(await swings(page)).toBeLessThanOrEqual(1);

  // A warp is a fade: the camera stays, and it still leads there.
  await page.route('**/heartbeat.html*', (route) => route.fulfill({ status: 204 }));
  const leaves = page.waitForRequest(/heartbeat\.html$/);
  await page.evaluate(() => (location.hash = '#portal=heartbeat'));
  await expect.poll(async () => (await now(page)).hint).toContain('F — ');
  const before = (await now(page)).camera;
  await page.keyboard.press('f');
  expect(await mode(page)).toBe('warp');
  const flashes = swings(page);
  await leaves;
  expect((await now(page)).camera).toEqual(before);
  expect(await flashes).toBeLessThanOrEqual(1);
  expect(errors).toEqual([]);
});
