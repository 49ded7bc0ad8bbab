import type { PlayRecord } from '../../../data/games/play-record.ts';

/** What a play may use in total. */
export interface PlayLimits {
  readonly steps: number;
  readonly seconds: number;
  readonly tokens: number;
}

/** What a play has used and may use; a resumed play continues with the values of the log. */
export class PlayBudget {
  readonly limits: PlayLimits;
  readonly #now: () => number;
  readonly #began: number;
  readonly #secondsBefore: number;
  #steps: number;
  #tokens: number;

  constructor(limits: PlayLimits, now: () => number, used: PlayLimits = { steps: 0, seconds: 0, tokens: 0 }) {
    this.limits = limits;
    this.#now = now;
    this.#began = now();
    this.#secondsBefore = used.seconds;
    this.#steps = used.steps;
    this.#tokens = used.tokens;
  }

  get step(): number {
    return this.#steps;
  }

  beginStep(): number {
    return ++this.#steps;
  }

  spendTokens(tokens: number): void {
    this.#tokens += tokens;
  }

  get used(): PlayLimits {
    const seconds = this.#secondsBefore + Math.max(0, this.#now() - this.#began) / 1000;
    return { steps: this.#steps, seconds: Math.floor(seconds), tokens: this.#tokens };
  }

  get record(): PlayRecord['budget'] {
    const { used, limits } = this;
    const of = (name: keyof PlayLimits) => ({ used: used[name], limit: limits[name] });
    return { steps: of('steps'), seconds: of('seconds'), tokens: of('tokens') };
  }

  /**
   * The sentence that says why nothing more may be sent; undefined if it may. Checks the limits of time and
   * tokens, which also apply within a step.
   */
  spent(): string | undefined {
    const { used, limits } = this;
    if (used.seconds >= limits.seconds)
      return `The time of this play is over (${limits.seconds / 60} minutes).`;
    if (used.tokens >= limits.tokens)
      return `All tokens of this play are used (${limits.tokens.toLocaleString('en-US')}).`;
    return undefined;
  }

  /** The sentence that says why no other step may begin; undefined if one may. */
  spentForStep(): string | undefined {
    if (this.#steps >= this.limits.steps) return `All steps of this play are used (${this.limits.steps}).`;
    return this.spent();
  }
}
