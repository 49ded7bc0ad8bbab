import type { JetStreamManager, StreamInfo, StreamUpdateConfig } from '@nats-io/jetstream';
import { errorMessage } from '../../../data/core/text.ts';
import { MAX_BUS_BYTES } from '../../bus/bus.ts';
import { afterCreation } from '../../bus/nats-connection.ts';
import { UserError } from '../../core/user-error.ts';
import { MAX_EMPTY_SESSIONS, MAX_EMPTY_SESSION_AGE_MS, MAX_HISTORY_MESSAGES } from '../conversation-store.ts';
import { makeRoom } from './make-room.ts';

/** A message that is sent again within this time is recognised by the server. Milliseconds. */
const DUPLICATE_WINDOW_MS = 10 * 60 * 1000;
/** The maximum bytes of the records of sessions without messages. */
const MAX_OPENED_BYTES = 32 * 1024 * 1024;
const STREAM_NOT_FOUND = 10_059;

/** Nanoseconds, as JetStream counts time. */
const nanos = (ms: number): number => ms * 1_000_000;

/** How long messages are kept, and the maximum bytes of all of them. */
export interface HistoryLimits {
  readonly keepMs: number;
  readonly maxBytes: number;
}

/** A stream with a subject for each session. */
export interface SessionStream {
  readonly name: string;
  subjectOf(session: string): string;
}

// The subjects do not begin with `hw.`, because the bus publishes frames of sessions there.
const streamOf = (world: string, what: 'messages' | 'opened'): SessionStream => ({
  name: `hw_${world}_${what}`,
  subjectOf: (session) => `hw-${what}.${world}.${session}`,
});

/** The streams of a world. */
export interface SessionStreams {
  readonly messages: SessionStream;
  /** A record for each recently opened session, so that it is known before its first message. */
  readonly opened: SessionStream;
}

/** The server's information about a stream; undefined if the stream does not exist. */
const infoOf = (manager: JetStreamManager, { name }: SessionStream): Promise<StreamInfo | undefined> =>
  manager.streams.info(name).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === STREAM_NOT_FOUND) return undefined;
    throw error;
  });

/** How many messages of a world a server keeps. */
export const countMessages = async (manager: JetStreamManager, world: string): Promise<number> =>
  (await infoOf(manager, streamOf(world, 'messages')))?.state.messages ?? 0;

/** Creates a stream, or updates the limits of the existing one; other settings of its owner stay. */
async function prepare(
  manager: JetStreamManager,
  stream: SessionStream,
  limits: Partial<StreamUpdateConfig> & { readonly max_bytes: number },
): Promise<void> {
  const config = {
    subjects: [stream.subjectOf('*')],
    allow_direct: true,
    max_msg_size: MAX_BUS_BYTES,
    ...limits,
  };
  const known = await infoOf(manager, stream);
  // Room is made before a lower limit is set. Otherwise the server itself would delete the oldest messages of
  // all sessions.
  if (known && known.state.bytes > config.max_bytes) await makeRoom(manager, stream.name, config.max_bytes);
  if (known) await manager.streams.update(stream.name, { ...known.config, ...config });
  else await manager.streams.add({ name: stream.name, ...config });
}

/**
 * Prepares the streams of a world. Sessions without messages have their own stream, so that they displace no
 * message.
 * @throws {UserError} If the server refuses the streams.
 */
export async function prepareStreams(
  manager: JetStreamManager,
  world: string,
  { keepMs, maxBytes }: HistoryLimits,
): Promise<SessionStreams> {
  const streams = { messages: streamOf(world, 'messages'), opened: streamOf(world, 'opened') };
  try {
    await afterCreation(() =>
      prepare(manager, streams.messages, {
        max_msgs_per_subject: MAX_HISTORY_MESSAGES,
        max_age: nanos(keepMs),
        max_bytes: maxBytes,
        // The server refuses new messages of a full stream, and `makeRoom` deletes old ones. The server
        // itself would delete the oldest messages of all sessions.
        discard: 'new',
        duplicate_window: nanos(Math.min(keepMs, DUPLICATE_WINDOW_MS)),
      }),
    );
    await afterCreation(() =>
      prepare(manager, streams.opened, {
        max_msgs_per_subject: 1,
        max_msgs: MAX_EMPTY_SESSIONS,
        max_age: nanos(MAX_EMPTY_SESSION_AGE_MS),
        max_bytes: MAX_OPENED_BYTES,
      }),
    );
  } catch (error) {
    throw new UserError(
      `The NATS server does not keep the conversations of the world “${world}”: ${errorMessage(error)}.`,
      'Give its JetStream more room (max_file_store), or ask for less with --max-store; this user needs the right to make streams.',
    );
  }
  return streams;
}
