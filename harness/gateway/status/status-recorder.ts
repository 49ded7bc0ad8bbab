import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { hostOf } from '../../../data/core/http.ts';
import { errorMessage } from '../../../data/core/text.ts';
import {
  HISTORY_SPANS,
  type HistoryAnswer,
  type HistorySpan,
} from '../../../data/readings/schemas/history.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import type { HomePart } from '../../config/access.ts';
import type { Check, Subject } from '../../history/check.ts';
import type { History, NamedIncident } from '../../history/history.ts';
import type { Log } from '../../core/log.ts';
import type { PortalChecks } from './portal-checks.ts';
import type { Upstream, UpstreamWatch } from './upstream-watch.ts';
import { refuse, sendJson } from '../../http/conditional.ts';
import type { SeenHome } from '../../http/border.ts';

const EVERY_MS = 60_000;
/** How long a result counts. The weather is requested every ten minutes, so three requests may be missed. */
const RESULT_COUNTS_MS = 35 * 60_000;

interface RecorderOptions {
  readonly history: History;
  readonly state: ConfigState & RelayState;
  readonly checks: PortalChecks;
  readonly upstreams: UpstreamWatch;
  /** The upstreams that this home has. */
  readonly watched: readonly Upstream[];
  /** Whether relays are recorded; false in a demo, which replays a relay. */
  readonly relays: boolean;
  readonly now: () => number;
  readonly log: Log['line'];
}

const upstreamParts: Readonly<Record<string, HomePart>> = {
  'upstream:code-host': 'commits',
  'upstream:weather': 'weather',
  'upstream:block-explorer': 'block-height',
};

/** The part of the home to which a subject of the history belongs. */
const subjectPart = (id: string): HomePart =>
  upstreamParts[id] ?? (id.startsWith('portal:') ? 'portals' : 'relay-feed');

/** Whether a reader who sees these parts sees the history of a subject. */
export const subjectFilter =
  (sees: (part: HomePart) => boolean) =>
  (id: string): boolean =>
    sees(subjectPart(id));

/**
 * Records once a minute what the home knows of its portals, upstreams and relays. Most upstreams are asked
 * less often: until the next request, the last result is recorded again each minute. So failures do not get
 * more weight, although a failing upstream is asked more often.
 */
export class StatusRecorder {
  readonly #options: RecorderOptions;
  /** When the last recorded check of each subject was made: a check counts once. */
  readonly #counted = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /**
   * The history of everything that is watched now, or of one subject by its id. Subjects that are no longer
   * watched, or that the reader does not see, are left out.
   */
  view(span: HistorySpan, sees: (id: string) => boolean, of?: string): HistoryAnswer {
    const shown = this.#subjects().filter(({ id }) => (of === undefined || id === of) && sees(id));
    return this.#options.history.view(span, shown);
  }

  /** The newest incidents since a moment, in milliseconds since the epoch; newest first. */
  incidents(since: number, limit: number, sees: (id: string) => boolean): readonly NamedIncident[] {
    const shown = this.#subjects().filter(({ id }) => sees(id));
    return this.#options.history.incidents(since, shown, limit);
  }

  #subjects(): readonly Subject[] {
    return [
      ...this.#options.checks.latest().map(({ record, health: { status, cause } }) => ({
        id: `portal:${record.id}`,
        kind: 'portal' as const,
        name: record.name,
        ...(status === 'unknown' ? { unchecked: cause } : { cause }),
      })),
      ...this.#options.watched.map((upstream) => this.#upstream(upstream)),
      ...this.#relays().map(({ url, cause }) => ({
        id: `relay:${url}`,
        kind: 'relay' as const,
        name: hostOf(url),
        cause,
      })),
    ];
  }

  /** Checks the portals and records, now and every minute. */
  start(): void {
    const { checks } = this.#options;
    // The first round starts at once, so that a home shows something soon.
    void checks.check().then(() => this.record());
    this.#timer = setInterval(() => {
      // Records the results of the round before: with slow portals a round may take longer than a minute.
      this.record();
      void checks.check();
    }, EVERY_MS);
    this.#timer.unref();
  }

  /** Records nothing from now on: the file is about to be closed. */
  close(): void {
    clearInterval(this.#timer);
    this.#stopped = true;
  }

  /** Records what is known now. Never throws. */
  record(): void {
    if (this.#stopped) return;
    try {
      this.#options.history.record([
        ...this.#portalChecks(),
        ...this.#options.watched.flatMap((upstream) => this.#upstreamCheck(upstream)),
        ...this.#relayChecks(),
      ]);
    } catch (error) {
      this.#options.log(`the status history could not be written: ${errorMessage(error)}`, 'error');
    }
  }

  #upstream(upstream: Upstream): Subject {
    const { weather, chain } = this.#options.state.config.get();
    const names: Readonly<Record<Upstream, string>> = {
      // The address of the code host stays on the server.
      'code-host': 'Code host',
      weather: `Weather, ${hostOf(weather.url)}`,
      'block-explorer': `Block explorer, ${hostOf(chain.url)}`,
    };
    const cause = this.#options.upstreams.latest(upstream)?.cause;
    return { id: `upstream:${upstream}`, kind: 'upstream', name: names[upstream], cause };
  }

  #relays(): readonly {
    readonly url: string;
    readonly state: string;
    readonly cause?: string | undefined;
  }[] {
    return this.#options.relays ? this.#options.state.relay.relays.get() : [];
  }

  /** Whether this check is counted for the first time. Marks the check as counted. */
  #isNew(id: string, at: number): boolean {
    if (this.#counted.get(id) === at) return false;
    this.#counted.set(id, at);
    return true;
  }

  #portalChecks(): Check[] {
    return this.#options.checks.latest().flatMap(({ record, health: { cause, checks } }) => {
      const id = `portal:${record.id}`;
      const last = checks.at(-1);
      return last && this.#isNew(id, last.at) ? [{ ...last, id, cause }] : [];
    });
  }

  #upstreamCheck(upstream: Upstream): Check[] {
    const id = `upstream:${upstream}`;
    const now = this.#options.now();
    const result = this.#options.upstreams.latest(upstream);
    if (!result || Math.abs(now - result.at) > RESULT_COUNTS_MS) return [];
    const latencyMs = this.#isNew(id, result.at) ? result.latencyMs : null;
    return [{ ...result, id, at: now, latencyMs }];
  }

  #relayChecks(): Check[] {
    const at = this.#options.now();
    return this.#relays().flatMap(({ url, state, cause }) =>
      state === 'connecting'
        ? []
        : [{ id: `relay:${url}`, at, online: state === 'open', latencyMs: null, cause }],
    );
  }
}

const query = v.object({
  span: v.optional(v.picklist(HISTORY_SPANS), '24h'),
  of: v.optional(v.pipe(v.string(), v.maxLength(600))),
});

/**
 * `GET /api/history.json?span=24h|30d|90d&of=…`: the history of everything that the home watches, or
 * of one subject. What is no longer watched cannot be read, such as a portal that the owner removed.
 */
export const historyRoute =
  (status: StatusRecorder, { sees }: Pick<SeenHome, 'sees'>): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/history.json', { config: { access: 'history' } }, async (request, reply) => {
      const requested = v.safeParse(query, request.query);
      if (!requested.success)
        return refuse(reply, 400, `span is one of ${HISTORY_SPANS.join(', ')}; of is the id of one subject.`);
      const { span, of } = requested.output;
      const answer = status.view(span, subjectFilter(sees(request)), of);
      if (of !== undefined && answer.subjects.length === 0)
        return refuse(
          reply,
          404,
          'The home watches nothing of this name. Without “of” it lists all that it watches.',
        );
      return sendJson(request, reply, JSON.stringify(answer));
    });
  };
