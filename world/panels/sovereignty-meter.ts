import {
  Color,
  Group,
  type IUniform,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RingGeometry,
  ShaderMaterial,
} from 'three';
import { type Reading, shown } from '../../data/reading.ts';
import type { Sovereignty } from '../../data/records.ts';
import { sovereigntyLevel } from '../../data/records.ts';
import type { QualityLevel, State } from '../../data/state.ts';
import { provenanceText, sovereigntyTexts } from '../../data/wording.ts';
import type { ColorName, Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene.ts';
import { type FadeUniforms, fadeUniforms, followFog } from '../utils/fade.glsl.ts';
import { stateLooks } from '../utils/panel-layout.ts';
import { ARC_RADIUS } from './arc.ts';
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
const levelColors: Readonly<Record<'high' | 'mid' | 'low', ColorName>> = {
  high: 'sovereigntyHigh',
  mid: 'sovereigntyMid',
  low: 'sovereigntyLow',
};

/** What the meter says: score and label as everywhere, the arc's fill (0 to 1) and colour. Without a value the arc is grey and empty. */
export interface MeterView {
  readonly score: string;
  readonly label: string;
  readonly fill: number;
  readonly color: ColorName;
  readonly foot: string;
}

export function meterView(reading: Reading<Sovereignty>, now: number): MeterView {
  const { score, label } = sovereigntyTexts(reading);
  const value = shown(reading);
  return {
    score,
    label: value === undefined && reading.state !== 'error' ? stateLooks[reading.state].word : label,
    fill: value === undefined ? 0 : value.score / 100,
    color: value === undefined ? 'readingOffline' : levelColors[sovereigntyLevel(value.score)],
    foot: provenanceText(reading, now),
  };
}

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly group: Group;
  readonly arc: Mesh<RingGeometry, ShaderMaterial>;
  readonly plate: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly fill: IUniform<number>;
  readonly shine: IUniform<number>;
  readonly color: IUniform<Color>;
  readonly fade: FadeUniforms;
  text: MeterText;
  view: MeterView;
  reading: Reading<Sovereignty> | undefined;
  minute: number;
  eggs: number;
  quality: QualityLevel;
}

let mounted: Mounted | undefined;

/** A half ring whose u runs along the arc from left to right. */
function arcGeometry(): RingGeometry {
  const geometry = new RingGeometry(RADIUS - BAND, RADIUS, 72, 1, 0, Math.PI);
  const positions = geometry.getAttribute('position');
  const uvs = geometry.getAttribute('uv');
  for (let i = 0; i < positions.count; i++) {
    const [x, y] = [positions.getX(i), positions.getY(i)];
    uvs.setXY(i, 1 - Math.atan2(Math.max(y, 0), x) / Math.PI, (Math.hypot(x, y) - RADIUS + BAND) / BAND);
  }
  return geometry;
}

export function init(scene: WorldScene, state: State, theme: Theme): void {
  const fill = { value: 0 };
  const shine = { value: SHINE[scene.quality] };
  const color = { value: new Color() };
  const fade = fadeUniforms();
  const arc = new Mesh(
    arcGeometry(),
    new ShaderMaterial({
      name: 'meter',
      vertexShader: meterVertex,
      fragmentShader: meterFragment,
      uniforms: {
        fill,
        shine,
        color,
        track: { value: new Color(theme.colors.glass) },
        ...fade,
      },
    }),
  );
  const text = new MeterText(scene, theme);
  const plate = new Mesh(
    new PlaneGeometry(METER_WIDTH, METER_HEIGHT),
    new MeshBasicMaterial({ map: text.texture, transparent: true, depthWrite: false }),
  );
  // The half ring stands on the plate's text lines; together their middle is at HEIGHT.
  const base = METER_HEIGHT / 2 - RADIUS;
  arc.position.set(0, base, 0.03);
  const group = new Group();
  group.name = 'sovereignty-meter';
  group.position.set(0, HEIGHT, -ARC_RADIUS);
  group.rotation.x = TILT;
  group.add(plate, arc);
  scene.add(group);
  const reading = state.readings.sovereignty.get();
  const now = state.now.get();
  mounted = {
    scene,
    state,
    theme,
    group,
    arc,
    plate,
    fill,
    shine,
    color,
    fade,
    text,
    view: meterView(reading, now),
    reading: undefined,
    minute: -1,
    eggs: state.sovereigntyEgg.get().count,
    quality: scene.quality,
  };
  scene.interactions.register(group, { label, reach: REACH });
  update(0, 0);
}

const label = (): string => {
  if (!mounted) return '';
  const { score, label: word, foot } = mounted.view;
  return `Sovereignty meter — ${score} ${word}, from ${foot}`;
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
    at.shine.value = SHINE[at.quality];
    at.text.dispose();
    at.text = new MeterText(at.scene, at.theme);
    at.plate.material.map = at.text.texture;
  }
  at.view = meterView(reading, now);
  at.color.value.set(at.theme.colors[at.view.color]);
  at.text.draw(at.view);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  read(mounted);
  const { scene, state, fill, fade, view } = mounted;
  followFog(fade, scene);
  const still = state.world.reducedMotion.get();
  const eggs = state.sovereigntyEgg.get().count;
  if (eggs !== mounted.eggs) {
    // Somebody spoke of sovereignty: the arc runs up to its score once more.
    mounted.eggs = eggs;
    if (!still) fill.value = 0;
  }
  fill.value += (view.fill - fill.value) * (still ? 1 : 1 - Math.exp(-delta / EASE_SECONDS));
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, group, arc, plate, text } = mounted;
  mounted = undefined;
  scene.interactions.unregister(group);
  group.removeFromParent();
  for (const { geometry, material } of [arc, plate]) {
    geometry.dispose();
    material.dispose();
  }
  text.dispose();
}

/** What stands on the meter. */
export const lines = (): readonly string[] => mounted?.text.lines ?? [];
