import { type BufferGeometry, Color, type IUniform, MathUtils, Mesh, ShaderMaterial } from 'three';
import type { WorldState } from '../../../data/world-state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { skyRings } from '../../utils/sky-rings.ts';
import { MergeFlashAnimation } from './merge-flash-animation.ts';
import { mergeFlashFragment, mergeFlashVertex } from './merge-flash.glsl.ts';

const SECTORS = 32;
/** The elevations of the band's vertices in degrees; the sea of clouds hides everything lower. */
const RINGS = [-4, 0, 1.5, 3, 5, 8, 12, 17];
const LIGHT = 0.12;

/** A merged pull request as a swelling light at the horizon: one draw call while it lasts, otherwise none. */
class MergeFlash {
  readonly #state: WorldState;
  readonly #mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #light: IUniform<number> = { value: 0 };
  readonly #animation = new MergeFlashAnimation();
  readonly #merges: EventReader<string>;

  constructor(scene: WorldScene, state: WorldState, theme: Theme, disposables: Disposables) {
    this.#state = state;
    this.#merges = state.mergeFlash.reader();
    const constants = glslConstants({
      COLOR: new Color(theme.colors.panelText),
      // The light at the upper edge of the band. It is subtracted, so that the light ends at 0.
      EDGE: Math.exp(-11 * Math.sin(MathUtils.degToRad(RINGS.at(-1) ?? 0))),
      BELOW: Math.sin(MathUtils.degToRad(RINGS[0] ?? 0)),
    });
    const material = new ShaderMaterial({
      name: 'merge-flash',
      vertexShader: `${constants}\n${mergeFlashVertex}`,
      fragmentShader: mergeFlashFragment,
      uniforms: { light: this.#light },
      ...ADDITIVE,
      side: 1,
    });
    this.#mesh = new Mesh(disposables.use(skyRings(RINGS, SECTORS)), disposables.use(material));
    // Before the stars, which are the farthest of the other transparent objects.
    makeStatic(this.#mesh, 'merge-flash', -11);
    this.#mesh.visible = false;
    disposables.add(scene, this.#mesh);
  }

  update(_elapsed: number, delta: number): void {
    // Several merges in one frame are one flash.
    if (this.#merges.last() !== undefined) this.#animation.add();
    this.#animation.update(delta, this.#state.world.reducedMotion.get());
    const { light } = this.#animation;
    this.#mesh.visible = light > 0;
    this.#light.value = light * LIGHT;
  }
}

export const { init, update, dispose } = defineModule((...given) => new MergeFlash(...given));
