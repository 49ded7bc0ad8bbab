import { currentValue } from '../../data/readings/reading.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { RelayState } from '../../data/relay/relay-state.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import type { TravelState } from '../../data/travel/travel-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';

/** The state whose changes start the animations. */
type NewsState = Pick<ChatState, 'chat'> &
  DerivedState &
  ReadingsState &
  Pick<RelayState, 'zap'> &
  TimeLapseState &
  Pick<ViewState, 'view'> &
  WorldState;

type MovingState = TimeLapseState & Pick<TravelState, 'warp'> & Pick<ViewState, 'view'> & WorldState;

/** The state that the cadence follows. */
export type CadenceState = NewsState & MovingState;

/** A value whose change starts an animation, and how long that animation lasts. */
interface Source {
  /** Reads the value, which is compared with the previous frame's value. It must not allocate memory. */
  readonly read: (state: NewsState) => unknown;
  readonly seconds: number;
}

/**
 * The values that start animations. `seconds` is the longest animation for a value in `effects/events/` or
 * the panels.
 */
const SOURCES: readonly Source[] = [
  { read: ({ derived }) => currentValue(derived.lastCommits.get())?.[0]?.sha, seconds: 6 },
  { read: ({ readings }) => currentValue(readings.blockHeight.get()), seconds: 6 },
  { read: ({ mergeFlash }) => mergeFlash.get(), seconds: 5 },
  { read: ({ zap }) => zap.get(), seconds: 5 },
  { read: ({ fireworks }) => fireworks.get(), seconds: 10 },
  { read: ({ world }) => world.shells.get(), seconds: 6 },
  { read: ({ sovereigntyEgg }) => sovereigntyEgg.get(), seconds: 6 },
  { read: ({ speech }) => speech.get(), seconds: 4 },
  { read: ({ chat }) => chat.entries.get(), seconds: 3 },
  { read: ({ world }) => world.action.get(), seconds: 4 },
  { read: ({ commitFired }) => commitFired.get(), seconds: 3 },
  // At a low frame rate, lightning would look like a flicker.
  { read: ({ world }) => world.lightning.get(), seconds: 1.5 },
  { read: ({ world }) => world.status.get().phase, seconds: 4 },
  { read: ({ world }) => world.reducedMotion.get(), seconds: 1 },
  { read: ({ view }) => view.get(), seconds: 1 },
];

/** Whether the visitor watches something that needs every frame, such as a photograph or a replay. */
export function isMoving({ timeLapse, view, warp, world }: MovingState): boolean {
  const { mode } = view.get();
  return (
    mode === 'photo' ||
    mode === 'time-lapse' ||
    mode === 'warp' ||
    warp.progress.get() > 0 ||
    timeLapse.playing.get() ||
    world.settling.get()
  );
}

/** Detects changes that start an animation (`cadence.ts`). */
export class News {
  readonly #state: NewsState;
  readonly #before: unknown[];

  constructor(state: NewsState) {
    this.#state = state;
    this.#before = SOURCES.map(({ read }) => read(state));
  }

  /** The duration of the longest animation that has started since the last call; 0 if none has. */
  seconds(): number {
    let seconds = 0;
    for (let i = 0; i < SOURCES.length; i++) {
      const source = SOURCES[i];
      if (!source) continue;
      const now = source.read(this.#state);
      if (Object.is(now, this.#before[i])) continue;
      this.#before[i] = now;
      seconds = Math.max(seconds, source.seconds);
    }
    return seconds;
  }
}
