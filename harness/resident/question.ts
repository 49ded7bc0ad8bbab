import type { State } from '../../data/state.ts';
import type { ViewpointPanel } from '../../data/view/viewpoint.ts';
import type { ResidentContext } from './resident.ts';
import { plainWords, questionWords, withoutFillers } from './words.ts';

/** A question, with what its answer may need. */
export interface Question {
  readonly text: string;
  /** As plain words; the resident's own name is “you”. */
  readonly words: readonly string[];
  /** The words, joined by single spaces. */
  readonly plain: string;
  readonly state: State;
  /** Visitors who are connected now. */
  readonly visitors: number;
  /** False: the page shows no offer, so an answer has none. */
  readonly acting: boolean;
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
export type ReplyContext = Pick<ResidentContext, 'state' | 'history' | 'visitors' | 'acting'>;

/** A longer text is no simple question, and would take long to search. */
const MAX_WORDS = 32;
/** @param spelled Corrects a word that is no name of this home. */
export function questionOf(
  text: string,
  { state, visitors, acting }: ReplyContext,
  spelled = (word: string): string => word,
): Question {
  const own = plainWords(state.config.get().resident.name).join(' ');
  const words = questionWords(text).slice(0, MAX_WORDS);
  const all = ` ${words.map(spelled).join(' ')} `.replaceAll(` ${own} `, ' you ');
  const plain = withoutFillers(all.trim());
  return { text, words: plain === '' ? [] : plain.split(' '), plain, state, visitors, acting };
}
