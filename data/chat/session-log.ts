import type { Signal } from '@lit-labs/signals';

/** One entry of the session log (specification 2.6). */
export interface LogEntry {
  readonly ts: number;
  readonly speaker: string;
  readonly text: string;
  /** The tool calls of an answer, one line each. */
  readonly steps?: readonly string[] | undefined;
  /** How an answer ended that is incomplete; absent for all other entries. */
  readonly end?: 'stopped' | 'failed';
}

/** The text after an incomplete answer. */
export const endTexts = { stopped: 'stopped', failed: 'broke off' } as const;

export const MAX_LOG_ENTRIES = 2_000;
/** The speaker of notices, for example about visitors and status updates. */
export const SYSTEM_SPEAKER = 'SYSTEM';

/** The resident's name in capitals, like `VISITOR` and `SYSTEM`. */
export const residentSpeaker = ({
  resident,
}: {
  readonly resident: Signal.State<{ readonly name: string }>;
}): string => resident.get().name.toUpperCase();

/**
 * Adds an entry to the log, which is sorted by time, because a replayed conversation arrives late. Beyond the
 * limit the oldest entries are dropped, notices before messages, so that notices about many visitors do not
 * remove a conversation.
 */
export function appendLog(
  { log }: { readonly log: Signal.State<readonly LogEntry[]> },
  entry: LogEntry,
): void {
  const entries = log.get();
  const at = entries.findLastIndex(({ ts }) => ts <= entry.ts) + 1;
  const next = entries.toSpliced(at, 0, entry);
  if (next.length > MAX_LOG_ENTRIES) {
    const notice = next.findIndex(({ speaker }) => speaker === SYSTEM_SPEAKER);
    next.splice(Math.max(0, notice), 1);
  }
  log.set(next);
}
