import { type DeepLink, formatLink, noLink, parseLink } from './deep-link.ts';
import type { Environment } from '../core/environment.ts';
import { sameViewpoint } from './viewpoint.ts';
import type { DataModule } from '../core/module.ts';
import type { PageState } from '../core/page-state.ts';
import type { TimeLapseState } from '../time-lapse/time-lapse-state.ts';
import type { WorldState } from '../world-state.ts';
import type { ViewState } from './view-state.ts';
import { type LapseRequest, instantAt } from '../time-lapse/time-lapse.ts';
import { startTimeLapse } from '../time-lapse/time-lapse-commands.ts';
import { goTo } from './go-to.ts';
import { dispatchView } from './dispatch-view.ts';

/** The view rests for so long before it is written down: whoever passes by leaves no trace. Seconds. */
const REST_SECONDS = 0.6;

type Linked = Pick<ViewState, 'view'> & Pick<WorldState, 'world'> & TimeLapseState;

const DAY_SECONDS = 86_400;

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * The visitor's day that is replayed; or the moment it stands at, in UTC and whole seconds, unless it plays on or there is nothing to
 * replay: a moment is to be the same for everybody who opens the link.
 */
function lapseOf({ timeLapse }: Linked): Pick<DeepLink, 'day' | 'moment'> {
  const run = timeLapse.run.get();
  if (!run) return {};
  if (timeLapse.playing.get() || run.commits.length === 0) return { day: run.day };
  // Not the nearest: a commit of the next second has not passed. The end of a day is already of the next one.
  const second = Math.floor(instantAt(run, timeLapse.progress.get()) / 1000 + 1e-3);
  const within = Math.min(second, run.midnight / 1000 - 1);
  return { day: utcDay(within * 1000), moment: within % DAY_SECONDS };
}

/** What a link asks of the time-lapse: a moment is in UTC, a day alone is the visitor's own. */
function requestOf({ day, moment }: DeepLink, now: number): LapseRequest {
  if (moment === undefined) return { day };
  return { at: Date.parse(day ?? utcDay(now)) + Math.min(moment, DAY_SECONDS - 1) * 1000 };
}

/** The present view as a link; undefined while it is none, as on the way through a portal. */
export function presentLink(state: Linked): DeepLink | undefined {
  const now = state.view.get();
  if (now.mode === 'warp') return undefined;
  const mode = now.mode === 'reading' ? 'normal' : now.mode;
  // From above and from an orbit, where one's own feet stand says nothing.
  const onFoot = now.navigation === 'walk' && (mode === 'normal' || mode === 'oath' || mode === 'zoom');
  const landmark = onFoot ? state.world.standing.get() : undefined;
  return {
    view: mode,
    navigation: now.navigation,
    ...(now.mode === 'zoom' && { target: now.target }),
    ...(landmark && { landmark }),
    ...(mode === 'time-lapse' && lapseOf(state)),
  };
}

/** The address of the present view: the home's own and the view, never what else stands in the page's address. */
export const presentAddress = (state: Linked & Pick<PageState, 'base'>): string =>
  `${state.base}${formatLink(presentLink(state) ?? noLink)}`;

/** Goes to the view of a link. */
function follow(state: Linked & PageState, link: DeepLink): void {
  const { view, world } = state;
  if (link.landmark && !sameViewpoint(link.landmark, world.standing.get())) goTo(state, link.landmark);
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
 * Keeps the view and the part of the address behind the `#` together: an address that is opened or changed is gone to once the world
 * stands, and a view that has come to rest is written there, in place of the one before.
 */
export function createLinks({
  address,
  window,
}: Pick<Environment, 'address' | 'window'>): DataModule<Linked & PageState> {
  let listening: AbortController | undefined;
  let home: Linked & PageState;
  let wanted: DeepLink | undefined;
  /** As last read or written. */
  let written = '';
  let view: unknown;
  let standing: unknown;
  let run: unknown;
  /** Of a time-lapse that stands; while one plays, its moment is no place to go to. */
  let progress = -1;
  /** Seconds since the view last changed; undefined once it is written. */
  let resting: number | undefined;

  const read = (): DeepLink => {
    const link = parseLink(address.hash());
    written = formatLink(link);
    return link;
  };

  /** Whether the view is another than the one last noticed. */
  const notice = (): boolean => {
    const { timeLapse } = home;
    const viewNow = home.view.get();
    const standingNow = home.world.standing.get();
    const runNow = timeLapse.run.get();
    const progressNow = runNow && !timeLapse.playing.get() ? timeLapse.progress.get() : -1;
    if (view === viewNow && standing === standingNow && run === runNow && progress === progressNow)
      return false;
    view = viewNow;
    standing = standingNow;
    run = runNow;
    progress = progressNow;
    return true;
  };

  const arrive = (): void => {
    const { phase } = home.world.status.get();
    if (!wanted || (phase !== 'ready' && phase !== 'unavailable')) return;
    // Who is on the way to another world is not called back, nor sent elsewhere in this one.
    if (home.view.get().mode === 'warp') return;
    // Without a picture there is only one thing to open.
    if (phase === 'ready' || wanted.view === 'oath') follow(home, wanted);
    wanted = undefined;
  };

  const write = (): void => {
    const link = presentLink(home);
    if (!link) return;
    const hash = formatLink(link);
    if (hash === written) return;
    written = hash;
    address.replace(hash);
  };

  return {
    init(_scene, state) {
      home = state;
      listening = new AbortController();
      const link = read();
      wanted = written === '' ? undefined : link;
      window.addEventListener(
        'hashchange',
        () => {
          const before = written;
          const asked = read();
          if (written !== before) wanted = asked;
        },
        { signal: listening.signal },
      );
      notice();
      resting = undefined;
    },
    update(_elapsed, delta) {
      if (wanted) {
        arrive();
        return;
      }
      if (notice()) {
        resting = 0;
        return;
      }
      if (resting === undefined) return;
      resting += delta;
      if (resting < REST_SECONDS) return;
      resting = undefined;
      write();
    },
    dispose() {
      listening?.abort();
      wanted = undefined;
    },
  };
}
