import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { readCounts } from '../../ci/report/counts.ts';
import { runProgram } from '../../ci/run.ts';
import { nodeTestArguments, nodeTests } from '../../ci/test.ts';
import { until } from '../helpers/waiting.ts';
import { folderWith } from './folder.ts';

const root = resolve(import.meta.dirname, '../..');

it('a run of Node tests ends and names the tests that hang or leave sockets open', async (t) => {
  const folder = folderWith(t, {
    'leaves.test.mjs': `
      import { test } from 'node:test';
      import { createServer } from 'node:net';
      test('fails before it closes its server', () => {
        createServer().listen(0, '127.0.0.1');
        throw new Error('the readings commits and weather were awaited');
      });`,
    'waits.test.mjs': `
      import { test } from 'node:test';
      test('waits for what never comes', async () => {
        setInterval(() => {}, 1_000);
        await new Promise(() => {});
      });`,
    'passes.test.mjs': `
      import { test } from 'node:test';
      test('passes', () => {});`,
  });
  const counts = join(folder, 'counts.json');
  const { NODE_TEST_CONTEXT: _nested, ...outer } = process.env;
  const env = { ...outer, HOME_WORLD_TEST_QUIET_MS: '5000' };
  const { ok, output } = await runProgram(
    process.execPath,
    nodeTestArguments(counts, ['*.test.mjs'], 3_000),
    {
      cwd: folder,
      env,
      // This limit matters only if the test fails.
      timeout: 100_000,
    },
  );
  assert.equal(ok, false);
  assert.doesNotMatch(output, /was ended by SIGTERM/);
  assert.match(output, /✖ fails before it closes its server/);
  assert.match(output, /the readings commits and weather were awaited/);
  assert.match(output, /no test began or ended for 5 s\. Still open: .*TCPServerWrap/);
  assert.match(output, /✖ waits for what never comes[\s\S]*test timed out after 3000ms/);
  const { passed, failed, skipped, slowest } = readCounts(counts, false);
  assert.deepEqual({ passed, failed, skipped }, { passed: 1, failed: 2, skipped: 0 });
  assert.ok(slowest.some(({ title }) => title.endsWith('passes.test.mjs: passes')));
});

it('a run of Node tests in one process ends too, and an open socket fails it', async (t) => {
  const folder = folderWith(t, {
    'leaves.test.mjs': `
      import { test } from 'node:test';
      import { createServer } from 'node:net';
      test('leaves its server open', () => void createServer().listen(0, '127.0.0.1'));`,
    'passes.test.mjs': `
      import { test } from 'node:test';
      test('passes', () => {});`,
  });
  const counts = join(folder, 'counts.json');
  const { NODE_TEST_CONTEXT: _nested, ...outer } = process.env;
  const { ok, output } = await runProgram(
    process.execPath,
    ['--test-isolation=none', ...nodeTestArguments(counts, ['*.test.mjs'], 3_000)],
    // The timeout is only in case this test itself fails.
    { cwd: folder, env: { ...outer, HOME_WORLD_TEST_QUIET_MS: '5000' }, timeout: 100_000 },
  );
  assert.equal(ok, false);
  assert.doesNotMatch(output, /was ended by SIGTERM/);
  assert.match(output, /no test began or ended for 5 s\. Still open: .*TCPServerWrap/);
  assert.equal(readCounts(counts, ok).failed, 1);
});

it('test files share a process, unless they or their helpers have a reason against it', async (t) => {
  const folder = folderWith(t, {
    'test/data/pure.node.test.ts': "import { one } from '../../data/one.ts';",
    'test/world/hook.node.test.ts': 'before(() => {});',
    'test/world/suite.node.test.ts': "describe('a suite', () => {\n  before(() => {});\n});",
    'test/harness/gate.node.test.ts': "import { room } from './room.ts';",
    'test/harness/room.ts': "import { wait } from '../helpers/wait.ts';",
    'test/harness/program.node.test.ts': "import { start } from '../helpers/start.ts';",
    'test/harness/variable.node.test.ts': "process.env['A'] = 'b';",
    'test/helpers/wait.ts': "import { room } from '../harness/room.ts';",
    'test/helpers/start.ts': "import { spawn } from 'node:child_process';",
    'test/ci/build.node.test.ts': '',
    'data/one.ts': "import { spawn } from 'node:child_process';",
  });
  assert.deepEqual(await nodeTests(folder), {
    pages: ['test/data/pure.node.test.ts', 'test/world/suite.node.test.ts'],
    harness: ['test/harness/gate.node.test.ts'],
    apart: [
      'test/ci/build.node.test.ts',
      'test/harness/program.node.test.ts',
      'test/harness/variable.node.test.ts',
      'test/world/hook.node.test.ts',
    ],
  });
});

it('npm run test:node has the same timeout', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const command = scripts['test:node'] ?? '';
  const timeout = nodeTestArguments('', []).find((flag) => flag.startsWith('--test-timeout='));
  assert.ok(timeout !== undefined && command.includes(` ${timeout} `), command);
  assert.match(command, / --import=\.\/ci\/report\/end-of-file\.ts /);
});

it('a failed wait names what is still missing', async () => {
  const missing = ['weather'];
  await assert.rejects(
    until(
      () => `all readings are live, but for ${missing.join(', ')}`,
      () => false,
      1,
    ),
    /waited 1 ms in vain until all readings are live, but for weather/,
  );
});
