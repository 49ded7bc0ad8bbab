import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findProgram } from '../../ci/programs.ts';
import { misplaced } from './misplaced.ts';
import { WORLD_MS } from './tour.ts';
import { sharedHome } from './shared-home.ts';
import { type DrivenPage, isLoaded, press, tourOfPanels } from './tour-of-panels.ts';

// Playwright drives only its own Firefox; the machine's is driven over WebDriver BiDi.
const executablePath = findProgram('firefox');
test.skip(
  executablePath === undefined,
  'there is no Firefox on this machine (node ci/programs.ts firefox installs it)',
);

const home = sharedHome();

const launch = (preferences: Record<string, unknown> = {}): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    headless: true,
    extraPrefsFirefox: preferences,
    timeout: 120_000,
  });

/** Runs the act in the home, as a new visitor sees it, and expects no error in the page. */
async function inHome(
  browser: Browser,
  size: { width: number; height: number },
  act: (page: Page) => Promise<void>,
): Promise<void> {
  // With a storage of its own: the settings and the chat of a visitor before are not in it.
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.setViewport(size);
    await page.goto(`${home.url}?quality=lowest`);
    await page.waitForFunction(isLoaded, { timeout: WORLD_MS });
    await act(page);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}

const driven = (page: Page): DrivenPage => ({
  evaluate: page.evaluate.bind(page) as DrivenPage['evaluate'],
  goto: (url) => page.goto(url),
  click: (selector) => page.locator(selector).click(),
  fill: (selector, text) => page.locator(selector).fill(text),
  pressEnter: () => page.keyboard.press('Enter'),
  texts: (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent ?? '')),
});

test('Firefox: chat, settings, text and heartbeat page on a desktop and on a phone', async () => {
  const browser = await launch();
  try {
    await test.step('on a desktop', () =>
      inHome(browser, { width: 1280, height: 720 }, (page) => tourOfPanels(driven(page), home.url, false)));
    await test.step('on a phone', () =>
      inHome(browser, { width: 360, height: 640 }, (page) => tourOfPanels(driven(page), home.url, true)));
  } finally {
    await browser.close();
  }
});

test('Firefox: the page follows a text size of 32 px', async () => {
  const browser = await launch({ 'font.size.variable.x-western': 32 });
  try {
    await inHome(browser, { width: 1280, height: 720 }, async (page) => {
      const size = await page.$eval('hw-home >>> hw-header >>> h1', (h1) => getComputedStyle(h1).fontSize);
      expect(size).toBe('30px');
      expect(await misplaced(page)).toEqual([]);
      await press(driven(page), 'Chat');
      await page.waitForSelector('hw-home >>> hw-chat-composer >>> textarea');
      expect(await misplaced(page)).toEqual([]);
    });
  } finally {
    await browser.close();
  }
});
