import * as v from 'valibot';
import { instant, text } from '../readings/schemas/bounds.ts';
import { type LogEntry, MAX_LOG_ENTRIES } from './session-log.ts';

/** The largest file that is opened. A full log with long answers has about 2 MB. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_TEXT = 200_000;

const entry = v.strictObject({
  ts: instant,
  speaker: text(200),
  text: text(MAX_TEXT),
  steps: v.exactOptional(v.pipe(v.array(text(2_000)), v.maxLength(500))),
  end: v.exactOptional(v.picklist(['stopped', 'failed'])),
});

const sessionFile = v.strictObject({
  format: v.literal('home-world-session'),
  version: v.literal(1),
  /** The name of the home. */
  home: text(200),
  /** When the page was opened. Milliseconds since the epoch. */
  startedAt: instant,
  entries: v.pipe(v.array(entry), v.maxLength(MAX_LOG_ENTRIES)),
});

/** A session log as a file has it. */
export interface SavedSession {
  readonly home: string;
  readonly startedAt: number;
  readonly entries: readonly LogEntry[];
}

/** The session log as JSON. `readSession` returns the same log, and its export is the same text. */
export function exportJson({ home, startedAt, entries }: SavedSession): string {
  const records = entries.map(({ ts, speaker, text: words, steps, end }) => ({
    ts,
    speaker,
    text: words,
    ...(steps && { steps }),
    ...(end && { end }),
  }));
  const file = { format: 'home-world-session', version: 1, home, startedAt, entries: records };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads an exported session log; a string says why it cannot be read. */
export function readSession(json: string): SavedSession | string {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return 'The file is not JSON.';
  }
  const parsed = v.safeParse(sessionFile, raw);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue);
  const where = place === null || place === 'format' ? '' : ` The problem is at “${place}”.`;
  return `The file is not a session log that this home can read.${where}`;
}
