import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { MAX_BODY_BYTES, readBody } from '../../../data/core/http.ts';
import type { PortalHealth, PortalRecord } from '../../../data/readings/records.ts';
import { HEALTH_CHECKS_KEPT } from '../../../data/readings/schemas/portal-health.ts';
import { portalsFile } from '../../../data/readings/sources/portal-states.ts';
import { parsePortals } from '../../../data/readings/sources/portals.ts';
import { destinationUrl } from '../../../data/travel/destination.ts';
import { causeOf } from '../../outbound/fetch.ts';
import { SELF_BASE, SELF_HOST } from '../../outbound/self-fetch.ts';

const TIMEOUT_MS = 5_000;
const MAX_CONCURRENT_CHECKS = 4;
/**
 * How long an answer waits for the first round: with many dead portals, a round takes longer than a page
 * waits.
 */
const FIRST_ANSWER_MS = 10_000;
/** Statuses of servers that refuse HEAD, or some clients: the check is repeated with GET. */
const RETRY_WITH_GET = new Set([400, 403, 404, 405, 406, 429, 500, 501, 502, 503]);

type Check = PortalHealth['checks'][number];

interface PortalChecksOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** The records as they are now; throws where the registry cannot be read. */
  readonly records: () => Promise<readonly PortalRecord[]>;
  /** Why only the home itself is checked (a demo); undefined if all portals are. */
  readonly onlySelf?: string | undefined;
  readonly timeoutMs?: number;
  /** How long an answer waits for the first round. */
  readonly firstAnswerMs?: number;
}

/** The portals of the registry, as the gateway serves it to pages. Throws where it cannot be read. */
export async function readRegistry(fetch: typeof globalThis.fetch): Promise<readonly PortalRecord[]> {
  const url = `${SELF_BASE}portals.json`;
  // Pages have the same limit: a registry that pages refuse is not checked either.
  const text = await readBody(await fetch(url), MAX_BODY_BYTES, url);
  return parsePortals(v.parse(portalsFile, JSON.parse(text))).records;
}

function targetOf({ destination }: PortalRecord): URL | string {
  if (destination.url === undefined) return 'it has no address to check';
  return (
    destinationUrl(destination.url, SELF_BASE) ??
    'its destination is not an http(s) address or a path of this home'
  );
}

/** A portal with its health. */
interface CheckedPortal {
  readonly record: PortalRecord;
  readonly health: PortalHealth;
}

/** Checks whether the destination of each portal answers, and keeps the last checks of each. */
export class PortalChecks {
  readonly #options: PortalChecksOptions;
  readonly #latest = new Map<string, CheckedPortal>();
  #round: Promise<void> | undefined;
  #finished = false;
  /** The results of the unfinished first round, in the registry's order. */
  readonly #firstRound = new Map<string, CheckedPortal>();

  constructor(options: PortalChecksOptions) {
    this.#options = options;
  }

  /**
   * The health of every portal. Waits for the first round, but at most `firstAnswerMs`: after that, some
   * portals may still be unknown.
   */
  async health(): Promise<readonly PortalHealth[]> {
    if (!this.#finished) {
      const { firstAnswerMs = FIRST_ANSWER_MS } = this.#options;
      const waited = pause(firstAnswerMs, undefined, { ref: false });
      await Promise.race([this.check(), waited]);
    }
    return this.latest().map(({ health }) => health);
  }

  /** The portals of the last finished round, or of the first one so far, in the registry's order. */
  latest(): readonly CheckedPortal[] {
    return [...(this.#finished ? this.#latest : this.#firstRound).values()];
  }

  /** Runs one round over all portals. A call during a round waits for that round. */
  check(): Promise<void> {
    this.#round ??= this.#run().finally(() => {
      this.#round = undefined;
      this.#finished = true;
      this.#firstRound.clear();
    });
    return this.#round;
  }

  async #run(): Promise<void> {
    let records: readonly PortalRecord[];
    try {
      records = await this.#options.records();
    } catch {
      // The reading of the registry shows the error. Earlier results are kept.
      return;
    }
    if (!this.#finished)
      for (const record of records) {
        const { id } = record;
        const cause = 'it has not been checked yet';
        this.#firstRound.set(id, { record, health: { id, status: 'unknown', cause, checks: [] } });
      }
    const limit = pLimit(MAX_CONCURRENT_CHECKS);
    const checks = records.map((record) =>
      limit(async () => {
        const portal = { record, health: await this.#checkOne(record) };
        if (this.#firstRound.has(record.id)) this.#firstRound.set(record.id, portal);
        return portal;
      }),
    );
    const checked = await Promise.all(checks);
    this.#latest.clear();
    for (const portal of checked) this.#latest.set(portal.record.id, portal);
  }

  async #checkOne(record: PortalRecord): Promise<PortalHealth> {
    const { id } = record;
    const target = targetOf(record);
    if (typeof target === 'string') return { id, status: 'unknown', cause: target, checks: [] };
    if (this.#options.onlySelf !== undefined && target.host !== SELF_HOST)
      return { id, status: 'unknown', cause: this.#options.onlySelf, checks: [] };
    const { check, cause } = await this.#ask(target);
    const checks = [...(this.#latest.get(id)?.health.checks ?? []), check].slice(-HEALTH_CHECKS_KEPT);
    return {
      id,
      status: check.online ? 'online' : 'offline',
      ...(cause === undefined ? {} : { cause }),
      checks,
    };
  }

  async #ask(target: URL): Promise<{ check: Check; cause?: string }> {
    const { now, timeoutMs = TIMEOUT_MS } = this.#options;
    const at = now();
    const started = performance.now();
    try {
      const head = await this.#request(target, 'HEAD');
      const status = RETRY_WITH_GET.has(head) ? await this.#request(target, 'GET') : head;
      // A server that requires a login (401, 403) or fewer requests (429) is online.
      const online = status < 400 || status === 401 || status === 403 || status === 429;
      const latencyMs = online ? Math.round(performance.now() - started) : null;
      return { check: { at, online, latencyMs }, ...(online ? {} : { cause: `it answered ${status}` }) };
    } catch (error) {
      return { check: { at, online: false, latencyMs: null }, cause: causeOf(error, timeoutMs) };
    }
  }

  async #request(target: URL, method: 'HEAD' | 'GET'): Promise<number> {
    const { fetch, timeoutMs = TIMEOUT_MS } = this.#options;
    const response = await fetch(target, {
      method,
      redirect: 'follow',
      headers: { accept: '*/*', 'user-agent': 'home-world portal check' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Only the status matters: the body is never read.
    await response.body?.cancel();
    return response.status;
  }
}
