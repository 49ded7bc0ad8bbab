/** A quad that covers the whole frame, independent of the camera. */
export const warpVertex = /* glsl */ `
uniform vec4 mouth; // middle (x in half heights), radius, aspect of the frame
varying vec2 vPlace;
void main() {
  vPlace = position.xy * vec2(mouth.w, 1.0) - mouth.xy;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const warpFragment = /* glsl */ `
uniform vec4 mouth;
uniform vec4 look; // cover, travel, light, glow
uniform vec4 tint; // a: 1 with reduced motion
varying vec2 vPlace;

const float TURN = 6.2831853;

float random(float cell) {
  return fract(sin(cell * 12.9898) * 43758.5453);
}

// Light that rushes past along lines, each with a bright head and a long tail.
float streaks(float around, float depth, float cells, float seed) {
  float place = around * cells;
  float cell = floor(place) + seed;
  float own = random(cell);
  float along = fract(depth / (MIN_LENGTH * (1.0 + random(cell + 7.3))) + own);
  float head = smoothstep(0.0, 0.03, along) * (1.0 - smoothstep(0.03, 0.8, along));
  float across = abs(fract(place) - 0.5) * 2.0;
  float line = 1.0 - smoothstep(0.0, 0.25 + 0.5 * own * own, across);
  return head * head * line * step(0.3, random(cell + 3.1)) * (0.4 + 0.6 * random(cell + 5.7));
}

void main() {
  if (tint.a > 0.5) {
    gl_FragColor = vec4(tint.rgb * REDUCED_MOTION_LIGHT, look.x);
  } else {
    float radius = length(vPlace);
    float around = atan(vPlace.y, vPlace.x) / TURN + 0.5;
    // Evenly spaced rings of a tube are powers of the radius on the screen.
    float depth = look.y - log(max(radius, 0.002)) * 0.62;
    float far = smoothstep(0.03, 0.4, radius);
    float light = streaks(around, depth, 84.0, 0.0) + streaks(around, depth * 1.13 + 0.4, 131.0, 200.0);
    float ring = 0.5 + 0.5 * cos(depth / MIN_LENGTH * TURN);
    ring *= ring * ring;
    float reach = 0.08 + 1.3 * look.w;
    float end = exp(-radius * radius / (reach * reach)) * (0.45 + 0.5 * look.w);
    float sum = (WALL * (0.3 + ring) + STREAK * light * (1.0 - 0.5 * look.w)) * far * look.z + end;
    float inside = mouth.z - radius;
    float edge = mouth.z * 0.1;
    // The opening has a bright rim, as the disc has.
    sum += 0.5 * smoothstep(edge * 2.2, 0.0, inside);
    // However much light adds up, it is the portal's colour and not white; between the lights it is
    // dark.
    sum = 1.0 - exp(-1.5 * sum);
    vec3 color = NIGHT * (1.0 - sum) + tint.rgb * mix(tint.rgb, vec3(1.0), sum) * sum;
    gl_FragColor = vec4(color, smoothstep(0.0, edge, inside) * look.x);
  }
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
