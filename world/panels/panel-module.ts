import { MINUTE_MS } from '../../data/core/time.ts';
import { Object3D } from 'three';
import type { PanelHeadline } from '../../data/readings/headlines.ts';
import { type Reading, type ReadingState, isOff } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { ViewpointPanel } from '../../data/view/viewpoint.ts';
import { DASH, type Row, provenanceText } from '../../data/readings/format.ts';
import type { Theme } from '../../theme/theme.ts';
import { type NamedModule, type WorldModule, defineModule } from '../core/define-module.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import type { PanelContent, PanelRow } from './panel-layout.ts';
import { PANEL_WIDTH, slot } from '../core/scene/panel-slots.ts';
import { Panel } from './panel.ts';

/** The description of a panel: its readings, and how they become rows. */
interface PanelPlan {
  readonly name: string;
  readonly title: string;
  /**
   * Its slot on the arc; without one, or if another panel has it, the next free slot of the ring
   * around the start.
   */
  readonly slot?: number;
  readonly readings: readonly ((state: State) => Reading<unknown> | undefined)[];
  /** Additional readings. The foot names them only if they are wrong or old. */
  readonly besides?: readonly ((state: State) => Reading<unknown> | undefined)[];
  /** The foot of a panel without a reading: what the panel waits for, or that no reading is configured. */
  readonly awaits?: string;
  rows(state: State, now: number): readonly PanelRow[];
  /** One figure and a caption, for visitors far away. */
  headline(state: State, now: number): PanelHeadline;
  /** The name in links. */
  readonly viewpoint?: ViewpointPanel;
  /** What the key does for a visitor within reach. */
  readonly action?: {
    readonly text: string;
    /** Called in each frame. */
    isOffered(state: State): boolean;
    run(state: State): void;
  };
}

/** The distance at which a link to the panel places the visitor. */
const VIEWPOINT_METRES = 2.8;

const worstFirst: readonly ReadingState[] = ['error', 'offline', 'stale', 'loading', 'empty', 'live'];

/** The worst state of several readings, which is the state of the panel. */
export const worstState = (states: readonly ReadingState[]): ReadingState =>
  worstFirst.find((state) => states.includes(state)) ?? 'loading';

/** The rows for a missing value, in the usual words (`data/readings/format.ts`). */
export const absenceOnPanel = (rows: readonly Row[], { state }: Reading<unknown>): PanelRow[] =>
  rows.map(({ text }) => ({ text, figure: true, color: state === 'error' ? 'error' : 'textQuiet' }));

/** Whether a time-lapse runs: it shows another day, and the home knows only the commits of that day. */
export const isReplay = ({ view }: ViewState): boolean => view.get().mode === 'time-lapse';

/** The age of a reading in whole minutes. A change of it changes the text of the foot. */
export const ageMinutes = (reading: Reading<unknown> | undefined, now: number): number =>
  Math.floor((now - (reading?.fetchedAt ?? now)) / MINUTE_MS);

const isWrong = (reading: Reading<unknown> | undefined): reading is Reading<unknown> =>
  reading !== undefined &&
  (reading.state === 'error' || reading.state === 'offline' || reading.state === 'stale');

/**
 * A panel bound to readings. The panel composes its text again when a reading, its age in minutes or the
 * current minute changes. It draws again when the text has changed.
 */
class BoundPanel {
  readonly #plan: PanelPlan;
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #place: number;
  /** Undefined without a picture. */
  readonly #panel: Panel | undefined;
  readonly #object: Object3D;
  /** All readings of the panel. */
  readonly #reads: readonly ((state: State) => Reading<unknown> | undefined)[];
  readonly #seen: (Reading<unknown> | undefined)[];
  readonly #minutes: number[];
  /** The minute of the last update, because a panel may show the time. */
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
    const { action } = plan;
    const offered = action && { key: 'E', text: () => action.text, run: () => action.run(state) };
    scene.interactions.register(this.#object, {
      name: () => plan.title,
      label: () => this.#label(),
      rows: () => this.#rows(),
      reach: place.maxDistanceMetres,
      fromAfar: 'come',
      width: PANEL_WIDTH,
      requiresAim: place.requiresAim,
      get action() {
        return action?.isOffered(state) ? offered : undefined;
      },
    });
  }

  update(): void {
    this.#panel?.fit();
    if (!this.#hasNews()) return;
    const content = this.#compose();
    // A derived reading is a new object each minute, so the panel is drawn only if its text has changed.
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
    const own = plan.readings
      .map((read) => read(this.#state))
      .filter((reading): reading is Reading<unknown> => reading !== undefined && !isOff(reading));
    const readings = [...own, ...wrong];
    // If there is not enough space for all, the worst states come first.
    readings.sort((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state));
    return {
      title: plan.title,
      // A panel without readings is `empty`, not loading.
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

  /** The headline without the rows, because a hint has one line. */
  #label(): string {
    if (!this.#content) return this.#plan.title;
    const { title, headline, foot } = this.#content;
    const known = [headline.figure, headline.caption].filter((text) => text !== '' && text !== DASH);
    return `${[title, known.join(' · ')].filter(Boolean).join(': ')} — ${foot.join(', ')}`;
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

/** A panel of the home: the plan, its note in the list of modules, and its name in links. */
export function homePanel(
  plan: PanelPlan & Pick<NamedModule, 'note'> & { readonly viewpoint: ViewpointPanel },
): NamedModule {
  return { name: plan.name, note: plan.note, module: panelModule(plan) };
}
