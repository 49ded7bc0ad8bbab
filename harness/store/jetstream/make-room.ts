import type { JetStreamManager } from '@nats-io/jetstream';
import { KEPT_SHARE, SMALL_SESSION_BYTES } from '../conversation-limits.ts';

/** The share of the stream that is free afterwards. It is large because making room reads all records. */
const FREE_SHARE = 0.1;
/** What a record takes besides its text: the subject, the headers and the server's own fields. */
const RECORD_BYTES = 260;
/** Records in one request. */
const BATCH = 10_000;
/** How long the server may take for them. */
const WAIT_MS = 1_000;

/** The records of a session, oldest first. */
export interface SessionRecords {
  readonly subject: string;
  readonly seqs: readonly number[];
  readonly sizes: readonly number[];
  readonly bytes: number;
}

/** Deletes the records of a subject before a sequence; without a subject, the records of all subjects. */
export interface Purge {
  readonly filter?: string;
  readonly seq: number;
}

/** A session, and how many of its records go. */
type Trimmed = SessionRecords & { bytes: number; dropped: number };

/** The larger session; the newer one if both are equally large. */
const larger = (one: Trimmed, other: Trimmed): Trimmed =>
  other.bytes > one.bytes || (other.bytes === one.bytes && (other.seqs[0] ?? 0) > (one.seqs[0] ?? 0))
    ? other
    : one;

/** Drops the oldest records of the largest sessions; returns how many bytes are left to free. */
function dropLargest(sessions: readonly Trimmed[], bytes: number): number {
  const large = sessions.filter((session) => session.bytes > SMALL_SESSION_BYTES);
  let left = bytes;
  for (let [largest] = large; largest && left > 0;) {
    largest = large.reduce(larger);
    if (largest.bytes <= SMALL_SESSION_BYTES) break;
    for (const kept = largest.bytes * KEPT_SHARE; largest.bytes > kept; largest.dropped++) {
      const size = largest.sizes[largest.dropped] ?? largest.bytes;
      largest.bytes -= size;
      left -= size;
    }
  }
  return left;
}

/** The sequence before which the oldest records of all sessions go. */
function oldestUntil(sessions: readonly Trimmed[], bytes: number): number {
  const records = sessions.flatMap(({ seqs, sizes, dropped }) =>
    seqs.slice(dropped).map((seq, index) => ({ seq, size: sizes[dropped + index] ?? 0 })),
  );
  let [left, until] = [bytes, 0];
  for (const { seq, size } of records.sort((one, other) => one.seq - other.seq)) {
    if (left <= 0) break;
    left -= size;
    until = seq + 1;
  }
  return until;
}

/** What to delete so that this many bytes are free: as in the SQLite file (`store.ts`). */
export function purgesFor(records: readonly SessionRecords[], bytes: number): Purge[] {
  const sessions = records.map((session) => ({ ...session, dropped: 0 }));
  const left = dropLargest(sessions, bytes);
  const purges: Purge[] = sessions
    .filter(({ dropped }) => dropped > 0)
    .map(({ subject, seqs, dropped }) => ({ filter: subject, seq: (seqs[dropped - 1] ?? 0) + 1 }));
  const seq = oldestUntil(sessions, left);
  // The server takes 0 as no limit.
  return seq > 0 ? [...purges, { seq }] : purges;
}

/** Reads the sizes of all records, without their texts. */
async function readSessions(
  manager: JetStreamManager,
  name: string,
  messages: number,
): Promise<SessionRecords[]> {
  const sessions = new Map<string, { subject: string; seqs: number[]; sizes: number[]; bytes: number }>();
  const consumer = await manager.jetstream().consumers.get(name, { headers_only: true });
  for (let pending = messages; pending > 0;) {
    let count = 0;
    const request = { max_messages: Math.min(BATCH, pending), expires: WAIT_MS };
    for await (const { subject, seq, headers, info } of await consumer.fetch(request)) {
      const session = sessions.get(subject) ?? { subject, seqs: [], sizes: [], bytes: 0 };
      const size = Number(headers?.get('Nats-Msg-Size') ?? 0) + RECORD_BYTES;
      sessions.set(subject, session);
      session.seqs.push(seq);
      session.sizes.push(size);
      session.bytes += size;
      pending = info.pending;
      count += 1;
      // Otherwise it would wait for records that another gateway has deleted.
      if (pending === 0) break;
    }
    if (count > 0) continue;
    // Another gateway may have deleted the others meanwhile.
    if ((await consumer.info()).num_pending === 0) break;
    throw new Error('the server did not send the sizes of the messages');
  }
  await consumer.delete();
  return [...sessions.values()];
}

/**
 * Deletes messages until a tenth of the stream is free. The server itself would delete the oldest of all
 * sessions: it refuses new ones instead (`discard: new`). Several gateways may do this at once.
 */
export async function makeRoom(manager: JetStreamManager, name: string, maxBytes: number): Promise<void> {
  const { state } = await manager.streams.info(name);
  const bytes = state.bytes - maxBytes * (1 - FREE_SHARE);
  if (bytes <= 0 || state.messages === 0) return;
  for (const purge of purgesFor(await readSessions(manager, name, state.messages), bytes))
    await manager.streams.purge(name, purge);
}
