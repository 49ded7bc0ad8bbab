import { defineModule } from '../core/define-module.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import { PictureShape, HEADER_PIXELS, freeHalf } from '../core/scene/picture-shape.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { newPose } from './pose.ts';
import { MathUtils } from 'three';

/** The overview must show the island's rim and the names over the portals. Metres. */
const RIM = { radius: 34.5, y: -1 } as const;
const NAMES = { radius: 27, y: 9 } as const;
/** The top of the Earth, the highest object of the island. */
const EARTH = { x: 9.7, y: 9.3, z: -9.5 } as const;
const POINTS = 32;
/** The share of half the picture's width that the island may fill: the page's text is at the edges. */
const ACROSS = 0.97;
const WIDE_FILL = { above: 0.8, below: 0.93 } as const;
/**
 * The fill for tall pictures (phones). It can be small, because there the picture's width decides how near
 * the camera comes.
 */
const TALL_FILL = { above: 0.42, below: 0.8 } as const;
/**
 * How steeply the camera looks down, in radians. A wide picture shows the arches' fronts and some sky, and a
 * tall picture has height to fill. If the width is twice the height, the camera looks from a lower angle, so
 * that it can come nearer.
 */
const LOW_ANGLE = 0.6;
const WIDE_ANGLE = 0.82;
const TALL_ANGLE = 1.08;
/** The search for the middle of the picture looks between these z coordinates. Metres. */
const MIDDLE = { least: -20, most: 20 } as const;
const ROUNDS = 20;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const ring = (radius: number, y: number): Point[] =>
  Array.from({ length: POINTS }, (_, i) => {
    const angle = (i / POINTS) * Math.PI * 2;
    return { x: Math.cos(angle) * radius, y, z: Math.sin(angle) * radius };
  });
const points: readonly Point[] = [...ring(RIM.radius, RIM.y), ...ring(NAMES.radius, NAMES.y), EARTH];

/** The shares of the picture's upper half and lower half that may be filled. */
interface Fill {
  readonly above: number;
  readonly below: number;
}

interface Fit {
  readonly distance: number;
  /** How much more room there is below than above. */
  readonly imbalance: number;
}

/**
 * The distance at which a camera that looks at (0, 0, middle) shows everything, and how uneven the margins
 * are.
 */
function fit(middle: number, angle: number, across: number, up: number, fill: Fill): Fit {
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  // The points in the camera's frame: `ahead` is the depth beyond the point that the camera looks at, `above`
  // is the height over that point.
  const seen = points.map(({ x, y, z }) => ({
    x,
    ahead: -y * sin - (z - middle) * cos,
    above: y * cos - (z - middle) * sin,
  }));
  let distance = 0;
  for (const { x, ahead, above } of seen)
    distance = Math.max(
      distance,
      Math.abs(x) / (across * ACROSS) - ahead,
      above / (up * fill.above) - ahead,
      -above / (up * fill.below) - ahead,
    );
  const heights = seen.map(({ ahead, above }) => above / (distance + ahead));
  return { distance, imbalance: Math.max(...heights) / fill.above + Math.min(...heights) / fill.below };
}

/**
 * The camera pose that shows the whole island in the middle of the picture, from above the side of the start.
 * `fov`: vertical field of view in degrees. `aspect`: width divided by height. `height`: in CSS pixels.
 */
export function overviewPose(fov: number, aspect: number, height: number): Pose {
  const tall = MathUtils.clamp((1.2 - aspect) / 0.6, 0, 1);
  const low = MathUtils.clamp((aspect - 1.8) / 0.2, 0, 1);
  const angle = WIDE_ANGLE + (TALL_ANGLE - WIDE_ANGLE) * tall + (LOW_ANGLE - WIDE_ANGLE) * low;
  const fill = {
    // In a low window the header covers a larger share of the height.
    above: Math.min(
      freeHalf(1, HEADER_PIXELS, height),
      WIDE_FILL.above + (TALL_FILL.above - WIDE_FILL.above) * tall,
    ),
    below: WIDE_FILL.below + (TALL_FILL.below - WIDE_FILL.below) * tall,
  };
  const up = Math.tan((fov * Math.PI) / 360);
  const across = up * aspect;
  let least: number = MIDDLE.least;
  let most: number = MIDDLE.most;
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (least + most) / 2;
    // If the camera looks at a nearer point, everything is higher in the picture.
    if (fit(middle, angle, across, up, fill).imbalance > 0) most = middle;
    else least = middle;
  }
  const middle = (least + most) / 2;
  const { distance } = fit(middle, angle, across, up, fill);
  const pose = newPose();
  pose.y = distance * Math.sin(angle);
  pose.z = middle + distance * Math.cos(angle);
  pose.pitch = -angle;
  return pose;
}

/** The island from above, as large as the canvas allows (specification 3.4). */
class Overview implements CameraMode {
  readonly factor = 0.04;
  readonly #scene: WorldScene;
  #pose: Readonly<Pose> = newPose();
  readonly #shape = new PictureShape();

  constructor(scene: WorldScene) {
    this.#scene = scene;
  }

  look(): Readonly<Pose> {
    const shape = this.#shape;
    if (shape.follow(this.#scene)) this.#pose = overviewPose(shape.fov, shape.aspect, shape.height);
    return this.#pose;
  }
}

export const { init, update, dispose } = defineModule((scene, _state, _theme, disposables) => {
  scene.registry.cameraModes.set('overview', new Overview(scene));
  disposables.defer(() => scene.registry.cameraModes.delete('overview'));
  return {};
});
