import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../../ci/firefox.ts';
import { violations } from './axe.ts';
import { misplaced } from './misplaced.ts';
import { WORLD_MS } from './tour.ts';
import { sharedHome } from './shared-home.ts';

// Playwright drives only its own Firefox; the machine's is driven over WebDriver BiDi.
const executablePath = findFirefox();
test.skip(executablePath === undefined, 'there is no Firefox on this machine (see ci/firefox.ts)');

const home = sharedHome();

/** Runs the act in a new Firefox, and expects no error in its pages. */
async function inFirefox(
  size: { width: number; height: number },
  act: (page: Page) => Promise<void>,
  preferences: Record<string, unknown> = {},
): Promise<void> {
  const browser: Browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    headless: true,
    extraPrefsFirefox: preferences,
    timeout: 60_000,
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.setViewport(size);
    await page.goto(home.url);
    await page.waitForFunction(
      () => {
        const shell = document.querySelector('hw-home')?.shadowRoot;
        const curtain = shell?.querySelector('hw-loading-overlay')?.shadowRoot;
        // With or without a picture: loading is complete.
        return curtain?.querySelector('.backdrop') && !curtain.querySelector('progress');
      },
      { timeout: WORLD_MS },
    );
    await act(page);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
}

const press = (page: Page, label: string): Promise<void> =>
  page.locator(`hw-home >>> button[aria-label="${label}"]`).click();
const waitForText = async (page: Page, selector: string, text: string): Promise<void> => {
  await expect
    .poll(() => page.$$eval(selector, (all) => all.map((one) => one.textContent).join(' ')), {
      message: `${selector} says “${text}”`,
      timeout: 20_000,
    })
    .toContain(text);
};

/** Chat, settings and the home as text are readable and operable, and violate no rule of axe. */
async function tour(page: Page, isNarrow: boolean): Promise<void> {
  const open = async (label: string): Promise<void> => {
    // On a phone they are in the menu.
    if (isNarrow && label === 'Settings') await press(page, 'More');
    await press(page, label);
  };
  const isFine = async (where: string): Promise<void> => {
    expect(await misplaced(page), where).toEqual([]);
    expect(await violations(page), `${where}: axe`).toEqual([]);
  };
  await waitForText(page, 'hw-home >>> hw-hud >>> .value', '698767');
  await isFine('start');

  await open('Chat');
  await page.locator('hw-home >>> hw-chat-composer >>> textarea').fill('help');
  if (isNarrow) await press(page, 'Send');
  else await page.keyboard.press('Enter');
  await waitForText(page, 'hw-home >>> hw-chat-message >>> .resident.complete', 'I am Timmy');
  await isFine('chat');
  await press(page, 'Close the chat');

  await open('Settings');
  await page.locator('hw-home >>> hw-settings >>> #volume-master').fill('0.5');
  await waitForText(page, 'hw-home >>> hw-settings >>> output[for=volume-master]', '50 %');
  await isFine('settings');
  await press(page, 'Close the settings');

  const textButton = await page.$('hw-home >>> button[aria-label="Home as text"]');
  if (textButton) await press(page, 'Home as text');
  await waitForText(page, 'hw-home >>> hw-directory >>> h3', 'Portals');
  await isFine('home as text');

  await page.goto(`${home.url}heartbeat.html`);
  await waitForText(page, 'hw-heartbeat >>> hw-block-height >>> .figure', '698767');
  await isFine('heartbeat page');
}

test('Firefox: chat, settings, text and heartbeat page on a desktop', async () => {
  test.setTimeout(150_000);
  await inFirefox({ width: 1280, height: 720 }, (page) => tour(page, false));
});

test('Firefox: the same on a phone', async () => {
  test.setTimeout(150_000);
  await inFirefox({ width: 360, height: 640 }, (page) => tour(page, true));
});

test('Firefox: the page follows a text size of 32 px', async () => {
  test.setTimeout(150_000);
  const preferences = { 'font.size.variable.x-western': 32 };
  await inFirefox(
    { width: 1280, height: 720 },
    async (page) => {
      const size = await page.$eval('hw-home >>> hw-header >>> h1', (h1) => getComputedStyle(h1).fontSize);
      expect(size).toBe('30px');
      expect(await misplaced(page)).toEqual([]);
      await press(page, 'Chat');
      await page.waitForSelector('hw-home >>> hw-chat-composer >>> textarea');
      expect(await misplaced(page)).toEqual([]);
    },
    preferences,
  );
});
