import { BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { KEY_DIRECTION } from '../terrain-material.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { sunFunction } from '../sky/sky.glsl.ts';

/** The approximate height of the nearest clouds' tops. */
const CLOUD_HEIGHT = -20;
/** The vertices around and outwards: enough for the clouds near the island. */
const SECTORS = 144;
const RINGS = 46;
/** The surface begins under the island, where its hole is hidden, and ends before the far plane. */
const INNER_METRES = 6;
const OUTER_METRES = 585;
/** The maximum density of mist above the sea, per metre, for exponential squared mist. */
const MIST_DENSITY = 0.019;
/** The darkening of the sea in the overview, where it would be brighter than the island. */
const DARKER_FROM_ABOVE = 0.45;

/** A disc of rings with increasing distances, so that facets have about the same size on the screen. */
function sheet(): BufferGeometry {
  const positions: number[] = [];
  const index: number[] = [];
  const growth = (OUTER_METRES / INNER_METRES) ** (1 / (RINGS - 1));
  for (let r = 0; r < RINGS; r++) {
    const radius = INNER_METRES * growth ** r;
    for (let s = 0; s < SECTORS; s++) {
      const around = ((s + (r % 2) * 0.5) / SECTORS) * Math.PI * 2;
      positions.push(Math.cos(around) * radius, CLOUD_HEIGHT, Math.sin(around) * radius);
    }
  }
  for (let r = 0; r + 1 < RINGS; r++)
    for (let s = 0; s < SECTORS; s++) {
      const next = (s + 1) % SECTORS;
      const [a, b] = [r * SECTORS + s, r * SECTORS + next];
      const [c, d] = [a + SECTORS, b + SECTORS];
      if (r % 2 === 0) index.push(a, b, c, b, d, c);
      else index.push(a, b, d, a, d, c);
    }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setIndex(index);
}

/**
 * The sea of clouds: one opaque, wavy surface. Its shape and colour are computed per vertex from a small
 * tiling noise texture. Every pixel is drawn once. The upper quality levels add wisps per pixel.
 */
const cloudVertex = /* glsl */ `
uniform sampler2D noise;
uniform vec3 deck;
uniform float cover;
uniform vec3 horizon;
uniform vec3 zenith;
uniform vec3 cloudColor;
// Lightning: where (x, z), and how bright.
uniform vec3 flash;
// The density of the mist over the sea.
uniform float mist;
varying vec3 vColor;
varying vec2 vPlace;
varying float vFar;
${sunFunction}

float billow(vec2 at) {
  float large = textureLod(noise, at * 0.0021 + vec2(deck.z * 0.00030, deck.z * 0.00011), 0.0).r;
  float small = textureLod(noise, at * 0.0083 - vec2(deck.z * 0.00052, deck.z * 0.00037), 0.0).r;
  // Round heads. Far away, where the vertices are wide apart, no detail is finer than their distance.
  float head = 1.0 - (large * 2.0 - 1.0) * (large * 2.0 - 1.0);
  float fine = 1.0 - smoothstep(120.0, 380.0, length(at));
  return head * head * 0.62 + (small - 0.5) * 0.42 * fine - 0.06;
}

void main() {
  vec3 world = position;
  float away = length(world.xz);
  // Distant banks are taller, so that their heads stand out against the glow; under the island the
  // sea is low.
  float tall = mix(7.0, 62.0, smoothstep(130.0, 520.0, away)) * (0.8 + cover * 0.35);
  float near = smoothstep(20.0, 75.0, away);
  float here = billow(world.xz);
  float step = 6.0 + away * 0.03;
  float right = billow(world.xz + vec2(step, 0.0));
  float back = billow(world.xz + vec2(0.0, step));
  world.y += here * tall * (0.35 + 0.65 * near) - away * 0.006;
  vec3 facing = normalize(vec3((here - right) * tall, step, (here - back) * tall));
  float key = max(dot(facing, KEY_DIRECTION), 0.0);
  float head = smoothstep(-0.1, 0.62, here);
  // Silver heads over dark valleys, as in moonlight.
  vec3 color = cloudColor * (0.05 + 0.2 * head) + cloudColor * KEY_COLOR * (0.15 + key) * head * head * 0.62;
  // The light of the hour, at a flat angle over the heads.
  color += cloudColor * sunLight * max(dot(facing, normalize(sun)), 0.0) * (0.25 + head);
  // Light inside the clouds, where the lightning is.
  float bolt = flash.z * exp(-distance(world.xz, flash.xy) / 46.0);
  color += FLASH_COLOR * bolt * (0.25 + head);
  vFar = smoothstep(110.0, 560.0, away);
  // Distant clouds are darker than the disc of a portal in front of them, at every hour.
  vec3 distant = zenith + horizon * (0.38 + 0.27 * head + 0.23 * key);
  vec3 sunny = sunLight * sunSide(world.xz) * (0.26 + 0.24 * head);
  distant = distant * (1.0 - 0.75 * min(sunny.r, 1.0)) + sunny;
  vColor = mix(color, distant, vFar * 0.93);
  // Mist has the sky's own tone, so that no line shows where sea and sky meet.
  float fromEye = distance(world, cameraPosition) * mist;
  float ahead = 0.72 + 0.28 * smoothstep(-1.0, 1.0, -normalize(world.xz - cameraPosition.xz).y);
  vColor = mix(zenith + horizon * 1.28 * ahead, vColor, exp(-fromEye * fromEye));
  vPlace = world.xz;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;

const cloudFragment = /* glsl */ `
uniform sampler2D noise;
uniform vec3 deck;
varying vec3 vColor;
varying vec2 vPlace;
varying float vFar;
void main() {
  vec3 color = vColor;
  #ifdef WISPS
    float wisp = texture2D(noise, vPlace * 0.021 + vec2(deck.z * 0.0011, -deck.z * 0.0008)).r;
    color *= 1.0 + (wisp - 0.5) * 0.5 * (1.0 - vFar);
  #endif
  gl_FragColor = vec4(color, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The sea of clouds, to the horizon: cover, colour, speed and lightning come from the weather reading. */
export const { init, update, dispose } = defineModule((scene, _state, theme, disposables) => {
  const { weather } = scene;
  const constants = glslConstants({
    KEY_DIRECTION,
    KEY_COLOR: new Color(theme.colors.keyLight),
    FLASH_COLOR: new Color(theme.colors.lightning),
  });
  const uniforms = {
    noise: weather.cloudNoise,
    deck: { value: weather.deck },
    cover: { value: 0 },
    horizon: { value: weather.horizon },
    zenith: { value: weather.zenith },
    sun: { value: weather.sun },
    sunLight: { value: weather.sunLight },
    cloudColor: { value: new Color() },
    flash: { value: new Vector3() },
    mist: { value: 0 },
  };
  const material = disposables.use(
    new ShaderMaterial({
      name: 'clouds',
      vertexShader: `${constants}\n${cloudVertex}`,
      fragmentShader: cloudFragment,
      uniforms,
    }),
  );
  const mesh = new Mesh(disposables.use(sheet()), material);
  // Drawn after the island and before the sky, so that hidden pixels are not computed.
  makeStatic(mesh, 'clouds', 800);
  // Rays ignore the clouds: the shader shapes them, so a ray would hit the flat surface.
  mesh.raycast = () => undefined;
  disposables.add(scene, mesh);

  let quality: QualityLevel | undefined;
  const follow = (): void => {
    const { x, z, glow } = weather.lightning;
    uniforms.cloudColor.value
      .copy(weather.cloud)
      .multiplyScalar(1 - DARKER_FROM_ABOVE * scene.frame.overview);
    uniforms.cover.value = weather.cover;
    uniforms.flash.value.set(x, z, glow);
    uniforms.mist.value = weather.mist * MIST_DENSITY;
    if (quality === scene.frame.quality) return;
    quality = scene.frame.quality;
    if (quality === 'lowest') delete material.defines['WISPS'];
    else material.defines['WISPS'] = '';
    material.needsUpdate = true;
  };
  follow();
  return { update: follow };
});
