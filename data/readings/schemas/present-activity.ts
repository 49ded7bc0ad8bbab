import * as v from 'valibot';
import { activityStates } from './activity-states.ts';
import { instant, text } from './bounds.ts';

/**
 * The present activity of the resident (docs/agents.md). An agent reports it (`reportedActivity`); the home
 * keeps the newest report as a record (`residentActivity`) and sends it to all clients.
 */
export const targetKinds = ['file', 'issue', 'url'] as const;

export const MAX_TEXT_CHARACTERS = 200;
export const MAX_TOOL_CHARACTERS = 80;
export const MAX_URL_CHARACTERS = 2_000;

export const state = v.picklist(activityStates);
export const kind = v.picklist(targetKinds);
export const progress = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The record that the home sends. */
export const residentActivity = v.object({
  state,
  task: v.optional(text(MAX_TEXT_CHARACTERS)),
  step: v.optional(text(MAX_TEXT_CHARACTERS)),
  tool: v.optional(text(MAX_TOOL_CHARACTERS)),
  /** From 0 to 1. */
  progress: v.optional(progress),
  /** What the agent works on. */
  target: v.optional(
    v.object({
      kind,
      name: text(MAX_TEXT_CHARACTERS),
      url: v.optional(v.pipe(text(MAX_URL_CHARACTERS), v.regex(/^https?:\/\//))),
    }),
  ),
  /** When the activity began. Milliseconds since the epoch. */
  since: instant,
  /** When the newest report was received. */
  updatedAt: instant,
});
export type ResidentActivity = v.InferOutput<typeof residentActivity>;
