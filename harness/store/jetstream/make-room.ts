import type { JetStreamManager } from '@nats-io/jetstream';
import { householdIn } from '../../core/secret.ts';

/**
 * The share of the stream that is free after room was made. It is large, because making room reads all
 * records.
 */
const FREE_SHARE = 0.1;
/** What a record takes besides its text: the subject, the headers and the server's own fields. */
const RECORD_BYTES = 260;
/** The maximum number of records in one request. */
const BATCH = 10_000;
/** How long the server may take for one request. */
const WAIT_MS = 1_000;

/** The records of a session, oldest first. */
interface SessionRecords {
  readonly subject: string;
  readonly seqs: readonly number[];
  readonly sizes: readonly number[];
  readonly bytes: number;
}

/** Deletes the records of a subject before a sequence. */
interface Purge {
  readonly filter: string;
  readonly seq: number;
}

interface Sized {
  bytes: number;
  /** The first sequence of the session; for a household, the first sequence of its newest session. */
  begun: number;
}

type SessionSize = SessionRecords & Readonly<Sized>;

interface Household extends Sized {
  readonly sessions: SessionSize[];
}

const largestFirst = (one: Readonly<Sized>, other: Readonly<Sized>): number =>
  other.bytes - one.bytes || other.begun - one.begun;

/**
 * Returns the size to which all larger items must be cut so that this many bytes become free. `sorted` begins
 * with the largest item.
 */
function levelOf(sorted: readonly Readonly<Sized>[], bytes: number): number {
  let sum = 0;
  for (const [index, one] of sorted.entries()) {
    sum += one.bytes;
    const level = (sum - bytes) / (index + 1);
    if (level >= (sorted[index + 1]?.bytes ?? 0)) return level;
  }
  return 0;
}

/**
 * Adds to `purges` what to delete from the sessions of one household so that this many bytes become free.
 * Returns the number of bytes that become free.
 */
function trimSessions(records: readonly SessionSize[], bytes: number, purges: Purge[]): number {
  const sessions = records.toSorted(largestFirst);
  const level = levelOf(sessions, bytes);
  let freed = 0;
  for (const { subject, seqs, sizes, bytes: all } of sessions) {
    let [kept, dropped] = [all, 0];
    for (; freed < bytes && kept > level && dropped < sizes.length; dropped++) {
      const size = sizes[dropped] ?? 0;
      kept -= size;
      freed += size;
    }
    if (dropped === 0) break;
    purges.push({ filter: subject, seq: (seqs[dropped - 1] ?? 0) + 1 });
  }
  return freed;
}

/** The households of these sessions, the largest first. */
function householdsOf(records: readonly SessionRecords[]): Household[] {
  const households = new Map<string, Household>();
  for (const session of records) {
    const name = householdIn(session.subject.split('.').at(-1) ?? '');
    const household = households.get(name) ?? { sessions: [], bytes: 0, begun: 0 };
    households.set(name, household);
    const begun = session.seqs[0] ?? 0;
    household.sessions.push({ ...session, begun });
    household.bytes += session.bytes;
    household.begun = Math.max(household.begun, begun);
  }
  return [...households.values()].sort(largestFirst);
}

/**
 * Returns what to delete so that this many bytes become free, as in the SQLite file (`store.ts`). The
 * households with the most bytes are cut until they have no more than the others. In a household, the largest
 * sessions are cut in the same way; in a session, the oldest records are deleted. Of equal households or
 * sessions, the newest is cut first.
 */
export function purgesFor(records: readonly SessionRecords[], bytes: number): Purge[] {
  const households = householdsOf(records);
  const level = levelOf(households, bytes);
  const purges: Purge[] = [];
  let left = bytes;
  for (const household of households) {
    if (left <= 0 || household.bytes <= level) break;
    left -= trimSessions(household.sessions, Math.min(left, household.bytes - level), purges);
  }
  return purges;
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
      // Ends the loop, because it would otherwise wait for records that another gateway has deleted.
      if (pending === 0) break;
    }
    if (count > 0) continue;
    // Another gateway may have deleted the other records meanwhile.
    if ((await consumer.info()).num_pending === 0) break;
    throw new Error('the server did not send the sizes of the messages');
  }
  await consumer.delete();
  return [...sessions.values()];
}

/**
 * Deletes messages until a tenth of the stream is free. The server itself would delete the oldest messages of
 * all sessions, so the stream is set to refuse new messages instead (`discard: new`). Several gateways may
 * make room at the same time.
 */
export async function makeRoom(manager: JetStreamManager, name: string, maxBytes: number): Promise<void> {
  const { state } = await manager.streams.info(name);
  const bytes = state.bytes - maxBytes * (1 - FREE_SHARE);
  if (bytes <= 0 || state.messages === 0) return;
  for (const purge of purgesFor(await readSessions(manager, name, state.messages), bytes))
    await manager.streams.purge(name, purge);
}
