import { isReturnPortal } from '../../data/arrival.ts';
import type { Reading } from '../../data/reading.ts';
import { shown } from '../../data/reading.ts';
import type { Portal, PortalRecord } from '../../data/records.ts';
import { DASH } from '../../data/wording.ts';

/** What is behind the arch: the registry's readiness, or the way a visitor came. Each has its own disc, and some their own arch. */
export type Readiness = PortalRecord['readiness_state'] | 'return';
export type Access = PortalRecord['access_mode'];

/** What the layout needs of a record. */
export type PlacedRecord = Pick<PortalRecord, 'id' | 'world_category' | 'position' | 'rotation'>;

/** What one arch shows. A placeholder arch, in place of a registry that has nothing to show, has no record. */
export interface ArchView {
  readonly record: PlacedRecord;
  readonly id: string;
  readonly name: string;
  /** The line under the name: readiness and access, or what is wrong. */
  readonly line: string;
  /** A colour of the record, or undefined for the theme's. */
  readonly color: string | undefined;
  readonly presence: 'online' | 'unknown' | 'offline';
  readonly readiness: Readiness;
  readonly access: Access;
  /** The whole hint: name, states and where they are known from, then what is behind it or why nobody gets in. */
  readonly label: string;
  readonly entrance: Portal['entrance'];
  readonly actionLabel: string;
}

/** Offline when the registry or the health check says so; unknown until a check has answered. */
export function presenceOf({ record, health }: Portal): ArchView['presence'] {
  if (record.status === 'offline' || record.readiness_state === 'offline') return 'offline';
  return health.status;
}

const words = (portal: Portal): string[] => {
  const { record } = portal;
  const presence = presenceOf(portal);
  const state = presence === 'offline' ? 'offline' : record.readiness_state;
  return [state, record.access_mode, ...(presence === 'unknown' ? ['not checked'] : [])];
};

function labelOf(portal: Portal): string {
  const { record, entrance } = portal;
  if (isReturnPortal(record)) return `${record.name} — ${record.description}`;
  const source = record.telemetry_source === 'none' ? 'portals.json' : record.telemetry_source;
  const about = entrance.open ? record.description : `Closed. ${entrance.reason}`;
  return `${record.name} — ${words(portal).join(', ')} (${source}). ${about}`;
}

const viewOf = (portal: Portal): ArchView => {
  const { record, entrance } = portal;
  const isReturn = isReturnPortal(record);
  return {
    record,
    id: record.id,
    name: record.name,
    line: isReturn ? 'THE WAY YOU CAME' : words(portal).join(' · ').toUpperCase(),
    color: record.color,
    presence: presenceOf(portal),
    readiness: isReturn ? 'return' : record.readiness_state,
    access: record.access_mode,
    label: labelOf(portal),
    entrance,
    actionLabel: record.destination.action_label,
  };
};

const placeholder = (name: string, line: string, about: string): ArchView => ({
  record: { id: '', world_category: '' },
  id: '',
  name,
  line,
  color: undefined,
  presence: 'offline',
  readiness: 'offline',
  access: 'public',
  label: `${name} — ${about}`,
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
