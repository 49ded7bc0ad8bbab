import { MINUTE_MS } from '../../data/core/time.ts';
import { Object3D } from 'three';
import { type Reading, type ReadingState, isOff } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import type { ViewpointPanel } from '../../data/view/viewpoint.ts';
import { DASH, ERROR, type Row, provenanceText } from '../../data/readings/format.ts';
import type { Theme } from '../../theme/theme.ts';
import { type NamedModule, type WorldModule, defineModule } from '../core/define-module.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import type { PanelContent, PanelHeadline, PanelRow } from './panel-layout.ts';
import { PANEL_WIDTH, slot } from '../core/scene/panel-slots.ts';
import { Panel } from './panel.ts';

/** What a panel shows: the readings it comes from, and how they become rows. */
interface PanelPlan {
  readonly name: string;
  readonly title: string;
  /**
   * Its slot on the arc; without one, or if another panel has it, the next free slot of the ring
   * around the start.
   */
  readonly slot?: number;
  readonly readings: readonly ((state: State) => Reading<unknown>)[];
  /**
   * Readings that only add to those: the foot names them when they are wrong or old, and leaves
   * them out otherwise.
   */
  readonly besides?: readonly ((state: State) => Reading<unknown>)[];
  /** The foot of a panel without a reading: what the panel waits for, or that no reading is configured. */
  readonly awaits?: string;
  rows(state: State, now: number): readonly PanelRow[];
  /** One figure and a caption, for visitors far away. */
  headline(state: State, now: number): PanelHeadline;
  /** What links call it. */
  readonly viewpoint?: ViewpointPanel;
}

/** Where a visitor is put before a panel that a link names. */
const VIEWPOINT_METRES = 2.8;

const worstFirst: readonly ReadingState[] = ['error', 'offline', 'stale', 'loading', 'empty', 'live'];

/** A panel of several readings has the worst of their states. */
export const worstState = (states: readonly ReadingState[]): ReadingState =>
  worstFirst.find((state) => states.includes(state)) ?? 'loading';

/** The figure of a headline that has none. */
export const withoutValue = (state: ReadingState): string =>
  state === 'error' ? ERROR : state === 'empty' ? 'NONE' : DASH;

/** Rows instead of missing ones, in the words used everywhere (`data/readings/format.ts`). */
export const absenceOnPanel = (rows: readonly Row[], { state }: Reading<unknown>): PanelRow[] =>
  rows.map(({ text }) => ({ text, figure: true, color: state === 'error' ? 'error' : 'textQuiet' }));

/** The age of a reading in whole minutes: a new one changes the words at the foot. */
export const ageMinutes = (reading: Reading<unknown> | undefined, now: number): number =>
  Math.floor((now - (reading?.fetchedAt ?? now)) / MINUTE_MS);

const isWrong = ({ state }: Reading<unknown>): boolean =>
  state === 'error' || state === 'offline' || state === 'stale';

/**
 * A panel bound to readings: it reads again when one of them, its age in minutes or the minute changes, and
 * draws again when the words change.
 */
class BoundPanel {
  readonly #plan: PanelPlan;
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #place: number;
  /** Undefined where there is no picture. */
  readonly #panel: Panel | undefined;
  readonly #object: Object3D;
  /** All it looks at. */
  readonly #reads: readonly ((state: State) => Reading<unknown>)[];
  readonly #seen: (Reading<unknown> | undefined)[];
  readonly #minutes: number[];
  /** The full minute of the last look: a panel may show the time. */
  #fullMinute = -1;
  #drawn = '';
  #content: PanelContent | undefined;

  constructor(plan: PanelPlan, scene: WorldScene, state: State, theme: Theme) {
    this.#plan = plan;
    this.#scene = scene;
    this.#state = state;
    this.#reads = [...plan.readings, ...(plan.besides ?? [])];
    this.#seen = this.#reads.map(() => undefined);
    this.#minutes = this.#reads.map(() => -1);
    this.#place = scene.registry.panelSlots.take(plan.slot);
    const place = slot(this.#place);
    this.#panel = scene.isDrawn ? new Panel(scene, theme, place, plan.name) : undefined;
    this.#object = this.#panel?.group ?? new Object3D();
    this.#object.name = plan.name;
    this.update();
    scene.interactions.register(this.#object, {
      name: () => plan.title,
      label: () => this.#label(),
      rows: () => this.#rows(),
      reach: place.maxDistanceMetres,
      fromAfar: 'come',
      width: PANEL_WIDTH,
      requiresAim: place.requiresAim,
    });
  }

  update(): void {
    this.#panel?.fit();
    if (!this.#hasNews()) return;
    const content = this.#compose();
    // A derived reading is a new object each minute; only new words are worth another drawing.
    const key = JSON.stringify(content);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#content = content;
    this.#panel?.show(content);
  }

  dispose(): void {
    this.#scene.interactions.unregister(this.#object);
    this.#panel?.dispose();
    this.#scene.registry.panelSlots.free(this.#place);
  }

  #hasNews(): boolean {
    const now = this.#state.now.get();
    const fullMinute = Math.floor(now / MINUTE_MS);
    let news = fullMinute !== this.#fullMinute;
    this.#fullMinute = fullMinute;
    for (let i = 0; i < this.#seen.length; i++) {
      const reading = this.#reads[i]?.(this.#state);
      const minute = ageMinutes(reading, now);
      if (reading === this.#seen[i] && minute === this.#minutes[i]) continue;
      this.#seen[i] = reading;
      this.#minutes[i] = minute;
      news = true;
    }
    return news;
  }

  #compose(): PanelContent {
    const now = this.#state.now.get();
    const plan = this.#plan;
    const wrong = (plan.besides ?? []).map((read) => read(this.#state)).filter(isWrong);
    const own = plan.readings.map((read) => read(this.#state)).filter((reading) => !isOff(reading));
    const readings = [...own, ...wrong];
    // Where there is not room for all, the worst off stand first.
    readings.sort((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state));
    return {
      title: plan.title,
      // Nothing to ask is nothing to show: an answer, and not one that may still come.
      state: readings.length === 0 ? 'empty' : worstState(readings.map(({ state }) => state)),
      ...(readings.some(({ moment }) => moment !== undefined) && { past: true }),
      ...(readings.some(({ recorded }) => recorded) && { recorded: true }),
      headline: plan.headline(this.#state, now),
      rows: plan.rows(this.#state, now),
      foot:
        readings.length === 0 ? [plan.awaits ?? ''] : readings.map((reading) => provenanceText(reading, now)),
    };
  }

  #rows(): string[] {
    return (this.#content?.rows ?? []).map(({ text, detail }) => (detail ? `${text} — ${detail}` : text));
  }

  /** The headline and not every row: a hint is one line. */
  #label(): string {
    if (!this.#content) return this.#plan.title;
    const { title, headline, foot } = this.#content;
    const known = [headline.figure, headline.caption].filter((text) => text !== '' && text !== DASH);
    return `${[title, known.join(' ')].filter(Boolean).join(': ')} — ${foot.join(', ')}`;
  }
}

/** A panel as a module of the world; plugins import it as `boardModule` (docs/modules.md). */
export function panelModule(plan: PanelPlan): Required<WorldModule> {
  return defineModule((scene, state, theme, disposables) => {
    const { name, viewpoint } = plan;
    if (viewpoint) {
      const place = { before: name, metres: VIEWPOINT_METRES, width: PANEL_WIDTH };
      disposables.defer(scene.registry.addViewpoint(viewpoint, place));
    }
    return new BoundPanel(plan, scene, state, theme);
  });
}

/** A panel of the home: the plan with what the list of modules says of it, and a name for links. */
export function homePanel(
  plan: PanelPlan & Pick<NamedModule, 'note'> & { readonly viewpoint: ViewpointPanel },
): NamedModule {
  return { name: plan.name, note: plan.note, module: panelModule(plan) };
}
