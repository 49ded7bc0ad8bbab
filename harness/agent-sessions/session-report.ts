import * as v from 'valibot';
import { sessionNeeds } from '../../data/readings/schemas/agent-sessions.ts';
import { line, reportedActivity } from '../../data/readings/schemas/resident-activity.ts';

/**
 * The states that a program may report for a session. `idle` means `done`: some programs have no other word
 * for it.
 */
export const reportedStates = ['idle', 'thinking', 'working', 'waiting', 'done', 'failed', 'ended'] as const;
/** The states of an agent whose work is over. */
export const overStates: ReadonlySet<(typeof reportedStates)[number]> = new Set([
  'idle',
  'done',
  'failed',
  'ended',
]);

const id = v.pipe(
  v.string(),
  v.regex(/^[\w.:-]{1,128}$/, 'expected 1 to 128 letters, digits, “_”, “.”, “:” and “-”'),
);
const name = (max: number) => v.nullish(line(max));

/**
 * A report of one session of a coding agent: the fields of an activity report, and the session and the
 * sub-agent that it is about. docs/agents.md lists the fields.
 */
export const sessionReport = v.object({
  ...reportedActivity.entries,
  state: v.picklist(reportedStates),
  session: v.object({
    /** The id that the program gave the session. */
    id,
    /** The program: `Claude Code`. */
    harness: v.pipe(line(40), v.minLength(1)),
    /** The owner's name for the session. */
    name: name(80),
    folder: name(80),
    branch: name(120),
    repository: name(120),
  }),
  /** The sub-agent that the report is about; absent if the report is about the main agent. */
  agent: v.nullish(v.object({ id, name: name(80) })),
  /** What a waiting session needs. */
  needs: v.nullish(v.picklist(sessionNeeds)),
  /**
   * The tool call that the report is about. While one call waits for permission, reports of other calls do not
   * end the wait; a report without a call does.
   */
  call: v.nullish(id),
  /**
   * When it happened, by the clock of the sender: reports that were sent at nearly the same time may arrive
   * in another order.
   */
  at: v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))),
});

/** A report as the gateways of a world pass it on. */
export const sentReport = v.object({
  ...sessionReport.entries,
  /** The name of the key that sent it; empty for the token of the home. */
  sender: v.optional(line(40), ''),
  ofAsk: v.optional(v.boolean(), false),
});
export type SessionReport = v.InferOutput<typeof sessionReport> & {
  /** Whether the home itself reports this, because of an ask: no program can set it. */
  readonly ofAsk?: boolean;
};
export type SessionReportInput = v.InferInput<typeof sessionReport>;
