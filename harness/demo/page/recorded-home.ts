import * as v from 'valibot';
import { parseConfig } from '../../../data/config/parse-config.ts';
import type { PortalHealth, Sovereignty } from '../../../data/readings/records.ts';
import { countFromConfig } from '../../../data/readings/sources/sovereignty.ts';
import { DIFF_CUT_HEADER } from '../../../data/readings/sources/code-host.ts';
import { errorMessage } from '../../../data/core/text.ts';
import { errorBody, notFound } from '../../gateway/code-host/code-host.ts';
import { publicRecords } from '../../gateway/code-host/public-records.ts';
import { MAX_LIMIT, recentRecords } from '../../gateway/code-host/recent.ts';
import { isOwnPath } from '../../../data/travel/destination.ts';
import { OWNER, REPO } from '../demo-config.ts';
import { RecordedRelay } from '../recorded-relay.ts';
import { type Recordings, diffAt, recordedDiffs, recordedFiles, recordingsOf } from '../replay.ts';
import { ownPath, upstreams } from './addresses.ts';
import { MemoryStore, PageBridge } from './page-bridge.ts';
import { createOwnState, PageResident } from './page-resident.ts';
import type { SocketServer } from './page-socket.ts';

/** The start of the replays. It is the same for all pages and visits, so that they show the same commits. */
const REPLAYS_START = 0;
const REPOSITORY = `api/v1/repos/${OWNER}/${REPO}/`;
const NO_REQUESTS = 'the demo sends no request to other servers';

/** What the demo needs of a portal; the rest of the record is passed on as it is. */
const portal = v.looseObject({
  id: v.string(),
  destination: v.looseObject({ url: v.optional(v.string()) }),
});
type Portal = v.InferOutput<typeof portal>;

const json = (value: unknown, headers?: HeadersInit): Response =>
  Response.json(value, headers && { headers });
/** The answer of a host without the home's server, which pages can handle. */
const missing = (): Response => new Response(errorBody(notFound()), { status: 404 });

/** The part of a home's server that runs in the page of a static demo. */
export class RecordedHome {
  readonly #base: URL;
  readonly #network: typeof fetch;
  #recordings: Promise<Recordings> | undefined;
  #bridge: Promise<PageBridge> | undefined;

  /** `network` is the browser's own `fetch`; `window.fetch` of the page asks this home. */
  constructor(base: URL, network: typeof fetch) {
    this.#base = base;
    this.#network = network;
  }

  /** What the recorded upstream, or the home's server, answers at this address. */
  async answer(url: URL): Promise<Response> {
    const { weather, chain } = upstreams;
    const address = url.origin + url.pathname;
    if (address === `${weather}/v1/forecast`) return json((await this.#replay()).forecast);
    if (address === `${chain}/api/blocks/tip/height`)
      return new Response(String((await this.#replay()).height));
    const path = ownPath(url, this.#base);
    if (path?.startsWith(REPOSITORY) && path.endsWith('.diff'))
      return this.#diff(path.slice(REPOSITORY.length));
    switch (path) {
      case `${REPOSITORY}commits`:
        return this.#list('commits', url);
      case `${REPOSITORY}pulls`:
        return this.#list('pulls', url);
      case 'api/open-work.json':
        return json({ work: null, cause: 'the recording of this demo has none' });
      case 'portals.json':
        return json(await this.#portals());
      case 'api/health/portals':
        return json({ portals: await Promise.all((await this.#portals()).map((one) => this.#check(one))) });
      case 'sovereignty-status.json':
        return json(await this.#sovereignty());
      case 'api/activity.json':
        return json({ activity: null });
      case 'api/sessions.json':
        return json({ sessions: (await this.#replay()).sessionsAt(Date.now()), recorded: true });
      case 'api/day.json':
        return json(await this.#day(url.searchParams));
      default:
        return missing();
    }
  }

  async #day(query: URLSearchParams): Promise<unknown> {
    const from = Number(query.get('from'));
    const until = Math.max(from, Math.min(Number(query.get('until')), Date.now()));
    return (await this.#replay()).sessionsOf(from, until);
  }

  /** One connection to the recorded relay or to the bridge. */
  async serve(url: URL, send: (text: string) => void): Promise<SocketServer> {
    if (url.href === upstreams.relay) return new RecordedRelay((await this.#replay()).events, send);
    return (await (this.#bridge ??= this.#openBridge())).serve(send);
  }

  async #openBridge(): Promise<PageBridge> {
    const state = await createOwnState(this.#base.href);
    const log = (line: string): void => console.warn(line);
    return new PageBridge({
      state,
      store: new MemoryStore(),
      resident: new PageResident(state, async () => (await this.#request('questions.txt')).text()),
      visitors: () => 1,
      now: Date.now,
      log,
    });
  }

  #replay(): Promise<Recordings> {
    this.#recordings ??= this.#read('recordings.json').then((files) =>
      recordingsOf(v.parse(recordedFiles, files), REPLAYS_START, Date.now()),
    );
    // A failure is not kept: the next request loads the recordings again.
    this.#recordings.catch(() => (this.#recordings = undefined));
    return this.#recordings;
  }

  async #read(name: string): Promise<unknown> {
    return (await this.#request(name)).json();
  }

  async #request(name: string): Promise<Response> {
    const response = await this.#network(new URL(name, this.#base));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
  }

  async #diff(path: string): Promise<Response> {
    const diffs = v.parse(recordedDiffs, await this.#read('diffs.json'));
    const diff = diffAt(path, (await this.#replay()).replayAt(Date.now()), diffs);
    if (!diff) return missing();
    return new Response(diff.text, diff.isWhole ? {} : { headers: { [DIFF_CUT_HEADER]: 'true' } });
  }

  async #list(name: 'commits' | 'pulls', { searchParams }: URL): Promise<Response> {
    const now = Date.now();
    const arrived = publicRecords(name, (await this.#replay()).replayAt(now)[name]).filter(
      ({ at }) => at <= now,
    );
    const requested = {
      limit: Math.min(MAX_LIMIT, Number(searchParams.get('limit')) || MAX_LIMIT),
      page: Number(searchParams.get('page')) || 1,
      wholeDays: searchParams.has('days'),
    };
    const { records, knownSince } = recentRecords({ records: arrived, isWhole: true }, requested, now);
    return json(
      records.map((record) => record.json),
      { 'x-known-since': new Date(knownSince).toISOString() },
    );
  }

  /**
   * Computes the answer from config.json, as pages on any static host do. The heartbeat page reads it as a
   * file.
   */
  async #sovereignty(): Promise<Sovereignty> {
    const { config } = parseConfig(await this.#read('config.json'));
    return countFromConfig(config, this.#base.href);
  }

  /**
   * The portals of the registry. Paths of the home are changed, so that they lead below the folder of the
   * pages.
   */
  async #portals(): Promise<Portal[]> {
    const records = v.parse(v.array(portal), await this.#read('portals.json'));
    return records.map((record) => {
      const { url } = record.destination;
      if (url === undefined || !isOwnPath(url)) return record;
      const destination = { ...record.destination, url: this.#base.pathname + url.slice(1) };
      return { ...record, destination };
    });
  }

  /** Pages of the demo itself are checked; worlds elsewhere are not. */
  async #check({ id, destination: { url } }: Portal): Promise<PortalHealth> {
    if (url === undefined) return { id, status: 'unknown', cause: 'it has no address to check', checks: [] };
    if (!isOwnPath(url)) return { id, status: 'unknown', cause: NO_REQUESTS, checks: [] };
    const at = Date.now();
    try {
      const response = await this.#network(url, { method: 'HEAD', cache: 'no-store' });
      // Chromium reports a request as aborted if its body was not read to the end.
      await response.arrayBuffer();
      const { ok, status } = response;
      const check = { at, online: ok, latencyMs: ok ? Date.now() - at : null };
      return ok
        ? { id, status: 'online', checks: [check] }
        : { id, status: 'offline', cause: `it answered ${status}`, checks: [check] };
    } catch (error) {
      const cause = errorMessage(error);
      return { id, status: 'offline', cause, checks: [{ at, online: false, latencyMs: null }] };
    }
  }
}
