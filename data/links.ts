import { type DeepLink, formatLink, noLink, parseLink } from './deep-link.ts';
import type { Environment } from './environment.ts';
import { sameLandmark } from './landmark.ts';
import type { DataModule } from './module.ts';
import { fire } from './signal.ts';
import type { State } from './state.ts';
import { turnView } from './turn-view.ts';

/** The view rests for so long before it is written down: whoever passes by leaves no trace. Seconds. */
const REST_SECONDS = 0.6;

type Linked = Pick<State, 'view' | 'world'>;

/** The present view as a link; undefined while it is none, as on the way through a portal. */
export function presentLink({ view, world }: Linked): DeepLink | undefined {
  const now = view.get();
  if (now.mode === 'warp') return undefined;
  const mode = now.mode === 'reading' ? 'normal' : now.mode;
  // From above and from an orbit, where one's own feet stand says nothing.
  const onFoot = now.navigation === 'walk' && (mode === 'normal' || mode === 'oath' || mode === 'zoom');
  const landmark = onFoot ? world.standing.get() : undefined;
  return {
    view: mode,
    navigation: now.navigation,
    ...(now.mode === 'zoom' && { target: now.target }),
    ...(landmark && { landmark }),
  };
}

/** The address of the present view: the home's own and the view, never what else stands in the page's address. */
export const presentAddress = (state: Linked & Pick<State, 'base'>): string =>
  `${state.base}${formatLink(presentLink(state) ?? noLink)}`;

/** Goes to the view of a link. */
function follow(state: State, link: DeepLink): void {
  const { view, world } = state;
  if (link.landmark && !sameLandmark(link.landmark, world.standing.get())) fire(world.goTo, link.landmark);
  const before = view.get();
  if (before.mode !== link.view || before.navigation !== link.navigation)
    turnView(state, { kind: 'enter', mode: 'normal' });
  if (view.get().navigation !== link.navigation) turnView(state, { kind: 'navigate' });
  if (link.view !== 'zoom') turnView(state, { kind: 'enter', mode: link.view });
  else if (link.target) turnView(state, { kind: 'zoom', target: link.target });
}

/**
 * Keeps the view and the part of the address behind the `#` together: an address that is opened or changed is gone to once the world
 * stands, and a view that has come to rest is written there, in place of the one before.
 */
export function createLinks({ address, window }: Pick<Environment, 'address' | 'window'>): DataModule {
  let listening: AbortController | undefined;
  let home: State;
  let wanted: DeepLink | undefined;
  /** As last read or written. */
  let written = '';
  let view: unknown;
  let standing: unknown;
  /** Seconds since the view last changed; undefined once it is written. */
  let resting: number | undefined;

  const read = (): DeepLink => {
    const link = parseLink(address.hash());
    written = formatLink(link);
    return link;
  };

  const notice = (): void => {
    view = home.view.get();
    standing = home.world.standing.get();
  };

  const arrive = (): void => {
    const { phase } = home.world.status.get();
    if (!wanted || (phase !== 'ready' && phase !== 'unavailable')) return;
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
      if (view !== home.view.get() || standing !== home.world.standing.get()) {
        notice();
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
