import type { State } from '../../data/state.ts';

export interface ResidentContext {
  /** What this home shows now. */
  readonly state: State;
  /** The conversation so far, oldest first, without the question. */
  readonly history: readonly { readonly role: 'visitor' | 'resident'; readonly text: string }[];
}

/** An action for one visitor: the protocol’s `world-action`. */
export interface ResidentAction {
  readonly action: string;
  readonly detail: Record<string, unknown>;
}

/** Answers the visitors of a home. */
export interface Resident {
  /** Whether a model answers. */
  readonly attached: boolean;
  /** One or two sentences for the visitor: who answers, and about what. */
  readonly note: string;
  /**
   * Yields the pieces of an answer, and actions. Ends early, without an error, when `signal` is
   * aborted.
   */
  answer(
    question: string,
    context: ResidentContext,
    signal: AbortSignal,
  ): AsyncIterable<string | ResidentAction>;
}
