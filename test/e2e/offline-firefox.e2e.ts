import { test } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { findProgram } from '../../ci/programs.ts';
import { type Visit, updatesTwice } from './offline.ts';
import { sharedHome } from './shared-home.ts';

// Playwright drives only its own Firefox; the machine's is driven over WebDriver BiDi.
const executablePath = findProgram('firefox');

test.skip(
  executablePath === undefined,
  'there is no Firefox on this machine (node ci/programs.ts firefox installs it)',
);

const home = sharedHome();

test('Firefox: the home opens with the server gone, and twice comes back with a new build', async () => {
  test.setTimeout(600_000);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    headless: true,
    timeout: 120_000,
  });
  try {
    // Headless Firefox has no WebGL: the home as text.
    await updatesTwice((await browser.newPage()) as Visit, 'unavailable', home);
  } finally {
    await browser.close();
  }
});
