import { resolve } from 'node:path';
import { MAX_USAGE_DAYS } from '../../data/usage/usage.ts';
import { SessionStore } from '../agent-sessions/session-store.ts';
import { storedDay } from '../agent-sessions/session-day.ts';
import { loadConfig } from '../config/config-file.ts';
import { printLine, safeJson } from '../core/escape.ts';
import { builtPages, configFlag, dataFlag } from '../core/folders.ts';
import { type Command, type FlagValues, textOf } from '../core/options.ts';
import { UserError } from '../core/user-error.ts';
import { dayMarkdown } from '../day/day-markdown.ts';
import { dayReport, usageOf } from '../day/day-report.ts';
import { checkIsHome } from '../store/data-folder.ts';
import { openStored, readUsage } from './usage.ts';

/** The code host is read by a home that runs, so the command has none of its lists. */
const NOT_READ = {
  state: 'error',
  source: 'the code host',
  cause: 'this command reads only the data folder; a home that runs has them at /api/day.md',
} as const;

/** The beginning and the end of a day of this machine’s time zone. */
function timeOf(given: string | undefined): { from: number; until: number } {
  const now = new Date();
  const [year = now.getFullYear(), month = now.getMonth() + 1, date = now.getDate()] =
    given?.split('-').map(Number) ?? [];
  const start = new Date(year, month - 1, date);
  const isDay = start.getMonth() === month - 1 && start.getDate() === date;
  if (given !== undefined && (!/^\d{4}-\d{2}-\d{2}$/.test(given) || !isDay))
    throw new UserError(`${given} is no day.`, 'Write a day as 2026-11-21.');
  if (start > now) throw new UserError(`${given} has not begun.`, 'Write today or an earlier day.');
  const end = new Date(year, month - 1, date + 1);
  return { from: start.getTime(), until: Math.min(end.getTime(), now.getTime()) };
}

async function run(values: FlagValues): Promise<number> {
  const folder = resolve(String(values['data']));
  checkIsHome(folder);
  const time = timeOf(textOf(values['day']));
  const config = await loadConfig({ file: textOf(values['config']), dataDir: folder, dist: builtPages });
  const store = openStored(
    folder,
    'sessions.sqlite',
    'The agent sessions',
    (file) => new SessionStore(file, { now: Date.now }),
  );
  try {
    const day = storedDay(store, 'owner', time.from, time.until);
    const usage = usageOf(readUsage(folder, config, MAX_USAGE_DAYS), time);
    const lists = { commits: NOT_READ, merged: NOT_READ, commitsKnownSince: undefined };
    const report = dayReport({ day, isOwner: true, ...lists, usage });
    if (values['json'] === true) printLine(safeJson({ ...day, report }));
    else printLine(dayMarkdown(config.appName, day, report));
  } finally {
    store.close();
  }
  return 0;
}

export const dayCommand: Command = {
  details: [
    'Prints what coding agents did on a day, from the data folder, also while the home runs: sessions, waits, asks,',
    'failures, tokens and money. Commits are at /api/day.md of the running home.',
  ].join('\n'),
  flags: [
    dataFlag,
    configFlag,
    { name: 'day', value: 'DAY', help: 'a day such as 2026-11-21; today if left out' },
    { name: 'json', help: 'one JSON object, as GET /api/day.json answers' },
  ],
  run,
};
