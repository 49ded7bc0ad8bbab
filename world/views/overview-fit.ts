import type { Pose } from '../core/outlooks.ts';
import { newPose } from './pose.ts';

/** What is to be in the picture: the island's rim, and the names over the portals. Metres. */
const RIM = { radius: 34.5, y: -1 } as const;
const NAMES = { radius: 27, y: 8.5 } as const;
const POINTS = 32;
/** The share of the picture's half that may be filled: names and readings stand at its edges. */
const FILL = { across: 0.96, up: 0.86 } as const;
/** How steeply one looks down, radians: a wide picture shows the arches' fronts, a tall one has height to fill. */
const WIDE_ANGLE = 0.72;
const TALL_ANGLE = 0.98;
/** A little behind the middle, so that the beam's foot and the Earth have the room above it. */
const LOOK_AT = { y: 0, z: -1 } as const;

/**
 * Where the whole island is in the picture: from the side where a visit begins, looking down. `fov` in degrees, of the picture's height;
 * `aspect` its width by its height.
 */
export function overviewPose(fov: number, aspect: number): Pose {
  const tall = Math.min(1, Math.max(0, (1.2 - aspect) / 0.6));
  const angle = WIDE_ANGLE + (TALL_ANGLE - WIDE_ANGLE) * tall;
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const up = Math.tan((fov * Math.PI) / 360);
  const across = up * aspect;
  let distance = 0;
  for (const { radius, y } of [RIM, NAMES])
    for (let i = 0; i < POINTS; i++) {
      const x = Math.cos((i / POINTS) * Math.PI * 2) * radius;
      const z = Math.sin((i / POINTS) * Math.PI * 2) * radius - LOOK_AT.z;
      const rise = y - LOOK_AT.y;
      // In the camera's frame: ahead of the point looked at, and above it.
      const ahead = -rise * sin - z * cos;
      const above = rise * cos - z * sin;
      distance = Math.max(
        distance,
        Math.abs(x) / (across * FILL.across) - ahead,
        Math.abs(above) / (up * FILL.up) - ahead,
      );
    }
  const pose = newPose();
  pose.y = LOOK_AT.y + distance * sin;
  pose.z = LOOK_AT.z + distance * cos;
  pose.pitch = -angle;
  return pose;
}
