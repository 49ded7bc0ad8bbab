import { History } from '../../../harness/history/history.ts';
import type { Check, Subject } from '../../../harness/history/check.ts';
import type { MaintenanceWindow } from '../../../harness/config/maintenance.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Noon of a day in UTC. */
export const NOON = Date.UTC(2026, 10, 21, 12);

export const wiki: Subject = { id: 'portal:wiki', kind: 'portal', name: 'The wiki' };

/** A history with a clock that tests move. */
export function historyAt(
  now: number,
  { file = ':memory:', maintenance = [] }: { file?: string; maintenance?: readonly MaintenanceWindow[] } = {},
) {
  const time = { now, uptime: 0 };
  const open = (): History =>
    new History(file, { now: () => time.now, uptime: () => time.uptime, maintenance });
  let history = open();
  /** The home runs for this long. */
  const run = (ms: number): void => {
    time.now += ms;
    time.uptime += ms;
  };
  const check = (online: boolean, more: Partial<Check> = {}): void =>
    history.record([
      { id: wiki.id, at: time.now, online, latencyMs: online ? 40 : null, cause: 'it answered 503', ...more },
    ]);
  return {
    time,
    run,
    check,
    /** One check a minute. */
    checks(count: number, online = true): void {
      for (let i = 0; i < count; i++) {
        check(online);
        run(MINUTE);
      }
    },
    of: (span: '24h' | '30d' | '90d' = '24h') => {
      const [subject] = history.view(span, [wiki]).subjects;
      if (!subject) throw new Error('the view has no subject');
      return subject;
    },
    get history() {
      return history;
    },
    /** Needs a file. */
    restart(): void {
      history.close();
      history = open();
    },
  };
}

/** Twenty portals over ninety days: each bar of each span has a row, and each portal flapped. */
export function fillNinetyDays(history: History, time: { now: number; uptime: number }): Subject[] {
  const subjects = Array.from({ length: 20 }, (_, index): Subject => {
    const name = `A portal with a long name, number ${index}`;
    return { id: `portal:p${index}-${'x'.repeat(50)}`, kind: 'portal', name };
  });
  const record = (round: number): void => {
    const checks = subjects.map(({ id }, index): Check => ({
      id,
      at: time.now,
      online: (round + index) % 8 !== 0,
      latencyMs: 20 + ((round * 37 + index * 11) % 900),
      cause: 'The code host cannot be read: it broke the connection off. '.repeat(5),
    }));
    history.record(checks);
  };
  const step = 2 * HOUR;
  for (let round = 0; round < (90 * DAY) / step; round++) {
    record(round);
    time.now += step;
    time.uptime += step;
  }
  // The last two days also have a bar for each half hour.
  for (let round = 0; round < 96; round++) {
    record(round);
    time.now += HOUR / 2;
    time.uptime += HOUR / 2;
  }
  return subjects;
}
