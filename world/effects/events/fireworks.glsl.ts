import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * An instance for each shell, a point for each spark. A spark's position depends only on the time: it rises
 * in the tail of its shell, flies outwards with drag, sinks and fades. With reduced motion a shell is a
 * strand of the wreath, whose points do not move.
 */
export const fireworksVertex = /* glsl */ `
attribute vec4 aSpark; // direction, place in the trail
attribute vec4 aShell; // where it opens, when (seconds)
attribute vec4 aLook; // colour, spread: below 0 a strand of the wreath
uniform vec3 show; // seconds, light, pixels of the smallest point
uniform vec2 pixels; // per CSS pixel, height of the picture
varying vec3 vColor;
${fogFunction}
void main() {
  vec3 place = aShell.xyz;
  float age = show.x - aShell.w;
  float light = 0.0;
  float size = SPARK_SIZE;
  float spread = abs(aLook.w);
  if (aLook.w < 0.0) {
    // A ring of points: their directions are evenly spread in height, which gives the angle.
    float around = (normalize(aSpark.xyz).y * 0.5 + 0.5 + aSpark.w * 0.013) * 6.2831853;
    vec2 outward = normalize(aShell.xz);
    vec3 across = vec3(-outward.y, 0.0, outward.x);
    float ripple = 1.0 + 0.035 * sin(around * 9.0 + spread * 4.0);
    place += (across * cos(around) + vec3(0.0, 1.0, 0.0) * sin(around)) * spread * ripple;
    light = smoothstep(0.0, WREATH_SECONDS * 0.36, age) * (1.0 - smoothstep(WREATH_SECONDS * 0.5, WREATH_SECONDS, age)) * 0.3;
    size *= 1.7;
  } else if (age < 0.0) {
    // Some of the sparks are the tail of the climbing shell, which slows down towards the top.
    float behind = fract(aSpark.w * 0.37 + aSpark.x * 4.7 + aSpark.z * 3.1);
    float up = 1.0 + age / RISE_SECONDS - behind * 0.16;
    float eased = 1.0 - (1.0 - up) * (1.0 - up);
    place.y = mix(FOOT, place.y, eased);
    place.xz += aSpark.xz * (0.12 + 0.3 * behind);
    light = step(abs(aSpark.y), 0.34) * step(0.0, up) * (1.0 - behind) * (1.0 - behind) * 0.42 * smoothstep(0.0, -0.12, age);
    size *= 0.7;
  } else {
    float then = max(age - aSpark.w * TRAIL_SECONDS * smoothstep(0.0, 0.6, age), 0.0);
    // Fast at first, slowed by drag, then falling.
    place += aSpark.xyz * spread * (1.0 - exp(-then * 2.6));
    place.y -= spread * 0.085 * then * then;
    // Not a flash: it brightens for a quarter of a second, glows, and dims.
    light = smoothstep(0.0, 0.25, age) * exp(-age * 1.25) * (1.0 - smoothstep(SPARK_SECONDS * 0.6, SPARK_SECONDS, age));
    light *= mix(1.0, 0.16, sqrt(aSpark.w));
    size *= mix(1.0, 0.55, aSpark.w);
  }
  vec4 seen = viewMatrix * vec4(place, 1.0);
  float wanted = size * projectionMatrix[1][1] * pixels.y * 0.5 / max(-seen.z, 1.0);
  gl_PointSize = max(wanted, show.z);
  // A point enlarged to the minimum size is dimmer by the same factor.
  light *= min(1.0, wanted * wanted / (show.z * show.z) + 0.25) * show.y * clearAt(seen.xyz);
  vColor = aLook.rgb * light;
  gl_Position = light > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const fireworksFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  float disc = max(1.0 - dot(off, off), 0.0);
  gl_FragColor = vec4(vColor * disc * disc, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
