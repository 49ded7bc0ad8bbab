import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector3,
} from 'three';
import { HOUR_MS } from '../../../data/core/time.ts';
import { agentKey } from '../../../data/readings/activity.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { TimeLapseState } from '../../../data/time-lapse/time-lapse-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import {
  HOURS,
  INNER_METRES,
  OUTER_METRES,
  RINGS,
  angleOf,
  heatGrid,
} from '../../panels/heatmap/heatmap-grid.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { CommitLightAnimation } from './commit-light-animation.ts';
import { CommitSparks } from './spark/commit-spark.ts';
import { MAX_SPARKS } from './spark/commit-spark-flight.ts';
import { commitLightFragment, commitLightVertex } from './commit-light.glsl.ts';

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
function placesGeometry(places: InstancedBufferAttribute): InstancedBufferGeometry {
  const quad = (floor: number): number[] => [-0.5, 0, floor, 0.5, 0, floor, 0.5, 1, floor, -0.5, 1, floor];
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([...quad(0), ...quad(1)], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
  geometry.setAttribute('aPlace', places);
  geometry.instanceCount = RINGS + 1;
  return geometry;
}

/**
 * A commit lights its field in the author's ring on the floor. In a time-lapse this is the newest field, and
 * it lights immediately. Otherwise a spark first flies there from the author's constellation. One draw call
 * for the lights and one for the sparks while there are any, otherwise none. In a time-lapse
 * `state.commitFired` emits at most three times a second.
 */
class CommitLights {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  /** For each ring and the place outside them: x, z, light, and 1 for the place outside. */
  readonly #places = new InstancedBufferAttribute(new Float32Array((RINGS + 1) * 4), 4);
  readonly #lights = Array.from({ length: RINGS + 1 }, () => new CommitLightAnimation());
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #commits: EventReader<readonly Commit[]>;
  readonly #sparks: CommitSparks;
  /** The ring and the hour that each spark lights when it lands. */
  readonly #targets = Array.from({ length: MAX_SPARKS }, () => ({ ring: 0, hour: 0 }));

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    this.#commits = state.commitFired.reader();
    this.#sparks = new CommitSparks(scene, theme, disposables);
    this.#places.setW(OTHERS, 1);
    const constants = glslConstants({
      AGENT_COLOR: new Color(theme.colors.agentWorking),
      OTHER_COLOR: new Color(theme.colors.accent),
      HEIGHT,
      WIDTH,
      POOL,
      LIFT,
      LIGHT: 0.68,
    });
    const material = new ShaderMaterial({
      name: 'commit-light',
      vertexShader: `${constants}\n${commitLightVertex}`,
      fragmentShader: commitLightFragment,
      ...ADDITIVE,
      side: 2,
    });
    this.#mesh = new Mesh(disposables.use(placesGeometry(this.#places)), disposables.use(material));
    makeStatic(this.#mesh, 'commit-light');
    this.#mesh.visible = false;
    disposables.add(scene, this.#mesh);
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
    if (this.#mesh.visible !== glows) this.#mesh.visible = glows;
    if (!glows) return;
    this.#places.needsUpdate = true;
  }

  /** Lights the field that a spark has reached. */
  #land(target: { readonly ring: number; readonly hour: number } | undefined): void {
    if (!target) return;
    const { x, z } = placeOf(target.ring, target.hour, this.#state.derived.shownNow.get());
    this.#places.setX(target.ring, x);
    this.#places.setY(target.ring, z);
    this.#lights[target.ring]?.start(this.#state.world.reducedMotion.get());
  }

  /** The rings are the same as in the heatmap, because both use the same readings. */
  #light(written: readonly Commit[]): void {
    const { derived, timeLapse, world } = this.#state;
    const agents = currentValue(derived.shownAgents.get()) ?? [];
    const commits = currentValue(derived.shownCommits.get()) ?? [];
    const now = derived.shownNow.get();
    const { rows } = heatGrid(agents, commits, now, derived.shownSince.get());
    const isReplay = timeLapse.shown.get() !== undefined;
    const flies = !isReplay && !world.reducedMotion.get();
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
            this.#scene.registry.agentStars.get(key) ?? NO_STARS,
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
