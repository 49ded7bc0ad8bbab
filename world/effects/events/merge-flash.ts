import { AdditiveBlending, type BufferGeometry, Color, type IUniform, Mesh, ShaderMaterial } from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { skyRings } from '../../utils/sky-rings.ts';
import { MergeFlashAnimation } from './merge-flash-animation.ts';
import { mergeFlashFragment, mergeFlashVertex } from './merge-flash.glsl.ts';

const SECTORS = 32;
/** Degrees of elevation of the band's corners; the sea of clouds hides what is lower. */
const RINGS = [-4, 0, 1.5, 3, 5, 8, 12, 17];
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const LIGHT: Record<QualityLevel, number> = { lowest: 0.26, low: 0.26, middle: 0.3, highest: 0.3 };

/** Merged pull requests, as a swell of light on the horizon: one draw call while it lasts, none otherwise. */
class MergeFlash {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #light: IUniform<number> = { value: 0 };
  readonly #swell = new MergeFlashAnimation();
  readonly #merges: EventReader<string>;

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#scene = scene;
    this.#state = state;
    this.#merges = state.mergeFlash.reader();
    const constants = glslConstants({
      COLOR: new Color(theme.colors.panelText),
      // What is left of the light at the band's edges: taken off, so that it ends in nothing.
      EDGE: Math.exp(-11 * Math.sin(radians(RINGS.at(-1) ?? 0))),
      BELOW: Math.sin(radians(RINGS[0] ?? 0)),
    });
    this.#mesh = new Mesh(
      skyRings(RINGS, SECTORS),
      new ShaderMaterial({
        name: 'merge-flash',
        vertexShader: `${constants}\n${mergeFlashVertex}`,
        fragmentShader: mergeFlashFragment,
        uniforms: { light: this.#light },
        transparent: true,
        depthWrite: false,
        blending: AdditiveBlending,
        side: 1,
      }),
    );
    this.#mesh.name = 'merge-flash';
    this.#mesh.frustumCulled = false;
    this.#mesh.matrixAutoUpdate = false;
    this.#mesh.visible = false;
    // Behind the stars, which are the farthest of what can be seen through.
    this.#mesh.renderOrder = -11;
    scene.add(this.#mesh);
  }

  update(delta: number): void {
    // Several at once are one light on the horizon.
    if (this.#merges.last() !== undefined) this.#swell.add();
    this.#swell.update(delta, this.#state.world.reducedMotion.get());
    const { light } = this.#swell;
    this.#mesh.visible = light > 0;
    const { quality } = this.#scene;
    this.#light.value = light * LIGHT[quality] * lightShare(this.#scene);
  }

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}

let flash: MergeFlash | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  flash = new MergeFlash(scene, state, theme);
}

export function update(_elapsed: number, delta: number): void {
  flash?.update(delta);
}

export function dispose(): void {
  flash?.dispose();
  flash = undefined;
}
