import type * as v from 'valibot';
import type { Ask, asksAnswer } from './ask.ts';

/** What a page knows of the asks. */
export interface AsksView {
  /** `connecting` until the first answer. `lost`: the home does not answer, so new asks are not shown. */
  readonly line: 'connecting' | 'open' | 'lost';
  /** Why this page cannot read what the home sends; empty if it can. */
  readonly problem: string;
  /** Open asks first, oldest first. */
  readonly asks: readonly Ask[];
  /** The clock of the home minus the clock of this browser, in milliseconds. */
  readonly ahead: number;
}

export const noAsks: AsksView = { line: 'connecting', problem: '', asks: [], ahead: 0 };

/**
 * Returns the view after an answer of the home. An ask that has ended never opens again, because an older
 * answer may arrive after a newer one.
 */
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

/** Returns the view with one changed ask, which the home sent after the owner's answer. */
export const withAsk = (view: AsksView, changed: Ask): AsksView => ({
  ...view,
  asks: view.asks.map((ask) => (ask.id === changed.id ? changed : ask)),
});

const ASK = /^#ask=([\w-]{1,64})$/;

/** The id of an ask in the fragment of an address, `#ask=…`, to which a notice leads; empty without one. */
export const askIn = (hash: string): string => ASK.exec(hash)?.[1] ?? '';

export const openAsks = ({ asks }: Pick<AsksView, 'asks'>): readonly Ask[] =>
  asks.filter(({ state }) => state === 'open');
