import { MINUTE_MS } from '../../../data/core/time.ts';
import { lastingText } from '../../../data/readings/format-sessions.ts';
import type { AgentSession, SessionState } from '../../../data/readings/schemas/agent-sessions.ts';
import type { ColorName } from '../../../theme/theme.ts';

/**
 * How a state looks. Not only the colours differ but also brightness and posture, so that the states can be
 * told apart without colours.
 */
interface Look {
  readonly color: ColorName;
  readonly light: number;
  /** How far the arm is raised. */
  readonly raise: number;
  /** How far the head is bowed; negative: up. */
  readonly bow: number;
}
export const looks: Readonly<Record<SessionState, Look>> = {
  waiting: { color: 'zap', light: 1.25, raise: 1, bow: -0.3 },
  failed: { color: 'failed', light: 1.1, raise: 0, bow: 1.6 },
  working: { color: 'agentWorking', light: 0.85, raise: 0, bow: 0.5 },
  thinking: { color: 'agentWorking', light: 0.65, raise: 0, bow: -0.6 },
  done: { color: 'star', light: 0.34, raise: 0, bow: 0.9 },
  silent: { color: 'star', light: 0.14, raise: 0, bow: 1.2 },
  ended: { color: 'star', light: 0, raise: 0, bow: 0 },
};

/** The state in a few letters: `waits 38 min`. The hint has the full text. */
export function shortStateText({ state, since }: AgentSession, now: number): string {
  if (state === 'waiting' || state === 'failed') {
    const words = state === 'waiting' ? 'waits' : state;
    return now - since < MINUTE_MS ? words : `${words} ${lastingText(since, now)}`;
  }
  return state === 'silent' ? 'no news' : state;
}

/** The colour of the state's word where the owner must see it; undefined for the ordinary one. */
export const stateColor = ({ state }: AgentSession): ColorName | undefined =>
  state === 'waiting' || state === 'failed' ? looks[state].color : undefined;
