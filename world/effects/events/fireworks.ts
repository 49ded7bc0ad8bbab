import {
  AdditiveBlending,
  Color,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Float32BufferAttribute,
  Points,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { ColorName, Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { type FadeUniforms, fadeUniforms, followFog } from '../../utils/fade.glsl.ts';
import { tile } from '../../utils/tile.ts';
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

const DIRECTIONS = 72;
/** Points of a trail, by level; at the lower ones fewer, and fewer shells. */
const TRAIL: Record<QualityLevel, number> = { lowest: 2, low: 3, middle: 5, highest: 6 };
const MAX_TRAIL = 6;
const SHELLS: Record<QualityLevel, number> = { lowest: 3, low: 4, middle: 5, highest: 5 };
const LIGHT: Record<QualityLevel, number> = { lowest: 3.4, low: 3, middle: 2.3, highest: 2.3 };
const COLORS: readonly ColorName[] = ['panelText', 'accent', 'zap', 'agentIdleText', 'star'];
/** Metres. A spark; where shells come from: below the island's edge. */
const SPARK_SIZE = 0.62;
const FOOT = -5;
const TRAIL_SECONDS = 0.24;
/** Pixels. */
const SMALLEST = 1.5;

const ahead = new Vector3();

/** Milestones, as fireworks beyond the island: one draw call while they last, none otherwise. */
class Fireworks {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #points: Points<InstancedBufferGeometry, ShaderMaterial>;
  readonly #shells = new InstancedBufferAttribute(new Float32Array(MAX_SHELLS * 4), 4);
  readonly #looks = new InstancedBufferAttribute(new Float32Array(MAX_SHELLS * 4), 4);
  readonly #show: IUniform<Vector4> = { value: new Vector4() };
  readonly #fade: FadeUniforms = fadeUniforms();
  readonly #colors: readonly Color[];
  readonly #planner = new FireworksPlanner();
  /** Shells that are up, each in its slot. */
  readonly #up: (Shell | undefined)[] = Array.from({ length: MAX_SHELLS }, () => undefined);
  #clock = 0;
  #lastOver = 0;
  readonly #milestones: EventReader<string>;
  /** The number of the latest milestone: it decides on the colours and bearings of its show. */
  #number: number;
  #quality: QualityLevel | undefined;

  constructor(scene: WorldScene, state: State, theme: Theme) {
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
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('aSpark', new Float32BufferAttribute(sparks, 4));
    // three counts the points of a picture by this name.
    geometry.setAttribute('position', geometry.getAttribute('aSpark'));
    geometry.setAttribute('aShell', this.#shells);
    geometry.setAttribute('aLook', this.#looks);
    geometry.instanceCount = MAX_SHELLS;
    this.#shells.array.fill(-1000);
    this.#points = new Points(
      geometry,
      new ShaderMaterial({
        name: 'fireworks',
        vertexShader: `${constants}\n${fireworksVertex}`,
        fragmentShader: fireworksFragment,
        uniforms: { show: this.#show, tile, ...this.#fade },
        transparent: true,
        depthWrite: false,
        blending: AdditiveBlending,
      }),
    );
    this.#points.name = 'fireworks';
    this.#points.frustumCulled = false;
    this.#points.matrixAutoUpdate = false;
    this.#points.visible = false;
    this.#points.renderOrder = -6;
    scene.add(this.#points);
  }

  update(delta: number): void {
    while (this.#milestones.next() !== undefined) this.#light();
    if (!this.#points.visible) return;
    this.#clock += delta;
    // The clock stands while there is nothing to see, and never goes back.
    if (this.#clock > this.#lastOver) {
      this.#points.visible = false;
      return;
    }
    const { camera, renderer } = this.#scene;
    const quality = this.#plenty;
    if (quality !== this.#quality) {
      this.#quality = quality;
      this.#points.geometry.setDrawRange(0, DIRECTIONS * TRAIL[quality]);
    }
    followFog(this.#fade, this.#scene);
    const height = renderer.domElement.height;
    this.#show.value.set(
      this.#clock,
      LIGHT[this.#scene.quality] * lightShare(this.#scene),
      ((camera.projectionMatrix.elements[5] ?? 1) * height) / 2,
      SMALLEST,
    );
  }

  /** Whoever has switched effects off sees as few of them as there are without a graphics card. */
  get #plenty(): QualityLevel {
    return this.#state.settings.get().effects ? this.#scene.quality : 'lowest';
  }

  /** Every milestone is a show, as many as there is room for at once. */
  #light(): void {
    this.#number += 1;
    this.#scene.camera.getWorldDirection(ahead);
    const heading = Math.atan2(ahead.z, ahead.x);
    const reducedMotion = this.#state.world.reducedMotion.get();
    const room = this.#room();
    if (reducedMotion) {
      // One wreath stands at a time: a second within it would be the same again.
      if (room === MAX_SHELLS) this.#send(this.#planner.wreath(this.#number, this.#clock, heading));
    } else if (room > 0) {
      const shells = Math.min(room, SHELLS[this.#plenty]);
      this.#send(this.#planner.plan(this.#number, this.#clock, heading, shells));
    }
  }

  #room(): number {
    let free = 0;
    for (let slot = 0; slot < MAX_SHELLS; slot++) {
      const shell = this.#up[slot];
      if (shell && overAt(shell) < this.#clock) this.#up[slot] = undefined;
      if (!this.#up[slot]) free++;
    }
    return free;
  }

  #send(shells: readonly Shell[]): void {
    for (const shell of shells) {
      const slot = this.#up.indexOf(undefined);
      this.#up[slot] = shell;
      const { r, g, b } = this.#colors[shell.color] as Color;
      this.#shells.setXYZW(slot, shell.x, shell.y, shell.z, shell.opensAt);
      this.#looks.setXYZW(slot, r, g, b, shell.isWreath ? -shell.spread : shell.spread);
      this.#lastOver = Math.max(this.#lastOver, overAt(shell));
    }
    this.#shells.needsUpdate = true;
    this.#looks.needsUpdate = true;
    this.#points.visible = true;
  }

  /** Shells now up, and the strands of a wreath among them. */
  get up(): { readonly shells: number; readonly strands: number } {
    const now = this.#up.filter((shell) => shell !== undefined && overAt(shell) >= this.#clock);
    return { shells: now.length, strands: now.filter((shell) => shell?.isWreath).length };
  }

  /** What is up, slot by slot, and the time their openings are told in. */
  get shells(): readonly (Shell | undefined)[] {
    return this.#up;
  }

  get clock(): number {
    return this.#clock;
  }

  dispose(): void {
    this.#points.removeFromParent();
    this.#points.geometry.dispose();
    this.#points.material.dispose();
  }
}

let fireworks: Fireworks | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  fireworks = new Fireworks(scene, state, theme);
}

export function update(_elapsed: number, delta: number): void {
  fireworks?.update(delta);
}

export function dispose(): void {
  fireworks?.dispose();
  fireworks = undefined;
}

/** The shells and their clock, for whoever wants to hear them open. */
export const fireworkShow = (): Pick<Fireworks, 'shells' | 'clock'> | undefined => fireworks;

/** What is in the sky now. */
export const inTheSky = (): { readonly shells: number; readonly strands: number } =>
  fireworks?.up ?? { shells: 0, strands: 0 };
