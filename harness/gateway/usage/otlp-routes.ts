import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { errorMessage } from '../../../data/core/text.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import { MAX_EXPORT_BYTES, readLogs, readMetrics } from '../../usage/otlp.ts';
import type { UsageDesk } from '../../usage/usage-desk.ts';
import { refuseStrangers, senderOf } from '../../http/agent-post.ts';
import type { Taken } from '../../usage/usage-store.ts';

/** The address for `OTEL_EXPORTER_OTLP_ENDPOINT`: exporters append `/v1/logs` and the others. */
const OTLP_PATH = '/api/otlp';
/** A program sends its records every 5 seconds, and its counters every minute: enough for 200 programs. */
const EXPORTS_PER_MINUTE = 3_000;
/** How many bytes one key may send: much at once after a pause, then what 100 busy programs need. */
const BYTES = { burst: 64 * 1024 * 1024, perSecond: 1024 * 1024 } as const;
const WAIT_SECONDS = 30;
const EXPORTING = { what: 'An export', deed: 'send what agents use' } as const;

const ONLY_JSON =
  'The home reads OTLP as JSON only. Set OTEL_EXPORTER_OTLP_PROTOCOL=http/json, or in Codex protocol = "json".';
const bodyFaults: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ONLY_JSON,
  FST_ERR_CTP_BODY_TOO_LARGE: `An export has at most ${MAX_EXPORT_BYTES} bytes.`,
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The export is empty: send OTLP as JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The export is not JSON.',
  Z_DATA_ERROR: 'The export is not gzip, as its header says.',
  Z_BUF_ERROR: 'The export is not complete.',
};

/** Unpacks a body. Fastify compares the length of the packed body with its header, and limits that of the unpacked one. */
function unpacked(payload: Readable): Readable {
  const stream = createGunzip();
  let bytes = 0;
  payload.on('data', (chunk: Buffer) => (bytes += chunk.length));
  payload.on('error', (error) => stream.destroy(error));
  Object.defineProperty(stream, 'receivedEncodedLength', { get: () => bytes });
  return payload.pipe(stream);
}

/** Answers requests with bodies that cannot be read. */
function answerFaults(app: FastifyInstance): void {
  const { errorHandler } = app;
  app.setErrorHandler(function answerFault(error: FastifyError, request, reply) {
    const fault = bodyFaults[error.code];
    if (fault === undefined) return errorHandler.call(this, error, request, reply);
    return refuse(reply, error.statusCode ?? 400, fault);
  });
}

type Signals = Readonly<Record<string, (json: unknown, sender: string) => object>>;

/** What becomes of each kind of export. */
const signalsOf = (desk: UsageDesk): Signals => ({
  logs(json, sender) {
    const { records, ...unread } = readLogs(json);
    return answerOf(withUnread(desk.takeRequests(records, sender), unread), 'rejectedLogRecords');
  },
  metrics(json, sender) {
    const { records, ...unread } = readMetrics(json);
    return answerOf(withUnread(desk.takeCounters(records, sender), unread), 'rejectedDataPoints');
  },
  traces: () => ({}),
});

/** The answer to an export, with the number of refused records and the reason. */
const answerOf = ({ refused, reason }: Taken, rejected: string): object =>
  refused === 0 ? {} : { partialSuccess: { [rejected]: String(refused), errorMessage: reason } };

/** Adds what could not be read to what could not be counted. */
const withUnread = (
  taken: Taken,
  { refused, reason }: { readonly refused: number; readonly reason: string },
): Taken => ({ ...taken, refused: taken.refused + refused, reason: taken.reason || reason });

/** The body of an export, unpacked; answers a request whose body is packed in another way. */
function bodyOf(request: FastifyRequest, reply: FastifyReply, payload: Readable): Readable | FastifyReply {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding === 'gzip') return unpacked(payload);
  return encoding === 'identity'
    ? payload
    : refuse(reply, 415, 'An export is packed with gzip, or not at all.');
}

/** Who may export, and how much. */
class Senders {
  readonly #guard: TokenGuard;
  readonly #now: () => number;
  readonly #budgets = new Map<string, TokenBucket>();

  constructor(guard: TokenGuard, now: () => number) {
    this.#guard = guard;
    this.#now = now;
  }

  nameOf(request: FastifyRequest): string {
    return senderOf(request, this.#guard);
  }

  budgetOf(request: FastifyRequest): TokenBucket {
    const name = this.nameOf(request);
    const budget = this.#budgets.get(name) ?? new TokenBucket(BYTES, this.#now);
    this.#budgets.set(name, budget);
    return budget;
  }

  /** Answers requests that may not export; returns undefined for the others. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    return refuseStrangers(request, reply, this.#guard, EXPORTING);
  }

  /** Answers requests of a key that has sent too much; returns undefined for the others. */
  refuseMore(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    return this.budgetOf(request).has()
      ? undefined
      : refuse(
          reply.header('retry-after', WAIT_SECONDS),
          429,
          'This key has sent too much. Export less often.',
        );
  }
}

/**
 * `POST /api/otlp/v1/logs`, `/v1/metrics` and `/v1/traces`: coding agents export what they use in OTLP over HTTP, as
 * JSON. Only what is about usage is read; traces are taken and dropped, because some programs always send them.
 */
export const otlpRoutes =
  (desk: UsageDesk, guard: TokenGuard, now: () => number): FastifyPluginAsync =>
  async (app) => {
    const senders = new Senders(guard, now);
    app.removeAllContentTypeParsers();
    const parse = app.getDefaultJsonParser('ignore', 'ignore');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
      // The size of the JSON counts, because reading it takes the time.
      senders.budgetOf(request).spend(body.length);
      void parse(request, body, done);
    });
    answerFaults(app);
    for (const [signal, take] of Object.entries(signalsOf(desk))) {
      const url = `${OTLP_PATH}/v1/${signal}`;
      refuseOtherMethods(app, url, ['POST']);
      app.route({
        method: 'POST',
        url,
        bodyLimit: MAX_EXPORT_BYTES,
        // Open to strangers, but the request needs a key.
        config: { access: 'open', rateLimit: { max: EXPORTS_PER_MINUTE, timeWindow: '1 minute' } },
        // Runs before the body is read, and after the rate limit.
        preParsing: async (request, reply, payload) =>
          senders.refuse(request, reply) ??
          senders.refuseMore(request, reply) ??
          bodyOf(request, reply, payload as Readable),
        handler: async (request, reply) => {
          // Checks the key again: it may have been revoked while the body was received.
          const refusal = senders.refuse(request, reply);
          if (refusal) return refusal;
          let answer: object;
          try {
            answer = take(request.body, senders.nameOf(request));
          } catch (error) {
            // A program sends it again then.
            return refuse(reply, 503, `The usage could not be stored: ${errorMessage(error)}`);
          }
          return noStore(reply).send(answer);
        },
      });
    }
  };
