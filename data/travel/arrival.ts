import { cleanLine, cutText, errorMessage } from '../core/text.ts';
import { RequestError } from '../core/http.ts';
import { safeUrl } from '../core/safe-url.ts';
import type { PortalRecord } from '../readings/records.ts';
import type { Outcome, Source } from '../readings/sources/source.ts';

/** The visitor's claims about the world that they come from: the format is checked, the truth is not. */
export interface Arrival {
  /** The http(s) URL of the other world, if given. */
  readonly ref?: string | undefined;
  readonly username?: string | undefined;
  /** `#rrggbb` */
  readonly color?: string | undefined;
}

const MAX_NAME_CHARACTERS = 40;
const MAX_REF_CHARACTERS = 500;

function refOf(raw: string | null): string | undefined {
  if (!raw || raw.length > MAX_REF_CHARACTERS) return undefined;
  // Worlds that follow the convention often send a host without a scheme.
  const isWhole = /^[a-z][a-z\d+.-]*:/i.test(raw) && !/^[^/]*:\d/.test(raw);
  return safeUrl(isWhole ? raw : `https://${raw}`)?.href;
}

function colorOf(raw: string | null): string | undefined {
  const digits = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(raw ?? '')?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`;
}

/** Reads the parameters of the web-game portal convention; undefined if there are none. */
export function parseArrival(search: string): Arrival | undefined {
  const parameters = new URLSearchParams(search);
  if (parameters.get('portal') !== 'true') return undefined;
  const username = cutText(cleanLine(parameters.get('username') ?? ''), MAX_NAME_CHARACTERS);
  return {
    ref: refOf(parameters.get('ref')),
    username: username === '' ? undefined : username,
    color: colorOf(parameters.get('color')),
  };
}

const RETURN_CATEGORY = 'return';
/** No record of the registry may have this id: links and warps find portals by id. */
const RETURN_ID = 'return';

/** Whether a record is the portal back, which is not in the registry. */
export const isReturnPortal = ({
  id,
  world_category,
}: Pick<PortalRecord, 'id' | 'world_category'>): boolean =>
  id === RETURN_ID && world_category === RETURN_CATEGORY;

const MAX_HOST_CHARACTERS = 60;

/** The end of a host name shows its owner, so a long name is cut at its beginning. */
const hostShown = (host: string): string =>
  host.length > MAX_HOST_CHARACTERS ? `…${host.slice(1 - MAX_HOST_CHARACTERS)}` : host;

/** The portal back to `ref`, named by its host; undefined without a `ref`. */
function returnPortal(arrival: Arrival): PortalRecord | undefined {
  if (arrival.ref === undefined) return undefined;
  const { host } = new URL(arrival.ref);
  return {
    id: RETURN_ID,
    name: `Back to ${hostShown(host)}`,
    description: 'The page you came from, named in the link that brought you here.',
    status: 'unknown',
    portal_type: 'experiment',
    world_category: RETURN_CATEGORY,
    environment: 'production',
    access_mode: 'public',
    readiness_state: 'active',
    telemetry_source: 'none',
    owner: 'unknown',
    destination: { type: 'url', url: arrival.ref, action_label: 'Go back', params: {} },
    ...(arrival.color !== undefined && { color: arrival.color }),
  };
}

const withoutReserved = (records: readonly PortalRecord[]): readonly PortalRecord[] =>
  records.filter(({ id }) => id !== RETURN_ID);

/** Adds the portal back at the end of the registry, also of a kept one, if the arrival has a `ref`. */
export function withReturnPortal(
  portals: Source<'portalRecords'>,
  arrival: () => Arrival | undefined,
): Source<'portalRecords'> {
  let hasAnswered = false;
  return {
    ...portals,
    async read(io, config, signal) {
      const back = returnPortal(arrival() ?? {});
      let outcome: Outcome<readonly PortalRecord[]>;
      try {
        outcome = await portals.read(io, config, signal);
      } catch (error) {
        const failure = error instanceof RequestError ? error : undefined;
        const { last } = failure ?? {};
        if (failure && last) {
          const kept = withoutReserved((last.value ?? []) as readonly PortalRecord[]);
          const value = back ? [...kept, back] : kept;
          if (value.length > 0) failure.last = { ...last, state: 'stale', value };
        }
        if (!back || last || signal.aborted || (hasAnswered && !failure?.isRefusal)) throw error;
        // If the registry cannot be read, the portal back may be the only portal.
        const problem = { record: 'portals.json', reason: errorMessage(error) };
        return { kind: 'value', value: [back], problems: [problem] };
      }
      hasAnswered = true;
      const listed = outcome.kind === 'value' ? outcome.value : [];
      const records = withoutReserved(listed);
      const problems = [...(outcome.problems ?? [])];
      if (records.length < listed.length)
        problems.push({
          record: RETURN_ID,
          reason: `id: “${RETURN_ID}” is reserved for the visitor’s way back`,
        });
      if (back) return { kind: 'value', value: [...records, back], problems };
      return outcome.kind === 'value' && records.length > 0
        ? { ...outcome, value: records, problems }
        : { kind: 'empty', problems, ...(outcome.kind === 'empty' && { cause: outcome.cause }) };
    },
  };
}
