/**
 * Objects of the world to which links and answers can move the visitor. The keys are their names in links,
 * the values their names in sentences. Each object's module adds the viewpoint (`addViewpoint`).
 */
export const viewpointNames = {
  agents: 'the agent panel',
  commits: 'the commit panel',
  portals: 'the portal panel',
  place: 'the panel of place and weather',
  now: 'the panel of what the resident does',
  'dual-brain': 'the dual-brain panel',
  adapters: 'the adapter panel',
  sovereignty: 'the sovereignty meter',
  earth: 'the Earth',
  heatmap: 'the commits in the floor',
  block: 'the block height',
  bookshelves: 'the bookshelves',
  oath: 'the oath stone',
} as const;
export type ViewpointPanel = keyof typeof viewpointNames;
export const viewpointPanels = Object.keys(viewpointNames) as readonly ViewpointPanel[];

export const isViewpointPanel = (name: string): name is ViewpointPanel =>
  (viewpointPanels as readonly string[]).includes(name);

export type Viewpoint =
  | { readonly kind: 'portal'; readonly id: string }
  /** A `ViewpointPanel`, or the name that a plugin gives to its own object. */
  | { readonly kind: 'panel'; readonly name: string };

export const sameViewpoint = (one: Viewpoint | undefined, other: Viewpoint | undefined): boolean =>
  one === other ||
  (one?.kind === 'portal' && other?.kind === 'portal' && one.id === other.id) ||
  (one?.kind === 'panel' && other?.kind === 'panel' && one.name === other.name);

/** A position of the visitor, to restore it later. Metres and radians. */
export interface Spot {
  readonly kind: 'spot';
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
  readonly pitch: number;
}

/** A viewpoint that the home does not have, or does not know. */
export interface Nowhere {
  readonly kind: 'nowhere';
  readonly wanted: Viewpoint;
}

/** The visitor arrives at a portal by a camera flight, or comes out of it. */
export interface PortalVisit {
  readonly portalId: string;
  readonly manner: 'flight' | 'return';
}
