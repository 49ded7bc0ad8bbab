import type { ShaderMaterial } from 'three';
import {
  type BufferGeometry,
  Color,
  type IUniform,
  Mesh,
  Object3D,
  PlaneGeometry,
  Vector3,
  Vector4,
} from 'three';
import type { RelayStatus } from '../../../data/readings/records.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { ageText } from '../../../data/readings/format.ts';
import { relaysText } from '../../../data/relay/format.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import { FacetBuilder, circle } from '../../utils/geometry.ts';
import { BEAM_PLACE } from '../../utils/zaps-and-blocks.ts';
import { BeamAnimation } from './energy-beam-animation.ts';

type StateSlice = PageState & RelayState & WorldState;

/** The height of the beam and of its fading part, and the radii of beam, halo and stone. In metres. */
const BEAM_HEIGHT = 240;
const FADE_METRES = 70;
const THREAD = 0.05;
const HALO = 1.5;
const STONE_RADIUS = 1.3;
const REACH_METRES = 7;
/** The part of the beam that the glass floor reflects, and half its width there. Metres. */
const MIRRORED = { height: 60, width: 0.7 } as const;
/** The time constant of the beam's fade after the last relay disconnects or the first one connects. */
const EASE_SECONDS = 0.9;
/** Light of the beam at rest. */
const REST = 0.42;
/** At rest the beam has the accent colour, mixed with white by this share, because it announces nothing. */
const PALE = 0.3;
/** The vertical segments of the beam: the fog is computed at their vertices. */
const STRIPS = 16;

/** The stone: two steps, a hollow in the middle for the beam, and a crown of shards that lean outwards. */
function beamStone(theme: Theme): BufferGeometry {
  const into = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const shade = new Color();
  const paint = (band: number, side: number): Color =>
    shade.lerpColors(stone, lit, 0.2 + ((band * 5 + side * 3) % 7) * 0.07);
  const ring = (radius: number, y: number): Vector3[] => circle(6, radius, y, Math.PI / 2);
  const [outer, inner] = [ring(0.42, 0.6), ring(0.22, 0.3)];
  const steps = [
    ring(STONE_RADIUS, -0.8),
    ring(STONE_RADIUS, 0.28),
    ring(0.92, 0.32),
    ring(0.84, 0.6),
    outer,
  ];
  into.loft(steps, paint);
  // The inside of the hollow, lit by the beam.
  into.loft([outer, inner], (_band, side) => paint(steps.length - 1, side), 0.3);
  for (let i = 0; i < 6; i++) {
    const angle = ((i + 0.5) / 6) * Math.PI * 2;
    const out = new Vector3(Math.cos(angle), 0, -Math.sin(angle));
    const foot = circle(3, 0.16, 0.2, angle + Math.PI / 2).map((corner) => corner.addScaledVector(out, 1.08));
    const tip = out
      .clone()
      .multiplyScalar(1.42)
      .setY(1.25 + (i % 3) * 0.28);
    into.fan(tip, foot, (side) => shade.lerpColors(stone, lit, 0.35 + side * 0.2));
  }
  return into.build();
}

/** The hint: the last zap, or why there is no beam. */
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
      : 'no zap since you arrived';
    return `Energy beam: ${last} — ${source}`;
  }
  if (relays.length === 0) return 'Energy beam: off — no relay is configured';
  const cause = relays.find((relay) => relay.cause)?.cause;
  return `Energy beam: off — ${source}${cause ? `: ${cause}` : ''}`;
}

/** An upright strip that faces the camera: a thin beam of light, with a halo during a pulse. */
const beamVertex = /* glsl */ `
uniform vec4 beam; // rest light, pulse light, pulse height, pulse front
varying vec2 vAt; // across (-1 to 1), metres up
varying float vClear;
varying float vThread;
${fogFunction}
void main() {
  vec4 foot = modelMatrix * vec4(0.0, position.y, 0.0, 1.0);
  vec2 toEye = cameraPosition.xz - foot.xz;
  float away = max(length(toEye), 0.01);
  vec2 across = vec2(toEye.y, -toEye.x) / away;
  float width = HALO * (0.55 + 0.25 * beam.y);
  foot.xz += across * position.x * width;
  vAt = vec2(position.x, position.y);
  // The thread is never thinner than a pixel of a small window.
  vThread = max(THREAD, away * 0.0011) / width;
  vec4 seen = viewMatrix * foot;
  vClear = clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

const beamFragment = /* glsl */ `
uniform vec4 beam;
uniform vec4 glow; // the pulse's colour, seconds of its ripple
varying vec2 vAt;
varying float vClear;
varying float vThread;
void main() {
  float side = abs(vAt.x);
  float thread = 1.0 - smoothstep(vThread * 0.4, vThread * 1.5, side);
  float halo = (1.0 - side) * (1.0 - side);
  float up = vAt.y;
  // The resting light fades upwards. A pulse shines up to its height, as far as it has climbed.
  float rest = beam.x * exp(-up / FADE_METRES);
  float reach = min(beam.z, beam.w);
  float lit = (1.0 - smoothstep(reach * 0.55, reach, up)) * step(0.01, reach);
  float head = exp(-abs(up - beam.w) * 0.16) * step(up, beam.z) * step(beam.w, beam.z);
  float ripple = 0.88 + 0.12 * sin(up * 0.42 - glow.w * 3.2);
  float pulse = beam.y * (lit * ripple + head * 0.7);
  // The pulse replaces the resting light: gold added to its blue would be white.
  vec3 color = REST_COLOR * rest / (1.0 + 6.0 * pulse) * (thread + halo * 0.16);
  color += glow.rgb * pulse * (thread * 0.7 + halo * halo * 0.36);
  gl_FragColor = vec4(color * vClear, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * The zaps of the relay feed, as a beam of light to the sky: two draw calls, one while no relay is
 * connected.
 */
class EnergyBeam extends DrawnModule<StateSlice> {
  readonly #root = new Object3D();
  readonly #beam: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #shared = terrainUniforms(this.scene);
  /** A uniform: light at rest, light of the pulse, its height, and how high it has risen, in metres. */
  readonly #light: IUniform<Vector4> = { value: new Vector4() };
  /** A uniform: the colour of the pulse, and the seconds of its ripples. */
  readonly #glow: IUniform<Vector4> = { value: new Vector4() };
  readonly #animation = new BeamAnimation();
  readonly #plain = new Color(this.theme.colors.star);
  readonly #gold = new Color(this.theme.colors.zap);
  readonly #color = new Color();
  /** The colour of the reflection in the glass floor. */
  readonly #mirrored = new Color(0, 0, 0);
  /** 0 without a connected relay, otherwise 1, with easing. */
  #presence = this.state.relay.connected.get() ? 1 : 0;
  readonly #zaps = this.state.zap.reader();
  /** The latest zap and its time in milliseconds since the epoch. */
  #last: { sats: number; at: number } | undefined;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    const stone = new Mesh(
      disposables.use(beamStone(theme)),
      disposables.use(terrainMaterial(theme, this.#shared)),
    );
    disposables.defer(scene.registry.stonework.add(stone));
    this.#root.add(stone);
    const restColor = new Color(theme.colors.accent).lerp(new Color(theme.colors.star), PALE);
    const material = this.material({
      name: 'energy-beam',
      constants: { REST_COLOR: restColor, HALO, THREAD, FADE_METRES },
      vertexShader: beamVertex,
      fragmentShader: beamFragment,
      uniforms: { beam: this.#light, glow: this.#glow, fade: this.#shared.fade },
      ...ADDITIVE,
      // Double-sided, because the strip turns to the camera, which may see either side.
      side: 2,
    });
    const strip = new PlaneGeometry(2, BEAM_HEIGHT, 1, STRIPS).translate(0, BEAM_HEIGHT / 2 + 0.4, 0);
    this.#beam = new Mesh(disposables.use(strip), material);
    this.#beam.name = 'beam';
    // Drawn before the objects in front of it, like the meter.
    this.#beam.renderOrder = -8;
    this.#beam.frustumCulled = false;
    this.#root.name = 'energy-beam';
    this.#root.position.set(BEAM_PLACE.x, heightAt(BEAM_PLACE.x, BEAM_PLACE.z), BEAM_PLACE.z);
    this.#root.add(this.#beam);
    disposables.add(scene, this.#root);
    const { height, width } = MIRRORED;
    const shape = { width, height, shape: 'column', turn: 0 } as const;
    disposables.defer(
      scene.registry.glows.set(this, [{ ...BEAM_PLACE, y: height / 2, ...shape, color: this.#mirrored }]),
    );
    disposables.defer(scene.registry.obstacles.set(this, [{ ...BEAM_PLACE, radius: STONE_RADIUS + 0.25 }]));
    disposables.defer(
      scene.interactions.register(this.#root, { reach: REACH_METRES, label: () => this.#label() }),
    );
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    const reducedMotion = this.reducedMotion;
    for (let sats = this.#zaps.next(); sats !== undefined; sats = this.#zaps.next()) {
      this.#animation.start(sats);
      this.#last = { sats, at: this.state.now.get() };
    }
    this.#animation.update(delta, reducedMotion);
    const wanted = this.state.relay.connected.get() ? 1 : 0;
    this.#presence += (wanted - this.#presence) * (1 - Math.exp(-delta / EASE_SECONDS));
    if (Math.abs(wanted - this.#presence) < 0.01) this.#presence = wanted;
    this.#beam.visible = this.#presence > 0;
    this.#mirrored.setScalar(0);
    this.updateFog(this.#shared);
    if (!this.#beam.visible) return;
    const share = this.#presence * ADDED_LIGHT;
    const { light, height, front, gold } = this.#animation;
    this.#light.value.set(REST * share, light * share, height, front);
    const { r, g, b } = this.#color.lerpColors(this.#plain, this.#gold, gold);
    this.#mirrored.copy(this.#color).multiplyScalar(REST * this.#presence + light);
    this.#glow.value.set(r, g, b, reducedMotion ? 0 : this.#glow.value.w + delta);
  }

  #label(): string {
    return beamLabel(this.state.relay.relays.get(), this.#last, this.state.now.get());
  }
}

export const { init, update, dispose } = defineModule((...given) => new EnergyBeam(...given));
