/**
 * Objects of the world that the visitor can be taken to, by the names that links use for them, with
 * what a sentence calls them. The module of an object adds the place to stand (`addViewpoint`).
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
  /** A `ViewpointPanel`, or what a plugin calls a thing of its own. */
  | { readonly kind: 'panel'; readonly name: string };

export const sameViewpoint = (one: Viewpoint | undefined, other: Viewpoint | undefined): boolean =>
  one === other ||
  (one?.kind === 'portal' && other?.kind === 'portal' && one.id === other.id) ||
  (one?.kind === 'panel' && other?.kind === 'panel' && one.name === other.name);

/** A place to be put back to. Metres and radians, as the camera has them. */
export interface Spot {
  readonly kind: 'spot';
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
  readonly pitch: number;
}

/** The visitor arrives at a portal by a flight, or by coming out of it. */
export interface PortalVisit {
  readonly portalId: string;
  readonly manner: 'flight' | 'return';
}
