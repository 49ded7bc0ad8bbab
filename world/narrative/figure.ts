import { type BufferGeometry, LatheGeometry, TorusGeometry, Vector2 } from 'three';

/** The figure's outline from the feet up: radius and height in metres, 1.7 in all. A gathered foot, a robe, shoulders, a neck, a head. */
const OUTLINE: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.04, 0.03],
  [0.09, 0.18],
  [0.15, 0.45],
  [0.2, 0.75],
  [0.235, 1.02],
  [0.25, 1.2],
  [0.225, 1.3],
  [0.14, 1.37],
  [0.075, 1.4],
  [0.085, 1.43],
  [0.125, 1.49],
  [0.14, 1.555],
  [0.125, 1.625],
  [0.08, 1.675],
  [0, 1.7],
];

export function figureGeometry(): BufferGeometry {
  const geometry = new LatheGeometry(
    OUTLINE.map(([radius, height]) => new Vector2(radius, height)),
    28,
  );
  // A body is broader than deep.
  return geometry.scale(1, 1, 0.82);
}

export const RINGS = 3;
const RING_RADIUS = 0.52;
export const ringGeometry = (): BufferGeometry => new TorusGeometry(RING_RADIUS, 0.013, 5, 64);
