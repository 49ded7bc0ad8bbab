import {
  AdditiveBlending,
  type BufferGeometry,
  type CanvasTexture,
  type Intersection,
  Mesh,
  type Raycaster,
  ShaderMaterial,
  Vector3,
} from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import type { State } from '../../../data/state.ts';
import { agentStatusText, provenanceText } from '../../../data/readings/format.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { Atmosphere } from '../weather/atmosphere.ts';
import { FIGURE_DEGREES, placeAgents, skyPlaces } from './constellation-figure.ts';
import {
  type PlacedAgent,
  constellationGeometry,
  drawNames,
  nameAtlas,
  skyDirection,
} from './constellation-sky.ts';
import { constellationFragment, constellationVertex } from './constellations.glsl.ts';

/** Looking at the sky reaches as far as there is anything to stand in the way of it. Metres. */
const REACH = 400;
/** A little more than a figure and its name. */
const AIM = Math.cos(((FIGURE_DEGREES + 1.6) * Math.PI) / 180);
/** What of their light comes through the thickest weather: whoever works is never quite hidden. */
const THROUGH_CLOUDS = 0.3;
/** What of it is left when the reading is old. */
const OLD = 0.55;

const direction = new Vector3();

/** The mesh of all figures. A ray meets the figure it points at, for the sky is no surface one could hit. */
class ConstellationMesh extends Mesh<BufferGeometry, ShaderMaterial> {
  agents: readonly PlacedAgent[] = [];
  /** The one that the last ray met. */
  aimed: PlacedAgent | undefined;

  override raycast({ ray }: Raycaster, hits: Intersection[]): void {
    this.aimed = undefined;
    for (const agent of this.agents) {
      const place = skyPlaces[agent.place];
      if (!place || skyDirection(place.azimuth, place.elevation, direction).dot(ray.direction) < AIM)
        continue;
      this.aimed = agent;
      const distance = REACH - 1;
      hits.push({ distance, point: ray.at(distance, new Vector3()), object: this });
      return;
    }
  }
}

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly mesh: ConstellationMesh;
  readonly names: CanvasTexture<HTMLCanvasElement>;
  readonly air: Atmosphere;
  /** The shader's: seconds moved, pulse, light. */
  readonly light: Vector3;
  places: Map<string, number>;
  reading: Reading<readonly AgentActivity[]> | undefined;
  drawn: string;
}

let mounted: Mounted | undefined;

/** A small figure of stars for each agent: colour, brightness and line say what it does. One draw call; none without a reading. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const names = nameAtlas();
  const light = new Vector3();
  const material = new ShaderMaterial({
    name: 'constellations',
    vertexShader: constellationVertex,
    fragmentShader: constellationFragment,
    uniforms: { shown: { value: light }, names: { value: names } },
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
  const mesh = new ConstellationMesh(constellationGeometry([], theme), material);
  mesh.name = 'constellations';
  mesh.frustumCulled = false;
  // With the other stars: the farthest of what can be seen through.
  mesh.renderOrder = -9;
  scene.add(mesh);
  mounted = {
    scene,
    state,
    theme,
    mesh,
    names,
    air: new Atmosphere(theme),
    light,
    places: new Map(),
    reading: undefined,
    drawn: '',
  };
  scene.interactions.register(mesh, { label, name: starsName, reach: REACH });
  update(0, 0);
}

const starsName = (): string => (mounted?.mesh.aimed ? `Stars of ${mounted.mesh.aimed.name}` : '');

function label(): string {
  if (!mounted?.mesh.aimed) return '';
  const { state, mesh } = mounted;
  const { status } = mesh.aimed as PlacedAgent;
  const reading = state.derived.shownAgents.get();
  return `${starsName()}: ${agentStatusText(status)} — ${provenanceText(reading, state.derived.shownNow.get())}`;
}

/** Lays the figures anew when an agent came, went or does something else. */
function follow(at: Mounted): void {
  const reading = at.state.derived.shownAgents.get();
  if (reading === at.reading) return;
  at.reading = reading;
  const agents = currentValue(reading) ?? [];
  const key = agents.map(({ name, status }) => `${name} ${status}`).join('\n');
  if (key === at.drawn) return;
  at.drawn = key;
  at.places = placeAgents(agents, at.places);
  const placed = agents.flatMap(({ name, status }): PlacedAgent[] => {
    const place = at.places.get(name);
    return place === undefined ? [] : [{ name, status, place }];
  });
  at.mesh.agents = placed;
  at.mesh.geometry.dispose();
  at.mesh.geometry = constellationGeometry(placed, at.theme);
  drawNames(at.names, placed, at.theme);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, mesh, air, light } = mounted;
  follow(mounted);
  mesh.visible = mesh.agents.length > 0;
  if (!mesh.visible) return;
  air.update(state, delta);
  const still = state.world.reducedMotion.get() || scene.quality === 'lowest';
  const through = THROUGH_CLOUDS + (1 - THROUGH_CLOUDS) * (1 - air.cover);
  const fresh = mounted.reading?.state === 'live' ? 1 : OLD;
  light.set(still ? light.x : light.x + delta, still ? 0 : 1, through * fresh * lightShare(scene));
  // Found by looking at it, never by standing near it: just farther above the eye than it reaches.
  mesh.position.copy(scene.camera.position);
  mesh.position.y += REACH + 4;
  // At once: pointing looks before the picture is drawn.
  mesh.updateMatrixWorld();
}

/** Who stands in the sky, in the order of the list. */
export const agentsShown = (): readonly PlacedAgent[] => mounted?.mesh.agents ?? [];

export function dispose(): void {
  if (!mounted) return;
  const { scene, mesh, names } = mounted;
  mounted = undefined;
  scene.interactions.unregister(mesh);
  scene.remove(mesh);
  mesh.geometry.dispose();
  mesh.material.dispose();
  names.dispose();
}
