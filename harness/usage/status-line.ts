import * as v from 'valibot';
import { usageWindows } from '../../data/usage/usage.ts';
import { instant } from '../../data/readings/schemas/bounds.ts';
import { line } from '../../data/readings/schemas/resident-activity.ts';
import { sessionReport } from '../agent-sessions/session-report.ts';

const percentage = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

/**
 * The body of `POST /api/usage`: what the status line of Claude Code gets, and the hooks of Codex read. docs/api.md lists
 * the fields.
 */
export const statusLine = v.object({
  session: v.pick(sessionReport.entries.session, ['id', 'harness', 'folder']),
  model: v.optional(line(80), ''),
  /** What the session has cost until now, by the program’s own estimate. */
  dollars: v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(1e5))),
  /** How much of the context is left, in percent, and its size in tokens. */
  context: v.nullish(
    v.object({
      left: percentage,
      size: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e9))),
    }),
  ),
  limits: v.optional(
    v.pipe(
      v.array(v.object({ window: v.picklist(usageWindows), used: percentage, resetsAt: instant })),
      v.maxLength(usageWindows.length),
    ),
    [],
  ),
  /**
   * The time of the figures by the clock of the sender, because two of them may arrive in the wrong order.
   */
  at: instant,
});
export type StatusLine = v.InferOutput<typeof statusLine>;
export type StatusLineInput = v.InferInput<typeof statusLine>;
