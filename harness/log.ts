/** How many characters of a line are kept. */
const MAX_LINE_CHARACTERS = 500;
/** How many different lines are written in one period; what is beyond is only counted. */
const MAX_LINES = 50;
const PERIOD_MS = 60_000;

export interface Log {
  /**
   * Writes a line with the time before it, or counts it if it was written already in this period.
   */
  line(text: string): void;
  /** Writes what has been counted so far. The next line begins a new period. */
  flush(): void;
}

/**
 * A log that cannot be filled from outside: in a minute it writes at most 50 different lines, each
 * once and at its time, and at the end of the minute how often each one came.
 */
export function createLog(write: (line: string) => void, now: () => number = Date.now): Log {
  const counts = new Map<string, number>();
  let others = 0;
  let timer: NodeJS.Timeout | undefined;

  const stamped = (text: string): void => write(`${new Date(now()).toISOString()} ${text}`);
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [text, count] of counts) if (count > 1) stamped(`${times(count - 1)} more: ${text}`);
    if (others > 0) stamped(`lines left out: ${others}`);
    counts.clear();
    others = 0;
  }

  return {
    line(given) {
      // A line break or a terminal's control sequence could pass for lines of our own.
      const text = given.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_LINE_CHARACTERS);
      timer ??= setTimeout(flush, PERIOD_MS).unref();
      const count = counts.get(text);
      if (count !== undefined) counts.set(text, count + 1);
      else if (counts.size >= MAX_LINES) others += 1;
      else {
        counts.set(text, 1);
        stamped(text);
      }
    },
    flush,
  };
}
