import type { GameAction, GameActionName } from '../../../data/games/game-action.ts';
import type { PlayLogEntryOf } from '../../../data/games/play-log.ts';
import type { PlayOrder, PlayRecord } from '../../../data/games/play-record.ts';
import type { Clock } from './clock.ts';

/** The origin of an order of the owner. */
export type OrderOrigin = PlayLogEntryOf<'order'>['from'];
type ApprovedBy = NonNullable<PlayLogEntryOf<'action'>['approvedBy']>;
export type Request = NonNullable<PlayRecord['request']>;

type Decision =
  | { readonly isGranted: true; readonly by: ApprovedBy }
  | { readonly isGranted: false; readonly cause: string };

interface GateOptions {
  /** The id of the play. */
  readonly play: string;
  readonly approval: PlayRecord['approval'];
  /** The actions that need no approval if `approval` is `listed`. */
  readonly allowed: ReadonlySet<GameActionName>;
  /** A request without an answer is refused after this time. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Makes a random id for one request. */
  readonly newId: () => string;
  /** Called with each request, and with undefined when it is answered. */
  readonly onRequest: (request: Request | undefined) => void;
  readonly onOrder: (order: PlayOrder, from: OrderOrigin, taken: boolean) => void;
}

/**
 * Receives all orders of the owner: from the terminal, the page and the chat. An approval is valid once, for
 * the request whose id it names; a stop is valid for the whole play.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #stop = new AbortController();
  #waiting: { readonly id: string; readonly decide: (decision: Decision) => void } | undefined;
  #stoppedBy: OrderOrigin | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Aborted when the owner stops the play. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The origin of the stop; undefined while the play runs. */
  get stoppedBy(): OrderOrigin | undefined {
    return this.#stoppedBy;
  }

  /**
   * Returns whether the order had an effect. An order that is late, repeated or for another play has none.
   */
  order(order: PlayOrder, from: OrderOrigin): boolean {
    const taken = order.play === this.#options.play && this.#take(order, from);
    this.#options.onOrder(order, from, taken);
    return taken;
  }

  /** Waits for the owner's decision about this action, if the policy requires one. */
  async ask(action: GameAction): Promise<Decision> {
    const { approval, allowed, clock, newId, onRequest, timeoutMs } = this.#options;
    if (approval === 'free') return { isGranted: true, by: 'free' };
    if (approval === 'listed' && allowed.has(action.action)) return { isGranted: true, by: 'listed' };
    if (this.signal.aborted) return { isGranted: false, cause: 'The play was stopped.' };
    const id = newId();
    const answered = new AbortController();
    const decided = new Promise<Decision>((resolve) => {
      this.#waiting = { id, decide: resolve };
    });
    onRequest({ id, action, at: clock.now() });
    const ended = AbortSignal.any([this.signal, answered.signal]);
    const unanswered = clock.sleep(timeoutMs, ended).then((): Decision => ({
      isGranted: false,
      cause: this.signal.aborted
        ? 'The play was stopped.'
        : `There was no answer within ${Math.round(timeoutMs / 1000)} seconds.`,
    }));
    const decision = await Promise.race([decided, unanswered]);
    this.#waiting = undefined;
    answered.abort();
    onRequest(undefined);
    return decision;
  }

  #take(order: PlayOrder, from: OrderOrigin): boolean {
    if (this.signal.aborted) return false;
    if (order.order === 'stop') {
      this.#stoppedBy = from;
      this.#stop.abort();
      return true;
    }
    const waiting = this.#waiting;
    if (waiting?.id !== order.request) return false;
    // The first answer counts.
    this.#waiting = undefined;
    waiting.decide(
      order.order === 'approve'
        ? { isGranted: true, by: from }
        : { isGranted: false, cause: 'The owner refused it.' },
    );
    return true;
  }
}
