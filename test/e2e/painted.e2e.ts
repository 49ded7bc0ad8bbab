import { type Locator, type Page, expect, test } from '@playwright/test';
import { chromeFlags, ensureChrome } from '../../ci/chrome.ts';
import { pictureHourAt } from '../../data/painted/pictures.ts';
import { VirtualDisplay, whyNoDisplay } from '../helpers/display.ts';
import { violations } from './axe.ts';
import { misplaced } from './misplaced.ts';
import { sharedHome } from './shared-home.ts';

const home = sharedHome();

// Chromium has no WebGL with this flag.
test.use({
  launchOptions: { executablePath: ensureChrome(), args: [...chromeFlags(), '--disable-3d-apis'] },
});

const labels = (page: Page): Locator => page.locator('hw-painted-home .label:visible');
const textOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Opens the home, and waits for its readings over the picture. */
async function open(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('home-world.first-words', 'yes'));
  await page.goto(home.url);
  await expect(page.locator('hw-painted-home .placed').first()).toBeVisible();
  await expect(page.locator('hw-painted-home')).toContainText('71.7°F');
  await expect(page.locator('hw-painted-home')).toContainText('Heartbeat');
}

/** What a visitor must be able to reach: the portals of the home, and the other things of the start view. */
const WANTED = [
  'Talk to',
  'Heartbeat',
  'Web Game Portal',
  'Bannerlord',
  'Morrowind',
  'Nostr',
  'three.js Examples',
  'Sovereignty',
  'Agents',
  'Last commits',
  'Portals',
  'Place and time',
];

const sizes = [
  { width: 1280, height: 720, touch: false },
  { width: 390, height: 844, touch: true },
  { width: 844, height: 390, touch: true },
] as const;

for (const { width, height, touch } of sizes)
  test.describe(`without WebGL, at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: touch, isMobile: touch });

    test('the painted home has live words, in place and accessible', async ({ page }) => {
      await open(page);
      const texts = (await labels(page).allInnerTexts()).map(textOf);
      for (const wanted of WANTED)
        expect(
          texts.filter((text) => text.startsWith(wanted)),
          wanted,
        ).toHaveLength(1);
      await expect(page.locator('hw-painted-home .note')).toContainText('the words are live');
      // The same words are nowhere else: the home as text is there once it is opened.
      await expect(page.locator('hw-directory')).toHaveCount(0);
      expect(await misplaced(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
    });

    test('its portals, panels and resident are reached by the keyboard, each with a visible focus', async ({
      page,
    }) => {
      await open(page);
      const wanted = (await labels(page).allInnerTexts()).map(textOf);
      const reached: string[] = [];
      for (let steps = 0; steps < 80 && reached.length < wanted.length; steps++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          let at = document.activeElement;
          while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          if (!(at instanceof HTMLElement) || !at.matches('.label')) return undefined;
          const { outlineStyle, outlineWidth } = getComputedStyle(at);
          return { text: at.innerText, ring: `${outlineStyle} ${outlineWidth}` };
        });
        if (!focused) continue;
        expect(focused.ring).toBe('solid 2px');
        reached.push(textOf(focused.text));
      }
      expect(reached.toSorted()).toEqual(wanted.toSorted());
    });

    test('its portals, panels and resident answer a pointer', async ({ page }) => {
      await open(page);
      const press = (label: Locator): Promise<void> => (touch ? label.tap() : label.click());
      const find = (text: string): Locator => labels(page).filter({ hasText: text });
      for (const [panel, words] of [
        ['Last commits', 'Lukas Spirig'],
        ['Agents', 'WORKING'],
        ['Place and time', 'Block height: 698767'],
        ['Sovereignty', 'own'],
        ['Bannerlord', 'Closed.'],
      ] as const) {
        const label = find(panel);
        await label.scrollIntoViewIfNeeded();
        await press(label);
        await expect(page.locator('hw-painted-home .rows')).toContainText(words);
        expect(await violations(page), panel).toEqual([]);
        await press(label);
        await expect(page.locator('hw-painted-home .rows')).toHaveCount(0);
      }
      await press(find('Talk to'));
      await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
      await page.getByRole('button', { name: /^Close the chat/ }).click();
      await press(find('Heartbeat'));
      await expect(page).toHaveURL(`${home.url}heartbeat.html`);
    });
  });

test.describe('at a zoom of 200 %', () => {
  // A window of 1280 × 720 has this many CSS pixels then.
  test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });

  test('everything is still in the window and reached', async ({ page }) => {
    await open(page);
    const texts = (await labels(page).allInnerTexts()).map(textOf);
    for (const wanted of WANTED)
      expect(
        texts.some((text) => text.startsWith(wanted)),
        wanted,
      ).toBe(true);
    expect(await misplaced(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});

test('the first HTML of the gateway has the picture of the hour at the home’s place, before every script', async ({
  request,
}) => {
  const html = await (await request.get(home.url)).text();
  const hour = pictureHourAt(Date.now(), { latitude: 32.4, longitude: -96.8 });
  expect(html).toContain(`src="painted/wide-clear-${hour}.webp"`);
  const picture = await request.get(`${home.url}painted/wide-clear-${hour}.avif`);
  expect(picture.headers()['content-type']).toBe('image/avif');
  const file = await (await request.get(`${home.url}index.html`)).text();
  expect(file).toContain('src="painted/wide-clear-dusk.webp"');
});

test.describe('in a window of a machine without a graphics card', () => {
  test.skip(whyNoDisplay !== false, whyNoDisplay || '');

  test('Chromium without any flag for graphics shows the painted home', async ({ playwright }) => {
    await using display = await VirtualDisplay.start('1280x800');
    const env = Object.fromEntries(
      Object.entries({ ...process.env, ...display.env }).map(([name, value]) => [name, value ?? '']),
    );
    const browser = await playwright.chromium.launch({
      executablePath: ensureChrome(),
      headless: false,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      env,
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(home.url);
      const hasWebGL = await page.evaluate(
        () => document.createElement('canvas').getContext('webgl2') !== null,
      );
      test.skip(hasWebGL, 'this machine has a graphics card, or this browser draws without one');
      await open(page);
      expect((await labels(page).allInnerTexts()).map(textOf)).toContainEqual(
        expect.stringMatching(/^Talk to/),
      );
    } finally {
      await browser.close();
    }
  });
});
