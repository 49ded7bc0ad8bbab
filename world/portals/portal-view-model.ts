import type { Color, Matrix4 } from 'three';
import { isReturnPortal } from '../../data/travel/arrival.ts';
import { type Reading, type ReadingState, currentValue } from '../../data/readings/reading.ts';
import type { Portal, PortalRecord } from '../../data/readings/records.ts';
import { portalPresence } from '../../data/readings/portals.ts';
import { DASH } from '../../data/readings/format.ts';
import { sentenceCase } from '../utils/text.ts';

/**
 * Where a portal stands, in metres and radians; its front faces +z, the start, at a rotation of 0.
 */
export interface PortalPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly rotationX: number;
  readonly rotationY: number;
  readonly rotationZ: number;
  /** Scale: 1, but the way back is smaller than the portals of the home. */
  readonly size: number;
}

/**
 * The state behind the arch: the registry's readiness, or the way the visitor came. Each has its
 * own disc, and some their own arch.
 */
export type Readiness = PortalRecord['readiness_state'] | 'return';
export type Access = PortalRecord['access_mode'];

/** The part of a record that the layout needs. */
export type PlacedRecord = Pick<PortalRecord, 'id' | 'world_category' | 'position' | 'rotation'>;

/** The picture of the destination that a disc shows behind its swirl. */
export type Glimpse = { readonly kind: 'image'; readonly path: string } | { readonly kind: 'heartbeat' };

/**
 * What one arch shows. A placeholder arch, shown when the registry has nothing, has an empty
 * record.
 */
export interface PortalViewModel {
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
  /** None of a world that is offline: its disc is dark. */
  readonly glimpse: Glimpse | undefined;
  /** The whole hint: name, states and their source, then what is behind it or why it is closed. */
  readonly label: string;
  readonly entrance: Portal['entrance'];
  readonly actionLabel: string;
}

/** A portal where it stands in the world: what its stones, disc, runes and sign are made from. */
export interface PlacedPortal extends Omit<PortalViewModel, 'color'> {
  readonly place: PortalPlace;
  /** From the arch's own frame into the world's. */
  readonly matrix: Matrix4;
  readonly color: Color;
}

/** Readiness and access as words, and whether a check is missing. */
const words = (portal: Portal): string[] => {
  const { record } = portal;
  const presence = portalPresence(portal);
  const state = presence === 'offline' ? 'offline' : record.readiness_state;
  return [state, record.access_mode, ...(presence === 'unknown' ? ['not checked'] : [])];
};

function labelOf(portal: Portal, state: ReadingState): string {
  const { record, entrance } = portal;
  if (isReturnPortal(record)) return `${record.name} — ${record.description}`;
  const source = record.telemetry_source === 'none' ? 'portals.json' : record.telemetry_source;
  const about = entrance.open ? record.description : `Closed. ${entrance.reason}`;
  const age = state === 'live' ? '' : `, ${state}`;
  return `${record.name} — ${words(portal).join(', ')} (${source}${age}). ${about}`;
}

/** This home's own page of figures, as `portals.json` names it. */
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
  const presence = portalPresence(portal);
  return {
    record,
    id: record.id,
    name: record.name,
    line: sentenceCase(isReturn ? 'the way you came' : words(portal).join(' · ')),
    color: record.color,
    // An old registry is no proof of an open door.
    presence: state !== 'live' && presence === 'online' ? 'unknown' : presence,
    readiness: isReturn ? 'return' : record.readiness_state,
    access: record.access_mode,
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

/**
 * Who gets which place: the first ones stand in the start view. Portals to worlds that are offline come
 * last. Decided when a portal is first seen in a visit: a place where a visitor has seen a portal stays
 * its place, whatever health checks say later.
 */
export class PortalOrder {
  readonly #ids: string[] = [];

  /** The views in the order of their places. */
  sort(views: readonly PortalViewModel[]): PortalViewModel[] {
    const added = views.filter(({ id }) => id !== '' && !this.#ids.includes(id));
    const isOffline = ({ presence }: PortalViewModel): boolean => presence === 'offline';
    for (const group of [added.filter((view) => !isOffline(view)), added.filter(isOffline)])
      this.#ids.push(...group.map(({ id }) => id));
    return views.toSorted((a, b) => this.#ids.indexOf(a.id) - this.#ids.indexOf(b.id));
  }
}
