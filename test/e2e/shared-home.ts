import { test } from '@playwright/test';
import { type TestHome, type TestHomeOptions, startTestHome } from '../helpers/home.ts';

/** The home of all tests of a file: starts before the first test, closes after the last. */
export function sharedHome(options: TestHomeOptions = {}): TestHome {
  const home = {} as TestHome;
  test.beforeAll(async () => void Object.assign(home, await startTestHome(options)));
  test.afterAll(() => home.close());
  return home;
}
