import type { ShaderMaterial } from 'three';
import {
  Color,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Float32BufferAttribute,
  Points,
  Vector3,
} from 'three';
import type { SettingsState } from '../../../data/config/settings/settings.ts';
import type { QualityLevel, WorldState } from '../../../data/world-state.ts';
import { emit } from '../../../data/core/event.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import {
  FireworksPlanner,
  MAX_SHELLS,
  RISE_SECONDS,
  SPARK_SECONDS,
  type Shell,
  WREATH_SECONDS,
  overAt,
  sparkField,
} from './fireworks-animation.ts';

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

/**
 * An instance for each shell, a point for each spark. A spark's position depends only on the time: it rises
 * in the tail of its shell, flies outwards with drag, sinks and fades. With reduced motion a shell is a
 * strand of the wreath, whose points do not move.
 */
const fireworksVertex = /* glsl */ `
attribute vec4 aSpark; // direction, place in the trail
attribute vec4 aShell; // where it opens, when (seconds)
attribute vec4 aLook; // colour, spread: below 0 a strand of the wreath
uniform vec3 show; // seconds, light, pixels of the smallest point
uniform vec2 pixels; // per CSS pixel, height of the picture
varying vec3 vColor;
${fogFunction}
void main() {
  vec3 place = aShell.xyz;
  float age = show.x - aShell.w;
  float light = 0.0;
  float size = SPARK_SIZE;
  float spread = abs(aLook.w);
  if (aLook.w < 0.0) {
    // A ring of points: their directions are evenly spread in height, which gives the angle.
    float around = (normalize(aSpark.xyz).y * 0.5 + 0.5 + aSpark.w * 0.013) * 6.2831853;
    vec2 outward = normalize(aShell.xz);
    vec3 across = vec3(-outward.y, 0.0, outward.x);
    float ripple = 1.0 + 0.035 * sin(around * 9.0 + spread * 4.0);
    place += (across * cos(around) + vec3(0.0, 1.0, 0.0) * sin(around)) * spread * ripple;
    light = smoothstep(0.0, WREATH_SECONDS * 0.36, age) * (1.0 - smoothstep(WREATH_SECONDS * 0.5, WREATH_SECONDS, age)) * 0.3;
    size *= 1.7;
  } else if (age < 0.0) {
    // Some of the sparks are the tail of the climbing shell, which slows down towards the top.
    float behind = fract(aSpark.w * 0.37 + aSpark.x * 4.7 + aSpark.z * 3.1);
    float up = 1.0 + age / RISE_SECONDS - behind * 0.16;
    float eased = 1.0 - (1.0 - up) * (1.0 - up);
    place.y = mix(FOOT, place.y, eased);
    place.xz += aSpark.xz * (0.12 + 0.3 * behind);
    light = step(abs(aSpark.y), 0.34) * step(0.0, up) * (1.0 - behind) * (1.0 - behind) * 0.42 * smoothstep(0.0, -0.12, age);
    size *= 0.7;
  } else {
    float then = max(age - aSpark.w * TRAIL_SECONDS * smoothstep(0.0, 0.6, age), 0.0);
    // Fast at first, slowed by drag, then falling.
    place += aSpark.xyz * spread * (1.0 - exp(-then * 2.6));
    place.y -= spread * 0.085 * then * then;
    // Not a flash: it brightens for a quarter of a second, glows, and dims.
    light = smoothstep(0.0, 0.25, age) * exp(-age * 1.25) * (1.0 - smoothstep(SPARK_SECONDS * 0.6, SPARK_SECONDS, age));
    light *= mix(1.0, 0.16, sqrt(aSpark.w));
    size *= mix(1.0, 0.55, aSpark.w);
  }
  vec4 seen = viewMatrix * vec4(place, 1.0);
  float wanted = size * projectionMatrix[1][1] * pixels.y * 0.5 / max(-seen.z, 1.0);
  gl_PointSize = max(wanted, show.z);
  // A point enlarged to the minimum size is dimmer by the same factor.
  light *= min(1.0, wanted * wanted / (show.z * show.z) + 0.25) * show.y * clearAt(seen.xyz);
  vColor = aLook.rgb * light;
  gl_Position = light > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

const fireworksFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  float disc = max(1.0 - dot(off, off), 0.0);
  gl_FragColor = vec4(vColor * disc * disc, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** Milestones as fireworks outside the island: one draw call during a show, otherwise none. */
class Fireworks extends DrawnModule<StateSlice> {
  readonly #points: Points<InstancedBufferGeometry, ShaderMaterial>;
  /** For each slot: the position of a shell, and the time at which it opens. */
  readonly #shells = new InstancedBufferAttribute(new Float32Array(MAX_SHELLS * 4), 4);
  /** For each slot: colour, and the spread in metres, negative for a strand of a wreath. */
  readonly #looks = new InstancedBufferAttribute(new Float32Array(MAX_SHELLS * 4), 4);
  /** A uniform: clock, light, and the smallest point in pixels. */
  readonly #show: IUniform<Vector3> = { value: new Vector3() };
  readonly #colors = COLORS.map((name) => new Color(this.theme.colors[name]));
  readonly #planner = new FireworksPlanner();
  /** Shells that still give light, each in its slot of the buffers. */
  readonly #up: (Shell | undefined)[] = Array.from({ length: MAX_SHELLS }, () => undefined);
  /** Seconds during which there were shells. */
  #clock = 0;
  /** The time of that clock at which the last shell's light is gone. */
  #lastOver = 0;
  readonly #milestones = this.state.fireworks.reader();
  /** The number of the latest milestone, which is the seed of its show. */
  #number = this.state.fireworks.get().count;
  #quality: QualityLevel | undefined;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, disposables } = this;
    const sparks = sparkField(DIRECTIONS, MAX_TRAIL);
    const geometry = disposables.use(new InstancedBufferGeometry());
    geometry.setAttribute('aSpark', new Float32BufferAttribute(sparks, 4));
    // three.js gets the number of points from this attribute.
    geometry.setAttribute('position', geometry.getAttribute('aSpark'));
    geometry.setAttribute('aShell', this.#shells);
    geometry.setAttribute('aLook', this.#looks);
    geometry.instanceCount = MAX_SHELLS;
    this.#shells.array.fill(-1000);
    const material = this.material({
      name: 'fireworks',
      constants: { SPARK_SIZE, FOOT, TRAIL_SECONDS, RISE_SECONDS, SPARK_SECONDS, WREATH_SECONDS },
      vertexShader: fireworksVertex,
      fragmentShader: fireworksFragment,
      uniforms: { show: this.#show, pixels: scene.frame.pixels, ...this.fog },
      ...ADDITIVE,
    });
    this.#points = disposables.add(scene, new Points(geometry, material));
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
    this.updateFog();
    this.#show.value.set(this.#clock, LIGHT[this.scene.frame.quality], MIN_PIXELS);
  }

  /** The quality level for shells and points: the lowest while effects are switched off. */
  get #detail(): QualityLevel {
    return this.state.settings.get().effects ? this.scene.frame.quality : 'lowest';
  }

  /** Starts a show for a milestone if slots are free. `delta`: of this frame, not yet in the clock. */
  #launch(delta: number): void {
    this.#number += 1;
    this.scene.camera.getWorldDirection(ahead);
    const heading = Math.atan2(ahead.z, ahead.x);
    const room = this.#room();
    if (this.reducedMotion) {
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
        emit(this.state.world.shells, { x, y, z, opensInSeconds, isWreath, seed: slot });
    }
    this.#shells.needsUpdate = true;
    this.#looks.needsUpdate = true;
    this.#points.visible = true;
  }
}

export const { init, update, dispose } = defineModule((...given) => new Fireworks(...given));
