import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { statusOfEvent } from '../../../../harness/commands/hooks/codex-usage.ts';
import type { News } from '../../../../harness/commands/hooks/payload.ts';
import { statusLine } from '../../../../harness/usage/status-line.ts';
import { temporaryFolder } from '../../helpers.ts';

const recorded = await readFile(
  join(import.meta.dirname, '../../../recorded/codex/transcript-end.jsonl'),
  'utf8',
);

describe('the transcript of Codex', () => {
  const statusOf = async (transcript: string | undefined, news: News = { state: 'done' }, at = 7) => {
    await using place = await temporaryFolder();
    const path = join(place.path, 'rollout.jsonl');
    if (transcript !== undefined) await writeFile(path, transcript);
    const found = { harness: 'Codex', session: 's-1', cwd: '', news };
    const status = statusOfEvent({ transcript_path: path, model: 'gpt-5.2-codex' }, found, at);
    assert.ok(status === undefined || v.is(statusLine, status), JSON.stringify(status));
    await rm(path, { force: true });
    return status;
  };
  /** The figures with other values. */
  const changed = (change: (payload: Record<string, Record<string, unknown>>) => void): string => {
    const line = JSON.parse(recorded.trim().split('\n').at(-2) ?? '') as {
      payload: Record<string, Record<string, unknown>>;
    };
    change(line.payload);
    return `${JSON.stringify(line)}\n`;
  };

  test('becomes the context and both windows, and nothing else', async () => {
    assert.deepEqual(await statusOf(recorded), {
      session: { id: 's-1', harness: 'Codex', folder: undefined },
      model: 'gpt-5.2-codex',
      // 88,960 of 258,400 tokens, without the 12,000 that Codex leaves out.
      context: { left: 100 - (76_960 / 246_400) * 100, size: 258_400 },
      limits: [
        { window: 'five-hour', used: 42.5, resetsAt: 1_795_964_740_000 },
        { window: 'seven-day', used: 13, resetsAt: 1_796_357_540_000 },
      ],
      at: 7,
    });
    // The figures are older than the event.
    const later = Date.parse('2026-11-29T14:00:00Z');
    assert.equal((await statusOf(recorded, undefined, later))?.at, Date.parse('2026-11-29T13:05:40.622Z'));
    const long = `${JSON.stringify({ payload: { text: 'x'.repeat(400_000) } })}\n`;
    assert.equal((await statusOf(long + recorded))?.limits?.length, 2);
  });

  test('may have a part of it', async () => {
    const noLimits = await statusOf(changed((payload) => Object.assign(payload, { rate_limits: null })));
    assert.deepEqual([noLimits?.limits, noLimits?.context?.size], [[], 258_400]);
    const noInfo = await statusOf(changed((payload) => Object.assign(payload, { info: null })));
    assert.deepEqual([noInfo?.limits?.length, noInfo?.context], [2, undefined]);
    const monthly = await statusOf(
      changed(({ rate_limits }) => Object.assign(rate_limits?.['primary'] ?? {}, { window_minutes: 43_200 })),
    );
    assert.deepEqual(
      monthly?.limits?.map(({ window }) => window),
      ['seven-day'],
    );
    const aMinuteLess = await statusOf(
      changed(({ rate_limits }) => {
        Object.assign(rate_limits?.['primary'] ?? {}, { window_minutes: 299 });
        Object.assign(rate_limits?.['secondary'] ?? {}, { window_minutes: 10_079 });
      }),
    );
    assert.equal(aMinuteLess?.limits?.length, 2);
    const cut = await statusOf(`${recorded}{"type":"token_count"}\n{"type":"token_count","info":`);
    assert.equal(cut?.limits?.length, 2);
    const ofAModel = await statusOf(
      changed(({ rate_limits }) => Object.assign(rate_limits!, { limit_id: 'spark' })),
    );
    assert.deepEqual(ofAModel?.limits, []);
    const full = await statusOf(
      changed(({ info }) => Object.assign(info!, { last_token_usage: { total_tokens: 3e6 } })),
    );
    assert.equal(full?.context?.left, 0);
  });

  test('is not waited for if it is a pipe', { skip: process.platform === 'win32' }, async () => {
    await using place = await temporaryFolder();
    const path = join(place.path, 'pipe');
    execFileSync('mkfifo', [path]);
    const found = { harness: 'Codex', session: 's-1', cwd: '', news: { state: 'done' } } as const;
    assert.equal(statusOfEvent({ transcript_path: path }, found, 7), undefined);
  });

  test('says nothing if it has no figures, wrong ones, or is of a sub-agent', async () => {
    const wrong = changed(({ info, rate_limits }) => {
      Object.assign(info!, { model_context_window: '258400' });
      Object.assign(rate_limits!, { primary: { used_percent: -1 }, secondary: 5 });
    });
    for (const text of [undefined, '', 'no JSON', '{"type":"token_count"', '{"type":"token_count"}', wrong])
      assert.equal(await statusOf(text), undefined, text);
    assert.equal(await statusOf(recorded, { state: 'done', agent: { id: 'a' } }), undefined);
  });
});
