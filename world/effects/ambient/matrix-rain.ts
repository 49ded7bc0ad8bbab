import type { InstancedBufferGeometry, Mesh, ShaderMaterial } from 'three';
import {
  Box3,
  type CanvasTexture,
  Color,
  type IUniform,
  InstancedBufferAttribute,
  Object3D,
  PlaneGeometry,
  Vector3,
  Vector4,
} from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { QualityLevel, WorldState } from '../../../data/world-state.ts';
import { ageText, provenanceText } from '../../../data/readings/format.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { MovingPart } from '../../core/scene/scene-registry.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { ADDITIVE, canvasTexture } from '../../utils/drawing.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import {
  MAX_COLUMNS,
  MAX_DIGITS,
  type RainColumn,
  type RainLook,
  columnInView,
  rainColumns,
  rainLook,
} from './matrix-rain-columns.ts';
import { instanced } from '../../utils/geometry.ts';

type StateSlice = DerivedState & WorldState;

/**
 * The curtain's radius: outside the island, nearer than the far islets. All lengths in this file are in
 * metres.
 */
const RAIN_RADIUS = 60;
const TOP = 31;
/** Columns begin up to this far below the top. */
const UNEVEN = 5;
const DIGIT_HEIGHT = 0.86;
const DIGIT_WIDTH = 0.6;
const PITCH = 0.9;
/** The approximate time of one fall of light, the rows that it passes, and the length of its trail. */
const FALL_SECONDS = 15;
const FALL_ROWS = 46;
const TRAIL_ROWS = 17;
/** The light of a digit at rest: readable from the rim of the island. */
const REST = 0.14;
/** Light of the oldest column, as a share of the newest's. */
const OLDEST_LIGHT = 0.42;
/** The number of columns by quality level. */
const COLUMNS: Record<QualityLevel, number> = { lowest: 10, low: 28, middle: 40, highest: MAX_COLUMNS };
const LIGHT = 0.4;
/**
 * Near the rim, past the portals, the hint names the column in view: within this distance and
 * angle.
 */
const REACH_METRES = 34;
const IN_VIEW_RADIANS = 0.14;
/** A height out of reach of every visitor, so that no hint appears. */
const OUT_OF_REACH_METRES = 600;
/** The size of one digit's cell in the atlas. */
const GLYPH_PIXELS = { width: 48, height: 64 };

const ahead = new Vector3();

/** A texture with the 16 hexadecimal digits side by side. */
function hexAtlas({ colors, fonts }: Theme): CanvasTexture {
  const { width, height } = GLYPH_PIXELS;
  return canvasTexture(width * 16, height, (pen) => {
    pen.fillStyle = colors.star;
    pen.font = `bold ${height * 0.82}px ${fonts.mono}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (let digit = 0; digit < 16; digit++)
      pen.fillText(digit.toString(16), (digit + 0.5) * width, height * 0.53);
  });
}

/**
 * The digits do not move; only the light moves down. So a column is always readable from top to bottom as one
 * hash. The quad of a digit that is too dark becomes a point without pixels.
 */
const rainVertex = /* glsl */ `
attribute vec4 aDigit; // column's angle, row, digit, brightness of its column
uniform vec4 rain; // seconds fallen, light, whether it falls, spare
uniform vec3 tint;
varying vec2 vGlyph;
varying vec3 vLight;
${fogFunction}
void main() {
  float dice = fract(sin(aDigit.x * 127.1) * 43758.5453);
  // The head of the falling light, in rows from the top; there is a pause between two falls.
  float head = fract(rain.x / FALL_SECONDS * (0.8 + 0.4 * dice) + dice * 7.0) * (FALL_ROWS + TRAIL_ROWS);
  float behind = head - aDigit.y;
  float trail = behind < 0.0 ? smoothstep(-1.0, 0.0, behind) : max(1.0 - behind / TRAIL_ROWS, 0.0);
  float lit = REST + (1.0 - REST) * trail * trail * mix(0.6, 1.0, rain.z);
  float white = smoothstep(2.0, 0.0, abs(behind)) * rain.z;
  float y = TOP - dice * UNEVEN - aDigit.y * PITCH + position.y;
  vec2 outward = vec2(sin(aDigit.x), -cos(aDigit.x));
  vec2 across = vec2(cos(aDigit.x), sin(aDigit.x));
  vec2 place = outward * RADIUS + across * position.x;
  vec4 seen = viewMatrix * modelMatrix * vec4(place.x, y, place.y, 1.0);
  vGlyph = vec2((uv.x + aDigit.z) / 16.0, uv.y);
  vLight = mix(tint, HEAD_COLOR, white * 0.6) * lit * aDigit.w * rain.y * clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

const rainFragment = /* glsl */ `
uniform sampler2D atlas;
varying vec2 vGlyph;
varying vec3 vLight;
void main() {
  gl_FragColor = vec4(vLight * texture2D(atlas, vGlyph).r, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The light of a column falls through a few rows a second. */
function movingColumn({ angle, digits }: RainColumn): MovingPart {
  const low = TOP - UNEVEN - digits.length * PITCH;
  const box = new Box3(new Vector3(0, low, 0), new Vector3(0, TOP + PITCH, 0));
  box.translate(new Vector3(Math.sin(angle) * RAIN_RADIUS, 0, -Math.cos(angle) * RAIN_RADIUS));
  return { box: box.expandByVector(new Vector3(DIGIT_WIDTH / 2, 0, DIGIT_WIDTH / 2)), hertz: 3 };
}

/** A curtain of commit hashes: one draw call, and one object for the hint, at the column in view. */
class MatrixRain extends DrawnModule<StateSlice> {
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #anchor = new Object3D();
  /** A uniform: seconds of the fall, light, and 1 while the light falls. */
  readonly #rain: IUniform<Vector4> = { value: new Vector4() };
  readonly #tint: IUniform<Color> = { value: new Color() };
  /** For each digit: angle of its column, row, value, brightness. */
  readonly #digits = new InstancedBufferAttribute(new Float32Array(MAX_COLUMNS * MAX_DIGITS * 4), 4);
  #columns: readonly RainColumn[] = [];
  #look: RainLook | undefined;
  #reading: Reading<readonly Commit[]> | undefined;
  /** The hashes of the commits. The columns are filled again only after a change. */
  #key = '';
  #quality: QualityLevel | undefined;
  /** Index of the column in view, or −1. */
  #inView = -1;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    const atlas = disposables.use(hexAtlas(theme));
    const constants = {
      RADIUS: RAIN_RADIUS,
      TOP,
      UNEVEN,
      PITCH,
      FALL_SECONDS,
      FALL_ROWS,
      TRAIL_ROWS,
      REST,
      HEAD_COLOR: new Color(theme.colors.star),
    };
    const geometry = instanced(new PlaneGeometry(DIGIT_WIDTH, DIGIT_HEIGHT), { aDigit: this.#digits });
    const shading = {
      name: 'matrix-rain',
      constants,
      vertexShader: rainVertex,
      fragmentShader: rainFragment,
      uniforms: { atlas: { value: atlas }, rain: this.#rain, tint: this.#tint, ...this.fog },
      ...ADDITIVE,
    };
    // Drawn after the stars and before other transparent objects, which are all nearer.
    this.#mesh = this.addMesh(geometry, shading, -9);
    this.#anchor.name = 'matrix-rain-column';
    disposables.add(scene, this.#anchor);
    disposables.defer(() => scene.registry.movingParts.clear(this));
    disposables.defer(
      scene.interactions.register(this.#anchor, { label: () => this.#label(), reach: REACH_METRES }),
    );
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    this.#follow();
    const look = this.#look;
    if (!look) return;
    this.#lookFor();
    const { value } = this.#rain;
    const falls = look.falls && !this.reducedMotion;
    if (falls) value.x += delta;
    value.z = falls ? 1 : 0;
    if (this.#mesh.visible) this.updateFog();
  }

  #follow(): void {
    const reading = this.state.derived.shownCommits.get();
    const { quality } = this.scene.frame;
    if (reading === this.#reading && quality === this.#quality) return;
    this.#reading = reading;
    const look = rainLook(reading);
    this.#look = look;
    this.#mesh.visible = look.light > 0;
    this.#tint.value.set(this.theme.colors[look.color]);
    this.#rain.value.y = look.light * LIGHT;
    const commits = currentValue(reading) ?? [];
    const key = commits.map(({ sha }) => sha).join(' ');
    if (key !== this.#key || quality !== this.#quality) {
      this.#key = key;
      this.#quality = quality;
      this.#columns = rainColumns(commits).slice(0, COLUMNS[quality]);
      this.#fill();
    }
    this.scene.registry.movingParts.set(this, look.falls ? this.#columns.map(movingColumn) : []);
  }

  /** Writes the digits of all columns; older columns are dimmer. */
  #fill(): void {
    let at = 0;
    this.#columns.forEach(({ digits, angle }, index) => {
      const bright = OLDEST_LIGHT + (1 - OLDEST_LIGHT) / (1 + index * 0.35);
      digits.forEach((digit, row) => this.#digits.setXYZW(at++, angle, row, digit, bright));
    });
    this.#digits.needsUpdate = true;
    this.#mesh.geometry.instanceCount = at;
  }

  /** Moves the hint's object to the column in view, or out of reach if the visitor is not at the rim. */
  #lookFor(): void {
    const { camera } = this.scene;
    const { x, y, z } = camera.position;
    const { position } = this.#anchor;
    const away = Math.hypot(x, z);
    this.#inView = -1;
    position.set(0, OUT_OF_REACH_METRES, 0);
    if (away < RAIN_RADIUS - REACH_METRES) return;
    camera.getWorldDirection(ahead).setY(0).normalize();
    if (this.#columns.length === 0) {
      // If there are no columns, the hint says why. It appears where the columns would be, if the visitor
      // looks outwards.
      const outwards = x * ahead.x + z * ahead.z > 0;
      if (outwards) position.set((x / away) * RAIN_RADIUS, y, (z / away) * RAIN_RADIUS);
      return;
    }
    this.#inView = columnInView(this.#columns, RAIN_RADIUS, x, z, ahead.x, ahead.z, IN_VIEW_RADIANS);
    const column = this.#columns[this.#inView];
    if (column) position.set(Math.sin(column.angle) * RAIN_RADIUS, y, -Math.cos(column.angle) * RAIN_RADIUS);
  }

  #label(): string {
    const reading = this.state.derived.shownCommits.get();
    const now = this.state.derived.shownNow.get();
    const commit = this.#columns[this.#inView]?.commit;
    const foot = provenanceText(reading, now);
    if (!commit) return `Matrix rain: ${commitRows(reading)[0]?.text ?? ''} — ${foot}`;
    const { sha, title, author, authoredAt } = commit;
    return `Matrix rain: ${sha.slice(0, 12)}, “${title}” — ${author}, ${ageText(authoredAt, now)} — ${foot}`;
  }
}

export const { init, update, dispose } = defineModule((...given) => new MatrixRain(...given));
