import type * as v from 'valibot';
import type { Ask, asksAnswer } from './ask.ts';

/** What a page knows of the asks. */
export interface AsksView {
  /** `connecting` until the first answer. `lost`: the home does not answer, so new asks are not shown. */
  readonly line: 'connecting' | 'open' | 'lost';
  /** Why this page cannot read what the home sends; empty if it can. */
  readonly problem: string;
  /** The open ones first, the oldest first. */
  readonly asks: readonly Ask[];
  /** The clock of the home minus the clock of this browser, in milliseconds. */
  readonly ahead: number;
}

export const noAsks: AsksView = { line: 'connecting', problem: '', asks: [], ahead: 0 };

/** The view with an answer of the home. An ask that has an end never opens again: answers can overtake each other. */
export function withAnswer(
  view: AsksView,
  answer: v.InferOutput<typeof asksAnswer>,
  browserNow: number,
): AsksView {
  const ended = new Map(view.asks.filter(({ state }) => state !== 'open').map((ask) => [ask.id, ask]));
  return {
    line: 'open',
    problem: '',
    asks: answer.asks.map((ask) => (ask.state === 'open' ? (ended.get(ask.id) ?? ask) : ask)),
    ahead: answer.now - browserNow,
  };
}

/** The view with one ask as the home sent it after an answer. */
export const withAsk = (view: AsksView, changed: Ask): AsksView => ({
  ...view,
  asks: view.asks.map((ask) => (ask.id === changed.id ? changed : ask)),
});

const ASK = /^#ask=([\w-]{1,64})$/;

/** The id of an ask in the fragment of an address, `#ask=…`, to which a notice leads; empty without one. */
export const askIn = (hash: string): string => ASK.exec(hash)?.[1] ?? '';

export const openAsks = ({ asks }: Pick<AsksView, 'asks'>): readonly Ask[] =>
  asks.filter(({ state }) => state === 'open');
