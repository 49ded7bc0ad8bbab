import {
  type BufferGeometry,
  Color,
  Group,
  type IUniform,
  Mesh,
  NormalBlending,
  Quaternion,
  ShaderMaterial,
  type Texture,
  Vector3,
  Vector4,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { Weather } from '../../../data/readings/records.ts';
import type { Config } from '../../../data/config/config.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { START } from '../../core/scene/start.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { type FadeUniforms, fadeUniforms, followFog } from '../../utils/fade.glsl.ts';
import { tile } from '../../utils/tile.ts';
import { stateLooks } from '../panel-layout.ts';
import { earthFragment, earthVertex, glowFragment, glowVertex } from './earth.glsl.ts';
import { GLOBE_PLACE, GLOBE_RADIUS, bearingOf, elevationOf, onSphere, swing, turnTowards } from './globe.ts';
import { globeMap } from './globe-map.ts';
import { PIN_HEIGHT, WITHOUT_HALO, glowGeometry, globeGeometry } from './globe-geometry.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, PinLabel } from './pin-label.ts';
import { halfTurn, subsolarPoint } from '../../utils/subsolar.ts';

/** Metres, from anywhere below it and from the platform's near half. */
const REACH = 16;
const MINUTE = 60_000;
/** The globe follows a visitor who walks: two thirds of the way in this many seconds. */
const FOLLOW_SECONDS = 3;
/** From this distance on the label is seen in full size. Metres. */
const FAR_METRES = 38;
const AIR_METRES = 0.42;
/** Where a visit begins: to there the globe is turned at first, and for good under reduced motion. */
const AT_START = new Vector3(START.x, START.y, START.z);
const TURN = Math.PI * 2;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly group: Group;
  readonly globe: Mesh<BufferGeometry, ShaderMaterial>;
  readonly glow: Mesh<BufferGeometry, ShaderMaterial>;
  readonly fade: FadeUniforms;
  readonly map: IUniform<Texture>;
  readonly text: IUniform<Texture>;
  readonly sun: Vector4;
  readonly mark: Vector4;
  readonly head: Vector4;
  /** Towards the sun, and the pin's head, in the globe's own frame. */
  readonly noon: Vector3;
  readonly pin: Vector3;
  label: PinLabel;
  config: Config | undefined;
  reading: Reading<Weather> | undefined;
  minute: number;
  seconds: number;
  bearing: number;
  elevation: number;
  quality: QualityLevel | undefined;
}

let mounted: Mounted | undefined;

const mixed = (from: Color, towards: string, share: number, strength: number): Color =>
  from.clone().lerp(new Color(towards), share).multiplyScalar(strength);

/** The colours of a hologram: all of them from the theme's blues, land a step lighter and greener than sea. */
function constants({ colors }: Theme): string {
  const sea = new Color(colors.glass);
  const ground = new Color(colors.growth);
  return glslConstants({
    SEA_NIGHT: mixed(sea, colors.background, 0.45, 0.5),
    SEA_DAY: mixed(sea, colors.accent, 0.3, 1.3),
    LAND_NIGHT: mixed(ground, colors.glass, 0.5, 0.7),
    LAND_DAY: mixed(ground, colors.resident, 0.3, 1.35),
    COAST: new Color(colors.resident),
    LINES: new Color(colors.keyLight),
    AIR: new Color(colors.portalDefault).lerp(new Color(colors.keyLight), 0.35),
    RADIUS: GLOBE_RADIUS,
    THICK: AIR_METRES,
    FAR: FAR_METRES,
    LABEL_WIDTH,
    LABEL_HEIGHT,
  });
}

/** The Earth as a hologram over its plinth: land as it is, day and night as they are now, and a pin where the weather is from. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const fade = fadeUniforms();
  const label = new PinLabel(scene, theme);
  const map: IUniform<Texture> = { value: globeMap(scene.quality, scene.renderer) };
  const text: IUniform<Texture> = { value: label.texture };
  const [sun, mark, head] = [new Vector4(), new Vector4(), new Vector4()];
  const values = constants(theme);
  const globe = new Mesh(
    globeGeometry(0, 0),
    new ShaderMaterial({
      name: 'earth',
      vertexShader: earthVertex,
      fragmentShader: `${values}\n${earthFragment}`,
      uniforms: { map, sun: { value: sun }, mark: { value: mark }, ...fade },
    }),
  );
  globe.name = 'earth-globe';
  const glow = new Mesh(
    glowGeometry(),
    new ShaderMaterial({
      name: 'earth-glow',
      vertexShader: `${values}\n${glowVertex}`,
      fragmentShader: `${values}\n${glowFragment}`,
      uniforms: { map: text, sun: { value: sun }, mark: { value: mark }, head: { value: head }, tile },
      transparent: true,
      depthWrite: false,
      blending: NormalBlending,
      premultipliedAlpha: true,
    }),
  );
  // Its corners are placed by the shader; and it lies before the stars and behind all other glass.
  glow.frustumCulled = false;
  glow.renderOrder = -2;
  const group = new Group();
  group.name = 'earth';
  group.position.set(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z);
  group.add(globe, glow);
  scene.add(group);
  mounted = {
    scene,
    state,
    theme,
    group,
    globe,
    glow,
    fade,
    map,
    text,
    sun,
    mark,
    head,
    noon: new Vector3(),
    pin: new Vector3(),
    label,
    config: undefined,
    reading: undefined,
    minute: NaN,
    seconds: 0,
    bearing: bearingOf(AT_START),
    elevation: elevationOf(AT_START),
    quality: undefined,
  };
  scene.interactions.register(globe, { label: hint, reach: REACH });
  update(0, 0);
}

const hint = (): string => {
  if (!mounted) return '';
  const { state, label } = mounted;
  const from = provenanceText(state.readings.weather.get(), state.now.get());
  return `The Earth: day and night as they are now; the pin: ${label.lines.join(', ')} — ${from}`;
};

/** A level with other sharpness or air; the first time too. */
function fitQuality(at: Mounted): boolean {
  const { scene, theme, globe, glow } = at;
  if (at.quality === scene.quality) return false;
  if (at.quality !== undefined) {
    at.map.value.dispose();
    at.map.value = globeMap(scene.quality, scene.renderer);
    at.label.dispose();
    at.label = new PinLabel(scene, theme);
    at.text.value = at.label.texture;
  }
  at.quality = scene.quality;
  glow.geometry.setDrawRange(0, scene.quality === 'lowest' ? WITHOUT_HALO : Infinity);
  const { material } = globe;
  if (scene.quality === 'lowest' || scene.quality === 'low') delete material.defines['FINE'];
  else material.defines['FINE'] = '';
  material.needsUpdate = true;
  return true;
}

const tint = new Color();

/** The pin's place, colour and label; and once a minute, in which it moves a quarter of a degree, the sun. */
function read(at: Mounted): void {
  const { state, theme, globe, mark } = at;
  const sharper = fitQuality(at);
  const config = state.config.get();
  const reading = state.readings.weather.get();
  const minute = Math.floor(state.now.get() / MINUTE);
  if (minute !== at.minute) {
    at.minute = minute;
    const { latitude, longitude } = subsolarPoint(minute * MINUTE);
    onSphere(latitude, longitude, at.noon);
  }
  if (config !== at.config) {
    const { latitude, longitude } = config.weather;
    globe.geometry.dispose();
    globe.geometry = globeGeometry(latitude, longitude);
    onSphere(latitude, longitude, at.pin).multiplyScalar(GLOBE_RADIUS + PIN_HEIGHT);
  }
  if (config === at.config && reading === at.reading && !sharper) return;
  at.config = config;
  at.reading = reading;
  tint.set(theme.colors[stateLooks[reading.state].color]);
  mark.set(tint.r, tint.g, tint.b, 0);
  at.label.draw(reading, config.weather);
  at.head.w = at.label.reach;
}

const turn = new Quaternion();
const scratch = new Vector3();

/** Turns place and sun to the visitor. */
function face(at: Mounted, delta: number): void {
  const { scene, state, globe, config, noon, pin } = at;
  const still = state.world.reducedMotion.get();
  if (still) {
    at.seconds = 0;
    at.bearing = bearingOf(AT_START);
    at.elevation = elevationOf(AT_START);
  } else {
    const rate = 1 - Math.exp(-delta / FOLLOW_SECONDS);
    at.seconds += delta;
    const { position } = scene.camera;
    at.bearing += (halfTurn(((bearingOf(position) - at.bearing) / TURN) * 360) / 360) * TURN * rate;
    at.elevation += (elevationOf(position) - at.elevation) * rate;
  }
  const { latitude = 0, longitude = 0 } = config?.weather ?? {};
  turnTowards(turn, latitude, longitude, at.bearing + swing(at.seconds), at.elevation);
  globe.quaternion.copy(turn);
  scratch.copy(noon).applyQuaternion(turn);
  at.sun.set(scratch.x, scratch.y, scratch.z, lightShare(scene));
  scratch.copy(pin).applyQuaternion(turn);
  at.head.set(scratch.x, scratch.y, scratch.z, at.head.w);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  read(mounted);
  face(mounted, delta);
  followFog(mounted.fade, mounted.scene);
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, group, globe, glow, map, label } = mounted;
  mounted = undefined;
  scene.interactions.unregister(globe);
  group.removeFromParent();
  for (const { geometry, material } of [globe, glow]) {
    geometry.dispose();
    material.dispose();
  }
  map.value.dispose();
  label.dispose();
}

/** What stands at the pin. */
export const lines = (): readonly string[] => mounted?.label.lines ?? [];
