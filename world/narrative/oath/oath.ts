import type { ShaderMaterial } from 'three';
import { type BufferGeometry, Color, Group, Mesh } from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { type ViewState, dispatchView } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import type { Interaction } from '../../core/scene/interaction-registry.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import { OathCarving } from './oath-text-texture.ts';
import { STONE_TURN, STONE_X, STONE_Z, oathLabel, oathLook } from './oath-layout.ts';
import { lightGeometry, stoneGeometry } from './oath-geometry.ts';

type StateSlice = PageState & ReadingsState & ViewState & WorldState;

const REACH_METRES = 4.5;
const OBSTACLE_METRES = 0.85;
/** The carving is shown within the first distance, hidden beyond the second, and unchanged in between. */
const NEAR_METRES = 13;
const FAR_METRES = 14;
/** The time constant with which the light follows the state of the reading. */
const EASE_SECONDS = 0.6;
/** While the oath is read, the light pulsates by this share, once per period. */
const SWAY = 0.22;
const SWAY_SECONDS = 6;
/** The time constant with which the pulsation begins and ends. */
const READ_EASE_SECONDS = 0.4;
/** Below this share the pulsation has ended. */
const STILL = 0.01;
/** With reduced motion the light is brighter by this share instead. */
const REDUCED_MOTION_LIGHT = 0.15;

/** The height of the ground above the stone's foot, in local coordinates of the stone. */
function groundAt(x: number, z: number): number {
  const [sin, cos] = [Math.sin(STONE_TURN), Math.cos(STONE_TURN)];
  return heightAt(STONE_X + x * cos + z * sin, STONE_Z - x * sin + z * cos) - heightAt(STONE_X, STONE_Z);
}

/**
 * A cone of light and its disc on the ground. Brightness is a vertex attribute; the cone's silhouette fades.
 */
const oathVertex = /* glsl */ `
attribute vec2 aLight;
varying vec3 vFacing;
varying vec3 vToEye;
varying vec2 vLight;
${fogFunction}
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vFacing = normalMatrix * normal;
  vToEye = -seen.xyz;
  vLight = vec2(aLight.x * clearAt(seen.xyz), aLight.y);
  gl_Position = projectionMatrix * seen;
}
`;

const oathFragment = /* glsl */ `
uniform vec3 lamp;
varying vec3 vFacing;
varying vec3 vToEye;
varying vec2 vLight;
void main() {
  float facing = abs(dot(normalize(vFacing), normalize(vToEye)));
  float soft = mix(facing * facing * facing, 1.0, vLight.y);
  gl_FragColor = vec4(lamp * vLight.x * soft, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The oath, carved into a stone with its own light: two draw calls, three if readable, one in the dark. */
class OathStone extends DrawnModule<StateSlice> {
  readonly #light: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #poolCount: number;
  readonly #carving = this.disposables.use(new OathCarving(this.scene, this.theme));
  readonly #shared = terrainUniforms(this.scene);
  /** The colour of the light, and the uniform: that colour multiplied by the brightness. */
  readonly #color = new Color();
  readonly #lamp = { value: new Color(0, 0, 0) };
  #reading: Reading<string> | undefined;
  /** The brightness for the state of the reading, and its current value, with easing. */
  #wanted = oathLook(this.state.readings.soul.get()).light;
  #brightness = 0;
  /** Whether the oath is being read, eased from 0 to 1, and for how many seconds. */
  #readShare = 0;
  #readSeconds = 0;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    const stone = new Mesh(
      disposables.use(stoneGeometry(theme)),
      disposables.use(terrainMaterial(theme, this.#shared)),
    );
    stone.name = 'oath-stone';
    const { geometry, poolCount } = lightGeometry(groundAt);
    this.#poolCount = poolCount;
    this.#light = new Mesh(disposables.use(geometry), this.#lightMaterial());
    this.#light.name = 'oath-light';
    this.#light.visible = false;
    // The letters are drawn after the light on them.
    this.#light.renderOrder = 1;
    this.#carving.mesh.renderOrder = 2;
    const group = disposables.add(scene, new Group());
    group.name = 'oath';
    group.position.set(STONE_X, heightAt(STONE_X, STONE_Z), STONE_Z);
    group.rotation.y = STONE_TURN;
    group.add(stone, this.#light, this.#carving.mesh);
    disposables.defer(scene.registry.words.add(this.#carving.mesh));
    for (const mesh of [stone, this.#light]) mesh.matrixAutoUpdate = false;
    group.updateMatrixWorld();
    // This place is within the stone's reach.
    disposables.defer(scene.registry.addViewpoint('oath', { at: [12.6, 9.45], look: [15, 1.5, 8] }));
    disposables.defer(scene.interactions.register(stone, this.#interaction()));
    disposables.defer(
      scene.registry.obstacles.set(group, [{ x: STONE_X, z: STONE_Z, radius: OBSTACLE_METRES }]),
    );
    this.update(0, 0);
  }

  #lightMaterial(): ShaderMaterial {
    return this.material({
      name: 'oath-light',
      vertexShader: oathVertex,
      fragmentShader: oathFragment,
      uniforms: { lamp: this.#lamp, fade: this.#shared.fade },
      ...ADDITIVE,
      side: 2,
    });
  }

  #interaction(): Interaction {
    const { state } = this;
    const { soul } = state.readings;
    const action: NonNullable<Interaction['action']> = {
      key: 'E',
      text: () => (state.view.get().mode === 'oath' ? 'close' : 'read'),
      run: () => dispatchView(state, { kind: 'toggle', mode: 'oath' }),
    };
    return {
      reach: REACH_METRES,
      fromAfar: 'come',
      label: () => oathLabel(soul.get(), state.now.get()),
      get action() {
        return currentValue(soul.get()) === undefined ? undefined : action;
      },
    };
  }

  #follow(): void {
    const reading = this.state.readings.soul.get();
    if (reading === this.#reading && !this.#carving.isOutdated) return;
    this.#reading = reading;
    const { light, color } = oathLook(reading);
    this.#wanted = light;
    this.#color.set(this.theme.colors[color]);
    this.#carving.draw(reading);
  }

  #shine(delta: number): void {
    const isRead = this.state.view.get().mode === 'oath';
    this.#brightness += (this.#wanted - this.#brightness) * (1 - Math.exp(-delta / EASE_SECONDS));
    this.#readShare += ((isRead ? 1 : 0) - this.#readShare) * (1 - Math.exp(-delta / READ_EASE_SECONDS));
    // At rest the light is exactly constant, and the pulsation always begins at the same phase.
    if (!isRead && this.#readShare < STILL) this.#readShare = this.#readSeconds = 0;
    else this.#readSeconds += delta;
    const phase = (this.#readSeconds / SWAY_SECONDS) * Math.PI * 2;
    const more = this.#readShare * (this.reducedMotion ? REDUCED_MOTION_LIGHT : SWAY * Math.sin(phase));
    const share = this.#brightness * (1 + more) * ADDED_LIGHT;
    this.#lamp.value.copy(this.#color).multiplyScalar(share);
    this.#light.visible = this.#brightness > 0.01;
    // At the lowest quality level the cone is too slow: only the disc of light is drawn.
    const count = this.scene.frame.quality === 'lowest' ? this.#poolCount : Infinity;
    this.#light.geometry.setDrawRange(0, count);
  }

  update(_elapsed: number, delta: number): void {
    this.updateFog(this.#shared);
    this.#follow();
    this.#shine(delta);
    const { x, z } = this.scene.camera.position;
    const { mesh } = this.#carving;
    mesh.visible = Math.hypot(x - STONE_X, z - STONE_Z) < (mesh.visible ? FAR_METRES : NEAR_METRES);
  }
}

export const { init, update, dispose } = defineModule((...given) => new OathStone(...given));
