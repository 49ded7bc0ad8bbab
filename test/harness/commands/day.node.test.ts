import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { DAY_MS, HOUR_MS, utcDay } from '../../../data/core/time.ts';
import { agentDay } from '../../../data/day/agent-day.ts';
import { type SessionReportInput, sessionReport } from '../../../harness/agent-sessions/session-report.ts';
import { SessionStore } from '../../../harness/agent-sessions/session-store.ts';
import { openDataFolder } from '../../../harness/store/data-folder.ts';
import { USAGE_FILE, UsageStore } from '../../../harness/usage/usage-store.ts';
import { program, runProgram } from '../emit.ts';
import { temporaryFolder } from '../helpers.ts';
import { strictHousehold } from '../agent-sessions/strict-household.ts';

// A day is one of the machine's time zone: this test is the same on every machine.
process.env['TZ'] = 'UTC';
/** Noon, three days ago: usage is kept for 90 days. */
const NOON = (Math.floor(Date.now() / DAY_MS) - 3) * DAY_MS + 12 * HOUR_MS;
const DAY = utcDay(NOON);
const MINUTE = 60_000;

test('home-world day prints what agents did, and every figure is that of the reports', async () => {
  await using place = await temporaryFolder();
  const data = place.path;
  const day = (...words: string[]) =>
    runProgram(program, ['day', '--data', data, ...words], { env: { TZ: 'UTC' } });
  const folder = await openDataFolder(data, { maxBytes: 1e6 });
  const clock = { now: NOON - MINUTE };
  const now = (): number => clock.now;
  const store = folder.openFile('sessions.sqlite', 'The sessions', (file) => new SessionStore(file, { now }));
  const house = strictHousehold(store, now);
  const report = (minute: number, body: Omit<SessionReportInput, 'session'>, id = 'a'): void => {
    clock.now = NOON + minute * MINUTE;
    const session = { id, harness: 'Codex', folder: 'shop', branch: '*main*' };
    house.report(v.parse(sessionReport, { ...body, session }));
  };
  report(0, { state: 'thinking', task: 'The login' });
  report(1, { state: 'working', tool: 'Bash' });
  report(2, { state: 'working', tool: 'Edit', target: { kind: 'file', name: 'a.ts' } });
  report(10, { state: 'waiting', needs: 'answer', step: 'Which port?' });
  report(48, { state: 'working', tool: 'Bash' });
  report(50, { state: 'failed', step: 'rate limit' });
  report(55, { state: 'ended' });
  report(60, { state: 'waiting', needs: 'permission' }, 'b');
  store.putAsk('x', {
    kind: 'question',
    session: '',
    name: 'shop',
    title: '\u202eWhich port?',
    note: '',
    command: '',
    state: 'decided',
    end: 'Answered: 8080',
    askedAt: NOON + 10 * MINUTE,
    endedAt: NOON + 48 * MINUTE,
  });
  house.close();
  const usage = folder.openFile(USAGE_FILE, 'The usage', (file) => new UsageStore(file, { now }));
  const tokens = { input: 1_000, output: 500, cacheRead: 0, cacheWrite: 0 };
  usage.takeRequests(
    [{ harness: 'Codex', session: 'a', model: 'm', at: NOON, identity: 'one', tokens, dollars: 0.42 }],
    '',
  );
  const shown = await day('--day', DAY);
  assert.equal(shown.code, 0, shown.err);
  for (const part of [
    '### shop · \\*main\\* (Codex)\n\n- came at 12:00, ended at 12:55',
    '- task: The login',
    '- at work: 12 minutes; 3 tool calls; 1 file in the whole session',
    '- 12:10 waits for an answer: 38 minutes (Which port?)',
    '- 12:50 failed (rate limit)',
    '- came at 13:00, at the end waits for its owner',
    'waits for permission: ',
    ', and waits on',
    '- 12:10 shop has a question: Which port? Answered: 8080, after 38 minutes',
    '## Commits\n\nNot known: this command reads only the data folder',
    '1.5 k tokens, about $0.42',
    'All of it is an estimate',
    `What agents did is stored since ${DAY} 11:59:00 UTC.`,
  ])
    assert.ok(shown.out.includes(part), `${part}\n\n${shown.out}`);
  const json = await day('--day', DAY, '--json');
  assert.equal(v.parse(agentDay, JSON.parse(json.out)).asks.length, 1);
  const none = await day('--day', utcDay(NOON - 3 * DAY_MS));
  assert.match(
    none.out,
    /## Agent sessions\n\nNone\.[^]*## Asks\n\nNone\.[^]*No agent has sent what it used/,
  );
  for (const other of ['2026-02-31', '2025-14-05', '2026-00-10'])
    assert.equal((await day('--day', other)).code, 1, other);
  assert.equal((await day('--day', '2999-01-01')).code, 1);
  folder.close();
});
