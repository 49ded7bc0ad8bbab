import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Outcome, runProgram } from '../../ci/run.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { temporaryFolder, writeDist } from '../harness/helpers.ts';
import { until } from '../helpers/waiting.ts';
import { linkProductionPackages } from './pack/production-packages.ts';

const root = resolve(import.meta.dirname, '../..');

describe('an installation without build tools (npm install --omit=dev)', () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let folder: string;
  const step = (script: string, ...args: string[]): Promise<Outcome> =>
    runProgram(process.execPath, [script, ...args], { cwd: folder, timeout: 100_000 });

  before(async () => {
    place = await temporaryFolder();
    folder = place.path;
    for (const part of ['ci', 'data', 'harness', 'theme', 'package.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    linkProductionPackages(folder);
  });

  after(() => place.dispose());

  it('has no build tools', () => {
    assert.ok(!existsSync(join(folder, 'node_modules/rollup')));
  });

  it('says that pages have to be built first', async () => {
    const { ok, output } = await step('ci/build-if-needed.ts');
    assert.equal(ok, false);
    assert.match(output, /no pages in dist\/[\s\S]*npm install && npm run build/);
    assert.doesNotMatch(output, /\n\s+at /);
  });

  it('prints its help and its version without pages', async () => {
    // What npm adds to the script of “npm start” for “npm start -- --help”.
    const start = /node (ci\S+) serve$/.exec(packageJson.scripts.start)?.[1] ?? '';
    const help = await step(start, 'serve', '--help');
    assert.ok(help.ok, help.output);
    assert.match(help.output, /^Usage: .* \[flags\]/);
    assert.deepEqual(await step(start, 'serve', '--version'), {
      ok: true,
      output: `${packageJson.version}\n`,
    });
    assert.match((await step(start, 'serve')).output, /no pages in dist\//);
  });

  it('starts a home with existing pages, also older ones, which ends with the shell of npm', async (t) => {
    await writeDist(folder);
    assert.deepEqual(await step('ci/build-if-needed.ts'), { ok: true, output: '' });
    // This file is outside the folders of the pages, but the generated pages are written with it.
    const nextYear = Date.now() / 1000 + 31_536_000;
    const markup = join(folder, 'harness/core/escape.ts');
    utimesSync(markup, nextYear, nextYear);
    assert.match((await step('ci/build-if-needed.ts')).output, /older than their sources/);
    utimesSync(markup, 0, 0);
    utimesSync(join(folder, 'dist/version.json'), 0, 0);
    const command = `"${process.execPath}" ci/start.js serve --port 0 --demo --data kept; exit`;
    const home = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let hasEnded = false;
    // The home has the output of the shell too, so this comes when both have ended.
    home.once('close', () => (hasEnded = true));
    // A test that fails leaves no process.
    t.after(() => void (hasEnded || process.kill(-(home.pid ?? 0), 'SIGKILL')));
    let said = '';
    home.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const address = () => / at (http:\/\/\S+)/.exec(said)?.[1];
    await until('the home says where it is', () => address() !== undefined, 60_000);
    for (const path of ['/', '/healthz', '/api/v1/repos/timmy/lit/commits?limit=50'])
      assert.equal((await fetch(`${address()}${path}`)).status, 200, path);
    home.kill();
    await until('the home has ended too', () => hasEnded, 60_000);
  });
});
