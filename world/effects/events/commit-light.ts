import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from 'three';
import { agentKey } from '../../../data/readings/activity.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { State } from '../../../data/state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import {
  GAP,
  HOURS,
  INNER_METRES,
  OUTER_METRES,
  RINGS,
  heatGrid,
} from '../../panels/heatmap/heatmap-grid.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { CommitLightAnimation } from './commit-light-animation.ts';
import { commitLightFragment, commitLightVertex } from './commit-light.glsl.ts';

/**
 * The pillar at its highest, its width, the pool of light at its foot, and the pool's height above
 * the floor. In metres.
 */
const HEIGHT = 2.6;
const WIDTH = 0.7;
const POOL = 2.2;
const LIFT = 0.02;
/** The light of authors without a ring, outside the rings. */
const OTHERS = RINGS;
const OTHERS_METRES = OUTER_METRES + 0.5;

/** Where on the floor the newest field of a ring is. */
function placeOf(ring: number): { readonly x: number; readonly z: number } {
  const width = (OUTER_METRES - INNER_METRES) / RINGS;
  const radius = ring === OTHERS ? OTHERS_METRES : OUTER_METRES - (ring + 0.5) * width;
  const angle = GAP / 2 + (0.5 / HOURS) * (Math.PI * 2 - GAP);
  return { x: Math.sin(angle) * radius, z: Math.cos(angle) * radius };
}

/** Two quads, instanced for each place: the pillar (`z` 0) and the pool of light (`z` 1). */
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
 * The commits of a time-lapse: a light at the newest field of the author's ring in the floor. One
 * draw call while one glows, none otherwise. `state.commitFired` emits at most three times a
 * second.
 */
class CommitLights {
  readonly #state: State;
  /** For each ring and the place outside them: x, z, light, and 1 for the place outside. */
  readonly #places = new InstancedBufferAttribute(new Float32Array((RINGS + 1) * 4), 4);
  readonly #lights = Array.from({ length: RINGS + 1 }, () => new CommitLightAnimation());
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #commits: EventReader<readonly Commit[]>;

  constructor(scene: WorldScene, state: State, theme: Theme, disposables: Disposables) {
    this.#state = state;
    this.#commits = state.commitFired.reader();
    for (let ring = 0; ring <= RINGS; ring++) {
      const { x, z } = placeOf(ring);
      this.#places.setXYZW(ring, x, z, 0, ring === OTHERS ? 1 : 0);
    }
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

  /** The rings are those of the heatmap at this moment: both come from the same readings. */
  #light(written: readonly Commit[]): void {
    const { derived, world } = this.#state;
    const agents = currentValue(derived.shownAgents.get()) ?? [];
    const commits = currentValue(derived.shownCommits.get()) ?? [];
    const { rows } = heatGrid(agents, commits, derived.shownNow.get(), derived.shownSince.get());
    const reducedMotion = world.reducedMotion.get();
    const rings = written.map(({ author }) =>
      rows.findIndex(({ name }) => agentKey(name) === agentKey(author)),
    );
    for (const ring of new Set(rings)) this.#lights[ring < 0 ? OTHERS : ring]?.start(reducedMotion);
  }
}

export const { init, update, dispose } = defineModule((...given) => new CommitLights(...given));
