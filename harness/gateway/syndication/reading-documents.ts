import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { absenceText, adapterRows, blockText } from '../../../data/readings/format.ts';
import { weatherText } from '../../../data/readings/format-weather.ts';
import { agentRows } from '../../../data/readings/format-agents.ts';
import { commitRows, mergedRows } from '../../../data/readings/format-commits.ts';
import { openWorkRows } from '../../../data/readings/format-open-work.ts';
import { sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import { portalStatus } from '../../../data/readings/portals.ts';
import { type Reading, currentValue, mapReading } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import { sessionRows } from '../../../data/readings/format-sessions.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import { SELF_BASE } from '../../outbound/self-fetch.ts';
import { type ReadingDocument, relayFeedDocument } from './relay-feed-document.ts';
import { baseOf } from '../../core/request-origin.ts';
import type { HomePart } from '../../config/access.ts';
import { refuse, sendJson } from '../../http/conditional.ts';
import type { SeenHome } from '../../http/border.ts';

type ShownState = ConfigState & DerivedState & PageState & ReadingsState & RelayState;

/**
 * The version of these documents. It grows when a field is removed or gets another meaning; new
 * fields come without a new version.
 */
const SCHEMA_VERSION = 1;
/** The number of merges in a document, the same as that of commits. */
const LATEST_MERGES = 5;

/** `publicOf` names each field that leaves the home: a field that is added to a record later stays inside. */
function documentOf<T>(
  reading: Reading<T>,
  text: readonly string[],
  publicOf: (value: T) => unknown,
): ReadingDocument {
  const { state, source, recorded, fetchedAt, cause } = reading;
  const value = currentValue(reading);
  return {
    state,
    text,
    ...(value !== undefined && { value: publicOf(value) }),
    source,
    ...(recorded && { recorded }),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(cause !== undefined && { cause }),
  };
}

const textsOf = (rows: readonly { readonly text: string }[]): string[] => rows.map(({ text }) => text);

const portalRow = ({ record, ...rest }: Portal): string =>
  `${record.name}: ${portalStatus({ record, ...rest }).toUpperCase()}`;

function portals(state: DerivedState, base: string): ReadingDocument {
  const reading = state.derived.portals.get();
  const known = currentValue(reading) ?? [];
  const text = known.length > 0 ? known.map(portalRow) : [absenceText('PORTALS', reading)];
  return documentOf(reading, text, (list) =>
    list.map((portal) => ({
      id: portal.record.id,
      name: portal.record.name,
      description: portal.record.description,
      status: portalStatus(portal),
      ...(portal.entrance.open
        ? { href: portal.entrance.href.replace(SELF_BASE, base) }
        : { closed: portal.entrance.reason }),
    })),
  );
}

function sovereignty({ readings }: ReadingsState): ReadingDocument {
  const reading = readings.sovereignty.get();
  const { score, label } = sovereigntyTexts(reading);
  return documentOf(reading, score === label ? [score] : [`${score} ${label}`], (value) => ({
    score: value.score,
    label: value.label,
    parts: (value.parts ?? []).map(({ name, own, where, why }) => ({ name, own, where, why })),
  }));
}

type Maker = (state: ShownState, base: string) => ReadingDocument;

/** The readings by the names that addresses, badges and elements use, and `access` of config.json. */
const makers = {
  sovereignty,
  agents: ({ derived }) => {
    const reading = derived.agents.get();
    return documentOf(reading, textsOf(agentRows(reading)), (list) =>
      list.map(({ name, status, lastCommitAt = null, issue, prsToday }) => ({
        name,
        status,
        lastCommitAt,
        issue,
        prsToday,
      })),
    );
  },
  sessions: ({ readings, now }) => {
    const reading = readings.sessions.get();
    // Each session is sent as it is: the household has already chosen what visitors may see of it.
    return documentOf(
      reading,
      textsOf(sessionRows(reading, now.get())),
      ({ audience, counts, sessions, more }) => ({
        audience,
        counts,
        sessions,
        more,
      }),
    );
  },
  commits: ({ derived }) => {
    const reading = derived.lastCommits.get();
    return documentOf(reading, textsOf(commitRows(reading)), (list) =>
      list.map(({ sha, author, authoredAt, title, repo }) => ({
        sha,
        author,
        authoredAt,
        title,
        ...(repo && { repo }),
      })),
    );
  },
  merged: ({ readings }) => {
    const reading = mapReading(readings.merged.get(), (list) => list.slice(0, LATEST_MERGES));
    return documentOf(reading, textsOf(mergedRows(reading)), (list) =>
      list.map(({ number, title, author, mergedAt, repo }) => ({
        number,
        title,
        author,
        mergedAt,
        ...(repo && { repo }),
      })),
    );
  },
  'open-work': ({ readings, now }) => {
    const reading = readings.openWork.get();
    // Sent as it is: the gateway has already chosen what leaves the home.
    return documentOf(reading, textsOf(openWorkRows(reading, now.get())), (work) => work);
  },
  weather: ({ readings }) => {
    const reading = readings.weather.get();
    return documentOf(reading, [weatherText(reading)], ({ temperatureF, code, label }) => ({
      temperatureF,
      code,
      label,
    }));
  },
  'block-height': ({ readings }) => {
    const reading = readings.blockHeight.get();
    return documentOf(reading, [blockText(reading)], (height) => height);
  },
  portals,
  adapters: ({ readings }) => {
    const reading = readings.adapters.get();
    return documentOf(reading, textsOf(adapterRows(reading)), (list) =>
      list.map(({ name, status, base, note }) => ({ name, status, base, note })),
    );
  },
  'relay-feed': relayFeedDocument,
} as const satisfies Readonly<Partial<Record<HomePart, Maker>>>;

export type DocumentName = keyof typeof makers;
export const documentNames = Object.keys(makers) as readonly DocumentName[];
const isDocumentName = (name: string): name is DocumentName => Object.hasOwn(makers, name);

/**
 * The document of a reading.
 * @param base The address of the home, with a trailing slash.
 */
export const readingDocument = (name: DocumentName, state: ShownState, base: string): ReadingDocument =>
  makers[name](state, base);

/** All readings of a home in one document. */
const statusDocument = (state: ShownState, base: string, sees: (part: HomePart) => boolean) => ({
  schema: SCHEMA_VERSION,
  home: { name: state.config.get().appName, resident: state.config.get().resident.name, url: base },
  readings: Object.fromEntries(
    documentNames.filter(sees).map((name) => [name, readingDocument(name, state, base)]),
  ),
});

const UNKNOWN = `There is no such reading. There are: ${documentNames.map((name) => `${name}.json`).join(', ')}.`;

/** `/api/status.json` and `/api/readings/<name>.json`: the readings for other programs. */
export const readingRoutes =
  ({ stateFor, sees }: SeenHome, publicUrl: string | undefined): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/status.json', { config: { access: 'pages' } }, async (request, reply) => {
      const status = statusDocument(stateFor(request), baseOf(request, publicUrl), sees(request));
      return sendJson(request, reply, `${JSON.stringify(status)}\n`);
    });
    const nameIn = ({ params }: FastifyRequest): DocumentName | undefined => {
      const [, name = ''] = /^(.+)\.json$/.exec((params as { file: string }).file) ?? [];
      return isDocumentName(name) ? name : undefined;
    };
    const access = (request: FastifyRequest) => nameIn(request) ?? 'pages';
    app.get('/api/readings/:file', { config: { access } }, async (request, reply) => {
      const name = nameIn(request);
      if (name === undefined) return refuse(reply, 404, UNKNOWN);
      const reading = readingDocument(name, stateFor(request), baseOf(request, publicUrl));
      return sendJson(request, reply, `${JSON.stringify({ schema: SCHEMA_VERSION, name, ...reading })}\n`);
    });
  };
