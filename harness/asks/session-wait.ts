import { type SessionReport, overStates } from '../agent-sessions/session-report.ts';
import type { Asked } from './asked.ts';
import type { OpenAsk } from './open-ask.ts';

const needs = { permission: 'permission', question: 'answer', plan: 'plan' } as const;

/** The report that says that a session waits for an ask; undefined for an ask without a session. */
export const waitOf = ({ kind, session, agent, call, at }: Asked): SessionReport | undefined =>
  session ? { state: 'waiting', needs: needs[kind], session, agent, call, at, ofAsk: true } : undefined;

/**
 * Whether a report of a session shows that an ask was answered in the terminal. This is so if the same call
 * has ended and belongs to exactly one ask, if the agent goes on without naming a call, or if its turn is
 * over.
 */
export function endsWait(report: SessionReport, { wait }: OpenAsk, ofSession: readonly OpenAsk[]): boolean {
  const { state, agent, call, at, ofAsk } = report;
  // A report that was sent before the ask may arrive after it.
  if (!wait || ofAsk || state === 'waiting' || (at != null && wait.at != null && at <= wait.at)) return false;
  // When the turn of the main agent ends, the turns of its sub-agents end too.
  if (overStates.has(state) && !agent && call == null) return true;
  if ((agent?.id ?? '') !== (wait.agent?.id ?? '')) return false;
  if (call != null)
    return (
      // A report with `working` begins a call, perhaps another call with the same input.
      state !== 'working' &&
      call === wait.call &&
      ofSession.filter((one) => one.wait?.call === call).length === 1
    );
  // If the ask names no call, its program may be running another call at the same time. Then only the end of
  // the turn ends the wait.
  return overStates.has(state) || wait.call != null;
}
