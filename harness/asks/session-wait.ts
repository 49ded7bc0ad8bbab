import { type SessionReport, overStates } from '../agent-sessions/session-report.ts';
import type { Asked } from './asked.ts';
import type { OpenAsk } from './open-ask.ts';

const needs = { permission: 'permission', question: 'answer', plan: 'plan' } as const;

/** The report of a session that asks. */
export const waitOf = ({ kind, session, agent, call, at }: Asked): SessionReport | undefined =>
  session ? { state: 'waiting', needs: needs[kind], session, agent, call, at } : undefined;

/**
 * Whether a report of a session says that an ask was answered in the terminal: the same call has ended, and is that
 * of exactly one ask; or the agent goes on without naming a call; or its turn is over.
 */
export function endsWait(report: SessionReport, { wait }: OpenAsk, ofSession: readonly OpenAsk[]): boolean {
  const { state, agent, call, at } = report;
  // A report that was sent before the ask may arrive after it.
  if (!wait || state === 'waiting' || (at != null && wait.at != null && at <= wait.at)) return false;
  // The end of the main agent’s turn is that of its sub-agents.
  if (overStates.has(state) && !agent && call == null) return true;
  if ((agent?.id ?? '') !== (wait.agent?.id ?? '')) return false;
  if (call != null)
    return (
      // A call begins with `working`: it may be another one with the same input.
      state !== 'working' &&
      call === wait.call &&
      ofSession.filter((one) => one.wait?.call === call).length === 1
    );
  // A program that names no calls may be running another call at the same time.
  return overStates.has(state) || wait.call != null;
}
