import type { Incident } from '../../data/readings/schemas/history.ts';
import type { Database } from '../store/database.ts';

/**
 * The maximum number of incidents that are kept of each subject: a subject that flaps every minute must not
 * fill the file.
 */
const MAX_KEPT = 200;
const MAX_CAUSE_CHARACTERS = 300;

const endings = ['ongoing', 'answered', 'maintenance', 'not-known'] as const;
const endingOf = (text: unknown): Incident['ending'] =>
  endings.find((ending) => ending === text) ?? 'not-known';

/** @param watched Whether the subject is checked now; if not, its incidents are not known to continue. */
function incidentOf(row: Record<string, unknown>, watched: boolean): Incident {
  const [begin, cause] = [Number(row['begin']), String(row['cause'])];
  if (row['ended'] !== null)
    return { begin, end: Math.max(begin, Number(row['ended'])), ending: endingOf(row['ending']), cause };
  if (watched) return { begin, end: null, ending: 'ongoing', cause };
  return { begin, end: Math.max(begin, Number(row['seen'])), ending: 'not-known', cause };
}

/** A subject as the file has it. */
export interface Kept {
  /** The number of its row. */
  readonly row: number;
  readonly watched: boolean;
}

interface Span {
  readonly begin: number;
  readonly end: number;
}

/** The incidents of the history's file. `subject` is the number of a row of `subjects`. */
export class Incidents {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records a failed check: begins an incident, or continues the current one. */
  failed(subject: number, at: number, cause: string): void {
    const { changes } = this.#database
      .statement('UPDATE incidents SET seen = ? WHERE subject = ? AND ended IS NULL')
      .run(at, subject);
    if (Number(changes) > 0) return;
    this.#database
      .statement(
        `INSERT INTO incidents (subject, begin, seen, ended, ending, cause)
         VALUES (?, ?, ?, NULL, 'ongoing', ?)`,
      )
      .run(subject, at, at, cause.slice(0, MAX_CAUSE_CHARACTERS));
    this.#database
      .statement(
        `DELETE FROM incidents WHERE id IN
         (SELECT id FROM incidents WHERE subject = ? ORDER BY begin DESC LIMIT -1 OFFSET ?)`,
      )
      .run(subject, MAX_KEPT);
  }

  /** Ends the present incident, if there is one. */
  end(subject: number, at: number, ending: 'answered' | 'maintenance'): void {
    this.#database
      .statement('UPDATE incidents SET ended = max(begin, ?), ending = ? WHERE subject = ? AND ended IS NULL')
      .run(at, ending, subject);
  }

  /**
   * Ends the present incident at its last failed check: after that, the subject was not watched, so the end
   * is not known.
   */
  endUnwatched(subject: number): void {
    this.#database
      .statement(
        `UPDATE incidents SET ended = max(begin, seen), ending = 'not-known'
         WHERE subject = ? AND ended IS NULL`,
      )
      .run(subject);
  }

  /** Removes what a clock that was ahead recorded of the time after `now`, because it has not happened. */
  dropAfter(now: number): void {
    this.#database.statement('DELETE FROM incidents WHERE begin > ?').run(now);
    this.#database.statement('UPDATE incidents SET seen = ?1 WHERE seen > ?1').run(now);
    this.#database.statement('UPDATE incidents SET ended = ?1 WHERE ended > ?1').run(now);
  }

  dropBefore(moment: number): void {
    this.#database.statement('DELETE FROM incidents WHERE ended < ?').run(moment);
  }

  /**
   * The incidents that overlap with a span, newest first. An incident that was not watched to its end counts
   * up to its last failed check.
   */
  of({ row, watched }: Kept, { begin, end }: Span, limit: number): Incident[] {
    return this.#database
      .statement(
        `SELECT begin, seen, ended, ending, cause FROM incidents
         WHERE subject = ?1 AND begin < ?2 AND (ended >= ?3 OR (ended IS NULL AND (?4 OR seen >= ?3)))
         ORDER BY begin DESC LIMIT ?5`,
      )
      .all(row, end, begin, watched ? 1 : 0, limit)
      .map((incident) => incidentOf(incident, watched));
  }
}
