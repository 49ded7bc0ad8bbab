import {
  type Browser,
  type BrowserType,
  type Locator,
  type Page,
  test as base,
  expect,
} from '@playwright/test';
import { PLAYWRIGHT_FEATURES, chromeFlags, ensureChrome } from '../../ci/chrome.ts';
import { pictureHourAt } from '../../data/painted/pictures.ts';
import { VirtualDisplay, whyNoDisplay } from '../helpers/display.ts';
import { violations } from './axe.ts';
import { misplaced } from './misplaced.ts';
import { sharedHome } from './shared-home.ts';

const home = sharedHome();

const executablePath = ensureChrome();

/** A Chromium with a window on this display, and without any flag for graphics. */
const launchStock = (chromium: BrowserType, display: VirtualDisplay): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: false,
    // Without a sandbox, because root has none; and in containers /dev/shm has 64 MB.
    args: ['--no-sandbox', '--disable-dev-shm-usage', PLAYWRIGHT_FEATURES],
    ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
    env: Object.fromEntries(
      Object.entries({ ...process.env, ...display.env }).map(([name, value]) => [name, value ?? '']),
    ),
  });

async function hasWebgl(browser: Browser): Promise<boolean> {
  const page = await browser.newPage();
  const found = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null);
  await page.close();
  return found;
}

/** Why the browser of these tests is no stock one; false if it is. */
let whyNotStock = whyNoDisplay;

/**
 * The browser of these tests is a stock Chromium with a window, which has no WebGL without a graphics card. Where
 * that is not possible, a Chromium without a window has a flag that takes WebGL away.
 */
const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ playwright: { chromium } }, use) => {
      await using display = whyNotStock === false ? await VirtualDisplay.start('1280x800') : undefined;
      const stock = display && (await launchStock(chromium, display));
      if (stock && (await hasWebgl(stock))) {
        whyNotStock = 'this machine has a graphics card';
        await stock.close();
      }
      const browser =
        stock && whyNotStock === false
          ? stock
          : await chromium.launch({ executablePath, args: [...chromeFlags(), '--disable-3d-apis'] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
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

/**
 * Each thing is in the window once, as a link or a button with its words as the name, and covers no other. The
 * roles and names are those of the accessibility tree, which a screen reader reads.
 */
async function everythingIsReached(page: Page): Promise<void> {
  const painted = page.getByRole('region', { name: 'The painted home' });
  for (const wanted of WANTED) {
    const name = new RegExp(`^${wanted}`);
    await expect(painted.getByRole('link', { name }).or(painted.getByRole('button', { name }))).toHaveCount(
      1,
    );
  }
  expect(await misplaced(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
}

/** Without the reading beside it, which can change at any time, such as the age of a commit. */
const nameOf = (text: string): string => WANTED.find((name) => textOf(text).startsWith(name)) ?? textOf(text);

async function answersTheKeyboard(page: Page): Promise<void> {
  const wanted = (await labels(page).allInnerTexts()).map(nameOf);
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
    reached.push(nameOf(focused.text));
  }
  expect(reached.toSorted()).toEqual(wanted.toSorted());
}

async function answersAPointer(page: Page, touch: boolean): Promise<void> {
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
}

const sizes = [
  { width: 1280, height: 720, touch: false },
  { width: 390, height: 844, touch: true },
  { width: 844, height: 390, touch: true },
] as const;

for (const { width, height, touch } of sizes)
  test.describe(`without WebGL, at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: touch, isMobile: touch });

    test('the painted home has live words, in place and accessible, and answers keyboard and pointer', async ({
      page,
    }) => {
      await open(page);
      await test.step('its words are live, in place and accessible', async () => {
        await everythingIsReached(page);
        await expect(page.locator('hw-painted-home .note')).toContainText('the words are live');
        // The page has these words only once, because it has no home as text until the visitor opens it.
        await expect(page.locator('hw-directory')).toHaveCount(0);
      });
      await test.step('the keyboard reaches its portals, panels and resident, each with a visible focus', () =>
        answersTheKeyboard(page));
      // Last, because it leaves the page.
      await test.step('its portals, panels and resident answer a pointer', () =>
        answersAPointer(page, touch));
    });
  });

test.describe('at a zoom of 200 %', () => {
  // A window of 1280 × 720 has this many CSS pixels then.
  test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });

  test('everything is still in the window and reached', async ({ page }) => {
    await open(page);
    await everythingIsReached(page);
  });
});

test('everything is still in the window and reached with text of 200 %', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  // The setting of the browser: rem, em and media queries follow it.
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } });
  await open(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  await everythingIsReached(page);
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

test('a Chromium with a window and without any flag for graphics shows the painted home', async ({
  page,
}) => {
  test.skip(whyNotStock !== false, whyNotStock || '');
  expect(await page.evaluate(() => navigator.userAgent)).not.toContain('Headless');
  await open(page);
  await expect(labels(page).filter({ hasText: /^\s*Talk to/ })).toBeVisible();
});
