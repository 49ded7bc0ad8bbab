import type { Ask, Decision } from '../../data/asks/ask.ts';
import type { SessionReport } from '../agent-sessions/session-report.ts';

/** What the home tells the agent: nothing but what the owner said. */
export interface AgentAnswer {
  readonly state: Ask['state'];
  readonly decision?: Pick<Decision, 'choice' | 'chosen' | 'text'>;
}

/** An ask that its agent waits for. Times are milliseconds of `uptime`: a change of the system clock does not affect them. */
export interface OpenAsk {
  readonly ask: Ask;
  /** Who asked, for the limits. */
  readonly asker: string;
  /** The report of the session that waits; undefined for an agent without a session. */
  readonly wait: SessionReport | undefined;
  readonly began: number;
  readonly endsAt: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (answer: AgentAnswer) => void;
}
