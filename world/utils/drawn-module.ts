import { type BufferGeometry, Mesh, ShaderMaterial, type ShaderMaterialParameters } from 'three';
import type { WorldState } from '../../data/world-state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Disposables } from '../core/disposables.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { glslConstants } from './constants.glsl.ts';
import { makeStatic } from './drawing.ts';
import { fogUniforms, updateFog } from './fog-uniforms.glsl.ts';

/** The arguments of `defineModule`'s function, with the part of the state that the module reads. */
export type ModuleParts<State> = readonly [
  scene: WorldScene,
  state: State,
  theme: Theme,
  disposables: Disposables,
];

/** A material with its shaders, and the constants that are written into both of them. */
export interface Shading extends ShaderMaterialParameters {
  readonly name: string;
  readonly constants?: Parameters<typeof glslConstants>[0];
}

/** The base of a module that draws with a shader of its own: its material, its mesh, fog and reduced motion. */
export abstract class DrawnModule<State extends Pick<WorldState, 'world'>> {
  protected readonly scene: WorldScene;
  protected readonly state: State;
  protected readonly theme: Theme;
  protected readonly disposables: Disposables;
  /** A uniform for `clearAt` (`fog-uniforms.glsl.ts`). */
  protected readonly fog = fogUniforms();

  constructor(...[scene, state, theme, disposables]: ModuleParts<State>) {
    this.scene = scene;
    this.state = state;
    this.theme = theme;
    this.disposables = disposables;
  }

  protected get reducedMotion(): boolean {
    return this.state.world.reducedMotion.get();
  }

  /** Called in each frame in which something with fog is drawn. */
  protected updateFog(uniforms = this.fog): void {
    updateFog(uniforms, this.scene);
  }

  /** A material that is disposed of at the end. */
  protected material({ constants = {}, vertexShader, fragmentShader, ...more }: Shading): ShaderMaterial {
    const head = glslConstants(constants);
    return this.disposables.use(
      new ShaderMaterial({
        ...more,
        vertexShader: `${head}\n${vertexShader}`,
        fragmentShader: `${head}\n${fragmentShader}`,
      }),
    );
  }

  /** Adds a mesh that is placed by its shader. It stays in the scene until the module is disposed of. */
  protected addMesh<Geometry extends BufferGeometry>(
    geometry: Geometry,
    shading: Shading,
    renderOrder = 0,
  ): Mesh<Geometry, ShaderMaterial> {
    const mesh = new Mesh(this.disposables.use(geometry), this.material(shading));
    makeStatic(mesh, shading.name, renderOrder);
    return this.disposables.add(this.scene, mesh);
  }
}
