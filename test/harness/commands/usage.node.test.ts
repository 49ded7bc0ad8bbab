import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { usageAnswer } from '../../../data/usage/usage.ts';
import { openDataFolder } from '../../../harness/store/data-folder.ts';
import { readLogs } from '../../../harness/usage/otlp.ts';
import { USAGE_FILE, UsageStore } from '../../../harness/usage/usage-store.ts';
import { program, runProgram } from '../emit.ts';
import { temporaryFolder } from '../helpers.ts';
import { recordedExport } from '../usage/recorded.ts';

test('home-world usage prints what the data folder has, also while the home runs', async () => {
  await using place = await temporaryFolder();
  const data = join(place.path, 'data');
  const usage = (...words: string[]) => runProgram(program, ['usage', '--data', data, ...words]);
  const none = await usage();
  assert.deepEqual([none.code, none.out], [1, '']);
  const folder = await openDataFolder(data, { maxBytes: 1e6 });
  await writeFile(join(data, 'config.json'), JSON.stringify({ usage: { dailyDollars: 10 } }));
  const empty = await usage();
  assert.match(empty.out, /No agent has sent what it uses\. docs\/usage\.md/, empty.err);
  const store = folder.openFile(USAGE_FILE, 'The usage', (file) => new UsageStore(file));
  // The recorded days are long ago, so these requests have no time.
  const requests = (name: 'claude-code-logs' | 'codex-logs') =>
    readLogs(JSON.parse(recordedExport(name))).records.map((record) => ({ ...record, at: undefined }));
  store.takeRequests([...requests('claude-code-logs'), ...requests('codex-logs')], 'laptop');
  store.takeStatusLine(
    {
      session: { id: 's-1', harness: 'Claude Code', folder: 'shop' },
      model: 'claude-opus-4-6',
      context: { left: 92, size: 200_000 },
      limits: [{ window: 'five-hour', used: 23.5, resetsAt: Date.now() + 3 * 3_600_000 + 60_000 }],
      at: Date.now(),
    },
    'laptop',
  );
  const shown = await usage();
  assert.equal(shown.code, 0, shown.err);
  for (const part of [
    /^\d{4}-\d\d-\d\d, today \(\S+\): 51\.6 k tokens, about \$0\.17, and 3\.9 k tokens without a price$/m,
    /Claude Code, claude-opus-4-6: 46\.7 k tokens: 8 in, 433 out, 23\.0 k from the cache, 23\.3 k into the cache; about \$0\.17 \(estimate from its requests, just now\)/,
    /Codex, gpt-5\.2-codex: 3\.9 k tokens: .*; price unknown/,
    /Five hours of Claude Code on laptop: 77 % left, resets in 3 h \(known just now\)/,
    /Context of shop \(Claude Code\): 92 % left/,
    /Budget of today: about \$0\.17 of \$10\.00/,
    /All of it is an estimate/,
  ])
    assert.match(shown.out, part);
  const json = await usage('--json', '--days', '1');
  const answer = v.parse(usageAnswer, JSON.parse(json.out));
  assert.equal(answer.days, 1);
  assert.equal(answer.rows.length, 3);
  assert.equal((await usage('--days', '91')).code, 2);
  folder.close();
});
