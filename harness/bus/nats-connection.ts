import { setTimeout } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { errorMessage } from '../../data/core/text.ts';
import { UserError } from '../core/user-error.ts';
import { MAX_BUS_BYTES } from './bus.ts';
import type { NatsSettings } from './nats-settings.ts';

/** How long the server may take to answer. Milliseconds. */
export const NATS_TIMEOUT_MS = 3_000;
/** The server is pinged this often. After two pings without an answer the client connects again. */
const PING_MS = 5_000;
const RECONNECT_MS = 500;
/** The two codes of “wrong last sequence”: the second one comes while the other message is being stored. */
const WRONG_LAST_SEQUENCE = [10_071, 10_164];
const MAX_BYTES_EXCEEDED = 10_077;
const SUBJECTS_OVERLAP = 10_065;
/**
 * How often a request is repeated while another member creates the stream. The server needs only milliseconds
 * for that.
 */
const CREATION_TRIES = 5;
const CREATION_PAUSE_MS = 50;

/** Whether the server refused a request with this code of JetStream. */
const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Whether JetStream refused a message because its stream is full. */
export const isStreamFull = (error: unknown): boolean => hasCode(error, MAX_BYTES_EXCEEDED);

/** Whether JetStream refused a message because another one was stored before it under the same subject. */
export const isWrongLastSequence = (error: unknown): boolean =>
  WRONG_LAST_SEQUENCE.some((code) => hasCode(error, code));

/**
 * Whether another member is just creating the stream: the stream does not receive yet, or the server refuses
 * to create it again.
 */
const isBeingCreated = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'JetStreamNotEnabled') || hasCode(error, SUBJECTS_OVERLAP);

/** Repeats a request to a stream that another member is just creating. */
export async function afterCreation<T>(request: () => Promise<T>): Promise<T> {
  for (let left = CREATION_TRIES; ; left -= 1)
    try {
      return await request();
    } catch (error) {
      if (left === 0 || !isBeingCreated(error)) throw error;
      await setTimeout(CREATION_PAUSE_MS);
    }
}

/** The names of the settings with which the home signs in; empty if the home does not sign in. */
const signsInWith = ({ user, password, token, credentials }: NatsSettings): string[] =>
  Object.entries({ USER: user, PASSWORD: password, TOKEN: token, CREDS: credentials })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `HOME_WORLD_NATS_${name}`);

/** What the owner can do about a server that refuses the connection. */
function fixFor(message: string, settings: NatsSettings): string {
  if (/authoriz|authentic/i.test(message)) {
    const given = signsInWith(settings);
    return given.length === 0
      ? 'Set HOME_WORLD_NATS_USER and HOME_WORLD_NATS_PASSWORD, HOME_WORLD_NATS_TOKEN, or HOME_WORLD_NATS_CREDS.'
      : `Compare ${given.join(' and ')} with the users in the configuration of the server: it accepts other ones.`;
  }
  if (/certificate|tls|ssl/i.test(message))
    return 'Check that the server offers TLS, and its certificate; NODE_EXTRA_CA_CERTS names a file with your own authority.';
  return 'Start the server (nats-server -js), or check the address given with --nats.';
}

/** Throws a `UserError` for a server that is not set up for a world, and closes the connection. */
function checkServer(url: string, connection: NatsConnection): void {
  const { jetstream, max_payload: maxBytes = 0 } = connection.info ?? {};
  if (jetstream === true && maxBytes >= MAX_BUS_BYTES) return;
  void connection.close();
  if (jetstream !== true)
    throw new UserError(
      `The NATS server at ${url} has no JetStream, which keeps the conversations.`,
      'Start it with -js and a folder: nats-server -js -sd DIR',
    );
  throw new UserError(
    `The NATS server at ${url} accepts messages of ${maxBytes} bytes, and gateways send up to ${MAX_BUS_BYTES}.`,
    'Write “max_payload: 1MB” in its configuration, which is the default.',
  );
}

/**
 * Connects to the NATS server of a world. The client reconnects by itself, however long the server is away.
 * The packages are loaded here only: a home without `--nats` does not need them.
 * @throws {UserError} If the first connection fails, or the server has no JetStream.
 */
export async function connectNats(settings: NatsSettings, timeoutMs = 5_000): Promise<NatsConnection> {
  const { connect, credsAuthenticator } = await import('@nats-io/transport-node');
  const { url, world, user, password, token, credentials } = settings;
  try {
    const connection = await connect({
      servers: url,
      name: `home-world ${world}`,
      noEcho: true,
      timeout: timeoutMs,
      pingInterval: PING_MS,
      maxPingOut: 2,
      maxReconnectAttempts: -1,
      // Keeps trying to connect after the server has refused the password, because the refusal may be
      // temporary.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: RECONNECT_MS,
      ...(url.startsWith('tls:') ? { tls: {} } : {}),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { pass: password }),
      ...(token === undefined ? {} : { token }),
      ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(credentials) }),
    });
    checkServer(url, connection);
    return connection;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const message = errorMessage(error);
    throw new UserError(`The NATS server at ${url} cannot be used: ${message}.`, fixFor(message, settings));
  }
}
