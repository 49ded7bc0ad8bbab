import type { SessionReport } from '../agent-sessions/session-report.ts';
import type { AskDesk } from '../asks/ask-desk.ts';
import type { StateOperations } from '../core/state-tools.ts';
import type { ReportedActivity } from '../../data/readings/schemas/resident-activity.ts';
import type { ResidentAction, ResidentContext } from '../resident/resident.ts';
import type { ResidentRoom } from '../resident/room/resident-room.ts';

export interface McpLimits {
  /** The time for which an agent may let a question wait without any news about the question. */
  readonly questionWaitMs?: number | undefined;
  /** An agent that sends no request for this time is removed from the room. */
  readonly silentMs?: number | undefined;
  /** The time within which an agent may come back after its connection broke. */
  readonly graceMs?: number | undefined;
}

/** The data of a home that agents can read, and the actions that they can do in the home. */
export interface McpHome extends McpLimits {
  /** The version of the home. */
  readonly version: string;
  readonly room: ResidentRoom;
  readonly state: ResidentContext['state'];
  readonly now: () => number;
  /** The current number of visitors. */
  readonly visitors: () => number;
  /** Sends an action to every page. */
  readonly toAll: (action: ResidentAction) => void;
  /** Takes a report of what the agent does now. */
  readonly report: (activity: ReportedActivity) => void;
  /** Takes a report of a session of a coding agent. */
  readonly reportSession: (report: SessionReport) => void;
  /** Where agents ask the owner. */
  readonly asks: Pick<AskDesk, 'ask'>;
  /** Passes the calls of agents to the games that are being played. */
  readonly games: StateOperations;
  readonly log: (line: string) => void;
}
