import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { History } from '../../../harness/history/history.ts';
import { temporaryFolder } from '../helpers.ts';
import { NOON, fillNinetyDays, wiki } from './histories.ts';

test('has after kill -9 every check that was recorded before', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'history.sqlite');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'record-until-killed.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  let written = 0;
  for await (const chunk of child.stdout) {
    written = Math.max(written, ...String(chunk).trim().split('\n').map(Number));
    if (written >= 25) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const history = new History(file, { now: () => NOON + 20 * 60_000 });
  const [subject] = history.view('24h', [wiki]).subjects;
  const [up = 0, down = 0] = subject?.bars.at(-1) ?? [];
  assert.ok(up + down >= written, `${up + down} of ${written}`);
  assert.equal(subject?.incidents.length, 1);
  history.close();
});

test('keeps ninety days of twenty portals in less than 20 MB, and answers with a few kilobytes', async (t) => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'history.sqlite');
  const time = { now: NOON, uptime: 0 };
  const history = new History(file, { now: () => time.now, uptime: () => time.uptime });
  const subjects = fillNinetyDays(history, time);
  const bytes = JSON.stringify(history.view('90d', subjects)).length;
  const { bars } = history.view('90d', subjects).subjects[0]!;
  assert.ok(bars.slice(0, -1).every((bar) => bar !== null));
  history.close();
  const megabytes = statSync(file).size / 1e6;
  t.diagnostic(`the file has ${megabytes.toFixed(2)} MB, the answer ${Math.round(bytes / 1000)} kB`);
  assert.ok(megabytes < 20, `${megabytes} MB`);
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});
