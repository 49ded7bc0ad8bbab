import * as v from 'valibot';
import { letter } from '../../data/letters/letter.ts';
import { instant, word } from '../../data/readings/schemas/bounds.ts';
import { Database } from '../store/database.ts';
import { letterMoments } from './letter-part.ts';
import { lettersSchema } from './letters-schema.ts';

/** The file with the letters. */
export const LETTERS_FILE = 'letters.sqlite';

/** A letter as the home keeps it. */
const letterRecord = v.object({
  ...letter.entries,
  /** The id of the session's record. */
  of: word(200),
  /** The moment at which it was handed over last. */
  moment: v.optional(v.picklist(letterMoments)),
  /** When the program put it before the model, by the clock of the program. */
  printedAt: v.optional(instant),
});
export type LetterRecord = v.InferOutput<typeof letterRecord>;

/** Parses a stored record; undefined if the text is no record. */
function recordOf(text: string): LetterRecord | undefined {
  try {
    const read = v.safeParse(letterRecord, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** The letters, and the sessions that take letters, in one SQLite file. Every method may throw. */
export class LetterStore {
  readonly #database: Database;

  /** `file` may be `:memory:`. Throws if the file is damaged, or was written by a newer home. */
  constructor(file: string) {
    this.#database = new Database(file, lettersSchema);
  }

  /** All letters, the oldest first. A record that cannot be read is left out. */
  letters(): LetterRecord[] {
    return this.#database.read(() =>
      this.#database
        .statement('SELECT record FROM letters ORDER BY id')
        .all()
        .flatMap(({ record }) => recordOf(String(record)) ?? []),
    );
  }

  /** Stores letters in one transaction, and removes those with the ids `removed`. */
  put(letters: readonly LetterRecord[], removed: readonly string[] = []): void {
    this.#database.write(() => {
      for (const record of letters)
        this.#database
          .statement(
            `INSERT INTO letters (name, record) VALUES (?, ?)
             ON CONFLICT (name) DO UPDATE SET record = excluded.record`,
          )
          .run(record.id, JSON.stringify(record));
      for (const id of removed) this.#database.statement('DELETE FROM letters WHERE name = ?').run(id);
    });
  }

  /** The sessions that take letters, by the ids of their records, and whether a letter begins a turn of them. */
  takers(): Map<string, boolean> {
    return this.#database.read(() => {
      const rows = this.#database.statement('SELECT session, wakes FROM takers').all();
      return new Map(rows.map(({ session, wakes }) => [String(session), wakes === 1]));
    });
  }

  putTaker(session: string, wakes: boolean): void {
    this.#database.write(() =>
      this.#database
        .statement('INSERT OR REPLACE INTO takers (session, wakes) VALUES (?, ?)')
        .run(session, wakes ? 1 : 0),
    );
  }

  removeTakers(sessions: readonly string[]): void {
    this.#database.write(() => {
      for (const session of sessions)
        this.#database.statement('DELETE FROM takers WHERE session = ?').run(session);
    });
  }

  close(): void {
    this.#database.close();
  }
}
