/** Answers that a model makes at once: providers limit them, and the owner's machine can handle few. */
export const MAX_AT_ONCE = 4;
/** Questions of one address that may run or wait: one runs, the others wait. */
export const MAX_OF_ADDRESS = 3;

export interface Turn {
  readonly hasBegun: boolean;
  /** Resolves when the turn begins, and when its signal is aborted. */
  readonly begun: Promise<void>;
  end(): void;
}

/**
 * Some answers are made at once, but one for each address; the others wait. The addresses take turns,
 * so that the many questions of one do not delay the question of another.
 */
export class Turns {
  /** The addresses whose answer is being made. */
  readonly #running = new Set<string>();
  /** How each waiting turn begins, by address. The first address without an answer is the next one. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Whether this address has as many questions as it may have. */
  isFull(address: string): boolean {
    const waiting = this.#waiting.get(address)?.length ?? 0;
    return waiting + (this.#running.has(address) ? 1 : 0) >= MAX_OF_ADDRESS;
  }

  /** To be ended by the caller in any case, also where it never began. */
  take(address: string, signal: AbortSignal): Turn {
    let hasBegun = false;
    let resolve: () => void = () => undefined;
    const begun = new Promise<void>((done) => {
      resolve = done;
    });
    const begin = (): void => {
      hasBegun = true;
      resolve();
    };
    this.#waiting.set(address, [...(this.#waiting.get(address) ?? []), begin]);
    signal.addEventListener('abort', resolve, { once: true });
    this.#beginNext();
    return {
      get hasBegun() {
        return hasBegun;
      },
      begun,
      end: () => {
        if (hasBegun) this.#running.delete(address);
        else
          this.#keepWaiting(
            address,
            (this.#waiting.get(address) ?? []).filter((one) => one !== begin),
          );
        this.#beginNext();
      },
    };
  }

  #keepWaiting(address: string, turns: (() => void)[]): void {
    if (turns.length > 0) this.#waiting.set(address, turns);
    else this.#waiting.delete(address);
  }

  #beginNext(): void {
    for (const [address, [begin, ...others]] of this.#waiting) {
      if (this.#running.size >= MAX_AT_ONCE) return;
      if (!begin || this.#running.has(address)) continue;
      this.#running.add(address);
      // The address goes to the end of the queue, behind those that have waited meanwhile.
      this.#waiting.delete(address);
      this.#keepWaiting(address, others);
      begin();
    }
  }
}
