import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/** An upright strip that faces the camera: a thin beam of light, with a halo during a pulse. */
export const beamVertex = /* glsl */ `
uniform vec4 beam; // rest light, pulse light, pulse height, pulse front
varying vec2 vAt; // across (-1 to 1), metres up
varying float vClear;
varying float vThread;
${fogFunction}
void main() {
  vec4 foot = modelMatrix * vec4(0.0, position.y, 0.0, 1.0);
  vec2 toEye = cameraPosition.xz - foot.xz;
  float away = max(length(toEye), 0.01);
  vec2 across = vec2(toEye.y, -toEye.x) / away;
  float width = HALO * (0.55 + 0.25 * beam.y);
  foot.xz += across * position.x * width;
  vAt = vec2(position.x, position.y);
  // Never thinner than a pixel of a small window.
  vThread = max(THREAD, away * 0.0011) / width;
  vec4 seen = viewMatrix * foot;
  vClear = clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const beamFragment = /* glsl */ `
uniform vec4 beam;
uniform vec4 glow; // the pulse's colour, seconds of its ripple
varying vec2 vAt;
varying float vClear;
varying float vThread;
void main() {
  float side = abs(vAt.x);
  float thread = 1.0 - smoothstep(vThread * 0.4, vThread * 1.5, side);
  float halo = (1.0 - side) * (1.0 - side);
  float up = vAt.y;
  // At rest it fades upwards; a pulse shines up to its height, as far as it has climbed.
  float rest = beam.x * exp(-up / FADE_METRES);
  float reach = min(beam.z, beam.w);
  float lit = (1.0 - smoothstep(reach * 0.55, reach, up)) * step(0.01, reach);
  float head = exp(-abs(up - beam.w) * 0.16) * step(up, beam.z) * step(beam.w, beam.z);
  float ripple = 0.88 + 0.12 * sin(up * 0.42 - glow.w * 3.2);
  float pulse = beam.y * (lit * ripple + head * 0.7);
  // The pulse replaces the resting light: gold added to its blue would be white.
  vec3 color = REST_COLOR * rest / (1.0 + 6.0 * pulse) * (thread + halo * 0.16);
  color += glow.rgb * pulse * (thread * 0.7 + halo * halo * 0.36);
  gl_FragColor = vec4(color * vClear, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
