import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';
import { DAY_MS, MAX_AHEAD_MS } from '../../../data/core/time.ts';
import { refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import { type Deliveries, deliveryOf, identityOf } from './delivery.ts';
import { type CodeHostEvent, eventsIn, isTest, repositoryOf } from './events.ts';

const HOOK_PATH = '/api/hooks/code-host';
/**
 * A merged pull request is some 30 kB. GitHub sends up to 25 MB for a push of thousands of commits. The home
 * does not need that: it reads such a push with its next poll.
 */
const MAX_HOOK_BYTES = 1024 * 1024;
/**
 * The limit for one address. A body is buffered in memory, and a client without the secret may send it
 * slowly.
 */
const HOOKS_PER_MINUTE = 120;
/** Older events are not announced. This also refuses replays that are no longer remembered. */
const MAX_EVENT_AGE_MS = DAY_MS;
const SECRET = 'HOME_WORLD_HOOK_SECRET';

/** The outcome of a request. Only `accepted` has an effect; `test` is a ping of the code host. */
const hookOutcomes = [
  'accepted',
  'test',
  'ignored',
  'stale',
  'no-secret',
  'unsigned',
  'wrong-signature',
  'replay',
  'wrong-repository',
  'too-large',
  'unreadable',
] as const;
type HookOutcome = (typeof hookOutcomes)[number];

interface HookOptions {
  /** The secret that the code host has too; without it all webhooks are refused. */
  readonly secret: string | undefined;
  /** The repositories whose webhooks are accepted, as `owner/name`. */
  readonly repositories: readonly string[];
  readonly memory: Deliveries;
  readonly now: () => number;
  /** @param repository Its place in `repositories`. */
  readonly tell: (events: readonly CodeHostEvent[], repository: number) => void;
  readonly count: (outcome: HookOutcome, isRefused: boolean) => void;
}

interface Answer {
  readonly outcome: HookOutcome;
  readonly status: number;
  /** Shown on the code host's page of deliveries. */
  readonly message: string;
}

const answers = {
  'no-secret': [403, `This home accepts no webhooks: start it with a secret in ${SECRET}.`],
  unsigned: [
    401,
    `A webhook needs the headers of Gitea, GitHub or GitLab and a signature: give the code host ${SECRET}.`,
  ],
  'wrong-signature': [401, `The signature does not fit: give the code host the ${SECRET} of the home.`],
  replay: [409, 'This webhook was received before: each is handled once.'],
  'wrong-repository': [
    403,
    'It is about another repository than codeHost.owner and codeHost.repo in config.json.',
  ],
  unreadable: [400, 'The webhook is not a JSON object.'],
  test: [200, 'The home has received this test.'],
  ignored: [202, 'The home does not handle this event.'],
  stale: [202, 'This happened too long ago to be announced, or its time is still to come.'],
  accepted: [202, 'The home informs its visitors.'],
} as const satisfies Partial<Record<HookOutcome, readonly [number, string]>>;

const answer = (outcome: keyof typeof answers): Answer => {
  const [status, message] = answers[outcome];
  return { outcome, status, message };
};

/** The answers for a body that was not read, by Fastify's error code. */
const bodyFaults: Readonly<Record<string, Answer>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    outcome: 'unreadable',
    status: 415,
    message: 'A webhook is JSON: choose the content type application/json at the code host.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    outcome: 'too-large',
    status: 413,
    message: `A webhook has at most ${MAX_HOOK_BYTES} bytes here. The home reads its content with the next poll.`,
  },
};

/**
 * Whether an event is to be announced. The clock of an author may be wrong, so it is enough that one time of
 * a push is neither old nor ahead.
 */
function isNews(event: CodeHostEvent, now: number): boolean {
  const times = event.kind === 'push' ? event.times : 'at' in event ? [event.at] : [];
  return times.length === 0 || times.some((at) => now - at < MAX_EVENT_AGE_MS && at - now <= MAX_AHEAD_MS);
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Checks a webhook, and returns its events. The signature is checked before anything else is read. */
async function take(headers: IncomingHttpHeaders, body: Buffer, options: HookOptions): Promise<Answer> {
  const { secret, repositories, memory, now, tell } = options;
  if (secret === undefined) return answer('no-secret');
  const delivery = deliveryOf(headers);
  if (!delivery) return answer('unsigned');
  if (!delivery.isGenuine(body, secret)) return answer('wrong-signature');
  const raw = parsed(body);
  if (typeof raw !== 'object' || raw === null) return answer('unreadable');
  const about = repositoryOf(delivery.form, raw);
  const repository = repositories.findIndex((name) => sameName(about ?? '', name));
  if (repository < 0) return answer('wrong-repository');
  // A test is not remembered: it has no effect, and an owner may send the same test again.
  if (isTest(delivery.event, raw)) return answer('test');
  if (!(await memory.take(identityOf(body, secret)))) return answer('replay');
  const events = eventsIn(delivery.form, delivery.event, raw);
  if (events.length === 0) return answer('ignored');
  const news = events.filter((event) => isNews(event, now()));
  if (news.length === 0) return answer('stale');
  tell(news, repository);
  return answer('accepted');
}

/** `POST /api/hooks/code-host`: webhooks of Gitea, Forgejo, GitHub and GitLab (docs/operations.md). */
export const hookRoutes =
  (options: HookOptions): FastifyPluginAsync =>
  async (app) => {
    const send = (reply: FastifyReply, { outcome, status, message }: Answer): FastifyReply => {
      options.count(outcome, status >= 400);
      if (status >= 400) return refuse(reply, status, message);
      return reply.code(status).header('cache-control', 'no-store').send({ status: outcome, message });
    };
    refuseOtherMethods(app, HOOK_PATH, ['POST'], 'A code host sends its webhooks here.');

    // Registered in a separate context, so that other routes keep their parsers.
    await app.register(async (hooks) => {
      hooks.removeAllContentTypeParsers();
      // The body stays a buffer: its signature is checked with the bytes as they were received.
      hooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      const { errorHandler } = hooks;
      hooks.setErrorHandler(function answerFault(error: FastifyError, request, reply) {
        const fault = bodyFaults[error.code];
        return fault === undefined ? errorHandler.call(this, error, request, reply) : send(reply, fault);
      });
      hooks.route({
        method: 'POST',
        url: HOOK_PATH,
        bodyLimit: MAX_HOOK_BYTES,
        // Open to strangers, but the request needs a signature.
        config: { access: 'open', rateLimit: { max: HOOKS_PER_MINUTE, timeWindow: '1 minute' } },
        // This check comes before the body is read, so that a request that cannot be a webhook costs nothing.
        preParsing: async (request, reply, payload) => {
          if (options.secret === undefined) return send(reply, answer('no-secret'));
          return deliveryOf(request.headers) ? payload : send(reply, answer('unsigned'));
        },
        handler: async (request, reply) =>
          send(
            reply,
            await take(
              request.headers,
              Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
              options,
            ),
          ),
      });
    });
  };
