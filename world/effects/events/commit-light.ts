import {
  AdditiveBlending,
  Color,
  Float32BufferAttribute,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from 'three';
import { agentKey } from '../../../data/readings/activity.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
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
import { CommitLightAnimation } from './commit-light-animation.ts';
import { commitLightFragment, commitLightVertex } from './commit-light.glsl.ts';

/** Metres: the pillar at its highest, its width, the pool at its foot, and how high above the floor that lies. */
const HEIGHT = 2.6;
const WIDTH = 0.7;
const POOL = 2.2;
const LIFT = 0.02;
/** Behind the rings stands who is none of the agents, or has no ring. */
const OTHERS = RINGS;
const OTHERS_METRES = OUTER_METRES + 0.5;
const LIGHT: Record<QualityLevel, number> = { lowest: 1.5, low: 1.5, middle: 1.1, highest: 1.1 };

/** Where the newest field of a ring lies on the floor. */
export function placeOf(ring: number): { readonly x: number; readonly z: number } {
  const width = (OUTER_METRES - INNER_METRES) / RINGS;
  const radius = ring === OTHERS ? OTHERS_METRES : OUTER_METRES - (ring + 0.5) * width;
  const angle = GAP / 2 + (0.5 / HOURS) * (Math.PI * 2 - GAP);
  return { x: Math.sin(angle) * radius, z: Math.cos(angle) * radius };
}

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
 * Commits that fire in a time-lapse: a light at the newest field of their author's ring in the floor. One draw call while one glows, none
 * otherwise. They come at most three times a second (`state.commitFired`), those of one moment together.
 */
class CommitLights {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #places = new InstancedBufferAttribute(new Float32Array((RINGS + 1) * 4), 4);
  readonly #lights = Array.from({ length: RINGS + 1 }, () => new CommitLightAnimation());
  readonly #shine: IUniform<number> = { value: 1 };
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #commits: EventReader<readonly Commit[]>;

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#scene = scene;
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
    });
    this.#mesh = new Mesh(
      placesGeometry(this.#places),
      new ShaderMaterial({
        name: 'commit-light',
        vertexShader: `${constants}\n${commitLightVertex}`,
        fragmentShader: commitLightFragment,
        uniforms: { shine: this.#shine },
        transparent: true,
        depthWrite: false,
        blending: AdditiveBlending,
        side: 2,
      }),
    );
    this.#mesh.name = 'commit-light';
    this.#mesh.frustumCulled = false;
    this.#mesh.matrixAutoUpdate = false;
    this.#mesh.visible = false;
    scene.add(this.#mesh);
  }

  update(delta: number): void {
    for (let commits = this.#commits.next(); commits; commits = this.#commits.next()) this.#light(commits);
    let glows = false;
    for (let ring = 0; ring <= RINGS; ring++) {
      const one = this.#lights[ring] as CommitLightAnimation;
      if (!one.glows) continue;
      glows = true;
      one.update(delta);
      this.#places.setZ(ring, one.light);
    }
    if (this.#mesh.visible !== glows) this.#mesh.visible = glows;
    if (!glows) return;
    this.#places.needsUpdate = true;
    const { quality } = this.#scene;
    this.#shine.value = LIGHT[quality] * lightShare(this.#scene);
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

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}

let lights: CommitLights | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  lights = new CommitLights(scene, state, theme);
}

export function update(_elapsed: number, delta: number): void {
  lights?.update(delta);
}

export function dispose(): void {
  lights?.dispose();
  lights = undefined;
}
