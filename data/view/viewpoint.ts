/** Things of the world that one can be stood before, by the names that links use for them. */
export const landmarkPanels = [
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
export type LandmarkPanel = (typeof landmarkPanels)[number];

export const isLandmarkPanel = (name: string): name is LandmarkPanel =>
  (landmarkPanels as readonly string[]).includes(name);

export type Landmark =
  | { readonly kind: 'portal'; readonly id: string }
  /** A `LandmarkPanel`, or what a module of others calls a thing of its own. */
  | { readonly kind: 'panel'; readonly name: string };

export const sameLandmark = (one: Landmark | undefined, other: Landmark | undefined): boolean =>
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
