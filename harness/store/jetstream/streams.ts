import type { JetStreamManager, StreamInfo, StreamUpdateConfig } from '@nats-io/jetstream';
import { errorMessage } from '../../../data/core/text.ts';
import { MAX_BUS_BYTES } from '../../bus/bus.ts';
import { UserError } from '../../user-error.ts';
import {
  MAX_EMPTY_SESSIONS,
  MAX_EMPTY_SESSION_AGE_MS,
  MAX_HISTORY_MESSAGES,
} from '../conversation-limits.ts';

/** A message that is sent again within this time is recognised by the server. Milliseconds. */
const DUPLICATE_WINDOW_MS = 10 * 60 * 1000;
/** The records of sessions without messages, in bytes. */
const MAX_OPENED_BYTES = 32 * 1024 * 1024;
const STREAM_NOT_FOUND = 10_059;

/** Nanoseconds, as JetStream counts time. */
const nanos = (ms: number): number => ms * 1_000_000;

/** How long messages are kept, and how many bytes of them. */
export interface HistoryLimits {
  readonly keepMs: number;
  readonly maxBytes: number;
}

/** A stream with a subject for each session. */
export interface SessionStream {
  readonly name: string;
  subjectOf(session: string): string;
}

// Not under `hw.`: the bus tells frames of a session on subjects there.
const streamOf = (world: string, what: 'messages' | 'opened'): SessionStream => ({
  name: `hw_${world}_${what}`,
  subjectOf: (session) => `hw-${what}.${world}.${session}`,
});

/** The streams of a world. */
export interface SessionStreams {
  readonly messages: SessionStream;
  /** A record for each session that was opened lately, so that it is known before its first message. */
  readonly opened: SessionStream;
}

/** What the server says of a stream; undefined where there is none. */
const infoOf = (manager: JetStreamManager, { name }: SessionStream): Promise<StreamInfo | undefined> =>
  manager.streams.info(name).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === STREAM_NOT_FOUND) return undefined;
    throw error;
  });

/** How many messages a server keeps of a world. */
export const countMessages = async (manager: JetStreamManager, world: string): Promise<number> =>
  (await infoOf(manager, streamOf(world, 'messages')))?.state.messages ?? 0;

/** Makes a stream, or gives the one there is these limits; what its owner set besides stays. */
async function prepare(
  manager: JetStreamManager,
  stream: SessionStream,
  limits: Partial<StreamUpdateConfig>,
): Promise<void> {
  const config = {
    subjects: [stream.subjectOf('*')],
    allow_direct: true,
    max_msg_size: MAX_BUS_BYTES,
    ...limits,
  };
  const known = await infoOf(manager, stream);
  if (known) await manager.streams.update(stream.name, { ...known.config, ...config });
  else await manager.streams.add({ name: stream.name, ...config });
}

/**
 * Prepares the streams of a world. Visitors who only look fill a stream of their own: they push no
 * message out.
 * @throws {UserError} Where the server does not take them.
 */
export async function prepareStreams(
  manager: JetStreamManager,
  world: string,
  { keepMs, maxBytes }: HistoryLimits,
): Promise<SessionStreams> {
  const streams = { messages: streamOf(world, 'messages'), opened: streamOf(world, 'opened') };
  try {
    await prepare(manager, streams.messages, {
      max_msgs_per_subject: MAX_HISTORY_MESSAGES,
      max_age: nanos(keepMs),
      max_bytes: maxBytes,
      duplicate_window: nanos(Math.min(keepMs, DUPLICATE_WINDOW_MS)),
    });
    await prepare(manager, streams.opened, {
      max_msgs_per_subject: 1,
      max_msgs: MAX_EMPTY_SESSIONS,
      max_age: nanos(MAX_EMPTY_SESSION_AGE_MS),
      max_bytes: MAX_OPENED_BYTES,
    });
  } catch (error) {
    throw new UserError(
      `The NATS server does not keep the conversations of the world “${world}”: ${errorMessage(error)}.`,
      'Give its JetStream more room (max_file_store), or ask for less with --max-store; this user needs the right to make streams.',
    );
  }
  return streams;
}
