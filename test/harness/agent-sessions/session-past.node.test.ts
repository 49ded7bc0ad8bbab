import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import * as v from 'valibot';
import { type AgentDay, agentDay, sessionsAt } from '../../../data/day/agent-day.ts';
import type { AgentSession, AgentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { dayOf } from '../../../harness/agent-sessions/session-day.ts';
import { type SessionReportInput, sessionReport } from '../../../harness/agent-sessions/session-report.ts';
import { SessionStore } from '../../../harness/agent-sessions/session-store.ts';
import { type Reader, viewOf } from '../../../harness/agent-sessions/session-view.ts';
import { randomFrom } from '../../helpers/random.ts';
import { temporaryFolder } from '../helpers.ts';
import { strictHousehold } from './strict-household.ts';

const START = Date.UTC(2026, 10, 21, 8);
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const READERS = ['owner', 'all', 'states', 'counts', 'nothing'] as const;

/** A home over a file, with a clock that tests move. */
function openHome(t: TestContext, file: string, start = START) {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const clock = { now: start, uptime: 0 };
  const now = (): number => clock.now;
  const open = () => {
    const store = new SessionStore(file, { now, uptime: () => clock.uptime });
    const house = strictHousehold(store, now);
    return { store, house };
  };
  let home = open();
  return {
    clock,
    get house() {
      return home.house;
    },
    get store() {
      return home.store;
    },
    close() {
      home.house.close();
      home.store.close();
    },
    restart() {
      this.close();
      home = open();
    },
    run(ms: number) {
      clock.now += ms;
      clock.uptime += ms;
    },
    /** The clock is set, and the home maintains its files, as it does each minute. */
    set(time: number) {
      clock.now = time;
      t.mock.timers.tick(MINUTE);
    },
    maintain: () => t.mock.timers.tick(MINUTE),
    report: (given: SessionReportInput) => home.house.report(v.parse(sessionReport, given)),
    /** To read these is slow, so a test with several readers does it once. */
    recordsAt: (at: number) => home.store.past.at(at) ?? [],
    viewAt: (reader: Reader, at: number) => viewOf(home.store.past.at(at) ?? [], reader, at),
  };
}

const STATES = ['thinking', 'working', 'working', 'waiting', 'done', 'failed', 'ended'] as const;

/** A report that a program may send. */
function randomReport(random: () => number): SessionReportInput {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const often = (share: number): boolean => random() < share;
  return {
    state: one(STATES),
    session: {
      id: `s${Math.floor(random() * 9)}`,
      harness: one(['Codex', 'Claude Code']),
      ...(often(0.3) && { folder: one(['shop', 'harbour']), branch: one(['main', 'fix']) }),
      ...(often(0.05) && { name: one(['The login', 'The quay']) }),
    },
    ...(often(0.3) && { agent: { id: `a${Math.floor(random() * 3)}`, name: 'Explore' } }),
    ...(often(0.4) && { tool: one(['Bash', 'Edit']), step: `step ${Math.floor(random() * 5)}` }),
    ...(often(0.3) && { target: { kind: 'file', name: `src/${Math.floor(random() * 20)}.ts` } }),
    ...(often(0.2) && { needs: one(['permission', 'answer', 'plan']) }),
    ...(often(0.2) && { call: `c${Math.floor(random() * 4)}` }),
    ...(often(0.1) && { task: `task ${Math.floor(random() * 4)}` }),
  };
}

/** A step of the clock: mostly seconds, sometimes until sessions fall silent, or are gone. */
function randomStep(random: () => number): number {
  const kind = random();
  if (kind < 0.7) return 1 + Math.floor(random() * 20 * SECOND);
  if (kind < 0.95) return 1 + Math.floor(random() * 15 * MINUTE);
  return 1 + Math.floor(random() * 14 * HOUR);
}

interface Kept {
  readonly at: number;
  readonly views: readonly (readonly [Reader, AgentSessions | undefined])[];
}

describe('the sessions at a moment', () => {
  for (const seed of [1, 2, 3])
    test(`are those that were shown then, over restarts and jumps of the clock (${seed})`, async (t) => {
      await using folder = await temporaryFolder();
      const home = openHome(t, join(folder.path, 'sessions.sqlite'));
      const random = randomFrom(seed);
      let kept: Kept[] = [];
      const keep = (): void => {
        home.run(1);
        kept.push({
          at: home.clock.now,
          views: READERS.map((reader) => [reader, home.house.view(reader)] as const),
        });
        home.run(1);
      };
      for (let index = 0; index < 1_500; index++) {
        home.report(randomReport(random));
        home.run(randomStep(random));
        if (random() < 0.3) keep();
        if (random() < 0.1) home.maintain();
        if (random() < 0.01) home.restart();
        const jump = random();
        if (jump < 0.003) home.set(home.clock.now + 3 * DAY);
        else if (jump < 0.008) {
          home.set(home.clock.now - Math.floor(random() * 5 * HOUR));
          // These moments come again.
          kept = kept.filter(({ at }) => at < home.clock.now);
        }
      }
      home.restart();
      assert.ok(kept.length > 100);
      for (const { at, views } of kept) {
        const records = home.recordsAt(at);
        for (const [reader, view] of views)
          assert.deepEqual(viewOf(records, reader, at), view, `${reader} at ${new Date(at).toISOString()}`);
      }
      home.close();
    });

  test('are known again after a write has failed', (t) => {
    const home = openHome(t, ':memory:');
    const session = { id: 'a', harness: 'Codex' };
    home.report({ state: 'working', session });
    home.run(MINUTE);
    const { put } = home.store.past;
    home.store.past.put = () => {
      throw new Error('the disk is full');
    };
    assert.throws(() => home.store.put({ ...home.store.record('Codex/a')!, updatedAt: home.clock.now }));
    home.store.past.put = put;
    home.report({ state: 'waiting', session });
    home.run(MINUTE);
    assert.deepEqual(home.viewAt('owner', home.clock.now), home.house.view('owner'));
    home.close();
  });

  test('are kept for 90 days', (t) => {
    const home = openHome(t, ':memory:');
    const session = { id: 'a', harness: 'Codex' };
    for (let day = 0; day <= 92; day++) {
      home.report({ state: 'waiting', session });
      for (let hour = 0; hour < 24; hour += 6) {
        home.run(6 * HOUR);
        home.maintain();
      }
    }
    assert.equal(home.viewAt('owner', home.clock.now - 90 * DAY)?.counts.waiting, 1);
    const since = home.store.past.since() ?? 0;
    assert.ok(since > home.clock.now - 91 * DAY, new Date(since).toISOString());
    assert.equal(home.store.past.at(START), undefined);
    home.close();
  });
});

/** What a day tells of a session: see `dayOf`. */
function told({
  step,
  tool,
  target,
  tools: _tools,
  files: _files,
  updatedAt: _at,
  ...session
}: AgentSession) {
  const calm = (state: AgentSession['state']) => (state === 'thinking' ? 'working' : state);
  const keeps = session.state === 'waiting' || session.state === 'failed';
  return {
    ...session,
    state: calm(session.state),
    ...(keeps && { step, tool, target }),
    agents: session.agents.map((agent) => ({ ...agent, state: calm(agent.state) })),
  };
}
const toldAll = (given: AgentSessions | undefined) =>
  given && {
    ...given,
    sessions: given.sessions
      .map((session) => JSON.stringify(told(session), undefined, 1))
      // Sessions at work have the order of their names in both, and `thinking` counts as work.
      .sort(),
  };

const whole = (day: Omit<AgentDay, 'asks' | 'knownSince'>): AgentDay =>
  v.parse(agentDay, { ...day, asks: [], knownSince: null });

describe('a day of the sessions', () => {
  for (const seed of [5, 6])
    test(`tells each reader what was shown in each minute (${seed})`, async (t) => {
      const home = openHome(t, ':memory:');
      const random = randomFrom(seed);
      for (let index = 0; index < 900; index++) {
        home.report(randomReport(random));
        home.run(Math.min(randomStep(random), 20 * MINUTE));
        if (random() < 0.1) home.maintain();
      }
      const [from, until] = [START + 2 * HOUR, Math.min(START + 20 * HOUR, home.clock.now)];
      const moments = Array.from(
        { length: Math.floor((until - from) / (5 * MINUTE)) + 1 },
        (_unused, index) => {
          const at = from + index * 5 * MINUTE;
          return { at, records: home.recordsAt(at) };
        },
      );
      for (const reader of READERS) {
        const day = whole(dayOf(home.store.past.spans(from, until), reader, from, until));
        assert.equal(day.isCut, false);
        for (const { at, records } of moments)
          assert.deepEqual(
            toldAll(sessionsAt(day, at)),
            toldAll(viewOf(records, reader, at)),
            `${reader} at ${at}`,
          );
      }
      home.close();
    });

  test('is cut where it has too many changes, and says where', (t) => {
    const home = openHome(t, ':memory:');
    for (let index = 0; index < 7_000; index++) {
      home.report({ state: index % 2 ? 'waiting' : 'done', session: { id: 'a', harness: 'Codex' } });
      home.run(SECOND);
      if (index % 1_000 === 0) home.maintain();
    }
    const day = whole(dayOf(home.store.past.spans(START, home.clock.now), 'owner', START, home.clock.now));
    assert.equal(day.isCut, true);
    assert.equal(day.until, day.changes.at(-1)?.at);
    assert.ok(day.until < home.clock.now);
    home.close();
  });
});
