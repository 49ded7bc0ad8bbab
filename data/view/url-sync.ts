import { type DeepLink, formatLink, noLink, parseLink } from './deep-link.ts';
import type { Environment } from '../core/environment.ts';
import { sameViewpoint } from './viewpoint.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { DAY_SECONDS, utcDay } from '../core/time.ts';
import type { PageState } from '../core/page-state.ts';
import type { GamesState } from '../games/games-state.ts';
import { openFilm } from '../games/portal-play.ts';
import type { TimeLapseState } from '../time-lapse/time-lapse-state.ts';
import type { WorldState } from '../world-state.ts';
import type { View } from './view.ts';
import { type ViewState, dispatchView } from './view-state.ts';
import { type LapseRequest, hasContent, instantAt } from '../time-lapse/time-lapse.ts';
import { startTimeLapse } from '../time-lapse/time-lapse-commands.ts';
import { goTo } from './go-to.ts';

/** A view is written to the URL after it has not changed for this long. */
const REST_SECONDS = 0.6;

type Linked = Pick<ViewState, 'view' | 'panels'> & Pick<WorldState, 'world'> & TimeLapseState & GamesState;

/**
 * The replayed day, in the visitor's time zone. For a paused replay the current moment instead, in UTC and
 * whole seconds, so that it is the same for everybody who opens the link.
 */
function lapseOf({ timeLapse }: Linked): Pick<DeepLink, 'day' | 'moment'> {
  const run = timeLapse.run.get();
  if (!run) return {};
  if (timeLapse.playing.get() || !hasContent(run)) return { day: run.day };
  // Rounds down, because a commit of the next second has not passed. The end of the day becomes its last
  // second.
  const second = Math.floor(instantAt(run, timeLapse.progress.get()) / 1000 + 1e-3);
  const within = Math.min(second, run.midnight / 1000 - 1);
  return { day: utcDay(within * 1000), moment: within % DAY_SECONDS };
}

/** The time-lapse that a link requests: a moment is in UTC, a day is in the visitor's time zone. */
function requestOf({ day, moment }: DeepLink, now: number): LapseRequest {
  if (moment === undefined) return { day };
  return { at: Date.parse(day ?? utcDay(now)) + Math.min(moment, DAY_SECONDS - 1) * 1000 };
}

/** The play that the film strip shows. */
const shownPlay = ({ games, panels }: Linked): string | undefined =>
  panels.plays.get() ? games.strip.get() : undefined;

/** The current view as a link; undefined if it has no link: during a warp, and on the wall. */
function presentLink(state: Linked): DeepLink | undefined {
  const now = state.view.get();
  if (now.mode === 'warp' || now.mode === 'wall') return undefined;
  const mode = now.mode === 'document' ? 'normal' : now.mode;
  // In the overview and in an orbit, the link does not need the visitor's position.
  const onFoot = now.navigation === 'walk' && (mode === 'normal' || mode === 'oath' || mode === 'zoom');
  const viewpoint = onFoot ? state.world.standing.get() : undefined;
  const play = shownPlay(state);
  return {
    view: mode,
    navigation: now.navigation,
    ...(now.mode === 'zoom' && { target: now.target }),
    ...(viewpoint && { viewpoint }),
    ...(mode === 'time-lapse' && lapseOf(state)),
    ...(play !== undefined && { play }),
  };
}

/** The URL of the current view, without the query of the page's URL. */
export const presentAddress = (state: Linked & Pick<PageState, 'base'>): string =>
  `${state.base}${formatLink(presentLink(state) ?? noLink)}`;

/** Goes to the view of a link. */
function followLink(state: Linked & PageState, link: DeepLink): void {
  const { view, world } = state;
  if (link.viewpoint && !sameViewpoint(link.viewpoint, world.standing.get())) goTo(state, link.viewpoint);
  const before = view.get();
  if (before.mode !== link.view || before.navigation !== link.navigation)
    dispatchView(state, { kind: 'enter', mode: 'normal' });
  if (view.get().navigation !== link.navigation) dispatchView(state, { kind: 'navigate' });
  const { day, moment } = link;
  if (link.view === 'time-lapse' && (day !== undefined || moment !== undefined))
    startTimeLapse(state, requestOf(link, state.now.get()));
  else if (link.view !== 'zoom') dispatchView(state, { kind: 'enter', mode: link.view });
  else if (link.target) dispatchView(state, { kind: 'zoom', target: link.target });
}

/**
 * Synchronises the view with the fragment of the URL. When the fragment changes, the view follows as soon
 * as the world is ready. When the view has not changed for `REST_SECONDS`, it replaces the fragment.
 */
class UrlSync {
  readonly #state: Linked & PageState;
  readonly #address: Environment['address'];
  readonly #listening = new AbortController();
  /** The link to follow, and the view in which it was read. */
  #link: DeepLink | undefined;
  #linkedFrom: View | undefined;
  /** The link as last read or written. */
  #written = '';
  /** The view as last seen. */
  #view: unknown;
  #standing: unknown;
  #run: unknown;
  #play: unknown;
  /** The progress of a paused time-lapse; −1 while it plays, because that is not written. */
  #progress = -1;
  /** Seconds since the last change of the view; undefined after the view was written. */
  #restingSeconds: number | undefined;

  constructor(state: Linked & PageState, { address, window }: Pick<Environment, 'address' | 'window'>) {
    this.#state = state;
    this.#address = address;
    const link = this.#read();
    if (this.#written !== '') this.#await(link);
    window.addEventListener('hashchange', () => this.#onHashChange(), { signal: this.#listening.signal });
    this.#hasChanged();
  }

  update(_elapsed: number, delta: number): void {
    if (this.#link) {
      this.#follow(this.#link);
      return;
    }
    if (this.#hasChanged()) {
      this.#restingSeconds = 0;
      return;
    }
    if (this.#restingSeconds === undefined) return;
    this.#restingSeconds += delta;
    if (this.#restingSeconds < REST_SECONDS) return;
    this.#restingSeconds = undefined;
    this.#write();
  }

  dispose(): void {
    this.#listening.abort();
  }

  #read(): DeepLink {
    const link = parseLink(this.#address.hash());
    this.#written = formatLink(link);
    this.#linkedFrom = this.#state.view.get();
    return link;
  }

  #onHashChange(): void {
    const before = this.#written;
    const link = this.#read();
    if (this.#written !== before) this.#await(link);
  }

  #await(link: DeepLink | undefined): void {
    this.#link = link;
    this.#state.world.linked.set(link?.viewpoint);
  }

  #follow(link: DeepLink): void {
    const { phase, enter } = this.#state.world.status.get();
    if (phase !== 'ready' && phase !== 'unavailable') return;
    // While the world is only offered, a link to a place or view in it waits until the visitor enters.
    if (enter && link.view !== 'oath' && link.play === undefined) return;
    const view = this.#state.view.get();
    // A visitor in a warp is not moved, and the wall shows nothing else.
    if (view.mode === 'warp' || view.mode === 'wall') return;
    this.#await(undefined);
    // A visitor who has opened another view meanwhile stays in it.
    if (view !== this.#linkedFrom && view.mode !== 'normal') return;
    // Without a picture, the oath is the only view that can be opened.
    if (phase === 'ready' || link.view === 'oath') followLink(this.#state, link);
    if (link.play !== undefined) openFilm(this.#state, link.play);
  }

  /** Whether the view has changed since the last call. */
  #hasChanged(): boolean {
    const { timeLapse, view: current, world } = this.#state;
    const view = current.get();
    const standing = world.standing.get();
    const run = timeLapse.run.get();
    const play = shownPlay(this.#state);
    const progress = run && !timeLapse.playing.get() ? timeLapse.progress.get() : -1;
    const isSame =
      view === this.#view &&
      standing === this.#standing &&
      run === this.#run &&
      play === this.#play &&
      progress === this.#progress;
    this.#view = view;
    this.#standing = standing;
    this.#run = run;
    this.#play = play;
    this.#progress = progress;
    return !isSame;
  }

  #write(): void {
    const link = presentLink(this.#state);
    if (!link) return;
    const hash = formatLink(link);
    if (hash === this.#written) return;
    this.#written = hash;
    this.#address.replace(hash);
  }
}

export const createUrlSync = (
  environment: Pick<Environment, 'address' | 'window'>,
): DataModule<Linked & PageState> => dataModule((state) => new UrlSync(state, environment));
