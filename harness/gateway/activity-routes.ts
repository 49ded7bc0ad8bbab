import type { FastifyError, FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { isStale } from '../../data/readings/schemas/activity-states.ts';
import { reportedActivity } from '../../data/readings/schemas/resident-activity.ts';
import type { Household } from '../agent-sessions/household.ts';
import { type SessionReport, sessionReport } from '../agent-sessions/session-report.ts';
import { sentTokenOf } from '../bridge/sockets/auth.ts';
import { faultOf } from '../bridge/sockets/client-frames.ts';
import type { PresentActivity } from '../bridge/present-activity.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { refuse, sendJson } from '../http/conditional.ts';
import { refuseStrangers } from '../http/agent-post.ts';
import { refuseOtherMethods } from '../http/server-app.ts';
import type { ChangeDesk } from '../changes/change-desk.ts';
import type { LetterDesk } from '../letters/letter-desk.ts';
import { letterPart } from '../letters/letter-part.ts';

/** The parts of the home that take and show reports. */
interface Reported {
  readonly activity: PresentActivity;
  readonly household: Household;
  readonly letters: LetterDesk;
  readonly changes: ChangeDesk;
  readonly guard: TokenGuard;
  readonly now: () => number;
}

const EVENTS_PATH = '/api/events';
/** A report has at most a few texts of 200 characters. */
const MAX_REPORT_BYTES = 8 * 1024;
/**
 * Reports of one address: enough for 200 sessions with 20 events a second together. They have their own
 * limit, so that an agent cannot use up the requests that pages may send.
 */
const REPORTS_PER_MINUTE = 3_000;
/**
 * The fields of a session’s report that are not about the session itself: its letters, and whether its program sends
 * what it has changed if the owner asks.
 */
const fromHome = v.object({ letters: v.nullish(letterPart), changes: v.nullish(v.boolean(), false) });
const TOKEN = 'HOME_WORLD_BRIDGE_TOKEN';
const ONLY_SESSIONS = `A key of an agent reports its own sessions. What the resident does needs the ${TOKEN}.`;

const REPORTING = { what: 'A report', deed: 'report what the resident does' } as const;

/** The messages for a body that cannot be read, by the code of Fastify’s error. */
const bodyFaults: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'A report is JSON: send it with “Content-Type: application/json”.',
  FST_ERR_CTP_BODY_TOO_LARGE: `A report has at most ${MAX_REPORT_BYTES} bytes.`,
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The report is empty: send a JSON object, for example {"state": "working"}.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The report is not JSON. Send an object, for example {"state": "working"}.',
};

/**
 * Takes a report of a session. Returns the answer, with the letters of the owner that the agent's program asks for,
 * and whether the owner asks what the session has changed.
 */
function answerTo(
  { household, letters, changes }: Pick<Reported, 'household' | 'letters' | 'changes'>,
  report: SessionReport,
  part: v.InferOutput<typeof fromHome>,
  sender = '',
): object {
  const handed = part.letters ? letters.heard(report, part.letters, sender) : [];
  const isWanted = changes.heard(report, part.changes, sender);
  // A letter at the end of a turn continues the turn.
  const goesOn = handed.length > 0 && report.state === 'done';
  const session = household.report(goesOn ? { ...report, state: 'thinking' } : report, sender);
  return { session, ...(handed.length > 0 && { letters: handed }), ...(isWanted && { changes: true }) };
}

/**
 * `POST /api/events`: the agent of the home reports what it does, as with the frame `activity` of the bridge;
 * a report with a `session` is about the session of a coding agent. `GET /api/activity.json`: what the
 * resident does now.
 */
export const activityRoutes =
  (home: Reported): FastifyPluginAsync =>
  async (app) => {
    const { activity, guard, now } = home;
    const present = (): string => {
      const { current } = activity;
      const body = current ? { activity: current, stale: isStale(current, now()) } : { activity: null };
      return `${JSON.stringify(body)}\n`;
    };
    app.get('/api/activity.json', { config: { access: 'activity' } }, async (request, reply) =>
      sendJson(request, reply, present()),
    );
    refuseOtherMethods(app, EVENTS_PATH, ['POST'], 'GET /api/activity.json reads the last report.');

    // The route is in a separate context, so that other routes keep their parsers.
    await app.register(async (reports) => {
      reports.removeAllContentTypeParsers();
      reports.addContentTypeParser(
        'application/json',
        { parseAs: 'string' },
        reports.getDefaultJsonParser('error', 'ignore'),
      );
      const { errorHandler } = reports;
      reports.setErrorHandler(function answerFault(error: FastifyError, request, reply) {
        const fault = bodyFaults[error.code];
        if (fault === undefined) return errorHandler.call(this, error, request, reply);
        return refuse(reply, error.statusCode ?? 400, fault);
      });
      reports.route({
        method: 'POST',
        url: EVENTS_PATH,
        bodyLimit: MAX_REPORT_BYTES,
        // Open to strangers, but the request needs a key.
        config: { access: 'open', rateLimit: { max: REPORTS_PER_MINUTE, timeWindow: '1 minute' } },
        // Runs before the body is read, and after the rate limit.
        preParsing: async (request, reply, payload) =>
          refuseStrangers(request, reply, guard, REPORTING) ?? payload,
        handler: async (request, reply) => {
          // Checks the key again: it may have been revoked while the body was received.
          const refusal = refuseStrangers(request, reply, guard, REPORTING);
          if (refusal) return refusal;
          const { body } = request;
          const key = guard.agentKey(sentTokenOf(request.headers));
          const refuseFault = (issues: Parameters<typeof faultOf>[0]): unknown =>
            refuse(reply, 400, `${faultOf(issues, 'report')}. docs/agents.md lists the fields.`);
          void reply.header('cache-control', 'no-store');
          if (typeof body === 'object' && body !== null && 'session' in body) {
            const report = v.safeParse(sessionReport, body);
            const part = v.safeParse(fromHome, body);
            if (!report.success) return refuseFault(report.issues);
            if (!part.success) return refuseFault(part.issues);
            return reply.send(answerTo(home, report.output, part.output, key?.name));
          }
          if (key) return refuse(reply, 403, ONLY_SESSIONS);
          const report = v.safeParse(reportedActivity, body);
          if (!report.success) return refuseFault(report.issues);
          return reply.send({ activity: activity.report(report.output) });
        },
      });
    });
  };
