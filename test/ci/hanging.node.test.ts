import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { transform } from 'esbuild';
import { readCounts } from '../../ci/report/counts.ts';
import { runProgram } from '../../ci/run.ts';
import { nodeTestArguments } from '../../ci/test.ts';
import { until } from '../helpers/waiting.ts';
import { folderWith } from './folder.ts';

const root = resolve(import.meta.dirname, '../..');

it('a run of Node tests ends, and names the tests, when tests hang or leave sockets open', async (t) => {
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
  const { NODE_TEST_CONTEXT: _nested, ...env } = process.env;
  const { ok, output } = await runProgram(process.execPath, nodeTestArguments(counts, '*.test.mjs', 3_000), {
    cwd: folder,
    env,
    // Only for the case that this very test fails.
    timeout: 100_000,
  });
  assert.equal(ok, false);
  assert.doesNotMatch(output, /was ended by SIGTERM/);
  assert.match(output, /✖ fails before it closes its server/);
  assert.match(output, /the readings commits and weather were awaited/);
  assert.match(output, /✖ waits for what never comes[\s\S]*test timed out after 3000ms/);
  assert.deepEqual(readCounts(counts, false), { passed: 1, failed: 2, skipped: 0 });
});

it('npm run test:node has the same time-out', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const flags = nodeTestArguments('').filter((flag) => /^--test-(?:timeout|force-exit)/.test(flag));
  assert.equal(flags.length, 2);
  for (const flag of flags) assert.ok(scripts['test:node']?.includes(` ${flag} `), flag);
});

it('no file of Node tests waits at its top level, since a forced end leaves out what is declared after that', async () => {
  const hasTopLevelAwait = async (code: string): Promise<boolean> => {
    try {
      // CommonJS has none.
      await transform(code, { loader: 'ts', format: 'cjs' });
      return false;
    } catch (error) {
      if (/top-level await/i.test(String(error))) return true;
      throw error;
    }
  };
  assert.equal(
    await hasTopLevelAwait('test("one", () => {});\nconst two =\n  await import("./two.ts");'),
    true,
  );
  const waiting: string[] = [];
  for await (const file of glob('test/**/*.node.test.ts', { cwd: root }))
    if (await hasTopLevelAwait(await readFile(join(root, file), 'utf8'))) waiting.push(file);
  assert.deepEqual(waiting, [], 'wait in a test, or in a hook');
});

it('what was waited for in vain is said with what is still missing', async () => {
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
