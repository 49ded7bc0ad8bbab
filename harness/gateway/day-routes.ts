import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { errorMessage, fileSlug } from '../../data/core/text.ts';
import { HOUR_MS, utcDay } from '../../data/core/time.ts';
import { MAX_DAY_HOURS } from '../../data/day/agent-day.ts';
import { MAX_USAGE_DAYS } from '../../data/usage/usage.ts';
import type { Household } from '../agent-sessions/household.ts';
import { dayMarkdown } from '../day/day-markdown.ts';
import { dayReport, usageOf } from '../day/day-report.ts';
import type { SeenHome } from '../http/border.ts';
import { refuse, sendJson, sendText, varyBy } from '../http/conditional.ts';
import type { SignIns } from '../keys/sign-ins.ts';
import type { UsageDesk } from '../usage/usage-desk.ts';

/** A busy day takes a tenth of a second to read. */
const DAYS_PER_MINUTE = 60;

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
}

/**
 * `GET /api/day.json?from=…&until=…`: what the sessions of coding agents did in a time, as this reader may see it,
 * with the commits of that time; for the owner also the asks, tokens and money. `GET /api/day.md`: the same as
 * Markdown.
 */
export const dayRoutes =
  ({ household, usage, signIns, seen, homeName }: Days): FastifyPluginAsync =>
  async (app) => {
    const read = (request: FastifyRequest, from: number, until: number) => {
      const isOwner = signIns.find(request.headers) !== undefined;
      const day = household.day(from, until, isOwner ? 'owner' : undefined);
      const { readings, commitsKnownSince } = seen.stateFor(request);
      const report = dayReport({
        day,
        isOwner,
        commits: readings.commits.get(),
        commitsKnownSince: commitsKnownSince.get(),
        merged: readings.merged.get(),
        usage: isOwner ? usageOf(usage.answer(MAX_USAGE_DAYS), { from, until }) : null,
      });
      return { day, report };
    };
    for (const form of ['json', 'md'] as const)
      app.get(
        `/api/day.${form}`,
        { config: { access: 'sessions', rateLimit: { max: DAYS_PER_MINUTE, timeWindow: '1 minute' } } },
        async (request, reply) => {
          const query = v.safeParse(time, request.query);
          if (!query.success) return refuse(reply, 400, WRONG);
          const { from, until } = query.output;
          varyBy(reply, 'cookie');
          let told;
          try {
            told = read(request, from, until);
          } catch (error) {
            return refuse(reply, 503, `The day could not be read: ${errorMessage(error)}`);
          }
          const { day, report } = told;
          if (form === 'json') return sendJson(request, reply, `${JSON.stringify({ ...day, report })}\n`);
          const name = `${fileSlug(homeName())}-${utcDay(from + (until - from) / 2)}.md`;
          void reply.header('content-disposition', `attachment; filename="${name}"`);
          const body = `${dayMarkdown(homeName(), day, report)}\n`;
          return sendText(request, reply, { body, type: 'text/markdown; charset=utf-8' });
        },
      );
  };
