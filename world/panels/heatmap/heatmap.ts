import { MINUTE_MS } from '../../../data/core/time.ts';
import type { ShaderMaterial } from 'three';
import {
  type BufferGeometry,
  Color,
  DataTexture,
  type Intersection,
  MathUtils,
  Mesh,
  Plane,
  type Ray,
  RedFormat,
  RingGeometry,
  Vector3,
  Vector4,
} from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import {
  commitHoursText,
  commitReachText,
  commitRows,
  dayCommitsText,
} from '../../../data/readings/format-commits.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { hitAs } from '../../utils/drawing.ts';
import { stateLooks } from '../panel-layout.ts';
import {
  GAP,
  HOURS,
  type HeatGrid,
  INNER_METRES,
  OUTER_METRES,
  RINGS,
  fieldAt,
  heatGrid,
  heatOf,
  nowShare,
} from './heatmap-grid.ts';
import { heatmapFragment, heatmapVertex } from './heatmap.glsl.ts';
import { HeatmapLabels, type Label, TITLE_WIDTH, marks, readShare } from './heatmap-labels.ts';

type StateSlice = DerivedState & WorldState;

/** The reach of the hint: the floor is read from a few steps away. */
const REACH_METRES = 9;
/** Just above the glass, below the labels. */
const HEIGHT_METRES = 0.012;
const FLOOR = new Plane(new Vector3(0, 1, 0), -HEIGHT_METRES);
const FIELD_OPACITY = 1;
const LINE_OPACITY = 0.45;
/** The share of the lines' light that remains while the visitor looks ahead. */
const QUIET_LINES = 0.7;
/** The hand at the present: half its width, how far it extends beyond the dial, and its opacity. Metres. */
const HAND = 0.018;
const HAND_METRES = 0.3;
const HAND_OPACITY = 0.95;
/** The resident's robe: its radius, the height of its hem, and that of its top. Metres. */
const ROBE = new Vector3(0.36, 0.45, 2.7);
/** The share of the fields' light that remains when the reading is not live. */
const OLD = 0.4;
/** Lines thinner than a pixel become faint: with fewer pixels they must be stronger to be visible. */
const LINES: Record<QualityLevel, number> = { lowest: 3.2, low: 2.6, middle: 2.6, highest: 2.6 };

/** Two lines below the names: the number of commits or why there is none, and further information. */
function titleOf(commits: Reading<readonly Commit[]>, grid: HeatGrid): [Label, Label] {
  const { agents, otherCommits } = grid;
  const look = stateLooks[commits.state];
  const isLive = commits.state === 'live';
  const color = isLive ? 'panelText' : look.color;
  const lines = (first: string, second: string): [Label, Label] => [
    { text: first, color },
    { text: second, color },
  ];
  if (!currentValue(commits)) return lines(commitRows(commits)[0]?.text ?? '', '');
  // The rings show only the agents' commits; the total must include the others.
  const rest = [
    ...(agents.length === 0 ? ['no agents'] : otherCommits > 0 ? [`${otherCommits} by others`] : []),
    ...(isLive ? [] : [look.word.toLowerCase()]),
  ];
  return lines(dayCommitsText(grid), rest.join(' · '));
}

/** The intersection of a ray with the ring of the dial, or with the total inside it. */
function onDial(ray: Ray, at: Vector3): Vector3 | null {
  const hit = ray.intersectPlane(FLOOR, at);
  const away = Math.hypot(at.x, at.z);
  const isTotal = at.z > 0.4 && Math.abs(at.x) < TITLE_WIDTH / 2;
  return (away < INNER_METRES && !isTotal) || away > OUTER_METRES ? null : hit;
}

/** Commits of the last day, agents by hours, in the glass floor around the resident. */
class Heatmap extends DrawnModule<StateSlice> {
  /** The drawn brightness of each field, and its texture: a column for each hour, a row for each ring. */
  readonly #cells = new Uint8Array(HOURS * RINGS);
  readonly #texture = new DataTexture(this.#cells, HOURS, RINGS, RedFormat);
  /**
   * The uniforms: colour and factor of the light; the known hours, the strength of the lines and the place of
   * the present.
   */
  readonly #tone = new Vector4();
  readonly #known = new Vector3();
  readonly #dial: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #labels = this.disposables.use(new HeatmapLabels(this.scene, this.theme));
  readonly #color = new Color();
  #commits: unknown;
  #agents: unknown;
  #minute = -1;
  #quality: QualityLevel | undefined;
  #grid = heatGrid([], [], 0);
  #drawn = '';

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, disposables } = this;
    disposables.use(this.#texture);
    this.#dial = new Mesh(
      disposables.use(
        new RingGeometry(INNER_METRES - HAND_METRES, OUTER_METRES + HAND_METRES, 72, 1)
          .rotateX(-Math.PI / 2)
          .translate(0, HEIGHT_METRES, 0),
      ),
      this.#dialMaterial(),
    );
    this.#dial.name = 'heatmap';
    hitAs(this.#dial, onDial);
    // Drawn before the labels on the floor.
    this.#dial.renderOrder = -3;
    disposables.add(scene, this.#dial);
    disposables.add(scene, this.#labels.mesh);
    disposables.defer(scene.registry.words.add(this.#labels.mesh));
    // The visitor stands near and looks down, because from farther away the words are too flat to read.
    // `width`: the width of the title with the total.
    const viewpoint = { at: [0, 4.6], look: [0, 0, 1.1], width: 3.2 } as const;
    disposables.defer(scene.registry.addViewpoint('heatmap', viewpoint));
    disposables.defer(
      scene.interactions.register(this.#dial, {
        label: (hit) => this.#label(hit),
        reach: REACH_METRES,
        requiresAim: true,
      }),
    );
    this.update();
  }

  update(): void {
    this.#labels.fit();
    this.updateFog();
    const { camera } = this.scene;
    const { quality } = this.scene.frame;
    this.#known.y = LINES[quality] * MathUtils.lerp(QUIET_LINES, 1, readShare(camera));
    const { derived } = this.state;
    const commits = derived.shownCommits.get();
    const agents = derived.shownAgents.get();
    const minute = Math.floor(derived.shownNow.get() / MINUTE_MS);
    if (
      commits === this.#commits &&
      agents === this.#agents &&
      minute === this.#minute &&
      quality === this.#quality
    )
      return;
    const sharper = quality !== this.#quality;
    this.#commits = commits;
    this.#agents = agents;
    this.#minute = minute;
    this.#quality = quality;
    const [now, since] = [derived.shownNow.get(), derived.shownSince.get()];
    this.#known.z = nowShare(now);
    this.#grid = heatGrid(currentValue(agents) ?? [], currentValue(commits) ?? [], now, since);
    this.#fill();
    this.#shade(commits.state);
    this.#write(titleOf(commits, this.#grid), sharper);
  }

  #dialMaterial(): ShaderMaterial {
    return this.material({
      name: 'heatmap',
      constants: {
        HEAT: new Color(this.theme.colors.panelText),
        GAP,
        HOURS,
        RINGS,
        NOW_COLOR: new Color(this.theme.colors.star),
        HAND,
        HAND_METRES,
        HAND_OPACITY,
        ROBE,
        INNER: INNER_METRES,
        OUTER: OUTER_METRES,
        FIELD_OPACITY,
        LINE_OPACITY,
      },
      vertexShader: heatmapVertex,
      fragmentShader: heatmapFragment,
      uniforms: {
        grid: { value: this.#texture },
        tone: { value: this.#tone },
        known: { value: this.#known },
        ...this.fog,
      },
      transparent: true,
      depthWrite: false,
    });
  }

  /** Writes the grid into the texture, and uploads it only when a field has changed. */
  #fill(): void {
    let changed = false;
    for (let ring = 0; ring < RINGS; ring++)
      for (let hour = 0; hour < HOURS; hour++) {
        const value = Math.round(heatOf(this.#grid.rows[ring]?.hours[hour] ?? 0) * 255);
        const at = ring * HOURS + hour;
        changed ||= this.#cells[at] !== value;
        this.#cells[at] = value;
      }
    if (changed || this.#texture.version === 0) this.#texture.needsUpdate = true;
  }

  /** Sets the colour by the state of the reading. If it is not live, fields are dimmer. */
  #shade(state: Reading<unknown>['state']): void {
    const { colors } = this.theme;
    this.#color.set(
      state === 'live' || state === 'loading' ? colors.accent : colors[stateLooks[state].color],
    );
    const { r, g, b } = this.#color;
    this.#tone.set(r, g, b, state === 'live' ? 1 : OLD);
    this.#known.x = this.#grid.knownHours;
  }

  /** Draws the labels again after a change of the texts or of the quality level. */
  #write(title: readonly Label[], redraw: boolean): void {
    const { rows, leftOut } = this.#grid;
    const labels: Label[] = Array.from({ length: RINGS }, (_unused, ring) => {
      const row = rows[ring];
      if (ring === RINGS - 1 && leftOut > 0) return { text: `… ${leftOut} more`, color: 'textQuiet' };
      return { text: row?.name ?? '', color: row && row.commits > 0 ? 'panelText' : 'textQuiet' };
    });
    for (const hour of marks) labels.push({ text: String(hour), color: 'textQuiet' });
    labels.push(...title);
    const key = JSON.stringify(labels);
    if (key === this.#drawn && !redraw) return;
    this.#drawn = key;
    this.#labels.draw(labels);
  }

  /** The field at which the visitor looks, or a summary of the whole dial. */
  #label(hit?: Intersection): string {
    const commits = this.state.derived.shownCommits.get();
    const now = this.state.derived.shownNow.get();
    const foot = provenanceText(commits, now);
    const field = hit && fieldAt(hit.point.x, hit.point.z, now);
    const row = field && this.#grid.rows[field.ring];
    if (!field || !row)
      return currentValue(commits)
        ? `Commits of the last day — ${commitHoursText(this.#grid)} — ${foot}`
        : `Commits of the last day — ${foot}`;
    const count = row.hours[field.hour] ?? 0;
    const when = field.hour === 0 ? 'in the last hour' : `${field.hour} to ${field.hour + 1} h ago`;
    if (count === 0 && field.hour >= this.#grid.knownHours)
      return `${row.name}: ${when} is not known, ${commitReachText(this.#grid)} — ${foot}`;
    return `${row.name}: ${count === 0 ? 'no commit' : count === 1 ? '1 commit' : `${count} commits`} ${when} — ${foot}`;
  }
}

export const { init, update, dispose } = defineModule((...given) => new Heatmap(...given));
