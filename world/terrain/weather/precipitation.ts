import type { InstancedBufferGeometry } from 'three';
import {
  Color,
  InstancedBufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  PlaneGeometry,
} from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Precipitation } from '../../core/scene/weather.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { seededRandom } from '../../utils/noise.ts';
import { instanced } from '../../utils/geometry.ts';

/** The maximum number of particles, by quality level. */
const MAX_COUNT: Readonly<Record<QualityLevel, number>> = {
  lowest: 900,
  low: 1200,
  middle: 1700,
  highest: 2400,
};
/** With reduced motion the particles do not move, so there are fewer. */
const REDUCED_MOTION_SHARE = 0.5;
/** The boxes of the near particles, which have a shape, and of the far ones, which are a veil. Metres. */
const NEAR_BOX = new Vector3(18, 12, 18);
const FAR_BOX = new Vector3(52, 26, 52);
/** Share of the particles in the near box. */
const NEAR_SHARE = 0.45;
/** The maximum opacity of a particle, so that texts behind it stay readable. */
const DROP_CLEAR = 0.42;
const FLAKE_CLEAR = 0.72;
/** The speed in metres a second: slower than in nature, for a calm picture. */
const dropSpeed = (heavy: number): number => 4 + heavy * 6;
const flakeSpeed = (heavy: number): number => 0.55 + heavy * 0.45;
/** The time constant with which rain or snow begins and ends. */
const EASE_SECONDS = 2.5;
/** Below this share nothing is drawn. */
const MIN_AMOUNT = 0.02;
const SEED = 86;

/** One quad for each particle. Its seed determines its position and movement. */
function quads(count: number): InstancedBufferGeometry {
  const seeds = Float32Array.from({ length: count * 4 }, seededRandom(SEED));
  return instanced(new PlaneGeometry(2, 2), { seed: new InstancedBufferAttribute(seeds, 4) });
}

/**
 * Drops and flakes: quads that fall in boxes around the camera. Quads that leave a box enter it at the
 * opposite side. Their positions are fixed in the world while the camera moves through them.
 */
const precipitationVertex = /* glsl */ `
// Position in the box, and a random number.
attribute vec4 seed;
// Metres of fall, seconds of sway, heaviness, flakes (1) or drops (0).
uniform vec4 fall;
// Aspect ratio, opacity.
uniform vec2 view;
// Pixels per CSS pixel, and the height of the picture in pixels.
uniform vec2 pixels;
varying vec2 vAt;
varying vec4 vColor;
void main() {
  float flakes = fall.w;
  float heavy = fall.z;
  float aspect = view.x;
  bool near = seed.w < NEAR_SHARE;
  vec3 box = near ? NEAR_BOX : FAR_BOX;
  float dice = fract(seed.w * 57.31);
  // Each particle falls a little slower or faster than its neighbour.
  vec3 way = normalize(mix(vec3(0.1 + 0.16 * heavy, -1.0, 0.05), vec3(0.22, -1.0, 0.1), flakes));
  vec3 place = seed.xyz * box + way * fall.x * (0.85 + 0.3 * dice);
  place.xz += flakes * 0.4 * vec2(sin(fall.y * (0.5 + dice) + seed.x * 40.0), cos(fall.y * (0.4 + dice) + seed.z * 40.0));
  vec3 around = mod(place - cameraPosition, box) - box * 0.5;
  vec4 seen = viewMatrix * vec4(cameraPosition + around, 1.0);
  float away = -seen.z;
  // Transparent directly in front of the camera and at the walls of the box.
  vec3 wall = abs(around) / box;
  float clear = smoothstep(1.4, 3.4, away) * (1.0 - smoothstep(0.36, 0.49, max(wall.x, max(wall.y, wall.z)))) * view.y;
  if (clear < 0.01) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 middle = projectionMatrix * seen;
  // Half sizes as shares of half the picture's height. What is thinner than a pixel is drawn one
  // pixel wide, and fainter.
  float scale = projectionMatrix[1][1] / away;
  float wide = mix(0.0035 + 0.004 * heavy, 0.017 + 0.016 * heavy + 0.022 * dice * dice, flakes) * scale;
  float least = 2.0 / pixels.y * mix(0.75, 1.2, flakes);
  float drawn = max(wide, least);
  clear *= mix(mix(0.75, 0.85, flakes), 1.0, min(wide / least, 1.0));
  vec2 along = vec2(0.0, 1.0);
  float tall = drawn;
  if (flakes < 0.5) {
    vec4 head = projectionMatrix * (seen + viewMatrix * vec4(way * (0.09 + 0.3 * heavy) * (0.7 + 0.6 * dice), 0.0));
    vec2 run = (head.xy / head.w - middle.xy / middle.w) * vec2(aspect, 1.0);
    tall = max(length(run), drawn);
    along = run / max(length(run), 0.0001);
  }
  vec2 across = vec2(along.y, -along.x);
  vec2 offset = across * position.x * drawn + along * position.y * tall;
  middle.xy += offset / vec2(aspect, 1.0) * middle.w;
  vAt = position.xy;
  vColor = vec4(mix(DROP_COLOR, FLAKE_COLOR, flakes), clear * mix(DROP_CLEAR * (0.6 + 0.4 * heavy), FLAKE_CLEAR, flakes));
  gl_Position = middle;
}
`;

const precipitationFragment = /* glsl */ `
uniform vec4 fall;
varying vec2 vAt;
varying vec4 vColor;
void main() {
  float flake = 1.0 - smoothstep(0.35, 1.0, length(vAt));
  float drop = max(1.0 - vAt.x * vAt.x, 0.0) * max(1.0 - vAt.y * vAt.y, 0.0);
  gl_FragColor = vec4(vColor.rgb, vColor.a * mix(drop, flake, fall.w));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The current amount, eased towards the reading. One kind (drops or flakes) ends before the other begins. */
class EasedAmount {
  /** The share of the maximum, 0 to 1; undefined before the first reading. */
  value: number | undefined;
  heavy = 0;
  flakes = false;

  update(wanted: Precipitation, delta: number): number {
    const flakes = wanted.falling === 'flakes';
    if (this.value === undefined || this.value <= MIN_AMOUNT) {
      this.flakes = flakes;
      this.heavy = wanted.heavy;
    }
    const sameKind = this.flakes === flakes;
    const amount = sameKind ? wanted.amount : 0;
    this.value ??= amount;
    const rate = 1 - Math.exp(-delta / EASE_SECONDS);
    this.value += (amount - this.value) * rate;
    if (sameKind) this.heavy += (wanted.heavy - this.heavy) * rate;
    return this.value;
  }
}

/**
 * Drizzle, rain and snow as the weather reading says: one draw call around the camera, none when it
 * is dry.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  /** A uniform: metres of fall, seconds of sway, heaviness, flakes (1) or drops (0). */
  const fall = new Vector4();
  /** A uniform: aspect ratio, opacity. */
  const view = new Vector2(1, 1);
  const constants = glslConstants({
    NEAR_BOX,
    FAR_BOX,
    NEAR_SHARE,
    DROP_CLEAR,
    FLAKE_CLEAR,
    DROP_COLOR: new Color(theme.colors.raindrop),
    FLAKE_COLOR: new Color(theme.colors.snow),
  });
  const material = new ShaderMaterial({
    name: 'precipitation',
    vertexShader: `${constants}\n${precipitationVertex}`,
    fragmentShader: precipitationFragment,
    uniforms: { fall: { value: fall }, view: { value: view }, pixels: scene.frame.pixels },
    transparent: true,
    depthWrite: false,
  });
  const geometry = disposables.use(quads(MAX_COUNT.highest));
  const mesh = new Mesh(geometry, disposables.use(material));
  // Drawn late, because it falls between the camera and everything else.
  makeStatic(mesh, 'precipitation', 60);
  disposables.add(scene, mesh);

  const eased = new EasedAmount();
  const step = (delta: number): void => {
    const amount = eased.update(scene.weather.precipitation, delta);
    fall.z = eased.heavy;
    fall.w = eased.flakes ? 1 : 0;
    mesh.visible = amount > MIN_AMOUNT;
    const reducedMotion = state.world.reducedMotion.get();
    scene.registry.movesEverywhere = mesh.visible && !reducedMotion;
    if (!mesh.visible) return;
    const share = amount * (reducedMotion ? REDUCED_MOTION_SHARE : 1);
    const level = state.settings.get().effects ? scene.frame.quality : 'lowest';
    geometry.instanceCount = Math.ceil(MAX_COUNT[level] * share);
    view.set(scene.camera.aspect, Math.min(1, amount * 6));
    if (reducedMotion) return;
    fall.x += delta * (eased.flakes ? flakeSpeed(fall.z) : dropSpeed(fall.z));
    fall.y += delta;
  };
  disposables.defer(() => (scene.registry.movesEverywhere = false));
  step(0);
  return { update: (_elapsed, delta) => step(delta) };
});
