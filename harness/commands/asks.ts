import { join, resolve } from 'node:path';
import { endText } from '../../data/asks/ask-words.ts';
import { errorMessage } from '../../data/core/text.ts';
import { localMoment } from '../../data/core/time.ts';
import { ASKS_FILE, type AskLine, readAskLog } from '../asks/ask-log.ts';
import { printLine, safeJson } from '../core/escape.ts';
import { dataFlag } from '../core/folders.ts';
import type { Command } from '../core/options.ts';
import { UserError } from '../core/user-error.ts';
import { checkIsHome } from '../store/data-folder.ts';

type Asked = Extract<AskLine, { event: 'asked' }>['ask'];

function endLine(asked: Asked, end: Extract<AskLine, { event: 'ended' }>): string {
  const by = end.decision ? `, in ${end.decision.by}` : '';
  return `${localMoment(end.at)}  ${endText({ ...asked, state: end.state, decision: end.decision })}${by}`;
}

/** The lines that the terminal shows of an ask. */
function linesOf(asked: Asked, end: Extract<AskLine, { event: 'ended' }> | undefined): string[] {
  const { askedAt, name, machine, title, note, command, diff, plan } = asked;
  const indented = [command, diff, plan]
    .flatMap((detail) => detail?.text.split('\n') ?? [])
    .map((line) => `    ${line}`);
  return [
    `${localMoment(askedAt)}  ${name}${machine === '' ? '' : ` on ${machine}`}: ${[title, note].filter(Boolean).join(' – ')}`,
    ...indented,
    `  ${end ? endLine(asked, end) : '  open'}`,
  ];
}

function read(data: string): AskLine[] {
  const folder = resolve(data);
  checkIsHome(folder);
  const file = join(folder, ASKS_FILE);
  try {
    return readAskLog(file);
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${errorMessage(error)}.`,
      'Run the command as the user of the home.',
    );
  }
}

export const asksCommand: Command = {
  details: [
    'Prints the log of the data folder, the oldest ask first, also while the home runs. The log has the commands,',
    'changes and plans that the owner saw: keys in them are masked.',
  ].join('\n'),
  flags: [dataFlag, { name: 'json', help: 'one JSON object a line, as the file has them' }],
  async run(values) {
    const lines = read(String(values['data']));
    if (values['json'] === true) {
      for (const line of lines) printLine(safeJson(line));
      return 0;
    }
    const ended = new Map(lines.flatMap((one) => (one.event === 'ended' ? [[one.id, one] as const] : [])));
    const asked = lines.filter((one) => one.event === 'asked');
    for (const { ask } of asked) for (const line of linesOf(ask, ended.get(ask.id))) printLine(line);
    if (asked.length === 0)
      printLine('No agent has asked anything. “home-world hooks install claude-code --ask” lets one ask.');
    return 0;
  },
};
