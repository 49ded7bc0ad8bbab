import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../data/core/time.ts';
import { readLogs, readMetrics } from '../../../harness/usage/otlp.ts';
import type { SentCounter, SentRequest } from '../../../harness/usage/otlp.ts';
import type { StatusLine } from '../../../harness/usage/status-line.ts';
import { UsageStore } from '../../../harness/usage/usage-store.ts';
import { temporaryFolder } from '../helpers.ts';
import { recordedExport } from './recorded.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const NANOS = 1e9;

let now: number;
let uptime: number;
let store: UsageStore;
const open = (file = ':memory:', timeZone = 'UTC'): UsageStore =>
  new UsageStore(file, { now: () => now, uptime: () => uptime, timeZone });
/** Lets time pass; `jump` sets the clock besides. */
const pass = (ms: number, jump = 0): void => {
  uptime += ms;
  now += ms + jump;
};

let last = 0;
/** A record of a request, with an identity of its own unless it is given. */
const request = (more: Partial<SentRequest> = {}): SentRequest => ({
  harness: 'Claude Code',
  session: 's-1',
  model: 'opus',
  at: now,
  identity: `request ${++last}`,
  tokens: { input: 10, output: 20, cacheRead: 300, cacheWrite: 4_000 },
  dollars: 0.1,
  ...more,
});
const counter = (
  figure: SentCounter['figures'][number][0],
  value: number,
  more: Partial<SentCounter> = {},
): SentCounter => ({
  harness: 'Claude Code',
  session: 's-1',
  model: 'opus',
  at: now,
  identity: `point ${++last}`,
  figures: [[figure, 1]],
  value,
  isCumulative: false,
  ...more,
});
const status = (more: Partial<StatusLine> = {}): StatusLine => ({
  session: { id: 's-1', harness: 'Claude Code', folder: 'shop' },
  model: 'opus',
  dollars: undefined,
  context: undefined,
  limits: [],
  at: now,
  ...more,
});

/** All that counts, a line for each day, session and model, the oldest day first. */
const table = (): string[] =>
  store
    .usage('0000-00-00')
    .toReversed()
    .map(
      ({ day, session, model, tokens: { input, output, cacheRead, cacheWrite }, nanos, unpriced, sources }) =>
        `${day} ${session.split('/')[1]} ${model}: ${input} ${output} ${cacheRead} ${cacheWrite}, ${nanos === undefined ? 'no price' : `$${nanos / NANOS}`}, ${unpriced} unpriced, ${sources.join()}`,
    );

/** Opens a store for each test of a `describe`. */
function useStore(): void {
  beforeEach(() => {
    [now, uptime] = [NOON, 0];
    store = open();
  });
  afterEach(() => store.close());
}

describe('recorded exports', () => {
  useStore();

  const logs = (name: Parameters<typeof recordedExport>[0]) =>
    store.takeRequests(readLogs(JSON.parse(recordedExport(name))).records, 'laptop');
  const metrics = (name: Parameters<typeof recordedExport>[0]) =>
    store.takeCounters(readMetrics(JSON.parse(recordedExport(name))).records, 'laptop');
  const claude = [
    '2026-11-20 5d1c1f3e-2a4b-4c6d-8e9f-0a1b2c3d4e5f opus: 8 433 22996 23306, $0.168026, 0 unpriced, ',
    '2026-11-20 5d1c1f3e-2a4b-4c6d-8e9f-0a1b2c3d4e5f haiku: 900 12 0 0, $0.00096, 0 unpriced, ',
  ];
  const shown = (source: string) => claude.map((line) => `${line}${source}`).toSorted();
  const found = () =>
    table()
      .map((line) => line.replace(/claude-(\w+)-[\d-]+/, '$1'))
      .toSorted();

  test('of requests and of counters have the same sums, and count once, in any order', () => {
    logs('claude-code-logs');
    assert.deepEqual(found(), shown('requests'));
    for (const again of [1, 2, 3]) {
      assert.deepEqual(
        metrics('claude-code-metrics'),
        { accepted: 8, refused: 0, reason: '' },
        String(again),
      );
      logs('claude-code-logs');
      assert.deepEqual(found(), shown('requests'));
    }
    store.close();
    store = open();
    metrics('claude-code-metrics');
    metrics('claude-code-metrics');
    assert.deepEqual(found(), shown('counters'));
    logs('claude-code-logs');
    assert.deepEqual(found(), shown('requests'));
  });

  test('of Codex and Gemini CLI have no price', () => {
    now = Date.parse('2026-11-29T12:00:00Z');
    logs('codex-logs');
    logs('gemini-logs');
    metrics('gemini-metrics');
    assert.deepEqual(table().toSorted(), [
      '2026-11-29 019a2f00-1111-7aaa-8bbb-0123456789ab gpt-5.2-codex: 1500 200 2200 0, no price, 3900 unpriced, requests',
      '2026-11-29 26f15632-0000-4000-8000-5278e3a56679 gemini-2.5-pro: 2510 125 8500 0, no price, 11135 unpriced, requests',
    ]);
    store.close();
    store = open();
    metrics('gemini-metrics');
    metrics('gemini-metrics');
    assert.deepEqual(table(), [
      '2026-11-29 26f15632-0000-4000-8000-5278e3a56679 gemini-2.5-pro: 2510 125 8500 0, no price, 11135 unpriced, counters',
    ]);
  });
});

describe('each request counts once', () => {
  useStore();

  test('over midnight, on its own day, in the time zone of the owner', () => {
    const requests = ['2026-11-20T22:59:59Z', '2026-11-20T23:00:00Z'].map((time) =>
      request({ at: Date.parse(time) }),
    );
    now = Date.parse('2026-11-20T23:10:00Z');
    store.close();
    store = open(':memory:', 'Europe/Berlin');
    store.takeRequests(requests, '');
    assert.deepEqual(
      store.usage('2026-11-20').map(({ day }) => day),
      ['2026-11-21', '2026-11-20'],
    );
    assert.deepEqual([store.dayBefore(0), store.dayBefore(1)], ['2026-11-21', '2026-11-20']);
  });

  test('a counter that ends after midnight does not count tokens again that are in records', () => {
    const before = Date.parse('2026-11-20T23:59:50Z');
    store.takeRequests([request({ at: before })], '');
    now = before + MINUTE_MS;
    store.takeCounters([counter('output', 20), counter('dollars', 0.1)], '');
    assert.deepEqual(table(), ['2026-11-20 s-1 opus: 10 20 300 4000, $0.1, 0 unpriced, requests']);
  });

  test('counters count on the days before the first record of a request', () => {
    store.takeCounters([counter('output', 7), counter('dollars', 0.3)], '');
    pass(DAY_MS);
    store.takeRequests([request()], '');
    store.takeCounters([counter('output', 20)], '');
    assert.deepEqual(table(), [
      '2026-11-20 s-1 opus: 0 7 0 0, $0.3, 0 unpriced, counters',
      '2026-11-21 s-1 opus: 10 20 300 4000, $0.1, 0 unpriced, requests',
    ]);
  });

  test('a session that was resumed goes on', () => {
    store.takeRequests([request({ identity: 'one' })], '');
    pass(HOUR_MS);
    // A new process of the session sends its first record, and the last export of the old one comes again.
    store.takeRequests([request({ identity: 'one' }), request({ identity: 'two' })], '');
    assert.deepEqual(table(), ['2026-11-20 s-1 opus: 20 40 600 8000, $0.2, 0 unpriced, requests']);
  });

  test('sums that begin again, come late or come twice', () => {
    const take = (value: number, more: Partial<SentCounter> = {}): void =>
      void store.takeCounters(
        [counter('output', value, { isCumulative: true, identity: 'series', ...more })],
        '',
      );
    take(100);
    pass(MINUTE_MS);
    take(150);
    take(150);
    take(120, { at: now - MINUTE_MS });
    pass(MINUTE_MS);
    take(30); // The program has begun again.
    take(30);
    take(500, { identity: 'another start' });
    pass(MINUTE_MS);
    take(45);
    assert.deepEqual(table(), ['2026-11-20 s-1 opus: 0 695 0 0, no price, 695 unpriced, counters']);
  });

  test('money is exact to a billionth', () => {
    store.takeRequests(
      Array.from({ length: 1_000 }, () => request({ dollars: 0.1 })),
      '',
    );
    assert.equal(store.nanosOf('2026-11-20'), 100 * NANOS);
  });

  test('tokens without a price are told apart from those with one', () => {
    store.takeRequests([request(), request({ dollars: undefined })], '');
    assert.deepEqual(table(), ['2026-11-20 s-1 opus: 20 40 600 8000, $0.1, 4330 unpriced, requests']);
  });
});

describe('the status line', () => {
  useStore();

  test('counts only where nothing better is known', () => {
    store.takeStatusLine(status({ dollars: 0.5 }), '');
    pass(MINUTE_MS);
    store.takeStatusLine(status({ dollars: 0.75 }), '');
    assert.deepEqual(table(), ['2026-11-20 s-1 opus: 0 0 0 0, $0.75, 0 unpriced, status-line']);
    store.takeRequests([request()], '');
    assert.deepEqual(table(), ['2026-11-20 s-1 opus: 10 20 300 4000, $0.1, 0 unpriced, requests']);
  });

  test('a status line that arrives late changes nothing; a smaller sum is a new count from zero', () => {
    store.takeStatusLine(status({ dollars: 5 }), '');
    store.takeStatusLine(status({ dollars: 4.9, at: now - 1_000 }), '');
    pass(DAY_MS);
    store.takeStatusLine(status({ dollars: 0.25 }), '');
    pass(MINUTE_MS);
    store.takeStatusLine(status({ dollars: 0.5 }), '');
    assert.deepEqual(table(), [
      '2026-11-20 s-1 opus: 0 0 0 0, $5, 0 unpriced, status-line',
      '2026-11-21 s-1 opus: 0 0 0 0, $0.5, 0 unpriced, status-line',
    ]);
  });

  test('has the context, the folder and the limits', () => {
    const limit = { window: 'five-hour', used: 23.5, resetsAt: now + HOUR_MS } as const;
    store.takeStatusLine(status({ context: { left: 92, size: 200_000 }, limits: [limit] }), 'laptop');
    pass(1_000);
    store.takeStatusLine(status(), 'laptop');
    assert.deepEqual(store.sessions(), [
      {
        session: 'Claude Code/s-1',
        folder: 'shop',
        model: 'opus',
        context: { left: 92, size: 200_000, at: NOON },
        updatedAt: NOON + 1_000,
      },
    ]);
    assert.deepEqual(store.limits(), [{ ...limit, harness: 'Claude Code', machine: 'laptop', at: NOON }]);
  });

  test('keeps the newest limits, whichever session told them, unless the clock was set back', () => {
    const tell = (id: string, used: number, at: number): void => {
      const limit = { window: 'five-hour', used, resetsAt: NOON + HOUR_MS } as const;
      const session = { ...status().session, id };
      assert.equal(store.takeStatusLine(status({ session, limits: [limit], at }), ''), '');
    };
    const shown = (): (number | undefined)[] => [store.limits()[0]?.used, store.limits()[0]?.at];
    tell('s-2', 60, now);
    tell('s-1', 20, now - 10 * MINUTE_MS);
    assert.deepEqual(shown(), [60, NOON]);
    pass(MINUTE_MS, -HOUR_MS);
    tell('s-1', 25, now);
    assert.deepEqual(shown(), [25, NOON + MINUTE_MS - HOUR_MS]);
  });
});

describe('clocks', () => {
  useStore();

  test('of agents may be wrong: their records count for today, and none is lost', () => {
    store.takeRequests(
      [
        request({ at: now + 400 * DAY_MS }),
        request({ at: now - 400 * DAY_MS }),
        request({ at: undefined }),
        request({ at: now - DAY_MS }),
        request({ at: now + MINUTE_MS }),
      ],
      '',
    );
    assert.deepEqual(table(), [
      '2026-11-19 s-1 opus: 10 20 300 4000, $0.1, 0 unpriced, requests',
      '2026-11-20 s-1 opus: 40 80 1200 16000, $0.4, 0 unpriced, requests',
    ]);
  });

  test('of the home may jump ahead and back: each record counts, on a day that is kept', () => {
    const take = (): void => void store.takeRequests([request()], '');
    take();
    pass(MINUTE_MS, 200 * DAY_MS);
    take();
    store.maintain();
    pass(HOUR_MS);
    store.maintain();
    take();
    pass(MINUTE_MS, -200 * DAY_MS);
    store.maintain();
    take();
    // The clock is set back by a month. The home does not accept the new time at once.
    pass(MINUTE_MS, -30 * DAY_MS);
    store.maintain();
    take();
    pass(MINUTE_MS, 30 * DAY_MS);
    store.maintain();
    take();
    assert.deepEqual(table(), ['2026-11-20 s-1 opus: 60 120 1800 24000, $0.6, 0 unpriced, requests']);
  });

  test('90 days are kept, and the oldest is deleted', () => {
    for (let day = 0; day < 100; day++) {
      store.takeRequests([request({ session: `s-${day % 3}` })], '');
      for (let hour = 0; hour < 24; hour++) {
        pass(HOUR_MS);
        store.maintain();
      }
    }
    const days = store.usage('0000-00-00').map(({ day }) => day);
    // The last request was yesterday.
    assert.equal(days.length, 89);
    assert.equal(days.at(-1), store.dayBefore(89));
  });
});

describe('keys', () => {
  useStore();

  test('have sessions of their own', () => {
    store.takeRequests([request()], 'laptop');
    const other = store.takeRequests([request(), request({ session: 's-2' })], 'other');
    assert.deepEqual(other, {
      accepted: 1,
      refused: 1,
      reason: 'another key reports the usage of this session',
    });
    assert.match(store.takeStatusLine(status({ dollars: 900 }), 'other'), /another key/);
    assert.ok(table().includes('2026-11-20 s-1 opus: 10 20 300 4000, $0.1, 0 unpriced, requests'));
  });

  test('have limits for a day', () => {
    const many = Array.from({ length: 600 }, (_, index) => request({ session: `s-${index}` }));
    const taken = store.takeRequests(many, 'laptop');
    assert.deepEqual([taken.accepted, taken.refused], [500, 100]);
    assert.match(taken.reason, /500 sessions today/);
    assert.equal(store.takeRequests([request({ session: 's-0' })], 'laptop').accepted, 1);
    assert.equal(store.takeRequests([request({ session: 's-x' })], 'other').accepted, 1);
    pass(DAY_MS);
    assert.equal(store.takeRequests([request({ session: 's-y' })], 'laptop').accepted, 1);
    const models = Array.from({ length: 40 }, (_, index) => request({ session: 'm', model: `m-${index}` }));
    store.takeRequests(models, 'other');
    assert.equal(store.usage('0000-00-00').filter(({ session }) => session.endsWith('/m')).length, 21);
  });

  test('have a limit of records in a day, of which status lines are none', () => {
    store.takeRequests([request({ session: 'others' })], 'other');
    const point = counter('input', 1, { session: 'others' });
    // Records that are refused count, too, and take less time.
    const send = (count: number) => store.takeCounters(Array<SentCounter>(count).fill(point), 'laptop');
    const tell = (session: string) =>
      store.takeStatusLine(status({ session: { id: session, harness: 'Claude Code' } }), 'laptop');
    assert.match(send(99_999).reason, /another key/);
    for (let line = 0; line < 10; line++) assert.equal(tell('s-1'), '');
    assert.equal(store.takeRequests([request()], 'laptop').accepted, 1);
    assert.match(send(1).reason, /100000 records today/);
    assert.equal(tell('s-1'), '');
    // Each of them may begin a session, so this limit counts for them.
    for (let session = 2; session <= 500; session++) assert.equal(tell(`s-${session}`), '');
    assert.match(tell('s-501'), /500 sessions today/);
  });
});

describe('the file', () => {
  useStore();

  test('sums are kept, not requests: 90 days of ten agents take less than 2 MB', () => {
    for (let day = 0; day < 90; day++) {
      for (let agent = 0; agent < 10; agent++)
        store.takeRequests(
          Array.from({ length: 8 }, (_, index) =>
            request({
              session: `0198aaaa-bbbb-cccc-dddd-${day * 10 + agent}`,
              model: `claude-model-${index % 2}`,
            }),
          ),
          'laptop',
        );
      pass(DAY_MS);
      store.maintain();
    }
    assert.equal(store.usage('0000-00-00').length, 89 * 10 * 2);
    assert.ok(store.usedBytes() < 2_000_000, String(store.usedBytes()));
  });

  test('what was counted survives a restart, and counts once after it', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'usage.sqlite');
    store.close();
    store = open(file);
    const one = request();
    store.takeRequests([one], 'laptop');
    store.takeCounters([counter('output', 9, { isCumulative: true, identity: 'sum', session: 's-2' })], '');
    store.close();
    store = open(file);
    store.takeRequests([one], 'laptop');
    store.takeCounters([counter('output', 11, { isCumulative: true, identity: 'sum', session: 's-2' })], '');
    assert.deepEqual(table().toSorted(), [
      '2026-11-20 s-1 opus: 10 20 300 4000, $0.1, 0 unpriced, requests',
      '2026-11-20 s-2 opus: 0 11 0 0, no price, 11 unpriced, counters',
    ]);
  });
});
