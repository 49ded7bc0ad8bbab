import {
  Color,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Float32BufferAttribute,
  Points,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { SettingsState } from '../../../data/config/settings/settings.ts';
import type { QualityLevel, WorldState } from '../../../data/world-state.ts';
import { type EventReader, emit } from '../../../data/core/event.ts';
import type { ColorName, Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { type FogUniforms, fogUniforms, updateFog } from '../../utils/fog-uniforms.glsl.ts';
import {
  FIREWORK_COLORS,
  FireworksPlanner,
  MAX_SHELLS,
  RISE_SECONDS,
  SPARK_SECONDS,
  type Shell,
  WREATH_SECONDS,
  overAt,
  sparkField,
} from './fireworks-animation.ts';
import { fireworksFragment, fireworksVertex } from './fireworks.glsl.ts';

type StateSlice = SettingsState & WorldState;

const DIRECTIONS = 72;
/** Points of a spark's trail, by quality level. */
const TRAIL: Record<QualityLevel, number> = { lowest: 2, low: 3, middle: 5, highest: 6 };
const MAX_TRAIL = 6;
/** Shells of a show, by quality level. */
const SHELLS: Record<QualityLevel, number> = { lowest: 3, low: 4, middle: 5, highest: 5 };
/** The light by quality level: with fewer points, each is brighter. */
const LIGHT: Record<QualityLevel, number> = { lowest: 1.5, low: 1.35, middle: 1.2, highest: 1.2 };
const COLORS: readonly ColorName[] = ['panelText', 'accent', 'zap', 'agentIdleText', 'star'];
/** The size of a spark, and the height below the island's edge from which shells rise. In metres. */
const SPARK_SIZE = 0.62;
const FOOT = -5;
const TRAIL_SECONDS = 0.24;
/** The smallest size of a point, in pixels. */
const MIN_PIXELS = 1.5;

const ahead = new Vector3();
const white = new Color(1, 1, 1);

/** Milestones as fireworks outside the island: one draw call during a show, otherwise none. */
class Fireworks {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #points: Points<InstancedBufferGeometry, ShaderMaterial>;
  /** For each slot: the position of a shell, and the time at which it opens. */
  readonly #shells = new InstancedBufferAttribute(new Float32Array(MAX_SHELLS * 4), 4);
  /** For each slot: colour, and the spread in metres, negative for a strand of a wreath. */
  readonly #looks = new InstancedBufferAttribute(new Float32Array(MAX_SHELLS * 4), 4);
  /** A uniform: clock, light, and the smallest point in pixels. */
  readonly #show: IUniform<Vector3> = { value: new Vector3() };
  readonly #fade: FogUniforms = fogUniforms();
  readonly #colors: readonly Color[];
  readonly #planner = new FireworksPlanner();
  /** Shells that still give light, each in its slot of the buffers. */
  readonly #up: (Shell | undefined)[] = Array.from({ length: MAX_SHELLS }, () => undefined);
  /** Seconds during which there were shells. */
  #clock = 0;
  /** The time of that clock at which the last shell's light is gone. */
  #lastOver = 0;
  readonly #milestones: EventReader<string>;
  /** The number of the latest milestone, which is the seed of its show. */
  #number: number;
  #quality: QualityLevel | undefined;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    this.#milestones = state.fireworks.reader();
    this.#number = state.fireworks.get().count;
    this.#colors = COLORS.slice(0, FIREWORK_COLORS).map((name) => new Color(theme.colors[name]));
    const constants = glslConstants({
      SPARK_SIZE,
      FOOT,
      TRAIL_SECONDS,
      RISE_SECONDS,
      SPARK_SECONDS,
      WREATH_SECONDS,
    });
    const sparks = sparkField(DIRECTIONS, MAX_TRAIL);
    const geometry = disposables.use(new InstancedBufferGeometry());
    geometry.setAttribute('aSpark', new Float32BufferAttribute(sparks, 4));
    // three.js gets the number of points from this attribute.
    geometry.setAttribute('position', geometry.getAttribute('aSpark'));
    geometry.setAttribute('aShell', this.#shells);
    geometry.setAttribute('aLook', this.#looks);
    geometry.instanceCount = MAX_SHELLS;
    this.#shells.array.fill(-1000);
    const material = new ShaderMaterial({
      name: 'fireworks',
      vertexShader: `${constants}\n${fireworksVertex}`,
      fragmentShader: fireworksFragment,
      uniforms: { show: this.#show, pixels: scene.frame.pixels, ...this.#fade },
      ...ADDITIVE,
    });
    this.#points = disposables.add(scene, new Points(geometry, disposables.use(material)));
    makeStatic(this.#points, 'fireworks', -6);
    this.#points.visible = false;
  }

  update(_elapsed: number, delta: number): void {
    while (this.#milestones.next() !== undefined) this.#launch(delta);
    if (!this.#points.visible) return;
    this.#clock += delta;
    // The clock runs only while something is visible, and never backwards.
    if (this.#clock > this.#lastOver) {
      this.#points.visible = false;
      return;
    }
    const quality = this.#detail;
    if (quality !== this.#quality) {
      this.#quality = quality;
      this.#points.geometry.setDrawRange(0, DIRECTIONS * TRAIL[quality]);
    }
    updateFog(this.#fade, this.#scene);
    this.#show.value.set(this.#clock, LIGHT[this.#scene.frame.quality], MIN_PIXELS);
  }

  /** With effects switched off, as few shells and points as at the lowest quality level. */
  get #detail(): QualityLevel {
    return this.#state.settings.get().effects ? this.#scene.frame.quality : 'lowest';
  }

  /** Starts a show for a milestone if slots are free. `delta`: of this frame, not yet in the clock. */
  #launch(delta: number): void {
    this.#number += 1;
    this.#scene.camera.getWorldDirection(ahead);
    const heading = Math.atan2(ahead.z, ahead.x);
    const reducedMotion = this.#state.world.reducedMotion.get();
    const room = this.#room();
    if (reducedMotion) {
      // One wreath at a time: a second one at the same place would look the same.
      if (room === MAX_SHELLS) this.#send(this.#planner.wreath(this.#number, this.#clock, heading), delta);
    } else if (room > 0) {
      const shells = Math.min(room, SHELLS[this.#detail]);
      this.#send(this.#planner.plan(this.#number, this.#clock, heading, shells), delta);
    }
  }

  /** Frees the slots of shells that have ended, and counts the free slots. */
  #room(): number {
    let free = 0;
    for (let slot = 0; slot < MAX_SHELLS; slot++) {
      const shell = this.#up[slot];
      if (shell && overAt(shell) < this.#clock) this.#up[slot] = undefined;
      if (!this.#up[slot]) free++;
    }
    return free;
  }

  /** Puts shells into free slots, and publishes them (`world.shells`). */
  #send(shells: readonly Shell[], delta: number): void {
    for (const [index, shell] of shells.entries()) {
      const slot = this.#up.indexOf(undefined);
      this.#up[slot] = shell;
      const { x, y, z, opensAt, spread, isWreath } = shell;
      const { r, g, b } = this.#colors[shell.color] ?? white;
      this.#shells.setXYZW(slot, x, y, z, opensAt);
      this.#looks.setXYZW(slot, r, g, b, isWreath ? -spread : spread);
      this.#lastOver = Math.max(this.#lastOver, overAt(shell));
      const opensInSeconds = Math.max(0, opensAt - this.#clock - delta);
      // The strands of a wreath are published as one shell.
      if (!isWreath || index === 0)
        emit(this.#state.world.shells, { x, y, z, opensInSeconds, isWreath, seed: slot });
    }
    this.#shells.needsUpdate = true;
    this.#looks.needsUpdate = true;
    this.#points.visible = true;
  }
}

export const { init, update, dispose } = defineModule((...given) => new Fireworks(...given));
