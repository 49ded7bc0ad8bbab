import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { RelayState } from '../../data/relay/relay-state.ts';
import type { ViewpointPanel } from '../../data/view/viewpoint.ts';
import type { ResidentContext } from './resident.ts';
import { plainWords, questionWords, withoutFillers } from './words.ts';

/** What answers are made from: what the home shows, and nothing of what the visitor's page does. */
export type AnswerState = ChatState &
  ConfigState &
  DerivedState &
  GamesState &
  PageState &
  ReadingsState &
  RelayState;

/** A question, with what its answer may need. */
export interface Question {
  readonly text: string;
  /** As plain words; the resident's own name is “you”. */
  readonly words: readonly string[];
  /** The words, joined by single spaces. */
  readonly plain: string;
  /** The words that few examples have, so that they may stand in a title or a note. */
  readonly rare?: readonly string[] | undefined;
  readonly state: AnswerState;
  /** Visitors who are connected now. */
  readonly visitors: number;
  /** False if the page shows no offers. Then no answer contains an offer. */
  readonly acting: boolean;
  /** Whether the owner asks. */
  readonly isOwner: boolean;
  /** How many rows a list has, if an earlier question decides that. */
  readonly rows?: number | undefined;
  /** The version of the program; undefined where it is not known. */
  readonly version?: string | undefined;
  /** The status history; undefined if none is kept. */
  readonly past: ResidentContext['past'];
}

/** What a reply offers besides its text: the page shows it as a button. */
export type Action =
  | {
      readonly action: 'fly';
      readonly detail: { readonly portal: string } | { readonly panel: ViewpointPanel };
    }
  | { readonly action: 'time-lapse'; readonly detail: Record<string, never> };

export interface Reply {
  readonly text: string;
  readonly action?: Action;
}

/** Undefined: this home has no answer to the question. */
export type Answer = (question: Question) => string | Reply | undefined;

/** What a reply needs of the context of a question. */
export type ReplyContext = Pick<Question, 'state' | 'visitors' | 'acting' | 'version'> &
  Pick<ResidentContext, 'history' | 'isOwner' | 'past'>;

/** The answer before a question; empty before the first one. */
export const lastAnswer = (history: ReplyContext['history']): string => history.at(-1)?.text ?? '';

/**
 * The words after this number are ignored: a longer text is no simple question, and would take long to
 * search.
 */
const MAX_WORDS = 32;
/** @param spelled Corrects a word that is no name of this home. */
export function questionOf(
  text: string,
  { state, visitors, acting, isOwner = false, past, version }: ReplyContext,
  spelled = (word: string): string => word,
): Question {
  const own = plainWords(state.config.get().resident.name).join(' ');
  const words = questionWords(text).slice(0, MAX_WORDS);
  const all = ` ${words.map(spelled).join(' ')} `.replaceAll(` ${own} `, ' you ');
  const plain = withoutFillers(all.trim());
  const asked = plain === '' ? [] : plain.split(' ');
  return { text, words: asked, plain, state, visitors, acting, isOwner, past, version };
}
