import {
  AdditiveBlending,
  type BufferGeometry,
  Color,
  type IUniform,
  Mesh,
  Object3D,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { RelayStatus } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import { ageText } from '../../../data/readings/format.ts';
import { relaysText } from '../../../data/relay/format.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { followFog } from '../../utils/fade.glsl.ts';
import { FacetBuilder } from '../../utils/geometry.ts';
import { BEAM_PLACE } from '../../utils/zap.ts';
import { BeamAnimation } from './energy-beam-animation.ts';
import { beamFragment, beamVertex } from './energy-beam.glsl.ts';

const BEAM_HEIGHT = 240;
const FADE_METRES = 70;
const THREAD = 0.05;
const HALO = 1.5;
const STONE_RADIUS = 1.3;
const REACH = 7;
/** Seconds in which the beam goes out with the last relay, and comes back with the first. */
const EASE_SECONDS = 0.9;
const REST: Record<QualityLevel, number> = { lowest: 0.42, low: 0.42, middle: 0.34, highest: 0.34 };
/** The resting light is the accent, this much of the way to white: it claims no news. */
const PALE = 0.3;
/** Strips the beam is cut into, upwards: the fog is worked out at their corners. */
const STRIPS = 16;

const ringOf = (radius: number, y: number, corners: number, turn = 0): Vector3[] =>
  Array.from({ length: corners }, (_unused, i) => {
    const angle = (i / corners) * Math.PI * 2 + turn;
    return new Vector3(Math.cos(angle) * radius, y, -Math.sin(angle) * radius);
  });

/** Two steps with a hollow in the middle from which the beam comes, and a crown of shards that lean away from it. */
function beamStone(theme: Theme): BufferGeometry {
  const into = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const shade = new Color();
  const rings = [
    ringOf(STONE_RADIUS, -0.8, 6),
    ringOf(STONE_RADIUS, 0.28, 6),
    ringOf(0.92, 0.32, 6),
    ringOf(0.84, 0.6, 6),
    ringOf(0.42, 0.6, 6),
    ringOf(0.22, 0.3, 6),
  ];
  for (let r = 0; r + 1 < rings.length; r++)
    for (let i = 0; i < 6; i++) {
      const [low, high] = [rings[r], rings[r + 1]] as [Vector3[], Vector3[]];
      const next = (i + 1) % 6;
      shade.lerpColors(stone, lit, 0.2 + ((r * 5 + i * 3) % 7) * 0.07);
      into.quad(
        low[i] as Vector3,
        low[next] as Vector3,
        high[next] as Vector3,
        high[i] as Vector3,
        shade,
        r > 3 ? 0.3 : 0,
      );
    }
  for (let i = 0; i < 6; i++) {
    const angle = ((i + 0.5) / 6) * Math.PI * 2;
    const out = new Vector3(Math.cos(angle), 0, -Math.sin(angle));
    const foot = ringOf(0.16, 0.2, 3, angle).map((corner) => corner.addScaledVector(out, 1.08));
    const tip = out
      .clone()
      .multiplyScalar(1.42)
      .setY(1.25 + (i % 3) * 0.28);
    for (let side = 0; side < 3; side++)
      into.triangle(
        foot[side] as Vector3,
        foot[(side + 1) % 3] as Vector3,
        tip,
        shade.lerpColors(stone, lit, 0.35 + side * 0.2),
      );
  }
  return into.build();
}

/** What the hint says: the last zap, or why there is no beam. */
export function beamLabel(
  relays: readonly RelayStatus[],
  zap: { readonly sats: number; readonly at: number } | undefined,
  now: number,
): string {
  const open = relays.filter(({ state }) => state === 'open').length;
  const source = relaysText(relays);
  if (open > 0) {
    const last = zap
      ? `zap${zap.sats > 0 ? ` of ${zap.sats.toLocaleString('en')} sats` : ''} ${ageText(zap.at, now)}`
      : 'no zap since you came';
    return `Energy beam: ${last} — ${source}`;
  }
  if (relays.length === 0) return 'Energy beam: out — no relay is configured';
  const cause = relays.find((relay) => relay.cause)?.cause;
  return `Energy beam: out — ${source}${cause ? `: ${cause}` : ''}`;
}

/** Zaps of the relay feed, as light to the sky: two draw calls, one while no relay is connected. */
class EnergyBeam {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #root = new Object3D();
  readonly #stone: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #beam: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #shared: TerrainUniforms;
  readonly #light: IUniform<Vector4> = { value: new Vector4() };
  readonly #glow: IUniform<Vector4> = { value: new Vector4() };
  readonly #pulse = new BeamAnimation();
  readonly #plain: Color;
  readonly #gold: Color;
  readonly #color = new Color();
  #presence: number;
  readonly #zaps: EventReader<number>;
  #last: { sats: number; at: number } | undefined;

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#shared = terrainUniforms(scene);
    this.#scene = scene;
    this.#state = state;
    this.#zaps = state.zap.reader();
    this.#presence = state.derived.relayConnected.get() ? 1 : 0;
    this.#plain = new Color(theme.colors.star);
    this.#gold = new Color(theme.colors.zap);
    this.#stone = new Mesh(beamStone(theme), terrainMaterial(theme, this.#shared));
    const constants = glslConstants({
      REST_COLOR: new Color(theme.colors.accent).lerp(new Color(theme.colors.star), PALE),
      HALO,
      THREAD,
      FADE_METRES,
    });
    this.#beam = new Mesh(
      new PlaneGeometry(2, BEAM_HEIGHT, 1, STRIPS).translate(0, BEAM_HEIGHT / 2 + 0.4, 0),
      new ShaderMaterial({
        name: 'energy-beam',
        vertexShader: `${constants}\n${beamVertex}`,
        fragmentShader: `${constants}\n${beamFragment}`,
        uniforms: { beam: this.#light, glow: this.#glow, fade: this.#shared.fade },
        transparent: true,
        depthWrite: false,
        blending: AdditiveBlending,
        // The strip turns with the eye: either side may face it.
        side: 2,
      }),
    );
    this.#beam.name = 'beam';
    // Before the meter and whatever else it stands behind.
    this.#beam.renderOrder = -8;
    this.#beam.frustumCulled = false;
    this.#root.name = 'energy-beam';
    this.#root.position.set(BEAM_PLACE.x, heightAt(BEAM_PLACE.x, BEAM_PLACE.z), BEAM_PLACE.z);
    this.#root.add(this.#stone, this.#beam);
    scene.add(this.#root);
    scene.obstacles.set(this, [{ ...BEAM_PLACE, radius: STONE_RADIUS + 0.25 }]);
    scene.interactions.register(this.#root, { reach: REACH, label: () => this.#label() });
    this.update(0);
  }

  update(delta: number): void {
    const reducedMotion = this.#state.world.reducedMotion.get();
    for (let sats = this.#zaps.next(); sats !== undefined; sats = this.#zaps.next()) {
      this.#pulse.start(sats);
      this.#last = { sats, at: this.#state.now.get() };
    }
    this.#pulse.update(delta, reducedMotion);
    const wanted = this.#state.derived.relayConnected.get() ? 1 : 0;
    this.#presence += (wanted - this.#presence) * (1 - Math.exp(-delta / EASE_SECONDS));
    if (Math.abs(wanted - this.#presence) < 0.01) this.#presence = wanted;
    this.#beam.visible = this.#presence > 0;
    followFog(this.#shared, this.#scene);
    if (!this.#beam.visible) return;
    const { quality } = this.#scene;
    const share = this.#presence * lightShare(this.#scene);
    const { light, height, front, gold } = this.#pulse;
    this.#light.value.set(REST[quality] * share, light * share, height, front);
    const { r, g, b } = this.#color.lerpColors(this.#plain, this.#gold, gold);
    this.#glow.value.set(r, g, b, reducedMotion ? 0 : this.#glow.value.w + delta);
  }

  #label(): string {
    return beamLabel(this.#state.relay.relays.get(), this.#last, this.#state.now.get());
  }

  dispose(): void {
    this.#scene.interactions.unregister(this.#root);
    this.#scene.obstacles.clear(this);
    this.#root.removeFromParent();
    for (const { geometry, material } of [this.#stone, this.#beam]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

let beam: EnergyBeam | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  beam = new EnergyBeam(scene, state, theme);
}

export function update(_elapsed: number, delta: number): void {
  beam?.update(delta);
}

export function dispose(): void {
  beam?.dispose();
  beam = undefined;
}
