import * as v from 'valibot';
import { PLAY_ID } from '../core/limits.ts';
import { count, instant, text } from '../readings/schemas/bounds.ts';
import { gameAction } from './game-action.ts';

/**
 * The state of a play: `home-world play` reports it to the home with each step, and the home shows it at the
 * portal. The newest screenshot is at `/api/plays/<id>/screens/<screen.number>`.
 */

export const playId = v.pipe(v.string(), v.regex(PLAY_ID));

/** How much of a budget is used, and its limit. */
const budget = v.object({ used: count, limit: count });

const playStates = [
  /** The player connects and looks for the window. */
  'starting',
  'playing',
  /** An action waits for the owner (`request`). */
  'waiting',
  /** The play is over: the owner, the budget, the model or a failure has ended it. */
  'stopped',
  'budget-spent',
  'done',
  'failed',
] as const;

/** At most this many actions are drawn on a screenshot. */
export const MAX_SHOWN_ACTIONS = 5;
const shownAction = v.object({
  step: count,
  action: gameAction,
  /** `dry`: a dry run did not send it. `refused`: by the owner, or by a rule. */
  outcome: v.picklist(['done', 'failed', 'dry', 'refused']),
  /** Why it failed or was refused. */
  cause: v.optional(text(300)),
});
export type ShownAction = v.InferOutput<typeof shownAction>;

export const playRecord = v.object({
  id: playId,
  /** The id of the portal. */
  portal: text(80),
  state: v.picklist(playStates),
  /** A sentence about this step, or why the play ended. */
  note: v.optional(text(300)),
  dryRun: v.boolean(),
  approval: v.picklist(['ask', 'listed', 'free']),
  step: count,
  budget: v.object({ steps: budget, seconds: budget, tokens: budget }),
  /** The newest screenshot: its number within the play, and its size in pixels. */
  screen: v.optional(v.object({ number: count, width: count, height: count, at: instant })),
  /** The newest actions, oldest first. */
  actions: v.pipe(v.array(shownAction), v.maxLength(MAX_SHOWN_ACTIONS)),
  /** The action that waits for the owner. */
  request: v.optional(v.object({ id: text(40), action: gameAction, at: instant })),
  startedAt: instant,
  updatedAt: instant,
});
export type PlayRecord = v.InferOutput<typeof playRecord>;

/** The home accepts no larger screenshot. */
export const MAX_SCREEN_BYTES = 2_000_000;

/** The URL of a screenshot. Its picture never changes. */
export const playScreenUrl = (base: string, id: string, number: number): string =>
  new URL(`api/plays/${id}/screens/${number}`, base).href;

/** Whether the play is over. */
export const isOver = ({ state }: Pick<PlayRecord, 'state'>): boolean =>
  !(['starting', 'playing', 'waiting'] as const).some((running) => running === state);

/** A decision of the owner, from the page, the chat or the terminal. */
export const playOrder = v.variant('order', [
  v.object({ order: v.literal('approve'), play: playId, request: text(40) }),
  v.object({ order: v.literal('refuse'), play: playId, request: text(40) }),
  v.object({ order: v.literal('stop'), play: playId }),
]);
export type PlayOrder = v.InferOutput<typeof playOrder>;
