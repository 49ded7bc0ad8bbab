import type { Ask, Decision } from '../../data/asks/ask.ts';
import type { SessionReport } from '../agent-sessions/session-report.ts';

/** What the home tells the agent: how the ask ended, and what the owner said. */
export interface AgentAnswer {
  readonly state: Ask['state'];
  readonly decision?: Pick<Decision, 'choice' | 'chosen' | 'text'>;
}

/**
 * An ask whose agent waits for the end. Times are milliseconds of `uptime`: a change of the system clock does
 * not affect them.
 */
export interface OpenAsk {
  readonly ask: Ask;
  /** The name of the agent's key, to which the limits apply; empty if the agent used the home's token. */
  readonly asker: string;
  /** The report of the session that waits; undefined for an agent without a session. */
  readonly wait: SessionReport | undefined;
  /** Whether the agent's program asks in its terminal after the deadline. */
  readonly terminal: boolean;
  readonly began: number;
  readonly endsAt: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (answer: AgentAnswer) => void;
}
