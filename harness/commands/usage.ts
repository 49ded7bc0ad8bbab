import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ageText } from '../../data/readings/format.ts';
import { MAX_USAGE_DAYS, type UsageAnswer, type UsageRow } from '../../data/usage/usage.ts';
import {
  costText,
  aboutDollars,
  dollarsText,
  limitText,
  shortCount,
  sourceText,
  sumOfRows,
  tokensText,
  windowWords,
} from '../../data/usage/usage-words.ts';
import { SessionStore } from '../agent-sessions/session-store.ts';
import { nameOf } from '../agent-sessions/session-view.ts';
import { type OwnerConfig, loadConfig } from '../config/config-file.ts';
import { printLine, safeJson } from '../core/escape.ts';
import { builtPages, configFlag, dataFlag } from '../core/folders.ts';
import { type Command, type FlagValues, textOf } from '../core/options.ts';
import { checkIsHome, openError } from '../store/data-folder.ts';
import { UsageDesk } from '../usage/usage-desk.ts';
import { USAGE_FILE, UsageStore } from '../usage/usage-store.ts';

/** Opens a file of the data folder, also while the home runs. Throws a `UserError`. */
export function openStored<T>(folder: string, name: string, what: string, read: (file: string) => T): T {
  const file = join(folder, name);
  try {
    return read(file);
  } catch (error) {
    throw openError(folder, file, what, error);
  }
}

/** What coding agents have used in the last days, from the data folder. Throws a `UserError`. */
export function readUsage(folder: string, config: OwnerConfig, days: number): UsageAnswer {
  const { timeZone } = config.weather;
  const store = openStored(folder, USAGE_FILE, 'The usage', (file) => new UsageStore(file, { timeZone }));
  const sessions = existsSync(join(folder, 'sessions.sqlite'))
    ? openStored(
        folder,
        'sessions.sqlite',
        'The agent sessions',
        (file) => new SessionStore(file, { now: Date.now }),
      )
    : undefined;
  const desk = new UsageDesk({
    store,
    dailyDollars: config.usage.dailyDollars,
    known(id) {
      const record = sessions?.record(id);
      return record && { name: nameOf(record, 'owner'), folder: record.folder };
    },
    warn: () => undefined,
  });
  try {
    return desk.answer(days);
  } finally {
    desk.close();
    sessions?.close();
    store.close();
  }
}

const rowText = ({ harness, model, folder, tokens, sources, updatedAt, ...cost }: UsageRow, now: number) =>
  `  ${[harness, model, folder].filter(Boolean).join(', ')}: ${tokensText(tokens)}; ${costText(cost)} (${sourceText(sources)}, ${ageText(updatedAt, now)})`;

function print({ now, today, timeZone, rows, limits, sessions, budget }: UsageAnswer): void {
  const days = [...new Set(rows.map(({ day }) => day))];
  for (const day of days) {
    const own = rows.filter((row) => row.day === day);
    const { tokens, ...cost } = sumOfRows(own);
    const name = `${day}${day === today ? `, today (${timeZone})` : ''}`;
    printLine(`${name}: ${shortCount(tokens)} tokens, ${costText(cost)}`);
    for (const row of own) printLine(rowText(row, now));
  }
  for (const { harness, machine, window, at, ...limit } of limits)
    printLine(
      `${windowWords[window]} of ${harness}${machine === '' ? '' : ` on ${machine}`}: ${limitText(limit, now)} (known ${ageText(at, now)})`,
    );
  for (const { name, harness, context } of sessions)
    if (context)
      printLine(
        `Context of ${name} (${harness}): ${Math.round(context.left)} % left (known ${ageText(context.at, now)})`,
      );
  if (budget) printLine(`Budget of today: ${aboutDollars(budget.spent)} of ${dollarsText(budget.dollars)}`);
  if (rows.length + limits.length === 0)
    printLine('No agent has sent what it uses. docs/usage.md has the settings for yours.');
  else printLine('All of it is an estimate: the programs of your agents count, and no bill was read.');
}

async function run(values: FlagValues): Promise<number> {
  const folder = resolve(String(values['data']));
  checkIsHome(folder);
  const config = await loadConfig({
    file: textOf(values['config']),
    dataDir: folder,
    dist: builtPages,
  });
  const answer = readUsage(folder, config, Number(values['days']));
  if (values['json'] === true) printLine(safeJson(answer));
  else print(answer);
  return 0;
}

export const usageCommand: Command = {
  details: [
    'Prints tokens and money by day, agent, model and folder, what is left of the windows, and the context left,',
    'from the data folder, also while the home runs. docs/usage.md says what agents have to send.',
  ].join('\n'),
  flags: [
    dataFlag,
    configFlag,
    {
      name: 'days',
      range: [1, MAX_USAGE_DAYS],
      value: 'DAYS',
      fallback: 7,
      help: 'how many days, today included',
    },
    { name: 'json', help: 'one JSON object, as GET /api/usage answers' },
  ],
  run,
};
