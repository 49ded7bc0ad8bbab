import pLimit from 'p-limit';

/** Answers that a model makes at once: providers limit them, and the owner's machine can handle few. */
export const MAX_AT_ONCE = 4;

export interface Turn {
  /** How many turns come before it that have not begun; undefined where it begins at once. */
  readonly before: number | undefined;
  /** Resolves when the turn begins, and when its signal is aborted. */
  readonly begun: Promise<void>;
  end(): void;
}

/** Some answers are made at once; the others wait in their order. */
export class Turns {
  readonly #limit = pLimit(MAX_AT_ONCE);

  /** To be ended by the caller in any case, also where it never began. */
  take(signal: AbortSignal): Turn {
    const { activeCount, pendingCount } = this.#limit;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((done) => {
      end = done;
    });
    const begun = new Promise<void>((begin) => {
      signal.addEventListener('abort', () => begin(), { once: true });
      void this.#limit(() => {
        begin();
        return ended;
      });
    });
    return { before: activeCount < MAX_AT_ONCE ? undefined : pendingCount, begun, end };
  }
}
