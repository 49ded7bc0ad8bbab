import { lastingText } from '../readings/format-sessions.ts';
import {
  type Tokens,
  type UsageLimit,
  type UsageRow,
  type UsageSource,
  type UsageWindow,
  totalOf,
} from './usage.ts';

/** For example `$3.20`. */
export const dollarsText = (dollars: number): string =>
  `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** An estimate: `about $3.20`, or `less than $0.01`. */
export const aboutDollars = (dollars: number): string =>
  dollars > 0 && dollars < 0.005 ? 'less than $0.01' : `about ${dollarsText(dollars)}`;

/** A number of tokens in few characters: `940`, `12.3 k`, `1.25 M`. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  // Rounded before the unit is chosen, because 999,960 would become `1000.0 k`.
  const thousands = Math.round(count / 100) / 10;
  return thousands < 1_000 ? `${thousands.toFixed(1)} k` : `${(count / 1_000_000).toFixed(2)} M`;
}

/** The sum of rows. */
export function sumOfRows(rows: readonly Pick<UsageRow, 'tokens' | 'dollars' | 'unpriced'>[]) {
  const prices = rows.flatMap(({ dollars }) => dollars ?? []);
  return {
    tokens: rows.reduce((sum, { tokens }) => sum + totalOf(tokens), 0),
    dollars: prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0),
    unpriced: rows.reduce((sum, row) => sum + row.unpriced, 0),
  };
}

/** The money as far as it is known: `about $3.20, and 12.3 k tokens without a price`, or `price unknown`. */
export function costText({ dollars, unpriced }: Pick<UsageRow, 'dollars' | 'unpriced'>): string {
  if (dollars === null) return 'price unknown';
  const about = aboutDollars(dollars);
  return unpriced === 0 ? about : `${about}, and ${shortCount(unpriced)} tokens without a price`;
}

/** Tokens and money: `1.25 M tokens, about $3.20`. Without tokens, the money alone; empty without both. */
export function usedText(tokens: number, cost: Pick<UsageRow, 'dollars' | 'unpriced'>): string {
  if (tokens > 0) return `${shortCount(tokens)} tokens, ${costText(cost)}`;
  return cost.dollars === null ? '' : costText(cost);
}

/** For example `1.25 M tokens: 12.3 k in, 8.1 k out, 1.23 M from the cache`. */
export function tokensText(tokens: Tokens): string {
  const { input, output, cacheRead, cacheWrite } = tokens;
  const parts = [
    `${shortCount(input)} in`,
    `${shortCount(output)} out`,
    ...(cacheRead > 0 ? [`${shortCount(cacheRead)} from the cache`] : []),
    ...(cacheWrite > 0 ? [`${shortCount(cacheWrite)} into the cache`] : []),
  ];
  return `${shortCount(totalOf(tokens))} tokens: ${parts.join(', ')}`;
}

const sourceWords: Readonly<Record<UsageSource, string>> = {
  requests: 'its requests',
  counters: 'its counters',
  'status-line': 'its status line',
};

/** For example `estimate from its requests and its status line`. */
export const sourceText = (sources: readonly UsageSource[]): string =>
  `estimate from ${sources.map((source) => sourceWords[source]).join(' and ') || 'no source'}`;

export const windowWords: Readonly<Record<UsageWindow, string>> = {
  'five-hour': 'Five hours',
  'seven-day': 'Seven days',
};

/** How long until a moment: `in 38 min`, `in 5 h`, `in 2 d`. */
const aheadText = (at: number, now: number): string =>
  at - now < 60_000 ? 'in less than a minute' : `in ${lastingText(0, at - now)}`;

/** For example `76 % left, resets in 3 h`. After the reset, only the next answer of the agent tells what is used. */
export function limitText({ used, resetsAt }: Pick<UsageLimit, 'used' | 'resetsAt'>, now: number): string {
  if (resetsAt <= now) return 'has reset since; no news yet';
  return `${Math.round(100 - used)} % left, resets ${aheadText(resetsAt, now)}`;
}
