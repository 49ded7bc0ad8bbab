import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { countsReporter } from '../../ci/report/browser.ts';
import { type Counts, add, readCounts } from '../../ci/report/counts.ts';
import { folderWith } from './folder.ts';

const root = resolve(import.meta.dirname, '../..');
const report = (text: string) => (): string => text;
const numbers = ({ passed, failed, skipped }: Counts) => ({ passed, failed, skipped });
const titles = ({ slowest }: Counts) => slowest.map(({ title }) => title);

describe('counts of a runner', () => {
  it('name the ten slowest tests of all runners, the slowest first', () => {
    const counts = (...all: number[]): Counts => ({
      passed: all.length,
      failed: 0,
      skipped: 0,
      slowest: all.map((ms) => ({ title: `${ms}`, ms })),
      failures: [],
    });
    const both = add(counts(3, 9, 5, 7, 1, 11), counts(2, 12, 6, 8, 4, 10));
    assert.deepEqual(titles(both), ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
  });

  it('are those of its report', () => {
    const read = report('{"passed":3,"failed":1,"skipped":2}');
    assert.deepEqual(numbers(readCounts('', false, read)), { passed: 3, failed: 1, skipped: 2 });
  });

  it('have one failure more when the runner fails without naming a test', () => {
    const read = report('{"passed":3,"failed":0,"skipped":0}');
    assert.deepEqual(numbers(readCounts('', true, read)), { passed: 3, failed: 0, skipped: 0 });
    assert.deepEqual(numbers(readCounts('', false, read)), { passed: 3, failed: 1, skipped: 0 });
  });

  it('are one failure when there was no test, no report or a broken one', () => {
    for (const text of ['{"passed":0,"failed":0,"skipped":4}', '', '{"passed":"3","failed":0,"skipped":0}'])
      assert.equal(readCounts('', true, report(text)).failed, 1);
    assert.equal(readCounts('/nowhere/at/all.json', true).failed, 1);
  });
});

describe('the reporter of the Node tests', () => {
  it('counts passed, failed and skipped tests, and a file that does not load', (t) => {
    const folder = folderWith(t, {
      'a.test.mjs': `
        import { describe, it } from 'node:test';
        describe('a suite', () => {
          it('passes', () => {});
          it('fails', () => { throw new Error('no'); });
          it('is skipped', { skip: true }, () => {});
          it('is to do', { todo: true }, () => { throw new Error('not yet'); });
        });`,
      'b.test.mjs': "import './missing.mjs';",
    });
    const counts = join(folder, 'counts.json');
    const { NODE_TEST_CONTEXT: _nested, ...env } = process.env;
    spawnSync(
      process.execPath,
      [
        '--test',
        `--test-reporter=${join(root, 'ci/report/node.ts')}`,
        `--test-reporter-destination=${counts}`,
        '*.test.mjs',
      ],
      { cwd: folder, env },
    );
    const found = readCounts(counts, false);
    assert.deepEqual(numbers(found), { passed: 1, failed: 2, skipped: 2 });
    assert.deepEqual(titles(found), ['a.test.mjs: passes']);
    assert.deepEqual(found.failures[0], { title: 'a.test.mjs: fails', message: 'no' });
    assert.equal(found.failures.length, 2);
  });
});

describe('the report of the end-to-end tests', () => {
  it('is that of Playwright; a flaky test is a failure, and so is a file that does not load', (t) => {
    const folder = folderWith(t, {
      'a.e2e.ts': `
        import { expect, test } from '@playwright/test';
        test('passes', () => {});
        test('fails', () => expect(1).toBe(2));
        test('fails once', ({}, info) => expect(info.retry).toBe(1));
        test.skip('is skipped', () => {});`,
      'b.e2e.ts': "import './missing.ts';",
      'playwright.config.ts': "export default { testMatch: '*.e2e.ts', retries: 1 };",
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const run = (file: string) => {
      const counts = join(folder, `${file}.json`);
      const { status } = spawnSync(
        process.execPath,
        [join(root, 'node_modules/playwright/cli.js'), 'test', '--reporter=json', file],
        { cwd: folder, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: counts } },
      );
      return readCounts(counts, status === 0);
    };
    const found = run('a.e2e.ts');
    assert.deepEqual(numbers(found), { passed: 1, failed: 2, skipped: 1 });
    assert.ok(titles(found).includes('a.e2e.ts: fails once'));
    const [first] = found.failures;
    assert.equal(first?.title, 'a.e2e.ts: fails');
    assert.match(first?.message ?? '', /Expected: .*2/);
    const broken = run('b.e2e.ts');
    assert.deepEqual(numbers(broken), { passed: 0, failed: 1, skipped: 0 });
    assert.match(broken.failures[0]?.message ?? '', /missing\.ts/);
  });
});

describe('the reporter of the browser tests', () => {
  const suite = (tests: readonly object[], suites: readonly unknown[] = [], name = '') => ({
    name,
    tests,
    suites,
  });
  const pass = { passed: true, skipped: false };
  const testFile = join(root, 'node_modules/.cache/browser-pages/world-panels.js');
  const counted = async (t: Parameters<typeof folderWith>[0], sessions: readonly unknown[]) => {
    const file = join(folderWith(t, {}), 'counts.json');
    await countsReporter(file).stop?.({ sessions } as unknown as Parameters<
      NonNullable<ReturnType<typeof countsReporter>['stop']>
    >[0]);
    return readCounts(file, true);
  };

  it('counts nested suites', async (t) => {
    const sessions = [
      {
        testFile,
        passed: false,
        errors: [],
        testResults: suite(
          [pass],
          [
            suite(
              [
                { ...pass, name: 'walks', duration: 20 },
                { name: 'swims', passed: false, skipped: false, error: { message: 'sank' } },
                { passed: false, skipped: true },
              ],
              [],
              'a panel',
            ),
          ],
        ),
      },
    ];
    const found = await counted(t, sessions);
    assert.deepEqual(numbers(found), { passed: 2, failed: 1, skipped: 1 });
    assert.deepEqual(found.slowest[0], { title: 'world-panels › a panel: walks', ms: 20 });
    assert.deepEqual(found.failures, [{ title: 'world-panels › a panel: swims', message: 'sank' }]);
  });

  it('counts a page that does not load, or fails outside its tests, as a failure', async (t) => {
    const sessions = [
      { testFile, passed: false, errors: [], testResults: undefined },
      { testFile, passed: true, errors: [{ message: 'outside a test' }], testResults: suite([pass]) },
    ];
    const found = await counted(t, sessions);
    assert.deepEqual(numbers(found), { passed: 1, failed: 2, skipped: 0 });
    assert.deepEqual(found.failures, [{ title: 'world-panels', message: 'outside a test' }]);
  });
});
