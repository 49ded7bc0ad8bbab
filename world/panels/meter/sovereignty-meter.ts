import {
  Color,
  Group,
  type IUniform,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  type Texture,
  Vector3,
} from 'three';
import type { EventReader } from '../../../data/core/event.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import { SOVEREIGNTY_HIGH, SOVEREIGNTY_MID, type Sovereignty } from '../../../data/readings/records.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { fogUniforms, updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { ageMinutes } from '../panel-module.ts';
import { meterFragment, meterVertex } from './meter.glsl.ts';
import { BAND_METRES, METER_HEIGHT, METER_WIDTH, MeterText } from './meter-text.ts';
import {
  METER_PLACE,
  METER_SCALE,
  METER_TURN,
  type MeterView,
  meterView,
  segmentBits,
} from './meter-view.ts';

type StateSlice = PageState & ReadingsState & WorldState;

const RADIUS = METER_WIDTH / 2;
/** Half the gap between two segments, as a share of the arc. */
const GAP = 0.004;
const TILT = (5 * Math.PI) / 180;
/** The reach of the hint is long, because the meter is high and read from a distance. */
const REACH_METRES = 12;
/** The time constant with which the arc follows its score. */
const EASE_SECONDS = 0.7;
const BRIGHTNESS = 0.95;
/** The meter is high, so without this factor its reflection would be too faint. */
const MIRRORED = 1.1;

/** The sovereignty score as an arc above the panels: one segment a part, lit if it is the owner's own. */
class SovereigntyMeter {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #map: IUniform<Texture>;
  readonly #fill: IUniform<number> = { value: 0 };
  readonly #color: IUniform<Color> = { value: new Color() };
  /** The colour of its reflection in the floor. */
  readonly #mirrored = new Color();
  readonly #segments: IUniform<Vector3> = { value: new Vector3() };
  /**
   * These uniforms also hold the radius of the ring of light (`arrivals.ts`). The meter uses only that: it
   * does not fade in the fog.
   */
  readonly #fog = fogUniforms();
  readonly #mentions: EventReader<string>;
  readonly #mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  #text: MeterText;
  #view: MeterView;
  #reading: Reading<Sovereignty> | undefined;
  #minute = -1;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#mentions = state.sovereigntyEgg.reader();
    this.#text = new MeterText(scene, theme);
    disposables.defer(() => this.#text.dispose());
    this.#map = { value: this.#text.texture };
    this.#view = meterView(state.readings.sovereignty.get(), state.now.get());
    const group = new Group();
    group.name = 'sovereignty-meter';
    group.position.set(METER_PLACE.x, METER_PLACE.y, METER_PLACE.z);
    group.rotation.set(TILT, METER_TURN, 0, 'YXZ');
    group.scale.setScalar(METER_SCALE);
    const geometry = disposables.use(new PlaneGeometry(METER_WIDTH, METER_HEIGHT));
    this.#mesh = new Mesh(geometry, disposables.use(this.#material()));
    group.add(this.#mesh);
    disposables.defer(scene.registry.words.add(this.#mesh));
    disposables.add(scene, group);
    const width = METER_WIDTH * METER_SCALE;
    const viewpoint = { before: group.name, metres: 6 * METER_SCALE, width };
    disposables.defer(scene.registry.addViewpoint('sovereignty', viewpoint));
    const size = { width, height: METER_HEIGHT * METER_SCALE, shape: 'disc', turn: METER_TURN } as const;
    const glow = { ...METER_PLACE, ...size, color: this.#mirrored };
    disposables.defer(scene.registry.glows.set(this, [glow]));
    disposables.defer(
      scene.interactions.register(group, {
        label: () => this.#label(),
        reach: REACH_METRES,
        fromAfar: 'come',
        width,
      }),
    );
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    this.#read();
    updateFog(this.#fog, this.#scene);
    const reducedMotion = this.#state.world.reducedMotion.get();
    // When sovereignty is mentioned, the arc rises to its score again.
    if (this.#mentions.last() !== undefined && !reducedMotion) this.#fill.value = 0;
    const rate = reducedMotion ? 1 : 1 - Math.exp(-delta / EASE_SECONDS);
    this.#fill.value += (this.#view.fill - this.#fill.value) * rate;
  }

  #material(): ShaderMaterial {
    const constants = glslConstants({
      TRACK: new Color(this.#theme.colors.glass),
      MID: SOVEREIGNTY_MID / 100,
      HIGH: SOVEREIGNTY_HIGH / 100,
      GAP,
      OUTER: RADIUS,
      INNER: RADIUS - BAND_METRES,
      // The half ring is above the text lines. The middle of both is the middle of the mesh.
      BASE: METER_HEIGHT / 2 - RADIUS,
    });
    return new ShaderMaterial({
      name: 'meter',
      vertexShader: `${constants}\n${meterVertex}`,
      fragmentShader: `${constants}\n${meterFragment}`,
      uniforms: {
        map: this.#map,
        fill: this.#fill,
        color: this.#color,
        segments: this.#segments,
        ...this.#fog,
      },
      // Writes depth, so that depth of field blurs it by its own distance, not by that of the sky.
      transparent: true,
    });
  }

  /** Draws again after a change of the reading, of its age in minutes or of the quality level. */
  #read(): void {
    const reading = this.#state.readings.sovereignty.get();
    const now = this.#state.now.get();
    const minute = ageMinutes(reading, now);
    const isSharp = this.#text.quality === this.#scene.frame.quality;
    if (reading === this.#reading && minute === this.#minute && isSharp) return;
    this.#reading = reading;
    this.#minute = minute;
    if (!isSharp) {
      this.#text.dispose();
      this.#text = new MeterText(this.#scene, this.#theme);
      this.#map.value = this.#text.texture;
    }
    this.#view = meterView(reading, now);
    const { color, light, segments } = this.#view;
    const { own, unknown } = segmentBits(segments);
    this.#segments.value.set(segments.length, own, unknown);
    this.#color.value.set(this.#theme.colors[color]).multiplyScalar(BRIGHTNESS * light);
    this.#mirrored.copy(this.#color.value).multiplyScalar(MIRRORED);
    this.#text.draw(this.#view);
    this.#mesh.userData['texts'] = this.#text.texts;
  }

  #label(): string {
    const { score, label, parts, foot } = this.#view;
    return `Sovereignty meter — ${score} ${label}${parts && `. ${parts}`}, from ${foot}`;
  }
}

export const { init, update, dispose } = defineModule((...given) => new SovereigntyMeter(...given));
