import { Color, Group, type IUniform, Mesh, PlaneGeometry, ShaderMaterial, type Texture } from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Sovereignty } from '../../../data/readings/records.ts';
import { SOVEREIGNTY_HIGH, SOVEREIGNTY_MID, sovereigntyLevel } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import { provenanceText, sovereigntyPartsText, sovereigntyTexts } from '../../../data/readings/format.ts';
import type { ColorName, Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { levelColors } from '../../utils/level-colors.ts';
import { stateLooks } from '../panel-layout.ts';
import { ARC_RADIUS } from '../../core/scene/panel-slots.ts';
import { meterFragment, meterVertex } from './meter.glsl.ts';
import { METER_HEIGHT, METER_WIDTH, MeterText } from './meter-text.ts';

const HEIGHT = 6;
const RADIUS = METER_WIDTH / 2;
const BAND = 0.3;
const TILT = (5 * Math.PI) / 180;
/** Metres: it hangs high and is read from afar. */
const REACH = 12;
const MINUTE = 60_000;
/** The arc follows its score: two thirds of the way in this many seconds. */
const EASE_SECONDS = 0.7;
const SHINE: Record<QualityLevel, number> = { lowest: 0.9, low: 0.95, middle: 1.2, highest: 1.2 };
/** What is left of the arc's light when its score is no longer news. */
const OLD = 0.5;

/** What the meter says: score and label as everywhere, the arc's fill (0 to 1) and colour. Without a value the arc is grey and empty. */
export interface MeterView {
  readonly score: string;
  readonly label: string;
  readonly fill: number;
  readonly color: ColorName;
  /** Share of the arc's full light. */
  readonly light: number;
  /** Which parts were counted; empty for a figure that names none. */
  readonly parts: string;
  readonly foot: string;
}

export function meterView(reading: Reading<Sovereignty>, now: number): MeterView {
  const { score, label } = sovereigntyTexts(reading);
  const value = currentValue(reading);
  const { word } = stateLooks[reading.state];
  const isOld = value !== undefined && reading.state !== 'live';
  return {
    score,
    label: isOld ? `${label} · ${word}` : value === undefined && reading.state !== 'error' ? word : label,
    fill: value === undefined ? 0 : value.score / 100,
    color: value === undefined ? 'readingOffline' : levelColors[sovereigntyLevel(value.score)],
    light: isOld ? OLD : 1,
    parts: sovereigntyPartsText(reading),
    foot: provenanceText(reading, now),
  };
}

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly group: Group;
  readonly plate: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly map: IUniform<Texture>;
  readonly fill: IUniform<number>;
  readonly color: IUniform<Color>;
  text: MeterText;
  view: MeterView;
  reading: Reading<Sovereignty> | undefined;
  minute: number;
  readonly mentions: EventReader<string>;
  quality: QualityLevel;
}

let mounted: Mounted | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  const fill = { value: 0 };
  const color = { value: new Color() };
  const text = new MeterText(scene, theme);
  const map = { value: text.texture };
  const constants = glslConstants({
    TRACK: new Color(theme.colors.glass),
    MID: SOVEREIGNTY_MID / 100,
    HIGH: SOVEREIGNTY_HIGH / 100,
    OUTER: RADIUS,
    INNER: RADIUS - BAND,
    // The half ring stands on the plate's text lines; together their middle is at HEIGHT.
    BASE: METER_HEIGHT / 2 - RADIUS,
  });
  const plate = new Mesh(
    new PlaneGeometry(METER_WIDTH, METER_HEIGHT),
    new ShaderMaterial({
      name: 'meter',
      vertexShader: `${constants}\n${meterVertex}`,
      fragmentShader: `${constants}\n${meterFragment}`,
      uniforms: { map, fill, color },
      // Its depth stays: a lens is to blur it by its own distance, not by that of the sky behind.
      transparent: true,
    }),
  );
  const group = new Group();
  group.name = 'sovereignty-meter';
  group.position.set(0, HEIGHT, -ARC_RADIUS);
  group.rotation.x = TILT;
  group.add(plate);
  scene.add(group);
  const reading = state.readings.sovereignty.get();
  const now = state.now.get();
  mounted = {
    scene,
    state,
    theme,
    group,
    plate,
    map,
    fill,
    color,
    text,
    view: meterView(reading, now),
    reading: undefined,
    minute: -1,
    mentions: state.sovereigntyEgg.reader(),
    quality: scene.quality,
  };
  scene.interactions.register(group, { label, reach: REACH });
  update(0, 0);
}

const label = (): string => {
  if (!mounted) return '';
  const { score, label: word, parts, foot } = mounted.view;
  return `Sovereignty meter — ${score} ${word}${parts && `. ${parts}`}, from ${foot}`;
};

function read(at: Mounted): void {
  const reading = at.state.readings.sovereignty.get();
  const now = at.state.now.get();
  const minute = Math.floor((now - (reading.fetchedAt ?? now)) / MINUTE);
  const sharper = at.quality !== at.scene.quality;
  if (reading === at.reading && minute === at.minute && !sharper) return;
  at.reading = reading;
  at.minute = minute;
  if (sharper) {
    at.quality = at.scene.quality;
    at.text.dispose();
    at.text = new MeterText(at.scene, at.theme);
    at.map.value = at.text.texture;
  }
  at.view = meterView(reading, now);
  at.color.value.set(at.theme.colors[at.view.color]).multiplyScalar(SHINE[at.quality] * at.view.light);
  at.text.draw(at.view);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  read(mounted);
  const { state, fill, view } = mounted;
  const still = state.world.reducedMotion.get();
  // Sovereignty was mentioned: the arc runs up to its score once more.
  if (mounted.mentions.last() !== undefined && !still) fill.value = 0;
  fill.value += (view.fill - fill.value) * (still ? 1 : 1 - Math.exp(-delta / EASE_SECONDS));
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, group, plate, text } = mounted;
  mounted = undefined;
  scene.interactions.unregister(group);
  group.removeFromParent();
  plate.geometry.dispose();
  plate.material.dispose();
  text.dispose();
}

/** What stands on the meter. */
export const lines = (): readonly string[] => mounted?.text.lines ?? [];
