import { resolve } from 'node:path';
import { sizeText } from '../../data/readings/format.ts';
import { makeBackup } from '../backup/backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import type { Command, Flag, FlagValues } from '../core/options.ts';
import { dataFlag, programVersion } from '../core/folders.ts';
import { printLine } from '../core/escape.ts';
import { UserError } from '../core/user-error.ts';

/** The one file that follows the command. */
function fileOf(command: string, [file, ...more]: readonly string[]): string {
  if (file !== undefined && more.length === 0) return file;
  throw new UserError(
    `${command} needs the name of one file.`,
    `For example: home-world ${command} home-backup.tar.gz`,
    2,
  );
}

const dataOf = (values: FlagValues): string => resolve(String(values['data']));
const flags: readonly Flag[] = [
  dataFlag,
  {
    name: 'nats',
    value: 'URL',
    help: 'the NATS server of the home, which has its conversations: they are not in the file',
  },
];

/**
 * Tells an owner of several gateways where the conversations are, because the backup does not contain them.
 */
function printWhereConversationsAre({ nats }: FlagValues): void {
  if (nats === undefined) return;
  printLine(
    'The conversations are on the NATS server, which has a backup of its own: docs/operations.md says how.',
  );
}

const WHAT =
  'conversations, status history, agent sessions and their usage, config.json, notes, persona, the usage of the model, and your files in public/ and training/';

export const backup: Command = {
  details: [
    `The file (.tar.gz) has ${WHAT}.`,
    'Secrets are in no backup: they are in the environment. Visitors’ conversations are in it: keep it private.',
  ].join('\n'),
  flags,
  words: 'FILE',
  async run(values, _env, words) {
    const { file, bytes, parts, leftOut } = await makeBackup(
      dataOf(values),
      fileOf('backup', words),
      await programVersion(),
      new Date(),
    );
    printLine(`Backup of ${dataOf(values)} in ${file}: ${parts.length} files, ${sizeText(bytes)}.`);
    for (const path of leftOut) printLine(`Not in it: ${path}, which is no file that the home reads.`);
    printWhereConversationsAre(values);
    return 0;
  },
};

export const restore: Command = {
  details: [
    `It has ${WHAT}.`,
    'What is in the data folder now is kept in a folder before-restore-… in it.',
  ].join('\n'),
  flags,
  words: 'FILE',
  async run(values, _env, words) {
    const folder = dataOf(values);
    const { madeAt, parts, before } = await restoreBackup(folder, fileOf('restore', words), new Date());
    printLine(`Restored ${parts.length} files of ${madeAt} into ${folder}.`);
    if (before !== undefined) printLine(`What was there is in ${before}. Delete it when you do not need it.`);
    printWhereConversationsAre(values);
    return 0;
  },
};
