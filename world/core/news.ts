import { currentValue } from '../../data/readings/reading.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { NarrationState } from '../../data/speech/narration.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { RelayState } from '../../data/relay/relay-state.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import type { TravelState } from '../../data/travel/travel-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';

/** What starts the animations that `News` notices. */
type NewsState = Pick<ChatState, 'chat'> &
  DerivedState &
  ReadingsState &
  Pick<RelayState, 'zap'> &
  TimeLapseState &
  Pick<ViewState, 'view'> &
  WorldState;

type LivelyState = Pick<NarrationState, 'narration'> &
  TimeLapseState &
  Pick<TravelState, 'warp'> &
  Pick<ViewState, 'view'> &
  WorldState;

/** What the cadence follows. */
export type CadenceState = NewsState & LivelyState;

/** A value whose change starts an animation, and how long that animation lasts. */
interface Source {
  /** Reads the value; it is compared with that of the frame before. Allocates nothing. */
  readonly read: (state: NewsState) => unknown;
  readonly seconds: number;
}

/** The seconds are those of the longest animation in `effects/events/` or the panels. */
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
  // A stroke would be a flicker at five frames a second.
  { read: ({ world }) => world.lightning.get(), seconds: 1.5 },
  { read: ({ world }) => world.status.get().phase, seconds: 4 },
  { read: ({ world }) => world.reducedMotion.get(), seconds: 1 },
  { read: ({ view }) => view.get(), seconds: 1 },
];

/** Whether the visitor follows something that needs every frame, such as a photograph or a replay. */
export function isLively({ narration, timeLapse, view, warp, world }: LivelyState): boolean {
  const { mode } = view.get();
  return (
    mode === 'photo' ||
    mode === 'time-lapse' ||
    mode === 'warp' ||
    warp.progress.get() > 0 ||
    timeLapse.playing.get() ||
    narration.get().phase === 'speaking' ||
    world.settling.get()
  );
}

/** Notices news, for which the picture returns to full speed (`cadence.ts`). */
export class News {
  readonly #state: NewsState;
  readonly #before: unknown[];

  constructor(state: NewsState) {
    this.#state = state;
    this.#before = SOURCES.map(({ read }) => read(state));
  }

  /** How many seconds the animations of the news since the last call last; 0 without news. */
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
