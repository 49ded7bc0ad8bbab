import {
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  MathUtils,
  Mesh,
  ShaderMaterial,
  Vector3,
} from 'three';
import { defineModule } from '../../core/define-module.ts';
import type { Glow } from '../../core/scene/glow.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDED_LIGHT, ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { fogUniforms, updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { APOTHEM, LINE_SPACING } from './platform.ts';
import { reflectionFragment, reflectionVertex } from './reflections.glsl.ts';

/**
 * The maximum number of reflections. A home has fewer: panels, the meter, twelve portals, the resident, the
 * beam. Further reflections are left out.
 */
const MOST = 40;
/** The height of the reflections: just above the floor and the drawings on it. Metres. */
const LEVEL = 0.04;
/** The minimum height of a camera that sees the floor from above. Metres. */
const MIN_EYE = 0.3;
/** Factors on the light, on dry glass and on wet glass. */
const LIGHT = { dry: 0.9, wet: 1.2 } as const;
/** Reflections become weaker from the first share of lying snow on, and are invisible from the second on. */
const SNOW = { from: 0.05, to: 0.4 } as const;

const SHAPES: readonly Glow['shape'][] = ['frame', 'disc', 'column'];

/** The factor of the light of reflections, 0 under snow. Both arguments are from 0 to 1. */
const reflectionLight = (wet: number, lyingSnow: number): number =>
  MathUtils.lerp(LIGHT.dry, LIGHT.wet, wet) * (1 - MathUtils.smoothstep(lyingSnow, SNOW.from, SNOW.to));

/** A quad for each glow, without a bounding sphere, because the shader places the quads. */
class Quads {
  readonly geometry = new InstancedBufferGeometry();
  readonly #places = new InstancedBufferAttribute(new Float32Array(MOST * 3), 3);
  readonly #shapes = new InstancedBufferAttribute(new Float32Array(MOST * 4), 4);
  readonly #colors = new InstancedBufferAttribute(new Float32Array(MOST * 3), 3).setUsage(DynamicDrawUsage);

  constructor() {
    this.geometry
      .setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3))
      .setAttribute('aPlace', this.#places)
      .setAttribute('aShape', this.#shapes)
      .setAttribute('aColor', this.#colors)
      .setIndex([0, 1, 2, 0, 2, 3]);
  }

  place(glows: readonly Glow[]): void {
    this.geometry.instanceCount = Math.min(MOST, glows.length);
    for (const [i, { x, y, z, width, height, shape, turn }] of glows.slice(0, MOST).entries()) {
      this.#places.setXYZ(i, x, y, z);
      this.#shapes.setXYZW(i, width / 2, height / 2, turn, SHAPES.indexOf(shape));
    }
    this.#places.needsUpdate = true;
    this.#shapes.needsUpdate = true;
  }

  /** Uploads the colours to the GPU if one has changed. */
  paint(glows: readonly Glow[]): void {
    const colors = this.#colors;
    let changed = false;
    for (let i = 0; i < this.geometry.instanceCount; i++) {
      const color = glows[i]?.color;
      if (!color) break;
      const { r, g, b } = color;
      const change =
        Math.abs(colors.getX(i) - r) + Math.abs(colors.getY(i) - g) + Math.abs(colors.getZ(i) - b);
      // Smaller changes are ignored, because the attribute stores colours less precisely.
      if (change < 0.002) continue;
      colors.setXYZ(i, r, g, b);
      changed = true;
    }
    if (changed) colors.needsUpdate = true;
  }
}

/**
 * The reflections of glowing objects in the glass floor: one draw call. They are stronger and longer on wet
 * glass, and hidden under snow.
 */
export const { init, update, dispose } = defineModule((scene, state, _theme, disposables) => {
  const { weather } = scene;
  /** A uniform: wetness of the floor, light, seconds. */
  const glass = new Vector3();
  const fade = fogUniforms();
  const constants = glslConstants({ LEVEL, LINE_SPACING, APOTHEM });
  const material = new ShaderMaterial({
    name: 'reflections',
    vertexShader: `${constants}\n${reflectionVertex}`,
    fragmentShader: `${constants}\n${reflectionFragment}`,
    uniforms: { glass: { value: glass }, ...fade },
    ...ADDITIVE,
    // Double-sided, because mirrored quads have the opposite winding order.
    side: 2,
  });
  const quads = new Quads();
  const mesh = new Mesh(disposables.use(quads.geometry), disposables.use(material));
  // Drawn after the floor, before the transparent objects on it.
  makeStatic(mesh, 'reflections', -7);
  mesh.raycast = () => undefined;
  disposables.add(scene, mesh);

  let placed: readonly Glow[] | undefined;
  const step = (delta: number): void => {
    const { all } = scene.registry.glows;
    if (all !== placed) {
      placed = all;
      quads.place(all);
    }
    const light = reflectionLight(weather.wet.value, weather.lyingSnow.value);
    mesh.visible = all.length > 0 && light > 0 && scene.camera.position.y > MIN_EYE;
    if (!mesh.visible) return;
    quads.paint(all);
    const seconds = state.world.reducedMotion.get() ? 0 : delta;
    glass.set(weather.wet.value, light * ADDED_LIGHT, glass.z + seconds);
    updateFog(fade, scene);
  };
  step(0);
  return { update: (_elapsed, delta) => step(delta) };
});
