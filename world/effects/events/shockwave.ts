import {
  Color,
  DataTexture,
  DataUtils,
  Float32BufferAttribute,
  HalfFloatType,
  type IUniform,
  InstancedBufferGeometry,
  LinearFilter,
  Mesh,
  RedFormat,
  ShaderMaterial,
  Vector4,
} from 'three';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { type FogUniforms, fogUniforms, updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { BLOCK_WAVE, MILESTONE_WAVE, ShockwaveAnimation } from './shockwave-animation.ts';
import { NewBlocks } from '../../utils/zaps-and-blocks.ts';
import { shockwaveFragment, shockwaveVertex } from './shockwave.glsl.ts';

type StateSlice = ReadingsState & WorldState;

const SECTORS = 96;
/** The vertices across the band: closer together at the bright edge, which crosses steps in the ground. */
const ACROSS = [0, 0.3, 0.55, 0.75, 0.9, 1];
/** The height map is a square: the points along each side, and its length in metres. */
const MAP_POINTS = 64;
const MAP_METRES = 72;
/** The height above the ground, and the offset to the camera that keeps the ring visible. In metres. */
const LIFT = 0.05;
const NEARER = 0.35;
const LIGHT = 0.4;

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
  geometry.instanceCount = 2;
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

/**
 * New blocks and milestones, as rings of light over the island: one draw call while one runs, none
 * otherwise.
 */
class Shockwave {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #fade: FogUniforms = fogUniforms();
  /** The uniforms of the block's and of the milestone's wave: radius, light, width, which of the two. */
  readonly #shown = [new Vector4(), new Vector4()] as const;
  readonly #block = new ShockwaveAnimation(BLOCK_WAVE);
  readonly #milestone = new ShockwaveAnimation(MILESTONE_WAVE);
  readonly #blocks = new NewBlocks();
  /** The last seen reading of the block height. */
  #reading: unknown;
  readonly #milestones: EventReader<string>;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    this.#milestones = state.fireworks.reader();
    const constants = glslConstants({
      BLOCK_COLOR: new Color(theme.colors.accent),
      MILESTONE_COLOR: new Color(theme.colors.panelText),
      MAP_METRES,
      LIFT,
      NEARER,
    });
    const waves: IUniform<readonly Vector4[]> = { value: this.#shown };
    const material = new ShaderMaterial({
      name: 'shockwave',
      vertexShader: `${constants}\n${shockwaveVertex}`,
      fragmentShader: `${constants}\n${shockwaveFragment}`,
      uniforms: { waves, ground: { value: disposables.use(groundMap()) }, ...this.#fade },
      ...ADDITIVE,
      side: 2,
    });
    this.#mesh = new Mesh(disposables.use(bandGeometry()), disposables.use(material));
    // On the ground, below all other lights.
    makeStatic(this.#mesh, 'shockwave', -5);
    this.#mesh.visible = false;
    disposables.add(scene, this.#mesh);
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    const reducedMotion = this.#state.world.reducedMotion.get();
    if (this.#milestones.last() !== undefined) this.#milestone.start(reducedMotion);
    const reading = this.#state.readings.blockHeight.get();
    if (reading !== this.#reading) {
      this.#reading = reading;
      if (this.#blocks.heard(reading)) this.#block.start(reducedMotion);
    }
    const runs = this.#block.runs || this.#milestone.runs;
    if (this.#mesh.visible !== runs) this.#mesh.visible = runs;
    if (!runs) return;
    this.#block.update(delta, reducedMotion);
    this.#milestone.update(delta, reducedMotion);
    updateFog(this.#fade, this.#scene);
    this.#shown[0].set(this.#block.front, this.#block.light * LIGHT, BLOCK_WAVE.width, 0);
    this.#shown[1].set(this.#milestone.front, this.#milestone.light * LIGHT, MILESTONE_WAVE.width, 1);
  }
}

export const { init, update, dispose } = defineModule((...given) => new Shockwave(...given));
