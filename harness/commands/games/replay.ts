import { resolve } from 'node:path';
import { errorMessage } from '../../../data/core/text.ts';
import type { PlayLogEntry } from '../../../data/games/play-log.ts';
import { counted } from '../../../data/readings/format.ts';
import { logLine } from '../../games/play/log-lines.ts';
import { listPlays, readPlay, readScreen } from '../../games/play/plays-folder.ts';
import { replayPage } from '../../games/play/replay-page.ts';
import { progressOf } from '../../games/play/resume.ts';
import { dataFlag, shortPath } from '../../core/folders.ts';
import { type Command, type Flag, type FlagValues, textOf } from '../../core/options.ts';
import { replaceFile } from '../../core/replace-file.ts';
import { printLine, safeJson } from '../../core/escape.ts';
import { UserError } from '../../core/user-error.ts';

const own: readonly Flag[] = [
  { name: 'json', help: 'print JSON instead of text' },
  { name: 'html', value: 'FILE', help: 'write the play as one page with its screenshots, for any browser' },
];

/** One play in the list. */
function summaryOf(id: string, entries: readonly PlayLogEntry[]) {
  const progress = progressOf(entries);
  return {
    id,
    portal: progress?.start.portal ?? null,
    startedAt: progress?.start.at ?? null,
    steps: progress?.used.steps ?? 0,
    dryRun: progress?.start.dryRun ?? null,
    /** Null while the play runs, and after its player was killed. */
    state: progress?.end?.state ?? null,
    note: progress?.end?.note ?? null,
  };
}

function list(data: string, isJson: boolean): void {
  const plays = listPlays(data).map((id) => summaryOf(id, readPlay(data, id) ?? []));
  if (isJson) return printLine(safeJson(plays));
  for (const { id, steps, dryRun, state, note } of plays)
    printLine(
      [
        id,
        ...(dryRun === true ? ['dry run'] : []),
        counted(steps, 'step'),
        state === null ? 'not ended: it runs now, or --resume continues it' : `${state}: ${note ?? ''}`,
      ].join(' · '),
    );
  if (plays.length === 0) printLine('There are no plays yet. “home-world play <portal>” starts one.');
}

function writePage(file: string, id: string, entries: readonly PlayLogEntry[], data: string): void {
  try {
    replaceFile(
      file,
      replayPage(id, entries, (name) => readScreen(data, id, name)),
    );
  } catch (error) {
    throw new UserError(
      `${shortPath(file)} cannot be written: ${errorMessage(error)}.`,
      'Name a file in a folder that this user can write.',
    );
  }
  printLine(
    `${shortPath(file)} shows the play. It contains the screenshots: look at them before you share it.`,
  );
}

async function run(values: FlagValues, _env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> {
  const data = resolve(String(values['data']));
  const [id, ...more] = words;
  const [isJson, html] = [values['json'] === true, textOf(values['html'])];
  if (more.length > 0 || (html !== undefined && (id === undefined || isJson)))
    throw new UserError(
      'replay shows one play, as text, as JSON or as a page.',
      'Run “home-world replay” for the list, then “home-world replay ID --html FILE”.',
      2,
    );
  if (id === undefined) {
    list(data, isJson);
    return 0;
  }
  const entries = readPlay(data, id);
  if (!entries)
    throw new UserError(
      `There is no play ${id.slice(0, 100)}.`,
      'Run “home-world replay” for the list of plays.',
    );
  if (html !== undefined) writePage(resolve(html), id, entries, data);
  else if (isJson) printLine(safeJson(entries));
  else for (const entry of entries) printLine(logLine(entry));
  return 0;
}

/** The command `replay`. */
export const replay: Command = {
  words: '[play]',
  details: [
    'Without a play it lists all, the newest first. With one it prints each step: what the resident saw, thought and did.',
    'docs/games.md says what a play is.',
  ].join('\n'),
  flags: [...own, dataFlag],
  run,
};
