import { emit, type EventReader } from '../../../data/core/event.ts';
import { appendLog, residentSpeaker } from '../../../data/chat/session-log.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { TimeLapseState } from '../../../data/time-lapse/time-lapse-state.ts';
import type { TravelState } from '../../../data/travel/travel-state.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { isWalking } from '../../../data/view/view.ts';
import { type RunningModule, defineModule } from '../../core/define-module.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { NOTICES_METRES } from './attention.ts';
import { greetingText } from './greeting.ts';

type StateSlice = Pick<ChatState, 'bridge' | 'log' | 'resident'> &
  DerivedState &
  Pick<PageState, 'now'> &
  ReadingsState &
  Pick<TimeLapseState, 'commitFired'> &
  Pick<TravelState, 'arrival'> &
  Pick<ViewState, 'view'> &
  WorldState;

/** How long a visitor must be near before the greeting, for a first look at the picture. */
const GREETS_AFTER_SECONDS = 2;
/** How long the greeting waits for readings that are still on their way. */
const WAITS_SECONDS = 8;

/**
 * What the resident notices: a visitor who comes near, whom it greets once per visit with the current
 * readings, and each new commit, for which it looks up.
 */
class ResidentNotices implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  /** New ones, and in a time-lapse those whose time passes. */
  readonly #commits: EventReader<readonly Commit[]>;
  #nearSeconds = 0;

  constructor(scene: WorldScene, state: StateSlice) {
    this.#scene = scene;
    this.#state = state;
    this.#commits = state.commitFired.reader();
  }

  update(_elapsed: number, delta: number): void {
    if (this.#commits.last()) emit(this.#scene.gesture, 'look-up');
    // Greets once per visit, and not after an answer, because then the visitor and the resident already talk.
    if (this.#state.speech.get().count === 0) this.#awaitVisitor(delta);
  }

  #awaitVisitor(delta: number): void {
    const { bridge, derived, view, world } = this.#state;
    const { x, z } = this.#scene.camera.position;
    const isNear =
      Math.hypot(x, z) <= NOTICES_METRES &&
      world.status.get().phase === 'ready' &&
      !world.firstWords.get() &&
      bridge.get().state === 'open' &&
      isWalking(view.get());
    this.#nearSeconds = isNear ? this.#nearSeconds + delta : 0;
    if (this.#nearSeconds < GREETS_AFTER_SECONDS) return;
    const isWaiting =
      derived.agents.get().state === 'loading' || derived.lastCommits.get().state === 'loading';
    if (!isWaiting || this.#nearSeconds >= WAITS_SECONDS) this.#greet();
  }

  #greet(): void {
    const state = this.#state;
    const now = state.now.get();
    const text = greetingText({
      now,
      hour: new Date(now).getHours(),
      name: state.arrival.get()?.username,
      agents: state.derived.agents.get(),
      activeNow: state.derived.activeNow.get(),
      commits: state.derived.lastCommits.get(),
      sessions: state.readings.sessions.get(),
    });
    const speaker = residentSpeaker(state);
    appendLog(state, { ts: now, speaker, text });
    emit(state.speech, { speaker, text });
    emit(this.#scene.gesture, 'nod');
  }
}

export const { init, update, dispose } = defineModule((scene, state) => new ResidentNotices(scene, state));
