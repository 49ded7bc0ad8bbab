import * as v from 'valibot';
import type { PortalHealth, PortalHealthAnswer, PortalRecord } from '../records.ts';
import { HEALTH_CHECKS_KEPT, portalHealthAnswer } from '../schemas/portal-health.ts';
import { destinationUrl } from '../../travel/destination.ts';
import { sourceNames } from '../labels.ts';
import { firstIssue } from './json.ts';
import { type Outcome, type Source, type SourceIo, SourceError, getText, hostOf } from './source.ts';

const url = (base: string): string => new URL('api/health/portals', base).href;
/** A world that takes longer to open its door counts as closed. */
const CHECK_TIMEOUT_MS = 8_000;
const AT_ONCE = 6;

type Check = PortalHealth['checks'][number];
interface Seen {
  readonly check: Check;
  readonly cause?: string;
}

/** What the gateway found out, or undefined where nobody knows that path: a home on a plain static host. */
const askGateway = (io: SourceIo, signal: AbortSignal): Promise<PortalHealthAnswer | undefined> =>
  getText<PortalHealthAnswer | undefined | false>(io, {
    url: url(io.base),
    signal,
    refused: (status) => (status === 404 || status === 405 ? false : undefined),
    parse(text) {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        // Some static hosts answer every path with their page and status 200.
        return false;
      }
      const result = v.safeParse(portalHealthAnswer, json);
      if (!result.success)
        throw new SourceError(`what the gateway sent is not portal health (${firstIssue(result.issues)})`);
      return result.output;
    },
  }).then((answer) => answer || undefined);

/**
 * Asks a destination from the browser. Across origins the answer is opaque: that somebody answered is all a page may know,
 * and it counts as online. Undefined: this page is not allowed to ask.
 */
async function knock(io: SourceIo, target: URL, signal: AbortSignal): Promise<Seen | undefined> {
  const home = new URL(io.base);
  if (home.protocol === 'https:' && target.protocol === 'http:') return undefined;
  const at = io.now();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
  const seen = (online: boolean, cause?: string): Seen => ({
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
    return answered ? seen(true) : seen(false, `${hostOf(target.href)} answered ${response.status}`);
  } catch (error) {
    if (signal.aborted) throw error;
    return seen(
      false,
      limit.aborted
        ? `${hostOf(target.href)} did not answer within ${CHECK_TIMEOUT_MS / 1000} s`
        : `${hostOf(target.href)} cannot be reached`,
    );
  }
}

const destinationOf = ({ destination: { url: address } }: PortalRecord, base: string): URL | undefined =>
  address === undefined ? undefined : destinationUrl(address, base);

const withCheck = (id: string, before: PortalHealth | undefined, { check, cause }: Seen): PortalHealth => ({
  id,
  status: check.online ? 'online' : 'offline',
  ...(cause !== undefined && { cause }),
  checks: [...(before?.checks ?? []), check].slice(-HEALTH_CHECKS_KEPT),
});

/** Health of every portal: from the gateway where there is one, else by asking each destination from the browser. */
export function createPortalHealth(records: () => readonly PortalRecord[]): Source<readonly PortalHealth[]> {
  let gatewayAbsent = false;
  let kept: readonly PortalHealth[] = [];

  const askEach = async (io: SourceIo, signal: AbortSignal): Promise<readonly PortalHealth[]> => {
    const list = records();
    const found: (PortalHealth | undefined)[] = [];
    for (let from = 0; from < list.length; from += AT_ONCE) {
      const batch = list.slice(from, from + AT_ONCE).map(async (record) => {
        const target = destinationOf(record, io.base);
        const seen = target && (await knock(io, target, signal));
        return (
          seen &&
          withCheck(
            record.id,
            kept.find(({ id }) => id === record.id),
            seen,
          )
        );
      });
      found.push(...(await Promise.all(batch)));
    }
    return found.filter((health) => health !== undefined);
  };

  return {
    name: 'portal-health',
    intervalSeconds: 60,
    timeoutSeconds: 60,
    label: (config) => sourceNames(config).portalHealth,
    url: (_config, base) => url(base),
    // Without the registry there is nothing to ask about.
    ready: (state) => state.readings.portalRecords.get().state !== 'loading',
    async read(io, _config, signal): Promise<Outcome<readonly PortalHealth[]>> {
      const answer = gatewayAbsent ? undefined : await askGateway(io, signal);
      gatewayAbsent = answer === undefined;
      kept = answer?.portals ?? (await askEach(io, signal));
      return kept.length > 0
        ? { kind: 'value', value: kept }
        : { kind: 'empty', cause: 'no portal has an address to check' };
    },
    target: (state) => state.readings.portalHealth,
  };
}
