/**
 * An instance for each spark: a ribbon along its path (`position.z` 0; x from 0 at the tail to 1 at the head,
 * y across), and a glow at its head (1). The path is a curve from the sky to the floor; the position depends
 * only on the age.
 */
export const commitSparkVertex = /* glsl */ `
attribute vec4 aFrom; // where it begins, its age in seconds
attribute vec4 aTo; // where it lands, 1 for authors who are no agents
varying vec3 vPart;
varying vec3 vLight;
vec3 place(float along) {
  // Over the floor the path turns down.
  vec3 over = mix(aFrom.xyz, aTo.xyz, 0.72) * vec3(1.0, 0.0, 1.0) + vec3(0.0, max(OVER, aFrom.y * 0.42), 0.0);
  vec3 at = mix(mix(aFrom.xyz, over, along), mix(over, aTo.xyz, along), along);
  return (viewMatrix * vec4(at, 1.0)).xyz;
}
void main() {
  float age = aFrom.w;
  float run = age / FLIGHT;
  float head = pow(clamp(run, 0.0, 1.0), 0.8);
  float tail = pow(clamp(run - TAIL, 0.0, 1.0), 0.8);
  float along = mix(tail, head, position.z > 0.5 ? 1.0 : position.x);
  vec3 at = place(along);
  // As wide as it must be to be seen from afar.
  float wide = WIDTH + FAR * length(at);
  if (position.z > 0.5) at.xy += (position.xy - 0.5) * wide * GLOW;
  else {
    vec3 next = place(min(along + 0.01, 1.0)) - place(max(along - 0.01, 0.0));
    vec3 side = cross(normalize(next + vec3(0.0, 1e-4, 0.0)), normalize(at));
    at += normalize(side + vec3(1e-5, 0.0, 0.0)) * (position.y - 0.5) * wide;
  }
  vPart = vec3(position.xy, position.z);
  // It begins as bright as a star, and sinks into the floor.
  float sinks = position.z > 0.5 ? 1.0 - smoothstep(1.0, 1.25, run) : 1.0;
  vLight = mix(AGENT_COLOR, OTHER_COLOR, aTo.w) * SHINE * smoothstep(0.0, 0.12, run) * sinks;
  bool flies = age >= 0.0 && tail < 1.0;
  gl_Position = flies ? projectionMatrix * vec4(at, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
}
`;

export const commitSparkFragment = /* glsl */ `
varying vec3 vPart;
varying vec3 vLight;
void main() {
  vec2 away = (vPart.xy - 0.5) * 2.0;
  float ribbon = vPart.x * vPart.x * exp(-away.y * away.y * 3.5) * (1.0 - away.y * away.y);
  float r = dot(away, away);
  float glow = (exp(-r * 22.0) * 2.2 + exp(-r * 5.0) * 0.4) * max(0.0, 1.0 - r);
  gl_FragColor = vec4(vLight * (vPart.z > 0.5 ? glow : ribbon), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
