import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { MAX_BODY_BYTES, readBody } from '../../data/core/http.ts';
import type { PortalHealth, PortalRecord } from '../../data/readings/records.ts';
import { HEALTH_CHECKS_KEPT } from '../../data/readings/schemas/portal-health.ts';
import { parsePortals, portalsFile } from '../../data/readings/sources/portals.ts';
import { destinationUrl } from '../../data/travel/destination.ts';
import { causeOf } from './fetch.ts';
import { SELF_BASE, SELF_HOST } from './self-fetch.ts';

const TIMEOUT_MS = 5_000;
const AT_ONCE = 4;
/**
 * How long an answer waits for the first round: many portals that do not answer take longer than a
 * page waits.
 */
const FIRST_ANSWER_MS = 10_000;
/** Statuses of a server that does not do HEAD, or not for everybody: it is asked again with GET. */
const TRY_GET = new Set([400, 403, 404, 405, 406, 429, 500, 501, 502, 503]);

type Check = PortalHealth['checks'][number];

export interface PortalChecksOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** The records as they are now; throws where the registry cannot be read. */
  readonly records: () => Promise<readonly PortalRecord[]>;
  /** Why nothing outside is asked (a demo); undefined where it is. */
  readonly onlySelf?: string | undefined;
  readonly timeoutMs?: number;
  /** How long an answer waits for the first round. */
  readonly firstAnswerMs?: number;
}

/** The portals of the registry, as the gateway serves it to pages. Throws where it cannot be read. */
export async function readRegistry(fetch: typeof globalThis.fetch): Promise<readonly PortalRecord[]> {
  const url = `${SELF_BASE}portals.json`;
  // With the limit of a page: a registry that pages refuse is not checked either.
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

/** Asks every portal's destination whether it is there, and keeps the last checks of each. */
export class PortalChecks {
  readonly #options: PortalChecksOptions;
  readonly #kept = new Map<string, PortalHealth>();
  #round: Promise<void> | undefined;
  #finished = false;
  /** What the first round has found so far, in the registry's order. */
  readonly #first = new Map<string, PortalHealth>();

  constructor(options: PortalChecksOptions) {
    this.#options = options;
  }

  /**
   * Health of every portal. Before the first round is over an answer waits for it, then tells what
   * is known so far.
   */
  async health(): Promise<readonly PortalHealth[]> {
    if (!this.#finished) {
      const { firstAnswerMs = FIRST_ANSWER_MS } = this.#options;
      const waited = pause(firstAnswerMs, undefined, { ref: false });
      await Promise.race([this.check(), waited]);
    }
    return [...(this.#finished ? this.#kept : this.#first).values()];
  }

  /** One round over all portals; a call during a round joins it. */
  check(): Promise<void> {
    this.#round ??= this.#run().finally(() => {
      this.#round = undefined;
      this.#finished = true;
      this.#first.clear();
    });
    return this.#round;
  }

  async #run(): Promise<void> {
    let records: readonly PortalRecord[];
    try {
      records = await this.#options.records();
    } catch {
      // The registry's own reading says what is wrong; what is known of the portals stays.
      return;
    }
    const waiting = [...records];
    const found = new Map<string, PortalHealth>();
    if (!this.#finished)
      for (const { id } of records)
        this.#first.set(id, { id, status: 'unknown', cause: 'it has not been checked yet', checks: [] });
    const worker = async (): Promise<void> => {
      for (let record = waiting.shift(); record; record = waiting.shift()) {
        const health = await this.#checkOne(record);
        found.set(record.id, health);
        if (this.#first.has(record.id)) this.#first.set(record.id, health);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.#kept.clear();
    // In the registry's order, not in that of the answers.
    for (const { id } of records) {
      const health = found.get(id);
      if (health) this.#kept.set(id, health);
    }
  }

  async #checkOne(record: PortalRecord): Promise<PortalHealth> {
    const { id } = record;
    const target = targetOf(record);
    if (typeof target === 'string') return { id, status: 'unknown', cause: target, checks: [] };
    if (this.#options.onlySelf !== undefined && target.host !== SELF_HOST)
      return { id, status: 'unknown', cause: this.#options.onlySelf, checks: [] };
    const { check, cause } = await this.#ask(target);
    const checks = [...(this.#kept.get(id)?.checks ?? []), check].slice(-HEALTH_CHECKS_KEPT);
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
      const status = TRY_GET.has(head) ? await this.#request(target, 'GET') : head;
      // A door that asks for a key is a door: 401, 403 and 429 come from somebody who is there.
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
