import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errorMessage } from '../../../data/core/text.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { sentTokenOf } from '../../bridge/sockets/auth.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { isCrossSite, refuseWrongKey } from '../../http/access.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import { readLogs, readMetrics } from '../../usage/otlp.ts';
import type { UsageDesk } from '../../usage/usage-desk.ts';
import type { Taken } from '../../usage/usage-store.ts';

/** The address for `OTEL_EXPORTER_OTLP_ENDPOINT`: exporters append `/v1/logs` and the others. */
const OTLP_PATH = '/api/otlp';
/** Codex sends 640 kB of counters after a session of a minute. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** A program sends its records every 5 seconds, and its counters every minute: enough for 200 programs. */
const EXPORTS_PER_MINUTE = 3_000;
/** How many bytes one key may send: much at once after a pause, then what 100 busy programs need. */
const BYTES = { burst: 64 * 1024 * 1024, perSecond: 1024 * 1024 } as const;
const WAIT_SECONDS = 30;
const WHAT = 'An export';

const ONLY_JSON =
  'The home reads OTLP as JSON only. Set OTEL_EXPORTER_OTLP_PROTOCOL=http/json, or in Codex protocol = "json".';
const bodyFaults: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ONLY_JSON,
  FST_ERR_CTP_BODY_TOO_LARGE: `An export has at most ${MAX_BODY_BYTES} bytes.`,
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

/** The answer to an export, with what was refused of it. */
const answerOf = ({ refused, reason }: Taken, rejected: string): object =>
  refused === 0 ? {} : { partialSuccess: { [rejected]: String(refused), errorMessage: reason } };

/** Adds what could not be read to what could not be counted. */
const withUnread = (
  taken: Taken,
  { refused, reason }: { readonly refused: number; readonly reason: string },
): Taken => ({ ...taken, refused: taken.refused + refused, reason: taken.reason || reason });

/**
 * `POST /api/otlp/v1/logs`, `/v1/metrics` and `/v1/traces`: coding agents export what they use in OTLP over HTTP, as
 * JSON. Only what is about usage is read; traces are taken and dropped, because some programs always send them.
 */
export const otlpRoutes =
  (desk: UsageDesk, guard: TokenGuard, now: () => number): FastifyPluginAsync =>
  async (app) => {
    const budgets = new Map<string, TokenBucket>();
    const senderOf = (request: FastifyRequest): string =>
      guard.agentKey(sentTokenOf(request.headers))?.name ?? '';
    const budgetOf = (sender: string): TokenBucket => {
      const budget = budgets.get(sender) ?? new TokenBucket(BYTES, now);
      budgets.set(sender, budget);
      return budget;
    };
    const refuseStrangers = (request: FastifyRequest, reply: FastifyReply): unknown =>
      isCrossSite(request)
        ? refuse(reply, 403, 'Pages of other sites cannot send what agents use.')
        : refuseWrongKey(request, reply, guard, WHAT);

    const signals: Readonly<Record<string, (json: unknown, sender: string) => object>> = {
      logs(json, sender) {
        const { records, ...unread } = readLogs(json);
        return answerOf(withUnread(desk.takeRequests(records, sender), unread), 'rejectedLogRecords');
      },
      metrics(json, sender) {
        const { records, ...unread } = readMetrics(json);
        return answerOf(withUnread(desk.takeCounters(records, sender), unread), 'rejectedDataPoints');
      },
      traces: () => ({}),
    };

    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      app.getDefaultJsonParser('ignore', 'ignore'),
    );
    const { errorHandler } = app;
    app.setErrorHandler(function answerFault(error: FastifyError, request, reply) {
      const fault = bodyFaults[error.code];
      if (fault === undefined) return errorHandler.call(this, error, request, reply);
      return refuse(reply, error.statusCode ?? 400, fault);
    });

    for (const [signal, take] of Object.entries(signals)) {
      const url = `${OTLP_PATH}/v1/${signal}`;
      refuseOtherMethods(app, url, ['POST']);
      app.route({
        method: 'POST',
        url,
        bodyLimit: MAX_BODY_BYTES,
        // Open to strangers, but the request needs a key.
        config: { access: 'open', rateLimit: { max: EXPORTS_PER_MINUTE, timeWindow: '1 minute' } },
        // Runs before the body is read, and after the rate limit.
        preParsing: async (request, reply, payload) => {
          const refusal = refuseStrangers(request, reply);
          if (refusal) return refusal;
          const budget = budgetOf(senderOf(request));
          if (!budget.has())
            return refuse(
              reply.header('retry-after', WAIT_SECONDS),
              429,
              'This key has sent too much. Export less often.',
            );
          const encoding = request.headers['content-encoding'] ?? 'identity';
          if (encoding !== 'identity' && encoding !== 'gzip')
            return refuse(reply, 415, 'An export is packed with gzip, or not at all.');
          const body = encoding === 'gzip' ? unpacked(payload) : payload;
          // The size of the JSON counts, because reading it takes the time.
          body.on('data', (chunk: Buffer | string) => budget.spend(chunk.length));
          return body;
        },
        handler: async (request, reply) => {
          // Checks the key again: it may have been revoked while the body was received.
          const refusal = refuseStrangers(request, reply);
          if (refusal) return refusal;
          let answer: object;
          try {
            answer = take(request.body, senderOf(request));
          } catch (error) {
            // A program sends it again then.
            return refuse(reply, 503, `The usage could not be stored: ${errorMessage(error)}`);
          }
          return noStore(reply).send(answer);
        },
      });
    }
  };
