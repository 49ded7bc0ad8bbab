import { readFileSync, statSync } from 'node:fs';
import { cleanLine, cutText } from '../../../data/core/text.ts';
import { replaceFile } from '../../core/replace-file.ts';
import { codeOf } from '../../core/user-error.ts';

/** The visitor id of `home-world think`. Notes from this visitor are used in every conversation. */
export const OWNER = 'owner';
/** The visitor id of `home-world think -`. The text is piped in, and others may have written it. */
export const PIPED = 'piped';
/** A longer note is cut: notes are read with every question. */
const MAX_NOTE_CHARACTERS = 300;
/**
 * A larger file is not read. All notes together are far smaller, and the file is read with every question.
 */
const MAX_FILE_BYTES = 1_000_000;
/** The maximum number of notes of the owner, and of all visitors together. */
const MAX_NOTES = 200;
const MAX_NOTES_OF_VISITOR = 20;

/** One line of the file: `- 2026-11-22 (visitor 5f0c92ab, household 3f2a): Likes rain.` */
export interface Note {
  readonly text: string;
  /** The text without the marks of the line, as the model reads it. */
  readonly words: string;
  /** The visitor who asked for the note; undefined for a note of the owner, which is for all visitors. */
  readonly visitor: string | undefined;
  /** The mark of the visitor's network (`householdMark`); undefined if the network is not known. */
  readonly household: string | undefined;
}

const NOTE_LINE = /^\s*[-*]\s+\S/;

/**
 * The mark before the words: `2026-11-22: `, `2026-11-22 (visitor 5f0c92ab, household 3f2a): ` or
 * `(visitor 5f0c92ab): `.
 */
const MARK =
  /^(?:\d{4}-\d\d-\d\d ?)?(?:\(visitor (?<visitor>[\da-z]+)(?:, household (?<household>[\da-f]+))?\))?: /;

function noteOf(line: string): Note {
  const text = line.replace(/^\s*[-*]\s+/, '').trim();
  const { visitor, household } = MARK.exec(text)?.groups ?? {};
  return { text, words: text.replace(MARK, ''), visitor, household };
}

/**
 * The note that is deleted to make room for a new note: the newest note of the households that have the most
 * notes. A visitor whose household is not known counts as a separate household.
 */
function noteToDrop(notes: readonly Note[]): Note | undefined {
  const nameOf = ({ household, visitor }: Note): string => household ?? `visitor ${visitor}`;
  const countOf = (of: Note): number => notes.filter((note) => nameOf(note) === nameOf(of)).length;
  const most = Math.max(...notes.map(countOf));
  return notes.findLast((note) => countOf(note) === most);
}

/**
 * The long-term notes: a Markdown list in the data folder, which the owner edits with any editor.
 * Other lines of the file, such as headings, are not notes and stay as they are.
 */
export class Notes {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** All notes, oldest first. Throws if the file cannot be read. */
  all(): Note[] {
    return this.#lines()
      .filter((line) => NOTE_LINE.test(line))
      .map(noteOf);
  }

  /** The notes for a conversation with this visitor: the notes of the owner, and of this visitor. */
  for(visitor: string): Note[] {
    return this.all().filter((note) => note.visitor === undefined || note.visitor === visitor);
  }

  /**
   * Adds a note. If visitors have too many notes together, one of these notes is deleted, so that many
   * visitors cannot prevent a note of this visitor. Throws an error with a sentence if this visitor, or the
   * owner, has too many notes.
   */
  add(text: string, date: Date, visitor?: string, household?: string): void {
    const words = cutText(cleanLine(text), MAX_NOTE_CHARACTERS);
    if (words === '') throw new Error('A note needs a text.');
    // The owner's notes are counted separately, so that visitors cannot use up the owner's limit.
    const notes = this.all().filter((note) => (note.visitor === undefined) === (visitor === undefined));
    const isFull = notes.length >= MAX_NOTES;
    if (isFull && visitor === undefined)
      throw new Error('There are too many notes; the owner can delete some.');
    const own = notes.filter((note) => note.visitor === visitor);
    if (visitor !== undefined && own.length >= MAX_NOTES_OF_VISITOR)
      throw new Error('There are too many notes for this visitor.');
    const from = household === undefined ? '' : `, household ${household}`;
    const who = visitor === undefined ? '' : ` (visitor ${visitor}${from})`;
    const mark = `${date.toISOString().slice(0, 10)}${who}: `;
    const lines = this.#lines();
    if (lines.at(-1) === '') lines.pop();
    const dropped = isFull ? noteToDrop(notes)?.text : undefined;
    const at = lines.findIndex((line) => NOTE_LINE.test(line) && noteOf(line).text === dropped);
    if (at >= 0) lines.splice(at, 1);
    replaceFile(this.file, [...lines, `- ${mark}${words}`, ''].join('\n'));
  }

  /** Deletes the note of this number, counted from 1; false if there is none. */
  delete(number: number): boolean {
    let count = 0;
    const lines = this.#lines();
    const kept = lines.filter((line) => !NOTE_LINE.test(line) || ++count !== number);
    if (kept.length === lines.length) return false;
    replaceFile(this.file, kept.join('\n'));
    return true;
  }

  #lines(): string[] {
    try {
      if (statSync(this.file).size > MAX_FILE_BYTES)
        throw new Error(`It has more than ${MAX_FILE_BYTES / 1_000_000} MB.`);
      return readFileSync(this.file, 'utf8')
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
