import { type ReadStream, type Stats, constants } from 'node:fs';
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { MINUTE_MS } from '../../../data/core/time.ts';
import { type ListedPlay, MAX_LISTED_PLAYS, MAX_LOG_ENTRIES } from '../../../data/games/play-answers.ts';
import { type PlayLogEntryOf, readPlayLog } from '../../../data/games/play-log.ts';
import { playId } from '../../../data/games/play-record.ts';
import { type Picture, readPicture } from '../../bridge/plays/play-screens.ts';
import { LOG_FILE, SCREENS_FOLDER } from '../../core/folders.ts';

/** Pages get at most this much from the beginning of a log. A play of a thousand steps writes 2 MB. */
const MAX_LOG_BYTES = 8_000_000;
/** In a log that is longer than this limit, the last step and the end of the play are looked for in its end. */
const MAX_END_BYTES = 64 * 1024;
const MAX_SCREEN_FILE_BYTES = 8_000_000;
/** These first bytes contain the type and the size of a picture, even after the metadata of a JPEG. */
const HEAD_BYTES = 128 * 1024;
/** The number of logs in memory, for visitors who watch a play now. */
const KEPT_LOGS = 3;
/** The newest entry with a step is looked for in this number of lines at the end of a log. */
const LAST_LINES = 50;
/** How long the list is cached, so that many visitors at once cause one read of the disk. */
const LISTED_FOR_MS = 1_000;
/**
 * A log that has changed within this time belongs to a running player, even if the player is not connected.
 */
const FRESH_MS = 5 * MINUTE_MS;

interface Log {
  /** Size and modification time of the file. After a change it is read again. */
  readonly version: string;
  readonly lines: string[];
  /** The last lines of a log that is longer than the limit. The first of them may be incomplete. */
  readonly end: readonly string[];
  /** Which lines were checked against the schema. After the check, an invalid line is empty. */
  readonly isChecked: boolean[];
}

interface Summary {
  readonly id: string;
  readonly version: string;
  /** The play in the list; undefined if its log is private or invalid. */
  readonly listed:
    | (Omit<ListedPlay, 'state'> & { readonly end: ListedPlay['state'] | undefined })
    | undefined;
  readonly changedAt: number;
}

/** The open file of a screenshot. The caller must read `body` to its end, or destroy it. */
interface ScreenFile {
  readonly type: Picture['type'];
  readonly size: number;
  readonly body: ReadStream;
}

/** An ordinary file inside `folder`; undefined for other files, and for a file behind a link. */
async function openInside(folder: string, parts: readonly string[]) {
  const path = join(folder, ...parts);
  if ((await realpath(path)) !== path) return undefined;
  // With these flags, `open` does not block on a pipe, and does not follow a link made after the check.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (stat.isFile()) return { file, stat };
  } catch {
    // The disk was removed.
  }
  await file.close();
  return undefined;
}

async function readBytes(file: FileHandle, { size }: Stats, maxBytes: number, from = 0): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(size - from, maxBytes));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}

/**
 * The first bytes of an ordinary file inside `folder`, and its end if it is longer, unless it still has the
 * version `known`. With no bytes to read, only its version.
 */
async function readInside(folder: string, parts: readonly string[], maxBytes: number, known?: string) {
  const opened = await openInside(folder, parts);
  if (!opened) return undefined;
  const { file, stat } = opened;
  try {
    const { size, mtimeMs, ino } = stat;
    const version = `${ino} ${size} ${mtimeMs}`;
    const bytes = version === known ? undefined : await readBytes(file, stat, maxBytes);
    const end =
      bytes && maxBytes > 0 && size > maxBytes
        ? await readBytes(file, stat, MAX_END_BYTES, Math.max(0, size - MAX_END_BYTES))
        : undefined;
    return { version, changedAt: mtimeMs, bytes, end };
  } finally {
    await file.close();
  }
}

/** A picture inside `folder`, as a stream: many slow clients would otherwise need much memory. */
async function openPicture(folder: string, parts: readonly string[]): Promise<ScreenFile | undefined> {
  const opened = await openInside(folder, parts);
  if (!opened) return undefined;
  const { file, stat } = opened;
  const { size } = stat;
  const picture =
    size > MAX_SCREEN_FILE_BYTES
      ? undefined
      : readPicture(await readBytes(file, stat, HEAD_BYTES).catch(() => Buffer.alloc(0)));
  if (picture) return { type: picture.type, size, body: file.createReadStream({ start: 0, end: size - 1 }) };
  await file.close();
  return undefined;
}

const missing = (): undefined => undefined;

/**
 * The logs and screenshots of plays in the data folder, for pages. This class only reads, and leaves out
 * private plays.
 */
export class PlayLogs {
  readonly #folder: string | undefined;
  readonly #now: () => number;
  readonly #logs = new Map<string, Log>();
  readonly #summaries = new Map<string, Summary>();
  #newest: { readonly at: number; readonly summaries: Promise<readonly Summary[]> } | undefined;

  /** @param folder `plays` of the data folder; undefined without a folder, as in a demo. */
  constructor(folder: string | undefined, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** The newest plays. `stateOf` has the state of plays that report to the home. */
  async list(stateOf: (id: string) => ListedPlay['state'] | undefined): Promise<ListedPlay[]> {
    const now = this.#now();
    const age = now - (this.#newest?.at ?? -Infinity);
    // If the clock was set back, the cache is not valid.
    if (!this.#newest || age < 0 || age >= LISTED_FOR_MS)
      this.#newest = { at: now, summaries: this.#newestSummaries() };
    const summaries = await this.#newest.summaries;
    return summaries.flatMap(({ id, listed, changedAt }) => {
      if (!listed) return [];
      const { end, ...play } = listed;
      const isFresh = now - changedAt < FRESH_MS;
      return [{ ...play, state: stateOf(id) ?? end ?? (isFresh ? 'playing' : 'failed') }];
    });
  }

  /** The logs that pages may see. */
  async #newestSummaries(): Promise<readonly Summary[]> {
    const names = this.#folder === undefined ? [] : await readdir(this.#folder).catch(() => []);
    const ids = names
      .filter((name) => v.is(playId, name))
      .toSorted()
      .toReversed();
    const found: Summary[] = [];
    for (const id of ids) {
      if (found.length >= MAX_LISTED_PLAYS) break;
      const summary = await this.#summary(id);
      if (summary?.listed) found.push(summary);
    }
    return found;
  }

  /**
   * The entries of a log from a line on, as JSON of `playLogAnswer`; undefined if there is no public log.
   */
  async page(id: string, from: number): Promise<string | undefined> {
    const summary = await this.#summary(id);
    const log = summary?.listed && (await this.#log(id));
    if (!log) return undefined;
    const end = Math.min(from + MAX_LOG_ENTRIES, log.lines.length);
    const entries: string[] = [];
    for (let index = from; index < end; index += 1) {
      const entry = checkedLine(log, index);
      if (entry !== '') entries.push(entry);
    }
    return `{"entries":[${entries.join(',')}]${end < log.lines.length ? `,"next":${end}` : ''}}`;
  }

  async screen(id: string, number: number): Promise<ScreenFile | undefined> {
    const folder = await this.#realFolder();
    const summary = await this.#summary(id);
    if (folder === undefined || !summary?.listed) return undefined;
    for (const ending of ['png', 'jpg']) {
      const name = `${String(number).padStart(4, '0')}.${ending}`;
      const file = await openPicture(folder, [id, SCREENS_FOLDER, name]).catch(missing);
      if (file) return file;
    }
    return undefined;
  }

  async #realFolder(): Promise<string | undefined> {
    return this.#folder === undefined ? undefined : realpath(this.#folder).catch(missing);
  }

  async #log(id: string): Promise<(Log & { readonly changedAt: number }) | undefined> {
    const folder = await this.#realFolder();
    if (folder === undefined || !v.is(playId, id)) return undefined;
    const known = this.#logs.get(id);
    const file = await readInside(folder, [id, LOG_FILE], MAX_LOG_BYTES, known?.version).catch(missing);
    if (!file) return undefined;
    this.#logs.delete(id);
    const linesOf = (bytes: Buffer | undefined): string[] => bytes?.toString('utf8').split('\n') ?? [];
    const log =
      known && !file.bytes
        ? known
        : { version: file.version, lines: linesOf(file.bytes), end: linesOf(file.end), isChecked: [] };
    this.#logs.set(id, log);
    for (const oldest of this.#logs.keys()) if (this.#logs.size > KEPT_LOGS) this.#logs.delete(oldest);
    return { ...log, changedAt: file.changedAt };
  }

  async #summary(id: string): Promise<Summary | undefined> {
    const folder = await this.#realFolder();
    if (folder === undefined || !v.is(playId, id)) return undefined;
    const known = this.#summaries.get(id);
    const file = await readInside(folder, [id, LOG_FILE], 0, known?.version).catch(missing);
    if (!file) return undefined;
    if (known?.version === file.version) return known;
    const log = await this.#log(id);
    if (!log) return undefined;
    const { version, changedAt } = log;
    const summary = { id, version, changedAt, listed: summaryOf(id, log) };
    if (this.#summaries.size >= 2 * MAX_LISTED_PLAYS) this.#summaries.clear();
    this.#summaries.set(id, summary);
    return summary;
  }
}

/** A line of a log as JSON, checked at the first request; empty if it is not a valid entry. */
function checkedLine({ lines, isChecked }: Log, index: number): string {
  const line = lines[index] ?? '';
  if (isChecked[index] === true) return line;
  const [entry] = readPlayLog(line);
  const checked = entry ? JSON.stringify(entry) : '';
  lines[index] = checked;
  isChecked[index] = true;
  return checked;
}

function summaryOf(id: string, { lines, end: ending }: Log): Summary['listed'] {
  const [start] = readPlayLog(lines[0] ?? '');
  // Without a valid first entry for this folder, it is unknown whether the play is private, so it is not
  // listed.
  if (start?.type !== 'start' || start.id !== id || start.private === true) return undefined;
  const last = readPlayLog([...lines.slice(-LAST_LINES), ...ending].join('\n'));
  const end = last.findLast((entry): entry is PlayLogEntryOf<'end'> => entry.type === 'end');
  // If a play was resumed after its end, other entries follow the entry `end`.
  const isOver = end !== undefined && last.at(-1) === end;
  const steps = last.reduce((most, entry) => ('step' in entry ? Math.max(most, entry.step) : most), 0);
  return { id, portal: start.portal, startedAt: start.at, steps, end: isOver ? end.state : undefined };
}
