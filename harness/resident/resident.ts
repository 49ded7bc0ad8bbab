import type { State } from '../../data/state.ts';

export interface ResidentContext {
  /** What this home shows right now. */
  readonly state: State;
  /** The conversation so far, oldest first, the question not included. */
  readonly history: readonly { readonly role: 'visitor' | 'resident'; readonly text: string }[];
}

/** Something the resident does for one visitor, as the protocol's `world-action` has it. */
export interface ResidentAction {
  readonly action: string;
  readonly detail: Record<string, unknown>;
}

/** Whoever lives here and answers. */
export interface Resident {
  /** Whether a model answers. */
  readonly attached: boolean;
  /** One or two sentences for the visitor: who answers, and what they can. */
  readonly note: string;
  /**
   * Yields the answer in pieces, and what belongs to it in the world. Ends early, without an error,
   * when `signal` is aborted.
   */
  answer(
    question: string,
    context: ResidentContext,
    signal: AbortSignal,
  ): AsyncIterable<string | ResidentAction>;
}
