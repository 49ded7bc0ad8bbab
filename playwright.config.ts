import { defineConfig } from '@playwright/test';
import { ensureChrome, launchOptions, shellOrChrome } from './ci/chrome.ts';

/** The test files whose pages have no world. */
const PAGES =
  /\/(?:chat|chat-elsewhere|door|door-agent|embedding|every-widget|firefox|frames|frameworks|gallery|heartbeat|layout-shift|listening|offline-firefox|painted|plays|private|push|webhook)\.e2e\.ts$/;

/** The built home in a real browser. Each test file starts its own gateway (test/helpers/home.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // A page with software WebGL uses more than one core, so one of two workers at most has a world.
  workers: 2,
  projects: [
    {
      name: 'world',
      testMatch: '*.e2e.ts',
      testIgnore: PAGES,
      workers: 1,
      // The headless shell hung in two of a dozen runs, each time in a page with the world, and Chromium never has.
      use: { launchOptions: await launchOptions(ensureChrome()) },
    },
    { name: 'pages', testMatch: PAGES },
  ],
  // Tests wait for states. These limits are many times what the slowest test and wait take on an idle
  // machine, and no test has smaller ones without a reason: on a busy machine each takes several times as long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    viewport: { width: 1280, height: 720 },
    // The routes of a test do not see the requests of a service worker. Only offline.e2e.ts, nginx.e2e.ts and
    // push.e2e.ts allow it.
    serviceWorkers: 'block',
    launchOptions: await launchOptions(shellOrChrome()),
  },
});
