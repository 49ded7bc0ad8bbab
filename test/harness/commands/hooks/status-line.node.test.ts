import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { ownLine, statusOf } from '../../../../harness/commands/hooks/status-line.ts';
import { statusLine } from '../../../../harness/usage/status-line.ts';
import { UsageStore } from '../../../../harness/usage/usage-store.ts';
import { listenFor } from '../../../helpers/loopback.ts';
import { PATIENCE_MS, until } from '../../../helpers/waiting.ts';
import { program, runProgram } from '../../emit.ts';
import { temporaryFolder, withHome } from '../../helpers.ts';

const recorded = await readFile(
  join(import.meta.dirname, '../../../recorded/claude-code/status-line.json'),
  'utf8',
);
const input = JSON.parse(recorded) as Record<string, unknown>;

describe('the input of a status line', () => {
  test('becomes limits, context, cost and model, and nothing else', () => {
    const status = statusOf(input, 7);
    assert.deepEqual(status, {
      session: { id: '5d1c1f3e-2a4b-4c6d-8e9f-0a1b2c3d4e5f', harness: 'Claude Code', folder: 'shop' },
      model: 'claude-opus-4-6',
      dollars: 0.168986,
      context: { left: 97.6, size: 1_000_000 },
      limits: [
        { window: 'five-hour', used: 23.5, resetsAt: 1_795_186_800_000 },
        { window: 'seven-day', used: 41.2, resetsAt: 1_795_600_000_000 },
      ],
      at: 7,
    });
    assert.ok(v.is(statusLine, status));
    assert.equal(ownLine(input), 'Opus · 98 % of the context left · 5 h: 77 % left · 7 d: 59 % left');
  });

  test('may have nothing of it, or wrong values', () => {
    const session_id = 's-1';
    for (const more of [
      {},
      { rate_limits: null, context_window: null, cost: null, model: null, workspace: null },
      {
        rate_limits: { five_hour: { used_percentage: '5', resets_at: 1 }, seven_day: { used_percentage: 5 } },
        context_window: { used_percentage: null, remaining_percentage: null, context_window_size: -1 },
        cost: { total_cost_usd: -1 },
      },
    ]) {
      const status = statusOf({ session_id, ...more }, 1);
      assert.ok(v.is(statusLine, status), JSON.stringify(status));
      assert.deepEqual([status?.limits, status?.context, status?.dollars], [[], undefined, undefined]);
      assert.equal(ownLine({ session_id, ...more }), '');
    }
    const over = { session_id, rate_limits: { five_hour: { used_percentage: 104, resets_at: 5 } } };
    assert.ok(v.is(statusLine, statusOf(over, 1)));
    assert.equal(statusOf({}, 1), undefined);
  });
});

describe('home-world emit --statusline', () => {
  const own = ['--', process.execPath, '-e', 'process.stdin.pipe(process.stdout); process.exitCode = 3'];

  test('sends what it knows, and prints a line', async () => {
    const usage = new UsageStore(':memory:');
    await withHome({ usage }, async ({ app, url }) => {
      const env = { HOME_WORLD_AGENT_KEY: app.home.keys.agents.add('laptop') ?? '' };
      const outcome = await runProgram(program, ['emit', '--statusline', '--url', url], {
        env,
        input: recorded,
      });
      assert.deepEqual(outcome, {
        code: 0,
        out: 'Opus · 98 % of the context left · 5 h: 77 % left · 7 d: 59 % left\n',
        err: '',
      });
      await until('the limits are there', () => usage.limits().length === 2, PATIENCE_MS);
      assert.equal(usage.sessions()[0]?.context?.left, 97.6);
    });
    usage.close();
  });

  test('prints what the person’s own status line prints, whatever the home does', async (t) => {
    const hanging = await listenFor(t, () => undefined);
    for (const [given, env] of [
      [['--url', hanging], { HOME_WORLD_AGENT_KEY: 'k' }],
      [['--url', 'http://127.0.0.1:9'], { HOME_WORLD_AGENT_KEY: 'k' }],
      [['--url', 'not an address'], { HOME_WORLD_AGENT_KEY: 'k' }],
      [[], {}],
    ] as const)
      for (const text of [recorded, 'no JSON', '']) {
        const outcome = await runProgram(program, ['emit', '--statusline', ...given, ...own], {
          env,
          input: text,
        });
        assert.deepEqual(outcome, { code: 3, out: text, err: '' }, `${given.join(' ')} ${text.slice(0, 9)}`);
      }
  });

  test('takes flags of the person’s own command for that command', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'line.mjs');
    await writeFile(file, 'console.log(process.argv.slice(2).join(" "));');
    const words = ['--', process.execPath, file, '--help', '--statusline', '--', '--verbose'];
    const outcome = await runProgram(program, ['emit', '--statusline', ...words], { input: recorded });
    assert.deepEqual(outcome, { code: 0, out: '--help --statusline -- --verbose\n', err: '' });
    const missing = await runProgram(program, ['emit', '--statusline', '--', join(place.path, 'none')]);
    assert.equal(missing.code, 127);
    assert.match(missing.err, /ENOENT/);
  });

  test('says with --verbose what is wrong', async () => {
    const { err } = await runProgram(program, ['emit', '--statusline', '--verbose'], { input: recorded });
    assert.match(err, /HOME_WORLD_AGENT_KEY is not set/);
  });
});
