import * as v from 'valibot';
import { RequestError, getText, hostOf } from '../../core/http.ts';
import { firstIssue } from '../../core/json.ts';
import { destinationUrl } from '../../travel/destination.ts';
import type { PortalHealth, PortalHealthAnswer, PortalRecord } from '../records.ts';
import { HEALTH_CHECKS_KEPT, portalHealthAnswer } from '../schemas/portal-health.ts';
import { type Outcome, type Source, type SourceIo, isPrivate } from './source.ts';

const url = (base: string): string => new URL('api/health/portals', base).href;
/** A destination that takes longer to answer counts as offline. */
const CHECK_TIMEOUT_MS = 8_000;
const MAX_PARALLEL_CHECKS = 6;
/** A page that has found no gateway looks for one at each tenth reading. */
const READINGS_WITHOUT_GATEWAY = 10;

type Check = PortalHealth['checks'][number];
interface Checked {
  readonly check: Check;
  readonly cause?: string;
}

/** The gateway's results; undefined if there is no gateway, as on a static host. */
const requestHealth = (io: SourceIo, signal: AbortSignal): Promise<PortalHealthAnswer | undefined> =>
  getText<PortalHealthAnswer | undefined | false>(io, {
    url: url(io.base),
    signal,
    refused: (status, text) => {
      if (isPrivate(status, text)) return { portals: [] };
      return status === 404 || status === 405 ? false : undefined;
    },
    parse(text) {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        // Some static hosts answer all paths with their page and status 200.
        return false;
      }
      const result = v.safeParse(portalHealthAnswer, json);
      if (!result.success)
        throw new RequestError(`what the gateway sent is not portal health (${firstIssue(result.issues)})`);
      return result.output;
    },
  }).then((answer) => answer || undefined);

/**
 * Requests a destination from the browser. A cross-origin answer is opaque: the page learns only that there
 * was an answer, which counts as online. Undefined if the page may not send the request.
 */
async function checkDestination(
  io: SourceIo,
  target: URL,
  signal: AbortSignal,
): Promise<Checked | undefined> {
  const home = new URL(io.base);
  if (home.protocol === 'https:' && target.protocol === 'http:') return undefined;
  const at = io.now();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
  const checked = (online: boolean, cause?: string): Checked => ({
    check: { at, online, latencyMs: online ? Math.max(0, io.now() - at) : null },
    ...(cause !== undefined && { cause }),
  });
  try {
    const sameOrigin = target.origin === home.origin;
    const response = await io.fetch(target, {
      method: 'HEAD',
      mode: sameOrigin ? 'same-origin' : 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: limit,
    });
    const answered = response.type === 'opaque' || response.status < 500;
    return answered ? checked(true) : checked(false, `${hostOf(target.href)} answered ${response.status}`);
  } catch (error) {
    if (signal.aborted) throw error;
    return checked(
      false,
      limit.aborted
        ? `${hostOf(target.href)} did not answer within ${CHECK_TIMEOUT_MS / 1000} s`
        : `${hostOf(target.href)} cannot be reached`,
    );
  }
}

const destinationOf = ({ destination: { url: address } }: PortalRecord, base: string): URL | undefined =>
  address === undefined ? undefined : destinationUrl(address, base);

const withCheck = (
  id: string,
  before: PortalHealth | undefined,
  { check, cause }: Checked,
): PortalHealth => ({
  id,
  status: check.online ? 'online' : 'offline',
  ...(cause !== undefined && { cause }),
  checks: [...(before?.checks ?? []), check].slice(-HEALTH_CHECKS_KEPT),
});

/** The health of all portals: from the gateway, or by requests of the browser. */
export function createPortalHealth(records: () => readonly PortalRecord[]): Source<'portalHealth'> {
  let hasGateway = false;
  /** The readings since the last request that found no gateway. */
  let withoutGateway = 0;
  let latest: readonly PortalHealth[] = [];

  const check = async (
    record: PortalRecord,
    io: SourceIo,
    signal: AbortSignal,
  ): Promise<PortalHealth | undefined> => {
    const target = destinationOf(record, io.base);
    const checked = target && (await checkDestination(io, target, signal));
    const before = latest.find(({ id }) => id === record.id);
    return checked && withCheck(record.id, before, checked);
  };

  const checkAll = async (io: SourceIo, signal: AbortSignal): Promise<readonly PortalHealth[]> => {
    const list = records();
    const found: (PortalHealth | undefined)[] = [];
    for (let from = 0; from < list.length; from += MAX_PARALLEL_CHECKS) {
      const batch = list.slice(from, from + MAX_PARALLEL_CHECKS);
      found.push(...(await Promise.all(batch.map((record) => check(record, io, signal)))));
    }
    return found.filter((health) => health !== undefined);
  };

  return {
    name: 'portalHealth',
    intervalSeconds: 60,
    timeoutSeconds: 60,
    needs: 'portalRecords',
    url: (_config, base) => url(base),
    async read(io, _config, signal): Promise<Outcome<readonly PortalHealth[]>> {
      const answer = withoutGateway > 0 ? undefined : await requestHealth(io, signal);
      hasGateway ||= answer !== undefined;
      // A proxy may answer 404 for a moment, and the network of a hotel sends its own page.
      if (hasGateway && !answer) throw new RequestError('the gateway has sent no portal health');
      withoutGateway = answer ? 0 : (withoutGateway + 1) % READINGS_WITHOUT_GATEWAY;
      latest = answer?.portals ?? (await checkAll(io, signal));
      return latest.length > 0
        ? { kind: 'value', value: latest }
        : { kind: 'empty', cause: 'no portal has an address to check' };
    },
  };
}
