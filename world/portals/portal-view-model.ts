import type { Color, Matrix4 } from 'three';
import { isReturnPortal } from '../../data/travel/arrival.ts';
import { type Reading, type ReadingState, currentValue } from '../../data/readings/reading.ts';
import type { Portal, PortalRecord } from '../../data/readings/records.ts';
import { isRuin, portalLine, portalPresence, portalWords } from '../../data/readings/portals.ts';
import { DASH } from '../../data/readings/format.ts';

/** The pose of a portal, in metres and radians. With a rotation of 0 its front faces +z, the start. */
export interface PortalPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly rotationX: number;
  readonly rotationY: number;
  readonly rotationZ: number;
  /** The scale: 1, or less for the return portal. */
  readonly size: number;
}

/**
 * The readiness in the registry, or the return portal, or a portal without an address. Each kind except the
 * last has its own disc; some kinds have their own arch.
 */
export type Readiness = PortalRecord['readiness_state'] | 'return' | 'ruin';
export type Access = PortalRecord['access_mode'];

/** The part of a record that the layout needs. */
export type PlacedRecord = Pick<PortalRecord, 'id' | 'world_category' | 'position' | 'rotation'>;

/** The picture of the destination behind the swirl of a disc. */
export type Glimpse = { readonly kind: 'image'; readonly path: string } | { readonly kind: 'heartbeat' };

/** The content of one arch. A placeholder arch, shown without portals, has an empty record. */
export interface PortalViewModel {
  readonly record: PlacedRecord;
  readonly id: string;
  readonly name: string;
  /** The line under the name: readiness and access, or the problem. */
  readonly line: string;
  /** The colour of the record; undefined for the theme's colour. */
  readonly color: string | undefined;
  readonly presence: 'online' | 'unknown' | 'offline';
  readonly readiness: Readiness;
  readonly access: Access;
  /** Undefined for an offline world, whose disc is dark. */
  readonly glimpse: Glimpse | undefined;
  /** The whole hint: name, states and their source, then the destination or the reason why it is closed. */
  readonly label: string;
  readonly entrance: Portal['entrance'];
  readonly actionLabel: string;
}

/** A portal with its place in the world, from which its stones, disc, runes and sign are made. */
export interface PlacedPortal extends Omit<PortalViewModel, 'color'> {
  readonly place: PortalPlace;
  /** The matrix from local coordinates of the arch to world coordinates. */
  readonly matrix: Matrix4;
  readonly color: Color;
}

function labelOf(portal: Portal, state: ReadingState): string {
  const { record, entrance } = portal;
  if (isReturnPortal(record)) return `${record.name} — ${record.description}`;
  if (!entrance.open && entrance.isRuin)
    return `${record.name} — Closed. ${entrance.reason} ${record.description}`;
  const source = record.telemetry_source === 'none' ? 'portals.json' : record.telemetry_source;
  const about = entrance.open ? record.description : `Closed. ${entrance.reason}`;
  const age = state === 'live' ? '' : `, ${state}`;
  return `${record.name} — ${portalWords(portal).join(', ')} (${source}${age}). ${about}`;
}

/** The home's own heartbeat page, as named in `portals.json`. */
const HEARTBEAT = /^\/heartbeat(?:\.html)?$/;

function glimpseOf({ image, destination }: PortalRecord, presence: string): Glimpse | undefined {
  if (presence === 'offline') return undefined;
  if (image !== undefined) return { kind: 'image', path: image };
  return HEARTBEAT.test(destination.url ?? '') ? { kind: 'heartbeat' } : undefined;
}

/** The view of one portal in a reading of this state. */
const viewOf = (portal: Portal, state: ReadingState): PortalViewModel => {
  const { record, entrance } = portal;
  const isReturn = isReturnPortal(record);
  const ruin = isRuin(portal);
  const presence = portalPresence(portal);
  return {
    record,
    id: record.id,
    name: record.name,
    line: portalLine(portal, isReturn),
    color: record.color,
    // An old registry does not prove that a portal is online.
    presence: state !== 'live' && presence === 'online' ? 'unknown' : presence,
    readiness: isReturn ? 'return' : ruin ? 'ruin' : record.readiness_state,
    // Nothing stands on a ring that has fallen: neither spikes nor a gable.
    access: ruin ? 'public' : record.access_mode,
    glimpse: glimpseOf(record, presence),
    label: labelOf(portal, state),
    entrance,
    actionLabel: record.destination.action_label,
  };
};

/** A dark, closed arch that only carries a message. */
const placeholder = (name: string, line: string, about: string): PortalViewModel => ({
  record: { id: '', world_category: '' },
  id: '',
  name,
  line,
  color: undefined,
  presence: 'offline',
  readiness: 'offline',
  access: 'public',
  glimpse: undefined,
  label: `${name} — ${about}`,
  entrance: { open: false, reason: about },
  actionLabel: '',
});

/**
 * The arches for a reading of the registry: its portals, or one dark arch that says why there are
 * none.
 */
export function portalViewModels(reading: Reading<readonly Portal[]>): PortalViewModel[] {
  const portals = currentValue(reading);
  if (portals && portals.length > 0) return portals.map((portal) => viewOf(portal, reading.state));
  switch (reading.state) {
    case 'loading':
      return [placeholder(`PORTALS: ${DASH}`, 'Asking', `Asking ${reading.source} for the portals.`)];
    case 'error':
      return [placeholder('PORTALS: ERROR', reading.source, reading.cause)];
    case 'offline':
      return [placeholder('PORTALS: OFFLINE', reading.source, reading.cause)];
    default:
      return [placeholder('NO PORTALS', reading.source, `${reading.source} lists no portals yet.`)];
  }
}
