/**
 * Things of the world that the visitor can be taken to, by the names that links use for them. Where
 * one stands before each is in `world/camera/viewpoints.ts`, what a sentence calls it in
 * `viewpoint-names.ts`.
 */
export const viewpointPanels = [
  'agents',
  'commits',
  'portals',
  'place',
  'dual-brain',
  'adapters',
  'sovereignty',
  'earth',
  'heatmap',
  'block',
  'bookshelves',
  'oath',
] as const;
export type ViewpointPanel = (typeof viewpointPanels)[number];

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

/**
 * How the visitor gets to stand before a portal: by a flight they asked for, or coming out of it.
 */
export interface PortalVisit {
  readonly portalId: string;
  readonly manner: 'flight' | 'return';
}
