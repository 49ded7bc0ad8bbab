import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { DAY_MS, HOUR_MS } from '../../data/core/time.ts';
import type { Database } from '../store/database.ts';
import { type Actor, type SessionRecord, stateOf } from './session-record.ts';

/** How long the past is kept. */
export const KEPT_MS = 90 * DAY_MS;
/** A block ends after this time, or after this number of changes. */
const BLOCK_MS = 6 * HOUR_MS;
const BLOCK_CHANGES = 2_000;
/** The maximum size of all packed blocks. Ten agents that work all day fill 29 MB in 90 days. */
const MAX_BYTES = 48_000_000;
/** At this quality a block is packed in some hundredths of a second, to about 5 % of its size. */
const QUALITY = 5;

/** A record without what no reader sees. Of the files, only their number is seen. */
type PastRecord = Omit<SessionRecord, 'files' | 'gone' | 'sender'> & { readonly files: number };
/** A session after a change; only the id of a session that the home no longer shows. */
type Change = readonly [at: number, record: PastRecord | string];

/** The block to which changes are added. */
interface OpenBlock {
  readonly id: number;
  readonly began: number;
  /** The time of the last change. */
  last: number;
  /** The number of changes. */
  count: number;
}

/** The sessions at the beginning of a span, and their changes until its end. */
export interface PastSpan {
  readonly at: number;
  readonly until: number;
  readonly changes: readonly { readonly at: number; readonly id: string; readonly record?: SessionRecord }[];
}

/** Only what a reader sees of an agent: reports alone use its other fields. */
const seenActor = ({ call: _call, ofAsk: _ofAsk, at: _at, ...actor }: Actor): Actor => actor;

function pastOf({ gone: _gone, sender: _sender, files, main, agents, ...record }: SessionRecord): PastRecord {
  return { ...record, main: seenActor(main), agents: agents.map(seenActor), files: files.length };
}

/** Lists without content, by their length. They are shared, because a day has thousands of records. */
const lists = new Map<number, readonly string[]>();
function listOf(length: number): readonly string[] {
  const list = lists.get(length) ?? Array.from<string>({ length }).fill('');
  lists.set(length, list);
  return list;
}

const recordOf = (past: PastRecord): SessionRecord => ({ ...past, files: listOf(past.files) });

const pack = (changes: readonly Change[]): Buffer =>
  brotliCompressSync(JSON.stringify(changes), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

const unpack = (packed: Uint8Array): Change[] => JSON.parse(String(brotliDecompressSync(packed))) as Change[];

/**
 * What the sessions were at each moment of the last 90 days. The changes are stored in the order in which the
 * home made them, in blocks. A block begins with every session that had not ended, so a moment is read from
 * one block. Within a block time only goes on: a clock that is set back begins another block. Of a moment that
 * the clock has shown twice, the second one counts.
 *
 * Every method may throw. The methods that write must be called in a transaction.
 */
export class SessionPast {
  readonly #database: Database;
  /** The sessions as the open block has them, also those that have ended by their age. */
  readonly #records = new Map<string, PastRecord>();
  #open: OpenBlock | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Begins with these sessions: those that the home shows after its start. */
  begin(records: readonly SessionRecord[], at: number): void {
    this.#records.clear();
    for (const record of records) this.#records.set(record.id, pastOf(record));
    this.#begin(at);
  }

  put(record: SessionRecord, at = record.updatedAt): void {
    const past = pastOf(record);
    if (past.ended) this.#records.delete(past.id);
    else this.#records.set(past.id, past);
    this.#append(at, past);
  }

  /** A session is no longer shown, because there are too many. */
  drop(id: string, at: number): void {
    this.#records.delete(id);
    this.#append(at, id);
  }

  /**
   * Packs what is closed, and deletes blocks that are too old or too many. `keptSince`: undefined if no block is
   * too old, because the clock has jumped.
   */
  maintain(now: number, keptSince: number | undefined): void {
    const open = this.#open;
    if (!open) return;
    const isFull = open.count >= BLOCK_CHANGES || now - open.began >= BLOCK_MS;
    if (isFull || now < open.last) this.#begin(now);
    this.#pack();
    // A block has the state until the next one, so the last one before the limit is kept.
    if (keptSince !== undefined)
      this.#database.statement('DELETE FROM blocks WHERE at < ?').run(keptSince - BLOCK_MS);
    this.#database
      .statement(
        `DELETE FROM blocks WHERE id IN
           (SELECT id FROM (SELECT id, sum(length(packed)) OVER (ORDER BY id DESC) AS bytes FROM blocks)
            WHERE bytes > ?)`,
      )
      .run(MAX_BYTES);
  }

  /** The first moment that is known; undefined if none is. */
  since(): number | undefined {
    const row = this.#database.statement('SELECT min(at) AS at FROM blocks').get();
    return row?.['at'] == null ? undefined : Number(row['at']);
  }

  /** The sessions at a moment; undefined if they are not known. */
  at(moment: number): SessionRecord[] | undefined {
    const [span] = this.spans(moment, moment);
    if (!span) return undefined;
    const records = new Map<string, SessionRecord>();
    for (const { id, record } of span.changes)
      if (record) records.set(id, record);
      else records.delete(id);
    return [...records.values()];
  }

  /**
   * What is known of a time. Each span begins with all its sessions; the first one begins at `from` or before.
   */
  *spans(from: number, until: number): Generator<PastSpan> {
    const first = this.#database
      .statement('SELECT id FROM blocks WHERE at <= ? ORDER BY id DESC LIMIT 1')
      .get(from);
    const blocks = this.#database
      .statement('SELECT id, at FROM blocks WHERE id >= ? AND at <= ? ORDER BY id')
      .all(Number(first?.['id'] ?? 0), until)
      .map((row) => ({ id: Number(row['id']), at: Number(row['at']) }));
    for (const [index, { id, at }] of blocks.entries()) {
      const next = Math.min(Infinity, ...blocks.slice(index + 1).map((block) => block.at));
      if (next <= Math.max(at, from)) continue;
      const changes = this.#changesOf(id)
        .filter((change) => change[0] <= until && change[0] < next)
        .map(([time, change]) =>
          typeof change === 'string'
            ? { at: time, id: change }
            : { at: time, id: change.id, record: recordOf(change) },
        );
      yield { at, until: Math.min(until, next), changes };
    }
  }

  /** Call it when a transaction has failed: the open block may be gone with it. */
  reopen(): void {
    this.#open = undefined;
  }

  #append(at: number, change: PastRecord | string): void {
    // A new block has the change already.
    if (!this.#open || at < this.#open.last) return this.#begin(at);
    this.#insert(this.#open, at, change);
  }

  #begin(at: number): void {
    const { lastInsertRowid } = this.#database.statement('INSERT INTO blocks (at) VALUES (?)').run(at);
    const open = { id: Number(lastInsertRowid), began: at, last: at, count: 0 };
    this.#open = open;
    for (const record of this.#records.values())
      if (stateOf(recordOf(record), at).state !== 'ended') this.#insert(open, at, record);
    // The sessions at the beginning are no changes.
    open.count = 0;
  }

  #insert(open: OpenBlock, at: number, change: PastRecord | string): void {
    open.last = at;
    open.count++;
    this.#database
      .statement('INSERT INTO changes (block, at, record) VALUES (?, ?, ?)')
      .run(open.id, at, JSON.stringify(change));
  }

  #changesOf(block: number): Change[] {
    const row = this.#database.statement('SELECT packed FROM blocks WHERE id = ?').get(block);
    const packed = row?.['packed'];
    if (packed instanceof Uint8Array) return unpack(packed);
    return this.#database
      .statement('SELECT at, record FROM changes WHERE block = ? ORDER BY id')
      .all(block)
      .map(({ at, record }) => [Number(at), JSON.parse(String(record)) as PastRecord | string]);
  }

  #pack(): void {
    const closed = this.#database
      .statement('SELECT id FROM blocks WHERE packed IS NULL AND id <> ?')
      .all(this.#open?.id ?? 0);
    for (const { id } of closed) {
      const packed = pack(this.#changesOf(Number(id)));
      this.#database.statement('UPDATE blocks SET packed = ? WHERE id = ?').run(packed, id ?? null);
      this.#database.statement('DELETE FROM changes WHERE block = ?').run(id ?? null);
    }
  }
}
