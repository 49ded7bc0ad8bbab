import type { Signal } from '@lit-labs/signals';

/** One entry of the session log (specification 2.6). */
export interface LogEntry {
  readonly ts: number;
  readonly speaker: string;
  readonly text: string;
  /** The tool calls of an answer, a line each. */
  readonly steps?: readonly string[] | undefined;
  /** An answer that was not finished; absent for everything else. */
  readonly end?: 'stopped' | 'failed';
}

/** What is written after an answer that was not finished. */
export const endTexts = { stopped: 'stopped', failed: 'broke off' } as const;

export const MAX_LOG_ENTRIES = 2_000;
/** The speaker of notices: players that come and go, status updates. */
export const SYSTEM_SPEAKER = 'SYSTEM';

/** The resident's name in capitals, like `VISITOR` and `SYSTEM`. */
export const residentSpeaker = ({
  resident,
}: {
  readonly resident: Signal.State<{ readonly name: string }>;
}): string => resident.get().name.toUpperCase();

/**
 * The log with one more entry, in order of time (a replayed conversation comes late). Beyond the
 * limit the oldest goes, notices before messages: a crowd that comes and goes must not push a
 * conversation out.
 */
export function withEntry(
  entries: readonly LogEntry[],
  entry: LogEntry,
  limit = MAX_LOG_ENTRIES,
): LogEntry[] {
  const at = entries.findLastIndex(({ ts }) => ts <= entry.ts) + 1;
  const next = entries.toSpliced(at, 0, entry);
  if (next.length > limit) {
    const notice = next.findIndex(({ speaker }) => speaker === SYSTEM_SPEAKER);
    next.splice(Math.max(0, notice), 1);
  }
  return next;
}

export const appendLog = (
  { log }: { readonly log: Signal.State<readonly LogEntry[]> },
  entry: LogEntry,
): void => log.set(withEntry(log.get(), entry));
