import { MINUTE_MS } from '../../../data/core/time.ts';
import {
  Box3,
  type ShaderMaterial,
  type BufferGeometry,
  Color,
  Group,
  Mesh,
  type PerspectiveCamera,
  Quaternion,
  Sphere,
  Vector3,
  Vector4,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { Weather } from '../../../data/readings/records.ts';
import type { Config } from '../../../data/config/config.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { TimeLapseState } from '../../../data/time-lapse/time-lapse-state.ts';
import type { QualityLevel, WorldState } from '../../../data/world-state.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { START } from '../../core/scene/start.ts';
import { ADDED_LIGHT, hitAs } from '../../utils/drawing.ts';
import { stateLooks } from '../panel-layout.ts';
import { earthFragment, earthVertex, glowFragment, glowVertex } from './earth.glsl.ts';
import {
  GLOBE_PLACE,
  GLOBE_RADIUS,
  bearingOf,
  elevationOf,
  onSphere,
  swing,
  turnTowards,
  PIN_HEIGHT,
  WITHOUT_HALO,
  glowGeometry,
  globeGeometry,
} from './globe.ts';
import { globeMap } from './globe-map.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, PinLabel } from './pin-label.ts';
import { halfTurn, subsolarPoint } from '../../../data/core/subsolar.ts';

type StateSlice = ConfigState & DerivedState & PageState & ReadingsState & TimeLapseState & WorldState;

/** The reach of the hint: everywhere below the globe, and the near half of the platform. */
const REACH_METRES = 16;
/** The time constant with which the globe turns towards a walking visitor. */
const FOLLOW_SECONDS = 3;
/** From this distance on the label has its full size. */
const FAR_METRES = 38;
/** The width of the glow of air. */
const AIR_METRES = 0.42;
/** The position at which a visit starts. The globe faces it at first, and with reduced motion always. */
const AT_START = new Vector3(START.x, START.y, START.z);
const TURN = Math.PI * 2;
/** What turns: the globe, and the label above its pin. Metres. */
const MOVING = {
  centre: new Vector3(GLOBE_PLACE.x, GLOBE_PLACE.y + 0.5, GLOBE_PLACE.z),
  size: new Vector3(3.8, 4.9, 3.8),
};

/** A theme colour mixed with another, then scaled. */
const mixed = (from: Color, towards: string, share: number, strength: number): Color =>
  from.clone().lerp(new Color(towards), share).multiplyScalar(strength);

/** The colours of a hologram, based on the theme's blues; land is a little lighter and greener than sea. */
function constants({ colors }: Theme): Readonly<Record<string, number | Color>> {
  const sea = new Color(colors.glass);
  const ground = new Color(colors.growth);
  return {
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
  };
}

/**
 * The Earth as a hologram above its plinth: real land, the real position of day and night, and a pin at the
 * location of the weather.
 */
class Earth extends DrawnModule<StateSlice> {
  readonly #globe: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #glow: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #map = { value: globeMap(this.scene.frame.quality, this.scene.renderer) };
  /**
   * The uniforms: the direction of the sun and the factor of the light; the colour of the pin, and half the
   * width of the picture at a distance of 1; the pin's head, and half the width of the label.
   */
  readonly #sun = new Vector4();
  readonly #mark = new Vector4();
  readonly #head = new Vector4();
  /** The direction of the sun, and the pin's head, in local coordinates of the globe. */
  readonly #noon = new Vector3();
  readonly #pin = new Vector3();
  readonly #turn = new Quaternion();
  readonly #scratch = new Vector3();
  readonly #tint = new Color();
  #label = new PinLabel(this.scene, this.theme);
  readonly #labelMap = { value: this.#label.texture };
  #config: Config | undefined;
  #reading: Reading<Weather> | undefined;
  #minute = NaN;
  /** The seconds of the swing, and the direction that the globe faces: about y, and up. Radians. */
  #seconds = 0;
  #bearing = bearingOf(AT_START);
  #elevation = elevationOf(AT_START);
  #quality: QualityLevel | undefined;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, disposables } = this;
    disposables.defer(() => {
      this.#map.value.dispose();
      this.#label.dispose();
    });
    this.#globe = new Mesh(globeGeometry(0, 0), this.#globeMaterial());
    this.#globe.name = 'earth-globe';
    const sphere = new Sphere(new Vector3(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z), GLOBE_RADIUS);
    hitAs(this.#globe, (ray, at) => ray.intersectSphere(sphere, at));
    // Disposes of the current geometry at the end: a new location of the weather replaces the geometry.
    disposables.defer(() => this.#globe.geometry.dispose());
    this.#glow = new Mesh(disposables.use(glowGeometry()), this.#glowMaterial());
    // Not culled, because the shader places the vertices. The render order is after the stars and before the
    // panels.
    this.#glow.frustumCulled = false;
    this.#glow.renderOrder = -2;
    this.#glow.onBeforeRender = (_renderer, _scene, camera) => this.#measure(camera as PerspectiveCamera);
    const group = new Group();
    group.name = 'earth';
    group.position.set(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z);
    disposables.add(scene, group.add(this.#globe, this.#glow));
    const { centre, size } = MOVING;
    const box = new Box3().setFromCenterAndSize(centre, size);
    disposables.defer(scene.registry.movingParts.set(this, [{ box, hertz: 4 }]));
    disposables.defer(scene.registry.addViewpoint('earth', { at: [4, -3.2], look: [9.7, 6.5, -9.5] }));
    disposables.defer(
      scene.interactions.register(this.#globe, {
        label: () => this.#hint(),
        reach: REACH_METRES,
        fromAfar: 'come',
      }),
    );
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    this.#read();
    this.#face(delta);
    this.updateFog();
  }

  #globeMaterial(): ShaderMaterial {
    return this.material({
      name: 'earth',
      constants: constants(this.theme),
      vertexShader: earthVertex,
      fragmentShader: earthFragment,
      uniforms: { map: this.#map, sun: { value: this.#sun }, mark: { value: this.#mark }, ...this.fog },
    });
  }

  #glowMaterial(): ShaderMaterial {
    return this.material({
      name: 'earth-glow',
      constants: constants(this.theme),
      vertexShader: glowVertex,
      fragmentShader: glowFragment,
      uniforms: {
        map: this.#labelMap,
        sun: { value: this.#sun },
        mark: { value: this.#mark },
        head: { value: this.#head },
      },
      transparent: true,
      depthWrite: false,
      premultipliedAlpha: true,
    });
  }

  /** The hint: what is shown, the label's texts and their source. */
  #hint(): string {
    const provenance = provenanceText(this.state.readings.weather.get(), this.state.now.get());
    const when = this.state.timeLapse.shown.get() ? 'of the moment shown' : 'as they are now';
    return `The Earth: day and night ${when}; the pin: ${this.#label.lines.join(', ')} — ${provenance}`;
  }

  /** Follows the quality level. Returns true after a change and the first time. */
  #fitQuality(): boolean {
    const { renderer } = this.scene;
    const { quality } = this.scene.frame;
    if (this.#quality === quality) return false;
    if (this.#quality !== undefined) {
      this.#map.value.dispose();
      this.#map.value = globeMap(quality, renderer);
      this.#label.dispose();
      this.#label = new PinLabel(this.scene, this.theme);
      this.#labelMap.value = this.#label.texture;
    }
    this.#quality = quality;
    this.#glow.geometry.setDrawRange(0, quality === 'lowest' ? WITHOUT_HALO : Infinity);
    const { material } = this.#globe;
    if (quality === 'lowest' || quality === 'low') delete material.defines['FINE'];
    else material.defines['FINE'] = '';
    material.needsUpdate = true;
    return true;
  }

  /** Updates the pin's position, colour and label, and once a minute the sun, which moves by 0.25°. */
  #read(): void {
    const sharper = this.#fitQuality();
    const config = this.state.config.get();
    const reading = this.state.readings.weather.get();
    const minute = Math.floor(this.state.derived.shownNow.get() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      const { latitude, longitude } = subsolarPoint(minute * MINUTE_MS);
      onSphere(latitude, longitude, this.#noon);
    }
    if (config !== this.#config) {
      const { latitude, longitude } = config.weather;
      this.#globe.geometry.dispose();
      this.#globe.geometry = globeGeometry(latitude, longitude);
      onSphere(latitude, longitude, this.#pin).multiplyScalar(GLOBE_RADIUS + PIN_HEIGHT);
    }
    if (config === this.#config && reading === this.#reading && !sharper) return;
    this.#config = config;
    this.#reading = reading;
    const { r, g, b } = this.#tint.set(this.theme.colors[stateLooks[reading.state].color]);
    this.#mark.set(r, g, b, this.#mark.w);
    this.#label.draw(reading, config.weather);
    this.#globe.userData['lines'] = this.#label.lines;
    this.#head.w = this.#label.halfWidth;
  }

  /** Half the width of the whole picture at a distance of 1, also while only a part of it is drawn. */
  #measure({ view, projectionMatrix }: PerspectiveCamera): void {
    const part = view?.enabled === true ? view.width / view.fullWidth : 1;
    this.#mark.w = 1 / ((projectionMatrix.elements[0] ?? 1) * part);
  }

  /** Turns the location of the weather towards the visitor, and the direction of the sun with it. */
  #face(delta: number): void {
    if (this.reducedMotion) {
      this.#seconds = 0;
      this.#bearing = bearingOf(AT_START);
      this.#elevation = elevationOf(AT_START);
    } else {
      const rate = 1 - Math.exp(-delta / FOLLOW_SECONDS);
      this.#seconds += delta;
      const { position } = this.scene.camera;
      const away = halfTurn(((bearingOf(position) - this.#bearing) / TURN) * 360) / 360;
      this.#bearing += away * TURN * rate;
      this.#elevation += (elevationOf(position) - this.#elevation) * rate;
    }
    const { latitude = 0, longitude = 0 } = this.#config?.weather ?? {};
    const turn = this.#turn;
    turnTowards(turn, latitude, longitude, this.#bearing + swing(this.#seconds), this.#elevation);
    this.#globe.quaternion.copy(turn);
    const sun = this.#scratch.copy(this.#noon).applyQuaternion(turn);
    this.#sun.set(sun.x, sun.y, sun.z, ADDED_LIGHT);
    const pin = this.#scratch.copy(this.#pin).applyQuaternion(turn);
    this.#head.set(pin.x, pin.y, pin.z, this.#head.w);
  }
}

export const { init, update, dispose } = defineModule((...given) => new Earth(...given));
