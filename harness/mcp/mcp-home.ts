import type { SessionReport } from '../agent-sessions/session-report.ts';
import type { StateOperations } from '../core/state-tools.ts';
import type { ReportedActivity } from '../../data/readings/schemas/resident-activity.ts';
import type { ResidentAction, ResidentContext } from '../resident/resident.ts';
import type { ResidentRoom } from '../resident/room/resident-room.ts';

export interface McpLimits {
  /** How long an agent may let a question wait without any news about it. */
  readonly questionWaitMs?: number | undefined;
  /** After this time without a request an agent is shown out of the room. */
  readonly silentMs?: number | undefined;
  /** How long an agent whose connection broke may take to come back. */
  readonly graceMs?: number | undefined;
}

/** What agents read of a home, and what they can do in it. */
export interface McpHome extends McpLimits {
  /** The version of the home. */
  readonly version: string;
  readonly room: ResidentRoom;
  readonly state: ResidentContext['state'];
  readonly now: () => number;
  /** Visitors right now. */
  readonly visitors: () => number;
  /** Sends an action to every page. */
  readonly toAll: (action: ResidentAction) => void;
  /** Takes a report of what the agent does now. */
  readonly report: (activity: ReportedActivity) => void;
  /** Takes a report of a session of a coding agent. */
  readonly reportSession: (report: SessionReport) => void;
  /** Passes the calls of agents to the games that are being played. */
  readonly games: StateOperations;
  readonly log: (line: string) => void;
}
