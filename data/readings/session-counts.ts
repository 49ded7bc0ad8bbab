import { fieldText } from './format.ts';
import type { Reading } from './reading.ts';
import type { AgentSessions, SessionCounts } from './schemas/agent-sessions.ts';

// This is a file of its own, because the header of the page needs no other text about sessions.

/** The queue in one line: `1 waits · 3 at work`; the parts that are 0 are left out. */
export function sessionCountText({ waiting, failed, atWork, done, silent }: SessionCounts): string {
  const parts = [
    waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`,
    failed > 0 && `${failed} failed`,
    atWork > 0 && `${atWork} at work`,
    done > 0 && `${done} done`,
    silent > 0 && `${silent} without news`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' · ') : 'no agents';
}

/** The counts of a reading in one line. */
export const sessionsText = (reading: Reading<AgentSessions>): string =>
  fieldText(reading, ({ counts }) => sessionCountText(counts));
