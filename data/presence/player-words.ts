import { emit } from '../core/event.ts';
import type { TokenBucket } from '../core/token-bucket.ts';
import type { PlayerLine, PresenceState } from './presence-state.ts';
import type { PresenceClientFrameInput } from './protocol.ts';

/** Lines that are kept, the newest. In memory only. */
const MAX_LINES = 50;

type Send = (frame: PresenceClientFrameInput) => boolean;

/**
 * What visitors who stand near each other write, in homes whose owner allows it. It is apart from the
 * conversation with the resident: another list, which no export and no log has.
 */
export class PlayerWords {
  readonly #state: PresenceState;
  readonly #send: Send;
  readonly #rate: TokenBucket;
  #count = 0;

  constructor(state: PresenceState, send: Send, rate: TokenBucket) {
    this.#state = state;
    this.#send = send;
    this.#rate = rate;
  }

  /** A player wrote; `name` as it is now. One who is muted is not heard. */
  hear(number: number, name: string, text: string): void {
    const { muted, unread } = this.#state.presence.talk;
    if (muted.get().has(number) || text === '') return;
    this.#add({ number, name, text });
    unread.set(unread.get() + 1);
  }

  /** Sends what waits. `canSpeak`: the others see this visitor. */
  update(canSpeak: boolean): void {
    const { outgoing, reported, problem, wasReported } = this.#state.presence.talk;
    for (let text = outgoing.inbox.next(); text !== undefined; text = outgoing.inbox.next())
      problem.set(this.#say(text, canSpeak));
    for (let number = reported.inbox.next(); number; number = reported.inbox.next())
      if (this.#send({ type: 'player-report', number })) emit(wasReported, number);
  }

  /** Returns why the line was not sent. */
  #say(text: string, canSpeak: boolean): string {
    if (!canSpeak) return 'Not sent: the others do not see you, so they cannot read you.';
    if (!this.#rate.take()) return 'Not sent: that was too fast. Wait a few seconds.';
    if (!this.#send({ type: 'player-chat', text })) return 'Not sent: there is no connection to the home.';
    this.#add({ number: 0, name: '', text });
    return '';
  }

  #add(line: Omit<PlayerLine, 'id'>): void {
    const { lines } = this.#state.presence.talk;
    this.#count += 1;
    lines.set([...lines.get(), { ...line, id: this.#count }].slice(-MAX_LINES));
  }
}
