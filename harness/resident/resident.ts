import type { HistoryAnswer, HistorySpan } from '../../data/readings/schemas/history.ts';
import type { State } from '../../data/state.ts';

export interface ResidentContext {
  /** What this home shows now. */
  readonly state: State;
  /** The conversation so far, oldest first, without the question. */
  readonly history: readonly { readonly role: 'visitor' | 'resident'; readonly text: string }[];
  /** The status history that this visitor may see; undefined if none is kept. */
  readonly past?: ((span: HistorySpan) => HistoryAnswer | undefined) | undefined;
  /** How many visitors are connected, this one included. */
  readonly visitors: number;
  /** False if the visitor switched acting off: then the resident acts nowhere. */
  readonly acting: boolean;
  /**
   * Whether the owner asks, signed in. The answer still tells only what visitors may see: it is stored, all
   * tabs of the conversation receive it, and later questions pass it to models and agents.
   */
  readonly isOwner?: boolean;
  /** A pseudonym for the visitor, which stays the same within a session. */
  readonly visitor: string;
  /**
   * The network address of the visitor, for limits per address; undefined for the owner, who has no such
   * limits. It never leaves this process.
   */
  readonly address: string | undefined;
}

/** An action for one visitor: the protocol’s `world-action`. */
export interface ResidentAction {
  readonly action: string;
  readonly detail: Record<string, unknown>;
}

/** One tool call of an answer, as a row of the chat. The same `step` comes again when its state changes. */
export interface ResidentStep {
  /** Its id within the answer. */
  readonly step: string;
  /** The tool’s own name. */
  readonly tool: string;
  /** In plain words for the visitor: “Read the commits”. */
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed';
  /** What the tool was given or returned. The bridge cuts a longer text (data/core/limits.ts). */
  readonly detail?: string;
}

/** A part of an answer: text, an action, or the news of a tool call. */
export type Piece = string | ResidentAction | ResidentStep;

/** Who answers, and from where. */
export interface ResidentIdentity {
  readonly kind: 'status' | 'model' | 'agent';
  readonly name: string;
  /** `hosted`: the messages leave the owner’s network. */
  readonly place: 'this home' | 'local' | 'hosted';
}

/** What a model may use a day, and has used today (UTC); `Infinity` for no limit. */
type Amounts = Readonly<Record<'tokens' | 'seconds' | 'money', number>>;
export interface ModelUsage {
  readonly today: Amounts;
  readonly limits: Amounts;
  /** The number of answers since the start that came from the readings, because the model failed. */
  readonly problems: number;
}

/** Answers the visitors of a home. */
export interface Resident {
  /** Whether a model answers. */
  readonly attached: boolean;
  readonly who: ResidentIdentity;
  /** One or two sentences for the visitor: who answers, and about what. */
  readonly note: string;
  /** The usage of the model, for a resident that has one. */
  usage?(): ModelUsage;
  /** Whether this address has to wait before it may ask again. */
  isBusyFor?(address: string | undefined): boolean;
  /**
   * Yields the pieces of an answer, its tool calls, and actions. Ends early, without an error, when
   * `signal` is aborted.
   */
  answer(question: string, context: ResidentContext, signal: AbortSignal): AsyncIterable<Piece>;
}
