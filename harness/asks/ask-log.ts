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
import { instant } from '../../data/readings/schemas/bounds.ts';
import { codeOf } from '../core/user-error.ts';

export const ASKS_FILE = 'asks.jsonl';
/** The most bytes of the file; beyond it, it becomes the older one, and the older one is deleted. */
const MAX_BYTES = 4_000_000;

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

/** The file that has the lines before those of `file`. */
export const olderFile = (file: string): string => file.replace(/(?:\.jsonl)?$/, '.1.jsonl');

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
export const readAskLog = (file: string): AskLine[] =>
  [olderFile(file), file].flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((text) => lineOf(text) ?? []),
  );

/** The asks of the log that have no end. */
export function openAsksOf(lines: readonly AskLine[]): (AskLine & { event: 'asked' })[] {
  const ended = new Set(lines.flatMap((one) => (one.event === 'ended' ? [one.id] : [])));
  return lines.filter((one) => one.event === 'asked').filter((one) => !ended.has(one.ask.id));
}

/** Whether the last line of a file has no end, because its process was killed. */
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

/** What was asked, and how each ask ended: a file to which the home only appends. Every method may throw. */
export class AskLog {
  readonly #file: string;
  readonly #maxBytes: number;
  #bytes: number;

  constructor(file: string, maxBytes = MAX_BYTES) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    if (isUnfinished(file)) appendFileSync(file, '\n');
    this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  read(): AskLine[] {
    return readAskLog(this.#file);
  }

  asked({ nonce: _nonce, state: _state, decision: _decision, ...rest }: Ask, at: number): void {
    this.#append({ event: 'asked', at, ask: rest });
  }

  ended({ id, state, decision: decided }: Pick<Ask, 'id' | 'state' | 'decision'>, at: number): void {
    this.#append({ event: 'ended', at, id, state, ...(decided && { decision: decided }) });
  }

  #append(given: AskLine): void {
    const text = `${JSON.stringify(given)}\n`;
    const bytes = Buffer.byteLength(text);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) {
      renameSync(this.#file, olderFile(this.#file));
      this.#bytes = 0;
    }
    appendFileSync(this.#file, text, { mode: 0o600 });
    // A file that was there may have had other rights.
    if (this.#bytes === 0) chmodSync(this.#file, 0o600);
    this.#bytes += bytes;
  }
}
