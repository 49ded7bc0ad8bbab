import type { Mesh, ShaderMaterial } from 'three';
import {
  Color,
  DataTexture,
  DataUtils,
  Float32BufferAttribute,
  HalfFloatType,
  InstancedBufferGeometry,
  LinearFilter,
  MathUtils,
  RedFormat,
  Vector4,
  DoubleSide,
} from 'three';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import { BLOCK_WAVE, MILESTONE_WAVE, ShockwaveAnimation } from './shockwave-animation.ts';
import { NewBlocks } from '../../utils/zaps-and-blocks.ts';

type StateSlice = ReadingsState & WorldState;

const SECTORS = 96;
/** The vertices across the band: closer together at the bright edge, which crosses steps in the ground. */
const ACROSS = [0, 0.3, 0.55, 0.75, 0.9, 1];
/** The height map is a square: the points along each side, and its length in metres. */
const MAP_POINTS = 64;
const MAP_METRES = 72;
/** The height above the ground, and the offset towards the camera that keeps the ring visible. In metres. */
const LIFT = 0.05;
const NEARER = 0.35;
const LIGHT = 0.4;
/**
 * The number of waves: one for blocks, one for milestones, and two for groups of modules that arrive at the
 * same time.
 */
const WAVES = 4;
/**
 * The ring with which a group arrives: its width, its light, and the radii between which it fades. Metres.
 */
const ARRIVAL = { width: 2.4, light: 0.7, from: 12, to: 33 };

/** A ring as a band: vertices have an angle and a position across it. The shader places it on the ground. */
function bandGeometry(): InstancedBufferGeometry {
  const corners: number[] = [];
  const index: number[] = [];
  for (let s = 0; s <= SECTORS; s++)
    for (const across of ACROSS) corners.push((s / SECTORS) * Math.PI * 2, across, 0);
  const row = ACROSS.length;
  for (let s = 0; s < SECTORS; s++)
    for (let a = 0; a + 1 < row; a++) {
      const at = s * row + a;
      index.push(at, at + row, at + 1, at + 1, at + row, at + row + 1);
    }
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setIndex(index);
  geometry.instanceCount = WAVES;
  return geometry;
}

/** The heights of the island, for the shader, which cannot call `heightAt`. */
function groundMap(): DataTexture {
  const heights = new Uint16Array(MAP_POINTS * MAP_POINTS);
  const metres = (point: number): number => ((point + 0.5) / MAP_POINTS - 0.5) * MAP_METRES;
  for (let row = 0; row < MAP_POINTS; row++)
    for (let column = 0; column < MAP_POINTS; column++)
      heights[row * MAP_POINTS + column] = DataUtils.toHalfFloat(heightAt(metres(column), metres(row)));
  const map = new DataTexture(heights, MAP_POINTS, MAP_POINTS, RedFormat, HalfFloatType);
  map.magFilter = LinearFilter;
  map.minFilter = LinearFilter;
  map.needsUpdate = true;
  return map;
}

/** Rings on the ground: each vertex reads the height map of the island. An instance for each wave. */
const shockwaveVertex = /* glsl */ `
uniform vec4 waves[${WAVES}]; // metres from the middle, light, metres wide, 1 for a milestone
uniform sampler2D ground;
varying vec2 vAcross; // 0 at the tail to 1 at the edge, 1 for a milestone
varying float vLight;
${fogFunction}
void main() {
  vec4 wave = waves[gl_InstanceID];
  float radius = max(wave.x - (1.0 - position.y) * wave.z, 0.0);
  vec2 place = vec2(cos(position.x), sin(position.x)) * radius;
  float height = texture2D(ground, place / MAP_METRES + 0.5).r;
  vec4 seen = viewMatrix * vec4(place.x, height + LIFT, place.y, 1.0);
  vAcross = vec2(position.y, wave.w);
  // The light fades as the ring grows, and ends at the rim.
  vLight = wave.y * clearAt(seen.xyz);
  // Drawn a little nearer to the camera, at the same place on the screen, so that facets of the
  // ground above the map do not hide it.
  seen.xyz *= 1.0 - NEARER / max(length(seen.xyz), 1.0);
  gl_Position = vLight > 0.002 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

const shockwaveFragment = /* glsl */ `
varying vec2 vAcross;
varying float vLight;
void main() {
  // Multisampling extrapolates beyond the edges: a power of a negative number is NaN, which would
  // blacken the bloom.
  float at = clamp(vAcross.x, 0.0, 1.0);
  // A soft edge and a long tail; a milestone has a second crest.
  float front = at * at * at;
  float crest = smoothstep(1.0, 0.93, at) * (0.18 * front + 0.82 * front * front * front * front);
  float off = (at - 0.52) * 11.0;
  float second = exp(-off * off) * 0.2 * vAcross.y;
  vec3 color = mix(BLOCK_COLOR, MILESTONE_COLOR, vAcross.y);
  gl_FragColor = vec4(color * (crest + second) * vLight, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * New blocks, milestones and what arrives after the first picture, as rings of light over the island: one draw
 * call while one runs, none otherwise.
 */
class Shockwave extends DrawnModule<StateSlice> {
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** The uniforms of the block's, the milestone's and the arrivals' waves: radius, light, width, milestone. */
  readonly #shown = Array.from({ length: WAVES }, () => new Vector4());
  readonly #block = new ShockwaveAnimation(BLOCK_WAVE);
  readonly #milestone = new ShockwaveAnimation(MILESTONE_WAVE);
  readonly #blocks = new NewBlocks();
  /** The last seen reading of the block height. */
  #reading: unknown;
  readonly #milestones = this.state.fireworks.reader();

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { colors } = this.theme;
    const ground = this.disposables.use(groundMap());
    const shading = {
      name: 'shockwave',
      constants: {
        BLOCK_COLOR: new Color(colors.accent),
        MILESTONE_COLOR: new Color(colors.panelText),
        MAP_METRES,
        LIFT,
        NEARER,
      },
      vertexShader: shockwaveVertex,
      fragmentShader: shockwaveFragment,
      uniforms: { waves: { value: this.#shown }, ground: { value: ground }, ...this.fog },
      ...ADDITIVE,
      side: DoubleSide,
    };
    // Drawn before all other lights, because the rings are on the ground.
    this.#mesh = this.addMesh(bandGeometry(), shading, -5);
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    const { reducedMotion } = this;
    if (this.#milestones.last() !== undefined) this.#milestone.start(reducedMotion);
    const reading = this.state.readings.blockHeight.get();
    if (reading !== this.#reading) {
      this.#reading = reading;
      if (this.#blocks.heard(reading)) this.#block.start(reducedMotion);
    }
    const { arrivals } = this.scene.frame;
    const runs = this.#block.runs || this.#milestone.runs || arrivals.isRunning;
    this.#mesh.visible = runs;
    if (!runs) return;
    this.#block.update(delta, reducedMotion);
    this.#milestone.update(delta, reducedMotion);
    this.updateFog();
    // Removes the arrival from the fog uniform (its whole part), so that the rings do not fade in themselves
    // when this module arrives.
    this.fog.fade.value.w %= 1;
    this.#shown[0]?.set(this.#block.front, this.#block.light * LIGHT, BLOCK_WAVE.width, 0);
    this.#shown[1]?.set(this.#milestone.front, this.#milestone.light * LIGHT, MILESTONE_WAVE.width, 1);
    for (let i = 2; i < WAVES; i++) {
      const front = arrivals.ringOf(i - 2) ?? 0;
      const light = MathUtils.smoothstep(front, 0, 1) - MathUtils.smoothstep(front, ARRIVAL.from, ARRIVAL.to);
      this.#shown[i]?.set(front, light * ARRIVAL.light * LIGHT, ARRIVAL.width, 0);
    }
  }
}

export const { init, update, dispose } = defineModule((...given) => new Shockwave(...given));
