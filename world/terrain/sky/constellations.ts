import type { ShaderMaterial } from 'three';
import { type BufferGeometry, type Intersection, MathUtils, Mesh, type Raycaster, Vector3 } from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import { agentKey } from '../../../data/readings/activity.ts';
import { agentStatusText } from '../../../data/readings/format-agents.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { FIGURE_DEGREES, placeAgents, skyPlaces } from './constellation-figure.ts';
import {
  type PlacedAgent,
  constellationGeometry,
  drawNames,
  nameAtlas,
  skyDirection,
} from './constellation-sky.ts';

type StateSlice = DerivedState & WorldState;

/** The distance of the figures for rays: all other objects are nearer. */
const REACH_METRES = 400;
/** The cosine of the angle within which a ray hits a figure: a little more than the figure with its name. */
const AIM_COSINE = Math.cos(MathUtils.degToRad(FIGURE_DEGREES + 1.6));
/** The share of the light behind the thickest clouds, so that an agent is never completely hidden. */
const THROUGH_CLOUDS = 0.3;
/** The share of the figures' light while the reading is not live. */
const OLD = 0.55;

const direction = new Vector3();

/** The agents' stars, the lines between them and their names: quads on the sphere of the sky. */
const constellationVertex = /* glsl */ `
// Position within the quad, or in the atlas of names; and the kind: star 0, line 1, broken line 2,
// name 3.
attribute vec3 part;
// Colour times brightness; phase of the pulse, below 0 for what does not pulse.
attribute vec4 light;
// Seconds moved, how strong the pulse is, and the factor of the light.
uniform vec3 shown;
varying vec3 vPart;
varying vec3 vLight;
void main() {
  float pulse = light.w < 0.0 ? 0.0 : 0.22 * shown.y * sin(shown.x * 0.9 + light.w * 6.2832);
  vPart = part;
  vLight = light.rgb * shown.z * (1.0 + pulse);
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
}
`;

const constellationFragment = /* glsl */ `
uniform sampler2D names;
varying vec3 vPart;
varying vec3 vLight;
void main() {
  float strength;
  if (vPart.z < 0.5) {
    float away = dot(vPart.xy, vPart.xy);
    strength = exp(-away * 30.0) * 1.6 + exp(-away * 5.0) * 0.12 * max(1.0 - away, 0.0);
  } else if (vPart.z < 2.5) {
    // With multisampling, a position at an edge may be outside the line.
    strength = max(1.0 - vPart.y * vPart.y, 0.0);
    if (vPart.z > 1.5) strength *= step(0.24, abs(fract(vPart.x * 2.0) - 0.5));
  } else {
    strength = texture2D(names, vPart.xy).r;
  }
  gl_FragColor = vec4(vLight * strength, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The mesh of all figures. A ray hits the figure in its direction, because the sky has no surface. */
class ConstellationMesh extends Mesh<BufferGeometry, ShaderMaterial> {
  agents: readonly PlacedAgent[] = [];
  /** The agent of the figure that the last ray hit. */
  aimed: PlacedAgent | undefined;

  override raycast({ ray }: Raycaster, hits: Intersection[]): void {
    this.aimed = undefined;
    // By index, because rays are cast often and an iterator allocates memory.
    for (let i = 0; i < this.agents.length; i++) {
      const agent = this.agents[i];
      const place = agent && skyPlaces[agent.place];
      if (!place || skyDirection(place.azimuth, place.elevation, direction).dot(ray.direction) < AIM_COSINE)
        continue;
      this.aimed = agent;
      const distance = REACH_METRES - 1;
      hits.push({ distance, point: ray.at(distance, new Vector3()), object: this });
      return;
    }
  }
}

/**
 * A small figure of stars for each agent: colour, brightness and lines say what it does. One draw
 * call; none without a reading.
 */
class Constellations extends DrawnModule<StateSlice> {
  readonly #names = this.disposables.use(nameAtlas());
  /** A uniform: seconds of movement, pulse, light. */
  readonly #light = new Vector3();
  readonly #mesh: ConstellationMesh;
  /** The last reading, the places of the agents, and the names and statuses that were laid out. */
  #reading: Reading<readonly AgentActivity[]> | undefined;
  #places = new Map<string, number>();
  #drawn = '';

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    const material = this.material({
      name: 'constellations',
      vertexShader: constellationVertex,
      fragmentShader: constellationFragment,
      uniforms: { shown: { value: this.#light }, names: { value: this.#names } },
      ...ADDITIVE,
    });
    const mesh = new ConstellationMesh(constellationGeometry([], theme), material);
    mesh.name = 'constellations';
    mesh.frustumCulled = false;
    // Drawn with the other stars, which are the farthest transparent objects.
    mesh.renderOrder = -9;
    this.#mesh = mesh;
    disposables.defer(() => mesh.geometry.dispose());
    disposables.defer(() => (scene.registry.agentStars = new Map()));
    disposables.add(scene, mesh);
    const [label, name] = [() => this.#label(), () => this.#name()];
    disposables.defer(scene.interactions.register(mesh, { label, name, reach: REACH_METRES }));
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    this.#layOut();
    const scene = this.scene;
    const mesh = this.#mesh;
    mesh.visible = mesh.agents.length > 0;
    if (!mesh.visible) return;
    const light = this.#light;
    const still = this.reducedMotion || scene.frame.quality === 'lowest';
    const throughClouds = THROUGH_CLOUDS + (1 - THROUGH_CLOUDS) * (1 - scene.weather.cover);
    const fresh = this.#reading?.state === 'live' ? 1 : OLD;
    light.set(still ? light.x : light.x + delta, still ? 0 : 1, throughClouds * fresh * ADDED_LIGHT);
    // The position is far above the camera, so that the figures are found only by aim, never by nearness.
    mesh.position.copy(scene.camera.position);
    mesh.position.y += REACH_METRES + 4;
    // Updates the matrix now, because the picker casts rays before the frame is drawn.
    mesh.updateMatrixWorld();
  }

  /** Lays out the figures again when an agent came, went or changed its status. */
  #layOut(): void {
    const reading = this.state.derived.shownAgents.get();
    if (reading === this.#reading) return;
    this.#reading = reading;
    const agents = currentValue(reading) ?? [];
    const key = agents.map(({ name, status }) => `${name} ${status}`).join('\n');
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#places = placeAgents(agents, this.#places);
    const placed = agents.flatMap(({ name, status }): PlacedAgent[] => {
      const place = this.#places.get(name);
      return place === undefined ? [] : [{ name, status, place }];
    });
    this.#mesh.agents = placed;
    this.scene.registry.agentStars = new Map(
      placed.flatMap(({ name, place }) => {
        const at = skyPlaces[place];
        return at ? [[agentKey(name), skyDirection(at.azimuth, at.elevation, new Vector3())] as const] : [];
      }),
    );
    this.#mesh.geometry.dispose();
    this.#mesh.geometry = constellationGeometry(placed, this.theme);
    drawNames(this.#names, placed, this.theme);
  }

  #name(): string {
    return this.#mesh.aimed ? `Stars of ${this.#mesh.aimed.name}` : '';
  }

  #label(): string {
    const { aimed } = this.#mesh;
    if (!aimed) return '';
    const { shownAgents, shownNow } = this.state.derived;
    return `${this.#name()}: ${agentStatusText(aimed.status)} — ${provenanceText(shownAgents.get(), shownNow.get())}`;
  }
}

export const { init, update, dispose } = defineModule((...given) => new Constellations(...given));
