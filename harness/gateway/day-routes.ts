import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { errorMessage, fileSlug } from '../../data/core/text.ts';
import { HOUR_MS, MINUTE_MS, utcDay } from '../../data/core/time.ts';
import { MAX_DAY_HOURS } from '../../data/day/agent-day.ts';
import { MAX_USAGE_DAYS } from '../../data/usage/usage.ts';
import type { Household } from '../agent-sessions/household.ts';
import { dayMarkdown } from '../day/day-markdown.ts';
import { dayReport, usageOf } from '../day/day-report.ts';
import type { SeenHome } from '../http/border.ts';
import { JSON_TYPE, refuse, sendText, varyBy } from '../http/conditional.ts';
import type { SignIns } from '../keys/sign-ins.ts';
import type { UsageDesk } from '../usage/usage-desk.ts';

/** Of one address, in each form. */
const DAYS_PER_MINUTE = 30;
/**
 * How long the process may read days for visitors in a minute, for all of them together. A busy day takes 0.1 to 0.2 s.
 */
const VISITORS_MS = 6_000;

const moment = v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number), v.maxValue(8.64e15));
const time = v.pipe(
  v.object({ from: moment, until: moment }),
  v.check(({ from, until }) => until > from && until - from <= MAX_DAY_HOURS * HOUR_MS),
);
const WRONG = `“from” and “until” are milliseconds since 1970, and at most ${MAX_DAY_HOURS} hours apart.`;

interface Days {
  readonly household: Household;
  readonly usage: UsageDesk;
  readonly signIns: SignIns;
  readonly seen: SeenHome;
  readonly homeName: () => string;
  readonly log: (line: string, level?: 'error') => void;
  readonly monotonicNow?: () => number;
}

interface Asked {
  readonly from: number;
  readonly until: number;
  readonly isOwner: boolean;
}

/** Whether visitors may read another day in this minute. */
function visitorsBudget(now: () => number) {
  let [minute, spent] = [NaN, 0];
  return {
    isSpent(): boolean {
      const present = Math.floor(now() / MINUTE_MS);
      if (present !== minute) [minute, spent] = [present, 0];
      return spent >= VISITORS_MS;
    },
    spend: (ms: number): void => void (spent += ms),
  };
}

/** Reads a day for the one who asks; undefined, with a line in the log, if it cannot be read. */
function readDay({ household, usage, seen, log }: Days, request: FastifyRequest, asked: Asked) {
  const { from, until, isOwner } = asked;
  try {
    const day = household.day(from, until, isOwner ? 'owner' : undefined);
    const { readings, commitsKnownSince } = seen.stateFor(request);
    const report = dayReport({
      day,
      isOwner,
      commits: readings.commits.get(),
      commitsKnownSince: commitsKnownSince.get(),
      merged: readings.merged.get(),
      usage: isOwner ? usageOf(usage.answer(MAX_USAGE_DAYS), asked) : null,
    });
    return { day, report };
  } catch (error) {
    // Visitors are not told the cause, because its words may quote what is stored.
    log(`a day could not be read: ${errorMessage(error)}`, 'error');
    return undefined;
  }
}

/** The header that names the file. The plain name has no letters that a header may not have (RFC 6266). */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/**
 * `GET /api/day.json?from=…&until=…`: what the sessions of coding agents did in a time, as this reader may see it,
 * with the commits of that time; for the owner also the asks, tokens and money. `GET /api/day.md`: the same as
 * Markdown.
 */
export const dayRoutes = (days: Days): FastifyPluginAsync => {
  const { signIns, homeName, monotonicNow = () => performance.now() } = days;
  const budget = visitorsBudget(monotonicNow);
  // A HEAD of a day would cost as much as a GET, and have a limit of its own.
  const options = {
    exposeHeadRoute: false,
    config: { access: 'sessions', rateLimit: { max: DAYS_PER_MINUTE, timeWindow: '1 minute' } },
  } as const;
  const answer = (form: 'json' | 'md') => async (request: FastifyRequest, reply: FastifyReply) => {
    const query = v.safeParse(time, request.query);
    if (!query.success) return refuse(reply, 400, WRONG);
    const isOwner = signIns.find(request.headers) !== undefined;
    if (!isOwner && budget.isSpent()) {
      void reply.header('retry-after', '60');
      return refuse(reply, 503, 'Many days are read now. Ask again in a minute.');
    }
    // Whole minutes, so that visitors who ask for the same day get the one that is remembered.
    const from = Math.floor(query.output.from / MINUTE_MS) * MINUTE_MS;
    const until = Math.ceil(query.output.until / MINUTE_MS) * MINUTE_MS;
    varyBy(reply, 'cookie');
    const began = monotonicNow();
    const told = readDay(days, request, { from, until, isOwner });
    if (!isOwner) budget.spend(monotonicNow() - began);
    if (!told) return refuse(reply, 503, 'The day could not be read. The log of the home has the cause.');
    const { day, report } = told;
    // Not for disks, on which the answer would be there after the owner has signed out.
    const cacheControl = isOwner ? 'no-store' : 'no-cache';
    if (form === 'json') {
      const body = `${JSON.stringify({ ...day, report })}\n`;
      return sendText(request, reply, { body, type: JSON_TYPE, cacheControl });
    }
    const name = `${fileSlug(homeName())}-${utcDay(from + (until - from) / 2)}.md`;
    void reply.header('content-disposition', attachment(name));
    const body = `${dayMarkdown(homeName(), day, report)}\n`;
    return sendText(request, reply, { body, type: 'text/markdown; charset=utf-8', cacheControl });
  };
  return async (app) => {
    for (const form of ['json', 'md'] as const) app.get(`/api/day.${form}`, options, answer(form));
  };
};
