/**
 * The lens of three.js's BokehPass, with the same uniforms and with the blur as a share of the picture's
 * width. Samples are spread evenly over the disc; their number depends on the picture's size. Sharp objects
 * do not bleed into a blurred background, and sharp pixels need only one sample. The sky is never blurred, so
 * that stars stay points; only objects in front of it blur over it.
 */
export const depthOfFieldFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D tColor;
uniform sampler2D tDepth;
uniform float maxblur;
uniform float aperture;
uniform float nearClip;
uniform float farClip;
uniform float focus;
uniform float aspect;
uniform float sharp; // metres about the focus that stay sharp
uniform int samples;
#include <packing>
// Of the disc about a point of that depth: a share of the picture's width.
float radiusAt(float depth) {
  float away = abs(focus + perspectiveDepthToViewZ(depth, nearClip, farClip)) - sharp;
  return clamp(away * aperture, 0.0, maxblur) * MAX_SAMPLE;
}
void main() {
  float depth = texture2D(tDepth, vUv).x;
  bool isSky = depth == 1.0;
  float radius = isSky && sharp > 0.0 ? 0.0 : radiusAt(depth);
  vec3 own = texture2D(tColor, vUv).rgb;
  gl_FragColor = vec4(own, 1.0);
  float pixels = float(textureSize(tColor, 0).x);
  if (radius * pixels < 0.35) return;
  // Squares are close to linear light: a bright point stays bright when it is spread.
  own *= own;
  vec3 sum = own;
  float weights = 1.0;
  for (int i = 0; i < samples; i++) {
    float reach = radius * sqrt((float(i) + 0.5) / float(samples));
    // The golden angle: no two in a line.
    float around = float(i) * 2.39996323;
    vec2 at = vUv + vec2(cos(around), sin(around) * aspect) * reach;
    float there = textureLod(tDepth, at, 0.0).x;
    // What stands before this point reaches over it only as far as it is blurred itself.
    float weight = there < depth ? clamp((radiusAt(there) - reach) * pixels + 1.0, 0.0, 1.0) : 1.0;
    vec3 light = textureLod(tColor, at, 0.0).rgb;
    sum += (isSky && there == 1.0 ? own : light * light) * weight;
    weights += weight;
  }
  gl_FragColor.rgb = sqrt(sum / weights);
}
`;
