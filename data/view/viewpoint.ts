/** Things of the world that one can be stood before, by the names that links use for them. */
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
  /** A `LandmarkPanel`, or what a module of others calls a thing of its own. */
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
