import { HOUR_MS, MINUTE_MS } from '../../data/core/time.ts';
import type { UsageAnswer, UsageRow, UsageSession } from '../../data/usage/usage.ts';
import { ASKED_AT } from './asks.ts';

const spending = {
  tokens: { input: 3_000, output: 5_000, cacheRead: 1_200_000, cacheWrite: 40_000 },
  dollars: 3.2,
  unpriced: 0,
  sources: ['requests'] as const,
  updatedAt: ASKED_AT - 4 * MINUTE_MS,
};
/** Usage of Claude Code in one folder. */
export const row = (more: Partial<UsageRow> = {}): UsageRow => ({
  day: '2026-11-20',
  harness: 'Claude Code',
  model: 'claude-opus-4-6',
  folder: 'shop',
  ...spending,
  sources: [...spending.sources],
  ...more,
});
/** A day of two agents, with a budget, two windows and the context of one session. */
export const answerOf = (more: Partial<UsageAnswer> = {}): UsageAnswer => ({
  now: ASKED_AT,
  today: '2026-11-20',
  timeZone: 'Europe/Berlin',
  days: 1,
  rows: [
    row(),
    row({ folder: 'docs', dollars: 0.05 }),
    row({
      harness: 'Codex',
      model: 'gpt-5.2-codex-with-a-name-that-is-rather-long',
      dollars: null,
      tokens: { input: 12_000, output: 300, cacheRead: 0, cacheWrite: 0 },
      unpriced: 12_300,
    }),
  ],
  sessions: [
    {
      key: '0123456789abcdef',
      name: 'shop · main',
      harness: 'Claude Code',
      model: 'claude-opus-4-6',
      context: { left: 92, size: 200_000, at: ASKED_AT },
      ...spending,
      sources: ['requests'],
    },
  ],
  limits: [
    {
      harness: 'Claude Code',
      machine: 'laptop',
      window: 'five-hour',
      used: 23.5,
      resetsAt: ASKED_AT + 3 * HOUR_MS,
      at: ASKED_AT - MINUTE_MS,
    },
    {
      harness: 'Claude Code',
      machine: 'laptop',
      window: 'seven-day',
      used: 90,
      resetsAt: ASKED_AT - HOUR_MS,
      at: ASKED_AT - 5 * HOUR_MS,
    },
  ],
  budget: { dollars: 10, spent: 3.25 },
  ...more,
});

/** A session whose program has told its context, and no tokens. */
export const contextOnly = (session: UsageSession): UsageSession => ({
  ...session,
  harness: 'Codex',
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  dollars: null,
  sources: [],
});
