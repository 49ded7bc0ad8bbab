import { emit } from '../core/event.ts';
import type { TokenBucket } from '../core/token-bucket.ts';
import { cleanWords } from './names.ts';
import type { PlayerLine, PresenceState } from './presence-state.ts';
import type { PlayerRefusal, PresenceClientFrameInput } from './protocol.ts';

/** The number of newest lines that are kept, in memory only. */
const MAX_LINES = 50;

type Send = (frame: PresenceClientFrameInput) => boolean;

/**
 * The chat between visitors near each other, in homes whose owner allows it. It is separate from the
 * conversation with the resident: no export and no log contains it.
 */
export class PlayerChat {
  readonly #state: PresenceState;
  readonly #send: Send;
  readonly #rate: TokenBucket;
  #count = 0;

  constructor(state: PresenceState, send: Send, rate: TokenBucket) {
    this.#state = state;
    this.#send = send;
    this.#rate = rate;
  }

  /** Adds a line of another player, with the name as it is now. Lines of muted players are dropped. */
  receive(number: number, name: string, text: string): void {
    const { muted, unread } = this.#state.presence.talk;
    if (muted.get().has(number) || text === '') return;
    this.#add({ number, name, text });
    unread.set(unread.get() + 1);
  }

  /** Sends the queued lines and reports. `canSpeak`: whether the others see this visitor. */
  update(canSpeak: boolean): void {
    const { outgoing, reported, problem } = this.#state.presence.talk;
    for (let text = outgoing.inbox.next(); text !== undefined; text = outgoing.inbox.next())
      problem.set(this.#sendLine(text, canSpeak));
    for (let number = reported.inbox.next(); number; number = reported.inbox.next())
      if (!this.#send({ type: 'player-report', number }))
        problem.set('Not reported: there is no connection to the home.');
  }

  /** Says why the home has refused a report or a line. The line is taken back, if the home says which it is. */
  refuse({ ref, message, text }: PlayerRefusal): void {
    const { lines, problem } = this.#state.presence.talk;
    if (ref === 'player-report') return problem.set(`Not reported. ${message}`);
    const own = lines.get().findLast((line) => line.number === 0 && cleanWords(line.text) === text);
    if (own) lines.set(lines.get().filter((line) => line !== own));
    problem.set(text === undefined ? `Not sent. ${message}` : `Not sent: “${text}”. ${message}`);
  }

  /** Sends a line. Returns why it was not sent; empty if it was. */
  #sendLine(text: string, canSpeak: boolean): string {
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

/** Sends a line to visitors near by. Clears the problem of the last line: the same one is then said again. */
export const sendPlayerChat = ({ presence }: PresenceState, text: string): void => {
  const line = text.trim();
  if (line === '') return;
  presence.talk.problem.set('');
  emit(presence.talk.outgoing, line);
};

/** Hides a player's lines, or shows them again. */
export function mutePlayer({ presence }: PresenceState, number: number, isMuted: boolean): void {
  const { muted } = presence.talk;
  const others = [...muted.get()].filter((other) => other !== number);
  muted.set(new Set(isMuted ? [...others, number] : others));
}

/** Reports a player to the owner, with the player's last lines. Clears the problem of the last line or report. */
export const reportPlayer = ({ presence }: PresenceState, number: number): void => {
  presence.talk.problem.set('');
  emit(presence.talk.reported, number);
};
