import { AddressCounts } from '../../core/counts.ts';
import { householdOf } from '../../core/networks.ts';

/**
 * The maximum number of answers that a model makes at once: providers limit this number, and the owner's
 * machine can make only a few at once.
 */
export const MAX_AT_ONCE = 4;
/**
 * The maximum number of answers that are made at once for one IPv6 /48 network, however many households ask
 * from it, so that visitors from elsewhere soon have a turn.
 */
const MAX_AT_ONCE_OF_SITE = 2;
/**
 * The maximum number of questions of one address: one runs, the others wait. A /48 network may have four
 * times as many.
 */
const MAX_OF_ADDRESS = 3;

interface Turn {
  readonly hasBegun: boolean;
  /** Resolves when the turn begins or its signal is aborted. */
  readonly begun: Promise<void>;
  end(): void;
}

interface WaitingTurn {
  readonly address: string;
  readonly begin: () => void;
}

/**
 * A few answers are made at the same time, but only one for each household; the others wait. The households
 * take turns, so that many questions of one household do not delay the question of another household.
 */
export class Turns {
  /** The number of answers that are being made: in total, and by address. */
  #runningOfAll = 0;
  readonly #running = new AddressCounts(1, MAX_AT_ONCE_OF_SITE);
  /** The number of questions that run or wait, by address. */
  readonly #counts = new AddressCounts(MAX_OF_ADDRESS);
  /** The waiting turns by household. The first household that may have an answer is the next one. */
  readonly #waiting = new Map<string, readonly WaitingTurn[]>();

  /** Whether this address, or its network, has the maximum number of questions. */
  isFull(address: string): boolean {
    return this.#counts.isFull(address);
  }

  /** Adds a turn. The caller must end it in any case, even if it never began. */
  take(address: string, signal: AbortSignal): Turn {
    const household = householdOf(address);
    let hasBegun = false;
    let resolve: () => void = () => undefined;
    const begun = new Promise<void>((done) => {
      resolve = done;
    });
    const turn: WaitingTurn = {
      address,
      begin: () => {
        hasBegun = true;
        resolve();
      },
    };
    this.#counts.add(address);
    this.#keepWaiting(household, [...(this.#waiting.get(household) ?? []), turn]);
    signal.addEventListener('abort', resolve, { once: true });
    this.#beginNext();
    return {
      get hasBegun() {
        return hasBegun;
      },
      begun,
      end: () => {
        this.#counts.remove(address);
        if (hasBegun) {
          this.#running.remove(address);
          this.#runningOfAll -= 1;
        } else {
          const others = (this.#waiting.get(household) ?? []).filter((one) => one !== turn);
          this.#keepWaiting(household, others);
        }
        this.#beginNext();
      },
    };
  }

  #keepWaiting(household: string, turns: readonly WaitingTurn[]): void {
    if (turns.length > 0) this.#waiting.set(household, turns);
    else this.#waiting.delete(household);
  }

  #beginNext(): void {
    for (const [household, [turn, ...others]] of this.#waiting) {
      if (this.#runningOfAll >= MAX_AT_ONCE) return;
      if (!turn || this.#running.isFull(turn.address)) continue;
      this.#running.add(turn.address);
      this.#runningOfAll += 1;
      // The household goes to the end of the queue, behind the households that wait already.
      this.#waiting.delete(household);
      this.#keepWaiting(household, others);
      turn.begin();
    }
  }
}
