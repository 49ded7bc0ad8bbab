import { terminalText } from './terminal-text.ts';

/** The rest of a longer line is cut off. */
const MAX_LINE_CHARACTERS = 500;
/** Different lines in one period; further ones are only counted. */
const MAX_LINES = 50;
const PERIOD_MS = 60_000;

export interface Log {
  /** Writes a line with the time, or counts it if this period has it already. */
  line(text: string): void;
  /** Writes the counts so far. The next line begins a new period. */
  flush(): void;
}

/**
 * A log that visitors cannot fill: in a minute it writes at most 50 different lines, each once and
 * at its time, and at the end of the minute how often each one came.
 */
export function createLog(write: (line: string) => void, now: () => number = Date.now): Log {
  const counts = new Map<string, number>();
  let omittedLines = 0;
  let timer: NodeJS.Timeout | undefined;

  const writeWithTime = (text: string): void => write(`${new Date(now()).toISOString()} ${text}`);
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [text, count] of counts) if (count > 1) writeWithTime(`${times(count - 1)} more: ${text}`);
    if (omittedLines > 0) writeWithTime(`lines left out: ${omittedLines}`);
    counts.clear();
    omittedLines = 0;
  }

  return {
    line(untrusted) {
      // A line break, a control sequence of the terminal or another direction of writing could look
      // like a line of the home's own.
      const text = terminalText(untrusted.replaceAll(/\p{Cc}+/gu, ' ')).slice(0, MAX_LINE_CHARACTERS);
      timer ??= setTimeout(flush, PERIOD_MS).unref();
      const count = counts.get(text);
      if (count !== undefined) counts.set(text, count + 1);
      else if (counts.size >= MAX_LINES) omittedLines += 1;
      else {
        counts.set(text, 1);
        writeWithTime(text);
      }
    },
    flush,
  };
}
