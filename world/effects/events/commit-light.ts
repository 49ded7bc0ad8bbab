import type { InstancedBufferGeometry } from 'three';
import {
  type Mesh,
  type ShaderMaterial,
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  Vector3,
  BufferGeometry,
  DoubleSide,
} from 'three';
import { HOUR_MS } from '../../../data/core/time.ts';
import { agentKey } from '../../../data/readings/activity.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { TimeLapseState } from '../../../data/time-lapse/time-lapse-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import {
  HOURS,
  INNER_METRES,
  OUTER_METRES,
  RINGS,
  angleOf,
  heatGrid,
} from '../../panels/heatmap/heatmap-grid.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { CommitSparks, MAX_SPARKS } from './commit-spark.ts';
import { instanced } from '../../utils/geometry.ts';

type StateSlice = DerivedState & TimeLapseState & WorldState;

/**
 * The maximum height of the pillar, its width, the size of the disc of light at its foot, and that disc's
 * height above the floor. In metres.
 */
const HEIGHT = 2.6;
const WIDTH = 0.7;
const POOL = 2.2;
const LIFT = 0.02;
/** The index and the radius of the place for authors without a ring, outside the rings. */
const OTHERS = RINGS;
const OTHERS_METRES = OUTER_METRES + 0.5;
/** The start direction of sparks for authors without a constellation: high in the view from the start. */
const NO_STARS = new Vector3(0, 0.7, -1).normalize();

/** The position of an hour's field in a ring; hour 0 is the newest. */
function placeOf(ring: number, hour: number, now: number): { readonly x: number; readonly z: number } {
  const width = (OUTER_METRES - INNER_METRES) / RINGS;
  const radius = ring === OTHERS ? OTHERS_METRES : OUTER_METRES - (ring + 0.5) * width;
  const angle = angleOf(hour + 0.5, now);
  return { x: Math.sin(angle) * radius, z: Math.cos(angle) * radius };
}

/** Two quads, instanced for each place: the pillar (`z` 0) and the disc of light (`z` 1). */
function placesGeometry(aPlace: InstancedBufferAttribute): InstancedBufferGeometry {
  const quad = (floor: number): number[] => [-0.5, 0, floor, 0.5, 0, floor, 0.5, 1, floor, -0.5, 1, floor];
  const quads = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute([...quad(0), ...quad(1)], 3))
    .setIndex([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
  return instanced(quads, { aPlace }, RINGS + 1);
}

/**
 * A place has two quads: a pillar that faces the camera (`position.z` 0) and a disc of light on the floor
 * (1). `aPlace`: x and z in metres, the light, and 1 for the place of authors who are not agents.
 */
const commitLightVertex = /* glsl */ `
attribute vec4 aPlace;
varying vec2 vAt;
varying float vFloor;
varying vec4 vShine;
void main() {
  float light = aPlace.z;
  vAt = vec2(position.x * 2.0, position.y);
  vFloor = position.z;
  vShine = vec4(mix(AGENT_COLOR, OTHER_COLOR, aPlace.w), light * LIGHT);
  vec3 right = normalize(vec3(viewMatrix[0].x, 0.0, viewMatrix[2].x));
  vec3 at = vec3(aPlace.x, LIFT, aPlace.y);
  vec3 pillar = right * position.x * WIDTH + vec3(0.0, position.y * HEIGHT * (0.45 + 0.55 * light), 0.0);
  vec3 pool = vec3(position.x, 0.0, position.y - 0.5) * POOL;
  at += mix(pillar, pool, vFloor);
  // A place without light is clipped.
  gl_Position = light > 0.0 ? projectionMatrix * viewMatrix * vec4(at, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
}
`;

const commitLightFragment = /* glsl */ `
varying vec2 vAt;
varying float vFloor;
varying vec4 vShine;
void main() {
  float beam = exp(-vAt.x * vAt.x * 9.0) * pow(1.0 - vAt.y, 1.6) * (1.0 - vAt.x * vAt.x);
  float away = length(vec2(vAt.x, vAt.y * 2.0 - 1.0));
  float pool = pow(max(0.0, 1.0 - away), 2.0) * 0.8;
  gl_FragColor = vec4(vShine.rgb * vShine.a * mix(beam, pool, vFloor), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The time of the rise, and the time constant of the decay; both are longer with reduced motion. */
const RISE_SECONDS = 0.09;
const FALL_SECONDS = 0.55;
const REDUCED_MOTION_RISE_SECONDS = 0.7;
const REDUCED_MOTION_FALL_SECONDS = 1.6;
const REDUCED_MOTION_LIGHT = 0.4;
/** Below this value the light is off. */
const DARK = 0.004;

/** The light of one place, 0 to 1. A new light rises from the current value. */
class CommitLightAnimation {
  light = 0;
  /** Seconds since its start. */
  age = Infinity;
  #from = 0;
  #reducedMotion = false;

  get glows(): boolean {
    return this.light > 0 || this.age === 0;
  }

  start(reducedMotion: boolean): void {
    this.#from = this.light;
    this.#reducedMotion = reducedMotion;
    this.age = 0;
  }

  update(delta: number): void {
    if (this.age === Infinity) return;
    this.age += delta;
    const rise = this.#reducedMotion ? REDUCED_MOTION_RISE_SECONDS : RISE_SECONDS;
    const most = this.#reducedMotion ? REDUCED_MOTION_LIGHT : 1;
    if (this.age < rise) {
      this.light = this.#from + (most - this.#from) * (this.age / rise);
      return;
    }
    this.light =
      most * Math.exp((rise - this.age) / (this.#reducedMotion ? REDUCED_MOTION_FALL_SECONDS : FALL_SECONDS));
    if (this.light >= DARK) return;
    this.light = 0;
    this.age = Infinity;
  }
}

/**
 * A commit lights its field in the author's ring on the floor. In a time-lapse this is the newest field, and
 * it lights immediately. Otherwise a spark first flies there from the author's constellation. One draw call
 * for the lights and one for the sparks while there are any, otherwise none. In a time-lapse
 * `state.commitFired` emits at most three times a second.
 */
class CommitLights extends DrawnModule<StateSlice> {
  /** For each ring and the place outside them: x, z, light, and 1 for the place outside. */
  readonly #places = new InstancedBufferAttribute(new Float32Array((RINGS + 1) * 4), 4);
  readonly #lights = Array.from({ length: RINGS + 1 }, () => new CommitLightAnimation());
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #commits = this.state.commitFired.reader();
  readonly #sparks = new CommitSparks(this.scene, this.state, this.theme, this.disposables);
  /** The ring and the hour that each spark lights when it lands. */
  readonly #targets = Array.from({ length: MAX_SPARKS }, () => ({ ring: 0, hour: 0 }));

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { colors } = this.theme;
    this.#places.setW(OTHERS, 1);
    this.#mesh = this.addMesh(placesGeometry(this.#places), {
      name: 'commit-light',
      constants: {
        AGENT_COLOR: new Color(colors.agentWorking),
        OTHER_COLOR: new Color(colors.accent),
        HEIGHT,
        WIDTH,
        POOL,
        LIFT,
        LIGHT: 0.68,
      },
      vertexShader: commitLightVertex,
      fragmentShader: commitLightFragment,
      ...ADDITIVE,
      side: DoubleSide,
    });
    this.#mesh.visible = false;
  }

  update(_elapsed: number, delta: number): void {
    for (let commits = this.#commits.next(); commits; commits = this.#commits.next()) this.#light(commits);
    this.#sparks.update(delta);
    for (let spark = 0; spark < MAX_SPARKS; spark++)
      if (this.#sparks.hasLanded(spark)) this.#land(this.#targets[spark]);
    let glows = false;
    for (let ring = 0; ring <= RINGS; ring++) {
      const animation = this.#lights[ring];
      if (!animation?.glows) continue;
      glows = true;
      animation.update(delta);
      this.#places.setZ(ring, animation.light);
    }
    this.#mesh.visible = glows;
    if (glows) this.#places.needsUpdate = true;
  }

  /** Lights the field that a spark has reached. */
  #land(target: { readonly ring: number; readonly hour: number } | undefined): void {
    if (!target) return;
    const { x, z } = placeOf(target.ring, target.hour, this.state.derived.shownNow.get());
    this.#places.setX(target.ring, x);
    this.#places.setY(target.ring, z);
    this.#lights[target.ring]?.start(this.reducedMotion);
  }

  /**
   * Lights the fields of the commits, or sends sparks to them. The rings are the same as in the heatmap,
   * because both use the same readings.
   */
  #light(written: readonly Commit[]): void {
    const { derived, timeLapse } = this.state;
    const agents = currentValue(derived.shownAgents.get()) ?? [];
    const commits = currentValue(derived.shownCommits.get()) ?? [];
    const now = derived.shownNow.get();
    const { rows } = heatGrid(agents, commits, now, derived.shownSince.get());
    const isReplay = timeLapse.shown.get() !== undefined;
    const flies = !isReplay && !this.reducedMotion;
    const lit = new Set<string>();
    // The newest commits first, because they get the sparks.
    for (const { author, authoredAt } of written.toReversed()) {
      const key = agentKey(author);
      const found = rows.findIndex(({ name }) => agentKey(name) === key);
      const ring = found < 0 ? OTHERS : found;
      const hour = isReplay ? 0 : Math.min(HOURS - 1, Math.max(0, Math.floor((now - authoredAt) / HOUR_MS)));
      const field = `${ring} ${hour}`;
      const spark = flies
        ? this.#sparks.launch(
            this.scene.registry.agentStars.get(key) ?? NO_STARS,
            placeOf(ring, hour, now),
            found >= 0,
          )
        : -1;
      const target = this.#targets[spark];
      if (target) Object.assign(target, { ring, hour });
      else if (!lit.has(field)) this.#land({ ring, hour });
      lit.add(field);
    }
  }
}

export const { init, update, dispose } = defineModule((...given) => new CommitLights(...given));
