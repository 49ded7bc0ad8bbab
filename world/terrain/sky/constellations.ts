import {
  AdditiveBlending,
  type BufferGeometry,
  type Intersection,
  Mesh,
  type Raycaster,
  ShaderMaterial,
  Vector3,
} from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import { agentStatusText } from '../../../data/readings/format-agents.ts';
import { defineModule } from '../../core/define-module.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import { FIGURE_DEGREES, placeAgents, skyPlaces } from './constellation-figure.ts';
import {
  type PlacedAgent,
  constellationGeometry,
  drawNames,
  nameAtlas,
  skyDirection,
} from './constellation-sky.ts';
import { constellationFragment, constellationVertex } from './constellations.glsl.ts';

/** A ray at the sky must miss everything nearer than this. */
const REACH_METRES = 400;
/** Cosine of the angle within which a figure is pointed at: a little more than it and its name. */
const AIM_COSINE = Math.cos(((FIGURE_DEGREES + 1.6) * Math.PI) / 180);
/** Share of their light that comes through the thickest clouds: an agent is never quite hidden. */
const THROUGH_CLOUDS = 0.3;
/** Share of their light while the reading is not live. */
const OLD = 0.55;

const direction = new Vector3();

/** The mesh of all figures. A ray meets the figure it points at: the sky has no surface to hit. */
class ConstellationMesh extends Mesh<BufferGeometry, ShaderMaterial> {
  agents: readonly PlacedAgent[] = [];
  /** What the last ray met. */
  aimed: PlacedAgent | undefined;

  override raycast({ ray }: Raycaster, hits: Intersection[]): void {
    this.aimed = undefined;
    for (const agent of this.agents) {
      const place = skyPlaces[agent.place];
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
 * A small figure of stars for each agent: colour, brightness and lines say what it does. One draw call;
 * none without a reading.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  const names = disposables.use(nameAtlas());
  /** For the shader: seconds moved, pulse, light. */
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
  const mesh = new ConstellationMesh(constellationGeometry([], theme), disposables.use(material));
  mesh.name = 'constellations';
  mesh.frustumCulled = false;
  // With the other stars: the farthest of what can be seen through.
  mesh.renderOrder = -9;
  disposables.defer(() => mesh.geometry.dispose());
  disposables.add(scene, mesh);

  const name = (): string => (mesh.aimed ? `Stars of ${mesh.aimed.name}` : '');
  const label = (): string => {
    if (!mesh.aimed) return '';
    const provenance = provenanceText(state.derived.shownAgents.get(), state.derived.shownNow.get());
    return `${name()}: ${agentStatusText(mesh.aimed.status)} — ${provenance}`;
  };
  scene.interactions.register(mesh, { label, name, reach: REACH_METRES });
  disposables.defer(() => scene.interactions.unregister(mesh));

  let reading: Reading<readonly AgentActivity[]> | undefined;
  let places = new Map<string, number>();
  let drawn = '';
  /** Lays out the figures again when an agent came, went or changed its status. */
  const layOut = (): void => {
    const latest = state.derived.shownAgents.get();
    if (latest === reading) return;
    reading = latest;
    const agents = currentValue(latest) ?? [];
    const key = agents.map((agent) => `${agent.name} ${agent.status}`).join('\n');
    if (key === drawn) return;
    drawn = key;
    places = placeAgents(agents, places);
    mesh.agents = agents.flatMap((agent): PlacedAgent[] => {
      const place = places.get(agent.name);
      return place === undefined ? [] : [{ name: agent.name, status: agent.status, place }];
    });
    mesh.geometry.dispose();
    mesh.geometry = constellationGeometry(mesh.agents, theme);
    drawNames(names, mesh.agents, theme);
  };

  const step = (delta: number): void => {
    layOut();
    mesh.visible = mesh.agents.length > 0;
    if (!mesh.visible) return;
    const still = state.world.reducedMotion.get() || scene.quality === 'lowest';
    const throughClouds = THROUGH_CLOUDS + (1 - THROUGH_CLOUDS) * (1 - scene.weather.cover);
    const fresh = reading?.state === 'live' ? 1 : OLD;
    light.set(still ? light.x : light.x + delta, still ? 0 : 1, throughClouds * fresh * lightShare(scene));
    // So far above the camera that they are found by looking at them, never by standing near.
    mesh.position.copy(scene.camera.position);
    mesh.position.y += REACH_METRES + 4;
    // At once: the picker looks before the frame is drawn.
    mesh.updateMatrixWorld();
  };
  step(0);
  return { update: (_elapsed, delta) => step(delta) };
});
