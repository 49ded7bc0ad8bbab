import { dirname, resolve } from 'node:path';
import { errorMessage } from '../../data/core/text.ts';
import { dataFlag, ensureDir } from '../core/folders.ts';
import { type Command, type FlagValues, usageOf } from '../core/options.ts';
import { Notes } from '../resident/model/notes.ts';
import { printLine } from '../core/escape.ts';
import { UserError } from '../core/user-error.ts';
import { notesFile } from '../resident/model/resident-setup.ts';

const usage = usageOf('notes');

function list(notes: Notes): void {
  const all = notes.all();
  all.forEach(({ text }, index) => printLine(`${index + 1}. ${text}`));
  if (all.length === 0) printLine(`There are no notes in ${notes.file}.`);
}

async function add(notes: Notes, words: readonly string[]): Promise<void> {
  const text = words.join(' ').trim();
  if (text === '') throw usage('notes add needs a text.');
  await ensureDir(dirname(notes.file));
  notes.add(text, new Date());
  printLine(`Added to ${notes.file}.`);
}

function remove(notes: Notes, [number, ...more]: readonly string[]): void {
  if (number === undefined || !/^\d{1,6}$/.test(number) || more.length > 0)
    throw usage('notes delete needs the number of one note, as “notes list” shows it.');
  if (!notes.delete(Number(number)))
    throw new UserError(`There is no note ${number}.`, 'Run “home-world notes list” to see their numbers.');
  printLine(`Deleted note ${number}.`);
}

async function run(
  values: FlagValues,
  _env: NodeJS.ProcessEnv,
  [action = 'list', ...words]: readonly string[],
): Promise<number> {
  const notes = new Notes(notesFile(resolve(String(values['data']))));
  try {
    if (action === 'add') await add(notes, words);
    else if (action === 'delete') remove(notes, words);
    else if (words.length > 0 || (action !== 'list' && action !== 'path'))
      throw usage(`notes cannot do “${[action, ...words].join(' ')}”.`);
    else if (action === 'list') list(notes);
    else printLine(notes.file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `The notes ${notes.file} could not be read or written: ${errorMessage(error)}`,
      'Make the file readable and writable for this user, or name another data folder with --data.',
    );
  }
  return 0;
}

export const notes: Command = {
  words: '[list | add TEXT | delete N | path]',
  details: [
    'list        shows every note with its number (without a word, too)',
    'add TEXT    adds a note for all conversations',
    'delete N    deletes the note of that number',
    'path        prints the file: it is a Markdown list, which any editor can change',
  ].join('\n'),
  flags: [dataFlag],
  run,
};
