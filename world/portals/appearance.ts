import type { Reading } from '../../data/reading.ts';
import { shown } from '../../data/reading.ts';
import type { Portal, PortalRecord } from '../../data/records.ts';
import { DASH } from '../../data/wording.ts';

/** What one arch shows. A placeholder arch, in place of a registry that has nothing to show, has no record. */
export interface ArchView {
  readonly record: Pick<PortalRecord, 'position' | 'rotation'>;
  readonly id: string;
  readonly name: string;
  /** The line under the name: readiness and access, or what is wrong. */
  readonly line: string;
  /** A colour of the record, or undefined for the theme's. */
  readonly color: string | undefined;
  readonly presence: 'online' | 'unknown' | 'offline';
  /** What the hint says about it. */
  readonly about: string;
  readonly entrance: Portal['entrance'];
  readonly actionLabel: string;
}

/** Offline when the registry or the health check says so; unknown until a check has answered. */
export function presenceOf({ record, health }: Portal): ArchView['presence'] {
  if (record.status === 'offline' || record.readiness_state === 'offline') return 'offline';
  return health.status;
}

const lineOf = (portal: Portal): string => {
  const { record } = portal;
  const state = presenceOf(portal) === 'offline' ? 'offline' : record.readiness_state;
  return `${state} · ${record.access_mode}`.toUpperCase();
};

const viewOf = (portal: Portal): ArchView => ({
  record: portal.record,
  id: portal.record.id,
  name: portal.record.name,
  line: lineOf(portal),
  color: portal.record.color,
  presence: presenceOf(portal),
  about: portal.record.description,
  entrance: portal.entrance,
  actionLabel: portal.record.destination.action_label,
});

const placeholder = (name: string, line: string, about: string): ArchView => ({
  record: {},
  id: '',
  name,
  line,
  color: undefined,
  presence: 'offline',
  about,
  entrance: { open: false, reason: about },
  actionLabel: '',
});

/** What stands on the ring for a reading of the registry: its portals, or one dark arch that says why there are none. */
export function archViews(reading: Reading<readonly Portal[]>): ArchView[] {
  const portals = shown(reading);
  if (portals && portals.length > 0) return portals.map(viewOf);
  switch (reading.state) {
    case 'loading':
      return [placeholder(`PORTALS: ${DASH}`, 'ASKING', `Asking ${reading.source} for the portals.`)];
    case 'error':
      return [placeholder('PORTALS: ERROR', reading.source, reading.cause)];
    case 'offline':
      return [placeholder('PORTALS: OFFLINE', reading.source, reading.cause)];
    default:
      return [placeholder('NO PORTALS', reading.source, `${reading.source} lists no portals yet.`)];
  }
}

/** Everything one can see of the views: arches are built anew only when this changes. */
export const viewKey = (views: readonly ArchView[]): string => JSON.stringify(views);
