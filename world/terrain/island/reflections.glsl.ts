import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * Reflections in the glass floor. Each quad is upside down below the floor, at the position of a mirror
 * image, but has the depth of the floor in front of it. So the floor does not hide it, but objects on the
 * floor do.
 */
export const reflectionVertex = /* glsl */ `
attribute vec3 aPlace;
// Half the width and height, the turn in radians, and the shape: frame 0, disc 1, column 2.
attribute vec4 aShape;
attribute vec3 aColor;
// How wet the floor is, its light, seconds.
uniform vec3 glass;
varying vec3 vMirrored;
varying vec2 vAt;
varying vec2 vSize;
varying vec3 vColor;
varying float vShape;
void main() {
  float turn = aShape.w > 1.5 ? atan(cameraPosition.x - aPlace.x, cameraPosition.z - aPlace.z) : aShape.z;
  // On wet glass, every reflection is longer.
  vec2 at = position.xy * vec2(1.25, 1.3 + 0.9 * glass.x);
  vec3 across = vec3(cos(turn), 0.0, -sin(turn));
  vec3 place = aPlace + across * at.x * aShape.x;
  place.y = -max(aPlace.y + at.y * aShape.y, 0.02);
  at.y = (-place.y - aPlace.y) / aShape.y;
  vMirrored = place;
  vAt = at;
  vSize = aShape.xy;
  vColor = aColor * glass.y;
  vShape = aShape.w;
  vec4 seen = projectionMatrix * viewMatrix * vec4(place, 1.0);
  float share = (cameraPosition.y - LEVEL) / (cameraPosition.y - place.y);
  vec4 floor = projectionMatrix * viewMatrix * vec4(mix(cameraPosition, place, share), 1.0);
  gl_Position = vec4(seen.xy, floor.z / floor.w * seen.w, seen.w);
  // Without light there is nothing to paint.
  if (max(vColor.r, max(vColor.g, vColor.b)) < 0.004) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const reflectionFragment = /* glsl */ `
uniform vec3 glass;
varying vec3 vMirrored;
varying vec2 vAt;
varying vec2 vSize;
varying vec3 vColor;
varying float vShape;
${fogFunction}
float dice(vec3 cell) {
  return fract(sin(dot(cell, vec3(12.9898, 78.233, 37.719))) * 43758.5453);
}
void main() {
  float wet = glass.x;
  float share = (cameraPosition.y - LEVEL) / (cameraPosition.y - vMirrored.y);
  vec3 place = mix(cameraPosition, vMirrored, share);
  // The lines between the panes run in three directions, as in the shader of the glass.
  vec2 at = place.xz / LINE_SPACING;
  vec3 lines = vec3(at.x, at.y * 0.8660254 + at.x * 0.5, at.y * 0.8660254 - at.x * 0.5);
  vec3 rim = abs(lines) * LINE_SPACING;
  if (max(rim.x, max(rim.y, rim.z)) > APOTHEM) discard;
  vec3 gap = abs(fract(lines + 0.5) - 0.5);
  float away = min(gap.x, min(gap.y, gap.z)) * LINE_SPACING;
  float unbroken = smoothstep(0.0, max(0.07, fwidth(away)), away);
  // Each pane leans a little: the image jumps from one pane to the next. On wet glass it also wavers.
  vec3 pane = floor(lines);
  float lean = dice(pane) - 0.5;
  vec2 shift = vec2(lean, dice(pane.zxy) - 0.5) * 0.5;
  shift.x += wet * 0.12 * sin(place.z * 5.0 + glass.z * 1.7) * sin(place.x * 3.0 - glass.z * 1.1);
  vec2 seen = vAt + shift / max(vSize, vec2(0.6));
  vec2 soft = vec2(0.22, 0.28 + 0.75 * wet);
  vec2 inside = 1.0 - smoothstep(1.0 - soft, 1.0 + soft * vec2(1.0, 0.8), abs(seen));
  float light = inside.x * inside.y;
  if (vShape < 0.5) {
    vec2 edge = smoothstep(0.3, 1.0, abs(seen));
    light *= 0.4 + 0.6 * max(edge.x, edge.y);
  } else if (vShape < 1.5) {
    light = 1.0 - smoothstep(1.0 - soft.x * 2.0, 1.0 + soft.x, length(seen * vec2(1.0, 1.0 - 0.45 * wet)));
  } else {
    float core = max(1.0 - seen.x * seen.x, 0.0);
    light = core * core * inside.y;
  }
  // Glass mirrors more at flat angles. The reflection of what is higher above the floor is weaker.
  vec3 fromEye = place - cameraPosition;
  float facing = cameraPosition.y / length(fromEye);
  float mirror = 0.07 + 0.1 * wet + 0.8 * pow(1.0 - facing, 4.0);
  float fade = exp(vMirrored.y * mix(0.27, 0.22, wet));
  light *= mirror * fade * unbroken * (0.8 + 0.8 * lean) * clearOf(fromEye) * arrivedOf(length(place));
  gl_FragColor = vec4(vColor * light, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
