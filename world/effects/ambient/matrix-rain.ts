import {
  AdditiveBlending,
  CanvasTexture,
  Color,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  Object3D,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import { ageText, provenanceText } from '../../../data/readings/format.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { type FadeUniforms, fadeUniforms, followFog } from '../../utils/fade.glsl.ts';
import {
  MAX_COLUMNS,
  MAX_DIGITS,
  type RainColumn,
  type RainLook,
  columnInView,
  rainColumns,
  rainLook,
} from './matrix-rain-columns.ts';
import { rainFragment, rainVertex } from './matrix-rain.glsl.ts';

/** Metres. Behind all that stands on the island, before the far islets. */
const RAIN_RADIUS = 60;
const TOP = 31;
/** Columns begin up to this much lower. */
const UNEVEN = 5;
const DIGIT_HEIGHT = 0.86;
const DIGIT_WIDTH = 0.6;
const PITCH = 0.9;
/** One fall of the light, about; and the rows it leaves lit behind it. */
const FALL_SECONDS = 15;
const FALL_ROWS = 46;
const TRAIL_ROWS = 17;
/** What a digit keeps when no light falls on it: enough to be read from the rim. */
const REST = 0.14;
/** The newest column has all the light, the oldest this share of it. */
const OLDEST_LIGHT = 0.42;
/** Columns drawn, by level. */
const COLUMNS: Record<QualityLevel, number> = { lowest: 10, low: 28, middle: 40, highest: MAX_COLUMNS };
const LIGHT: Record<QualityLevel, number> = { lowest: 0.9, low: 0.9, middle: 0.62, highest: 0.62 };
/** One sees which column one looks at from the rim, past the portals: metres to the column, and radians. */
const REACH = 34;
const LOOKED_AT = 0.14;
/** Metres up, where no hint is asked for. */
const OUT_OF_REACH = 600;
const GLYPH_PIXELS = { width: 48, height: 64 };

const ahead = new Vector3();

function hexAtlas(theme: Theme): CanvasTexture {
  const { width, height } = GLYPH_PIXELS;
  const canvas = document.createElement('canvas');
  canvas.width = width * 16;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = theme.colors.star;
    pen.font = `bold ${height * 0.82}px ${theme.fonts.mono}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (let digit = 0; digit < 16; digit++)
      pen.fillText(digit.toString(16), (digit + 0.5) * width, height * 0.53);
  }
  return new CanvasTexture(canvas);
}

/** The curtain of hashes: one draw call, and one anchor for the hint, on the column the visitor looks at. */
class MatrixRain {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #theme: Theme;
  readonly #atlas: CanvasTexture;
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #anchor = new Object3D();
  readonly #fade: FadeUniforms = fadeUniforms();
  readonly #rain: IUniform<Vector4> = { value: new Vector4() };
  readonly #tint: IUniform<Color> = { value: new Color() };
  readonly #digits = new InstancedBufferAttribute(new Float32Array(MAX_COLUMNS * MAX_DIGITS * 4), 4);
  #columns: readonly RainColumn[] = [];
  #look: RainLook | undefined;
  #reading: Reading<readonly Commit[]> | undefined;
  #key = '';
  #quality: QualityLevel | undefined;
  #composed: boolean | undefined;
  #inView = -1;

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#atlas = hexAtlas(theme);
    const constants = glslConstants({
      RADIUS: RAIN_RADIUS,
      TOP,
      UNEVEN,
      PITCH,
      FALL_SECONDS,
      FALL_ROWS,
      TRAIL_ROWS,
      REST,
      HEAD_COLOR: new Color(theme.colors.star),
    });
    const plane = new PlaneGeometry(DIGIT_WIDTH, DIGIT_HEIGHT);
    const geometry = new InstancedBufferGeometry();
    geometry.setIndex(plane.index);
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setAttribute('uv', plane.getAttribute('uv'));
    geometry.setAttribute('aDigit', this.#digits);
    geometry.instanceCount = 0;
    const material = new ShaderMaterial({
      name: 'matrix-rain',
      vertexShader: `${constants}\n${rainVertex}`,
      fragmentShader: rainFragment,
      uniforms: { atlas: { value: this.#atlas }, rain: this.#rain, tint: this.#tint, ...this.#fade },
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    });
    this.#mesh = new Mesh(geometry, material);
    this.#mesh.name = 'matrix-rain';
    this.#mesh.frustumCulled = false;
    this.#mesh.matrixAutoUpdate = false;
    // After the stars, before whatever else can be seen through: it is behind all of that.
    this.#mesh.renderOrder = -9;
    this.#anchor.name = 'matrix-rain-column';
    scene.add(this.#mesh, this.#anchor);
    scene.interactions.register(this.#anchor, { label: () => this.#label(), reach: REACH });
    this.update(0);
  }

  update(delta: number): void {
    this.#follow();
    const look = this.#look;
    if (!look) return;
    this.#lookFor();
    const { value } = this.#rain;
    const falls = look.falls && !this.#state.world.reducedMotion.get();
    if (falls) value.x += delta;
    value.z = falls ? 1 : 0;
    if (this.#mesh.visible) followFog(this.#fade, this.#scene);
  }

  #follow(): void {
    const reading = this.#state.derived.shownCommits.get();
    const { quality, composed } = this.#scene;
    if (reading === this.#reading && quality === this.#quality && composed === this.#composed) return;
    this.#composed = composed;
    this.#reading = reading;
    const look = rainLook(reading);
    this.#look = look;
    this.#mesh.visible = look.light > 0;
    this.#tint.value.set(this.#theme.colors[look.color]);
    this.#rain.value.y = look.light * LIGHT[quality] * lightShare(this.#scene);
    const commits = currentValue(reading) ?? [];
    const key = commits.map(({ sha }) => sha).join(' ');
    if (key === this.#key && quality === this.#quality) return;
    this.#key = key;
    this.#quality = quality;
    this.#columns = rainColumns(commits).slice(0, COLUMNS[quality]);
    this.#fill();
  }

  #fill(): void {
    let at = 0;
    this.#columns.forEach(({ digits, angle }, index) => {
      const bright = OLDEST_LIGHT + (1 - OLDEST_LIGHT) / (1 + index * 0.35);
      digits.forEach((digit, row) => this.#digits.setXYZW(at++, angle, row, digit, bright));
    });
    this.#digits.needsUpdate = true;
    this.#mesh.geometry.instanceCount = at;
  }

  /** Moves the hint's anchor to the column before the visitor's eyes; whoever is not at the rim is out of its reach. */
  #lookFor(): void {
    const { camera } = this.#scene;
    const { x, y, z } = camera.position;
    const { position } = this.#anchor;
    const away = Math.hypot(x, z);
    this.#inView = -1;
    position.set(0, OUT_OF_REACH, 0);
    if (away < RAIN_RADIUS - REACH) return;
    camera.getWorldDirection(ahead).setY(0).normalize();
    if (this.#columns.length === 0) {
      // There is no column, but still a place where they would hang, and a reason why not.
      const outwards = x * ahead.x + z * ahead.z > 0;
      if (outwards) position.set((x / away) * RAIN_RADIUS, y, (z / away) * RAIN_RADIUS);
      return;
    }
    this.#inView = columnInView(this.#columns, RAIN_RADIUS, x, z, ahead.x, ahead.z, LOOKED_AT);
    const column = this.#columns[this.#inView];
    if (column) position.set(Math.sin(column.angle) * RAIN_RADIUS, y, -Math.cos(column.angle) * RAIN_RADIUS);
  }

  #label(): string {
    const reading = this.#state.derived.shownCommits.get();
    const now = this.#state.derived.shownNow.get();
    const commit = this.#columns[this.#inView]?.commit;
    const foot = provenanceText(reading, now);
    if (!commit) return `Matrix rain: ${commitRows(reading)[0]?.text ?? ''} — ${foot}`;
    const { sha, title, author, authoredAt } = commit;
    return `Matrix rain: ${sha.slice(0, 12)}, “${title}” — ${author}, ${ageText(authoredAt, now)} — ${foot}`;
  }

  dispose(): void {
    this.#scene.interactions.unregister(this.#anchor);
    this.#anchor.removeFromParent();
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
    this.#atlas.dispose();
  }
}

let rain: MatrixRain | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  rain = new MatrixRain(scene, state, theme);
}

export function update(_elapsed: number, delta: number): void {
  rain?.update(delta);
}

export function dispose(): void {
  rain?.dispose();
  rain = undefined;
}
