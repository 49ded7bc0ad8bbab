import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import * as v from 'valibot';
import { type Ask, ask, askStates, decision } from '../../data/asks/ask.ts';
import { DAY_MS } from '../../data/core/time.ts';
import { TokenBucket } from '../../data/core/token-bucket.ts';
import { instant } from '../../data/readings/schemas/bounds.ts';
import { codeOf } from '../core/user-error.ts';
import { headAndTail } from './detail.ts';

/** The file of the decisions. The owner made each of them, so an agent alone cannot make this file grow. */
export const ASKS_FILE = 'asks.jsonl';
/** The maximum size of a file in bytes. A full file is renamed and replaces the older file (`olderFile`). */
const MAX_BYTES = 4_000_000;
/**
 * The log shortens a long command, diff or plan to its beginning and its end. The maximum number of
 * characters, for a decided ask and for an undecided one.
 */
const [MAX_DECIDED_DETAIL, MAX_UNDECIDED_DETAIL] = [4_000, 400];
/**
 * How many bytes of waiting asks each key may write. At this rate, it takes days to displace the asks of the
 * other keys.
 */
const UNDECIDED_RATE = { burst: 100_000, perSecond: 500_000 / (DAY_MS / 1000) };

const loggedAsk = v.omit(ask, ['nonce', 'state', 'decision']);
const line = v.variant('event', [
  v.object({ event: v.literal('asked'), at: instant, ask: loggedAsk }),
  v.object({
    event: v.literal('ended'),
    at: instant,
    id: v.string(),
    state: v.picklist(askStates),
    decision: v.optional(decision),
  }),
]);
export type AskLine = v.InferOutput<typeof line>;

/** The file with the lines that are older than those of `file`. */
export const olderFile = (file: string): string => file.replace(/(?:\.jsonl)?$/, '.1.jsonl');
/** The file of the asks that wait, and of those that ended without a decision. */
export const undecidedFile = (file: string): string => file.replace(/(?:\.jsonl)?$/, '.undecided.jsonl');

/** A line of the log; undefined for one that a killed process left unfinished. */
function lineOf(text: string): AskLine | undefined {
  try {
    const read = v.safeParse(line, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** The lines of the log, the oldest first. Throws if a file is there and cannot be read. */
export function readAskLog(file: string): AskLine[] {
  const lines = new Map<string, AskLine>();
  // The decisions come last, because they replace what the other files have of the same ask.
  for (const path of [undecidedFile(file), file].flatMap((one) => [olderFile(one), one]))
    for (const text of textOf(path).split('\n')) {
      const read = lineOf(text);
      if (read) lines.set(`${read.event} ${read.event === 'asked' ? read.ask.id : read.id}`, read);
    }
  return [...lines.values()].sort((one, other) => one.at - other.at || one.event.localeCompare(other.event));
}

/** The asks of the log that have no end. */
export function openAsksOf(lines: readonly AskLine[]): (AskLine & { event: 'asked' })[] {
  const ended = new Set(lines.flatMap((one) => (one.event === 'ended' ? [one.id] : [])));
  return lines.filter((one) => one.event === 'asked').filter((one) => !ended.has(one.ask.id));
}

/** Whether the last line of a file is incomplete, because the process was killed while it wrote the line. */
function isUnfinished(file: string): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return false;
  const handle = openSync(file, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(handle, last, 0, 1, statSync(file).size - 1);
    return last.toString() !== '\n';
  } finally {
    closeSync(handle);
  }
}

/** A file to which lines are appended. */
class LineFile {
  readonly #file: string;
  readonly #maxBytes: number;
  #bytes: number;

  constructor(file: string, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    if (isUnfinished(file)) appendFileSync(file, '\n');
    this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  append(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) {
      renameSync(this.#file, olderFile(this.#file));
      this.#bytes = 0;
    }
    appendFileSync(this.#file, text, { mode: 0o600 });
    // `mode` applies to new files only. A file that existed may have had other permissions.
    if (this.#bytes === 0) chmodSync(this.#file, 0o600);
    this.#bytes += bytes;
  }
}

/** An ask as the log has it: without its nonce, and with the beginning and the end of long texts. */
function loggedAskOf({ nonce: _nonce, state: _state, decision: _decision, ...ask }: Ask, max: number) {
  const { command, diff, plan } = ask;
  return {
    ...ask,
    ...(command && { command: headAndTail(command, max) }),
    ...(diff && { diff: headAndTail(diff, max) }),
    ...(plan && { plan: headAndTail(plan, max) }),
  };
}

const textOfLine = (given: AskLine): string => `${JSON.stringify(given)}\n`;

/**
 * The log of the asks and of their ends: files to which the home only appends. An agent can make any number
 * of asks. Therefore the decisions of the owner have a file of their own, and each key has a budget for its
 * other asks. Every method may throw.
 */
export class AskLog {
  readonly #file: string;
  readonly #decided: LineFile;
  readonly #undecided: LineFile;
  readonly #now: () => number;
  /** By the name of the machine. */
  readonly #budgets = new Map<string, TokenBucket>();
  /** The asks that wait and are in the file. */
  readonly #waiting = new Set<string>();

  constructor(file: string, { maxBytes = MAX_BYTES, now = Date.now } = {}) {
    this.#file = file;
    this.#decided = new LineFile(file, maxBytes);
    this.#undecided = new LineFile(undecidedFile(file), maxBytes);
    this.#now = now;
  }

  /** Reads the log; call it before the first ask. Asks without an end are those of a process that was killed. */
  read(): AskLine[] {
    const lines = readAskLog(this.#file);
    for (const { ask: open } of openAsksOf(lines)) this.#waiting.add(open.id);
    return lines;
  }

  /** Notes that an ask waits, unless its key has used up its budget. */
  asked(given: Ask, at: number): void {
    const text = textOfLine({ event: 'asked', at, ask: loggedAskOf(given, MAX_UNDECIDED_DETAIL) });
    const budget = this.#budgets.get(given.machine) ?? new TokenBucket(UNDECIDED_RATE, this.#now);
    this.#budgets.set(given.machine, budget);
    if (!budget.take(Buffer.byteLength(text))) return;
    this.#undecided.append(text);
    this.#waiting.add(given.id);
  }

  decided(given: Ask, at: number): void {
    const { id, state, decision: made, askedAt } = given;
    const asked = textOfLine({ event: 'asked', at: askedAt, ask: loggedAskOf(given, MAX_DECIDED_DETAIL) });
    this.#decided.append(asked + textOfLine({ event: 'ended', at, id, state, decision: made }));
    this.ended(given, at);
  }

  /** Notes the end of an ask, if the file has it as waiting. */
  ended({ id, state }: Pick<Ask, 'id' | 'state'>, at: number): void {
    if (this.#waiting.delete(id)) this.#undecided.append(textOfLine({ event: 'ended', at, id, state }));
  }
}
