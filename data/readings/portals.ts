import { sentenceCase } from '../core/text.ts';
import { destinationUrl } from '../travel/destination.ts';
import { type Reading, mapReading, currentValue } from './reading.ts';
import type { Portal, PortalHealth, PortalRecord } from './records.ts';

/** A cause as a sentence. A host name at the beginning stays in lower case. */
const sentence = (cause: string): string => {
  const text = cause.split(' ', 1)[0]?.includes('.') ? cause : sentenceCase(cause);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

const isDeclaredOffline = ({ status, readiness_state }: PortalRecord): boolean =>
  status === 'offline' || readiness_state === 'offline';

const NO_ADDRESS = 'Its destination is not an http(s) address or a path of this home.';

/** Whether a portal has no address that it could lead to. */
export const isRuin = ({ entrance }: Pick<Portal, 'entrance'>): boolean => entrance.isRuin === true;

/** The entrance of a portal, or the reason why it is closed (specification 3.2). */
function entranceOf(
  record: PortalRecord,
  health: PortalHealth,
  base: string,
  isOwner = false,
): Portal['entrance'] {
  const closed = (reason: string): Portal['entrance'] => ({ open: false, reason });
  const { type, url } = record.destination;
  const target = url === undefined ? undefined : destinationUrl(url, base);
  // A game that the resident plays needs no address, and a world of the owner's machine has no visitors.
  const isPlayed = type !== 'url' || record.window_title !== undefined;
  if (!target && !isPlayed && record.access_mode !== 'local-only')
    return { open: false, reason: url?.trim() ? NO_ADDRESS : 'No address yet.', isRuin: true };
  if (isDeclaredOffline(record)) return closed('This world is offline.');
  if (health.status === 'offline')
    // The cause already says that there was no answer: “no answer within 8 s”.
    return closed(health.cause ? sentence(health.cause) : 'This world does not answer.');
  if (record.readiness_state === 'blocked') return closed('This world is blocked by its owner.');
  if (record.access_mode === 'local-only') return closed('This world runs on its owner’s machine only.');
  if (url === undefined) return closed('The resident plays this world; visitors cannot enter it.');
  if (!target) return closed(NO_ADDRESS);
  if (record.access_mode === 'operator' && !isOwner)
    return { open: false, reason: 'Only the owner of this home enters it.', needsOwner: true };
  return { open: true, href: target.href };
}

/**
 * Offline if the registry or the health check says so; unknown until a check has answered. The ring, the list
 * and the resident use the same word.
 */
export function portalStatus({ record, health }: Pick<Portal, 'record' | 'health'>): PortalHealth['status'] {
  return isDeclaredOffline(record) ? 'offline' : health.status;
}

/** Like `portalStatus`, but `unknown` instead of `online` without a recent check, and a ruin is `offline`. */
export function portalPresence(portal: Portal): PortalHealth['status'] {
  const status = isRuin(portal) ? 'offline' : portalStatus(portal);
  return status === 'online' && !portal.isChecked ? 'unknown' : status;
}

/** The words for readiness and access, and for a missing check or address. */
export const portalWords = (portal: Portal): string[] => {
  const { record } = portal;
  if (isRuin(portal)) return ['no address yet'];
  const presence = portalPresence(portal);
  const state = presence === 'offline' ? 'offline' : record.readiness_state;
  return [state, record.access_mode, ...(presence === 'unknown' ? ['not checked'] : [])];
};

/** The line under a portal’s name: readiness and access, or that the portal leads back. */
export const portalLine = (portal: Portal, isReturn: boolean): string =>
  isReturn ? 'The way you came' : sentenceCase(portalWords(portal).join(' · '));

const noHealth = (id: string): PortalHealth => ({ id, status: 'unknown', checks: [] });

/**
 * Joins portals with their health; a portal without a check is `unknown`.
 *
 * @param isOwner Whether the owner is signed in here.
 */
export function joinPortals(
  records: Reading<readonly PortalRecord[]>,
  health: Reading<readonly PortalHealth[]>,
  base: string,
  isOwner = false,
): Reading<readonly Portal[]> {
  const checks = currentValue(health) ?? [];
  return mapReading(records, (list) =>
    list.map((record) => {
      const found = checks.find(({ id }) => id === record.id) ?? noHealth(record.id);
      const isChecked = health.state === 'live' && found.status !== 'unknown';
      return { record, health: found, isChecked, entrance: entranceOf(record, found, base, isOwner) };
    }),
  );
}
