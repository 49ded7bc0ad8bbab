import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { dayOf } from '../../harness/agent-sessions/session-day.ts';
import { type SessionRecord, nextRecord } from '../../harness/agent-sessions/session-record.ts';
import { type SessionReportInput, sessionReport } from '../../harness/agent-sessions/session-report.ts';
import { SessionStore } from '../../harness/agent-sessions/session-store.ts';
import { viewOf } from '../../harness/agent-sessions/session-view.ts';
import { UsageStore } from '../../harness/usage/usage-store.ts';
import { randomFrom } from '../helpers/random.ts';
import { type Figure, quantile } from './figure.ts';

const [DAYS, AGENTS, SESSIONS, REQUESTS] = [90, 10, 3, 200];
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const START = Date.UTC(2026, 7, 24, 8);
const READS = 200;
const TOOLS = ['Bash', 'Edit', 'Read', 'Grep', 'Write'];

/** Ninety days of ten agents: three sessions a day each, with 200 requests and a tool call for each of these. */
class Household {
  readonly #random = randomFrom(7);
  readonly #records = new Map<string, SessionRecord>();
  readonly #sessions: SessionStore;
  readonly #usage: UsageStore;
  readonly #clock: { now: number };
  reports = 0;

  constructor(folder: string, clock: { now: number }) {
    this.#clock = clock;
    const times = { now: () => clock.now, uptime: () => clock.now - START };
    this.#sessions = new SessionStore(join(folder, 'sessions.sqlite'), times);
    this.#usage = new UsageStore(join(folder, 'usage.sqlite'), { ...times, timeZone: 'UTC' });
    this.#sessions.begin([], clock.now);
  }

  get sessions(): SessionStore {
    return this.#sessions;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  #report(given: SessionReportInput): void {
    this.reports++;
    const report = v.parse(sessionReport, { at: this.#clock.now, ...given });
    const id = `${report.session.harness}/${report.session.id}`;
    const record = nextRecord(this.#records.get(id), report, this.#clock.now);
    this.#records.set(id, record);
    this.#sessions.put(record);
  }

  #request(agent: number, session: SessionReportInput['session'], index: number): void {
    this.#report({ state: 'thinking', session });
    const target = {
      kind: 'file',
      name: `packages/part-${agent}/src/${Math.floor(this.#random() * 400)}.ts`,
    } as const;
    const call = Math.floor(this.#random() * 2 ** 48).toString(16);
    this.#report({ state: 'working', tool: this.#pick(TOOLS), target, call, session });
    if (index % 20 === 0) this.#report({ state: 'waiting', needs: 'permission', call, session });
    this.#usage.takeRequests(
      [
        {
          harness: session.harness,
          session: session.id,
          model: 'opus',
          at: this.#clock.now,
          identity: `${session.id} ${index}`,
          tokens: { input: 900, output: 400, cacheRead: 30_000, cacheWrite: 2_000 },
          dollars: 0.05,
        },
      ],
      'laptop',
    );
  }

  day(day: number): void {
    for (let part = 0; part < SESSIONS; part++) {
      this.#clock.now = START + day * DAY + part * 3 * HOUR;
      const sessions = Array.from({ length: AGENTS }, (_, agent) => ({
        id: crypto.randomUUID(),
        harness: this.#pick(['Claude Code', 'Codex']),
        folder: `folder-${agent}`,
        branch: 'main',
      }));
      for (let index = 0; index < REQUESTS; index++)
        for (const [agent, session] of sessions.entries()) {
          this.#clock.now += (2 * HOUR) / REQUESTS / AGENTS;
          if (index === 0) this.#report({ state: 'thinking', task: `Task ${day} of ${agent}`, session });
          this.#request(agent, session, index);
          if (this.reports % 1_000 === 0) this.#maintain();
        }
      for (const session of sessions) this.#report({ state: 'ended', session });
    }
  }

  #maintain(): void {
    this.#sessions.maintain();
    this.#usage.maintain();
  }

  close(): void {
    this.#maintain();
    this.#sessions.close();
    this.#usage.close();
  }
}

const timed = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

/** What the home stores of ten agents in 90 days, and how long it takes to read a moment and a day of it. */
export async function past(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  const clock = { now: START };
  const household = new Household(folder, clock);
  try {
    let put = 0;
    for (let day = 0; day < DAYS; day++) put += timed(() => household.day(day));
    const { past: kept } = household.sessions;
    const random = randomFrom(1);
    const minutes = Array.from({ length: READS }, () => {
      const at = START + Math.floor((random() * (clock.now - START)) / MINUTE) * MINUTE;
      return timed(() => viewOf(kept.at(at) ?? [], 'owner', at));
    });
    let changes = 0;
    const days = Array.from({ length: 10 }, () => {
      const from = START + Math.floor(random() * (DAYS - 1)) * DAY - 8 * HOUR;
      return timed(
        () => (changes = dayOf(kept.spans(from, from + DAY), 'owner', from, from + DAY).changes.length),
      );
    });
    const maintain = timed(() => household.sessions.maintain());
    household.close();
    const bytes = ['sessions.sqlite', 'usage.sqlite'].map((name) => statSync(join(folder, name)).size / 1e6);
    const most = (value: number) => ({ at: 'most', value }) as const;
    return [
      {
        name: 'sessions and usage, 90 days of 10 agents, files',
        value: bytes.reduce((sum, one) => sum + one, 0),
        unit: 'MB',
        bar: most(60),
        note: `sessions ${bytes[0]?.toFixed(1)} MB, ${household.reports} reports`,
      },
      {
        name: 'the sessions at any minute of 90 days, slowest',
        value: Math.max(...minutes),
        unit: 'ms',
        bar: most(300),
        note: `median ${quantile(minutes, 0.5).toFixed(1)} ms`,
      },
      {
        name: 'a day of ten agents, slowest',
        value: Math.max(...days),
        unit: 'ms',
        note: `${changes} changes`,
      },
      { name: 'a report and a request, stored', value: put / household.reports, unit: 'ms' },
      { name: 'the sessions maintained', value: maintain, unit: 'ms' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
