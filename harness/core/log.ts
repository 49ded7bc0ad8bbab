import { type Logger, pino } from 'pino';
import { terminalText } from './escape.ts';
import { UserError } from './user-error.ts';

/** The rest of a longer line is cut off. */
const MAX_LINE_CHARACTERS = 500;
/** The maximum number of different lines in one period; further lines are only counted. */
const MAX_LINES = 50;
const PERIOD_MS = 60_000;

/** `error`: the home does not work; `warn`: a part of it does not; `info`: worth knowing. */
const levels = ['error', 'warn', 'info'] as const;
export type LogLevel = (typeof levels)[number];
const formats = ['text', 'json'] as const;

interface LogOptions {
  /** The least important level that is written. */
  readonly level: LogLevel;
  /** `json`: one object a line, for programs that collect logs. */
  readonly format: (typeof formats)[number];
}

export interface Log {
  /**
   * Writes a line with the time, or counts it if this period has it already.
   * @param omit `never` for lines that have a limit of their own and that the owner must not miss.
   */
  line(text: string, level?: LogLevel, omit?: 'never'): void;
  /** Writes the counts of this period. The next line begins a new one. */
  flush(): void;
}

function oneOf<const T extends string>(flag: string, allowed: readonly T[], given: string): T {
  const found = allowed.find((one) => one === given);
  if (found !== undefined) return found;
  throw new UserError(
    `--${flag} is one of ${allowed.join(', ')}, got “${given}”.`,
    `For example: --${flag} ${allowed[0]}`,
    2,
  );
}

/** The values of `--log-level` and `--log-format`. Throws a `UserError`. */
export const logOptionsOf = (level: string, format: string): LogOptions => ({
  level: oneOf('log-level', levels, level),
  format: oneOf('log-format', formats, format),
});

/** What a line has besides level and text. */
interface Counted {
  /** How often it came again in the last minute. */
  readonly repeated?: number;
  /** How many different lines were left out. */
  readonly omitted?: number;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Converts a JSON log line to a line that people can read. */
function textOf(json: string): string {
  const { time, msg, repeated } = JSON.parse(json) as { time: string; msg: string } & Counted;
  return `${time} ${repeated === undefined ? '' : `${times(repeated)} more: `}${msg}`;
}

const createPino = (
  write: (line: string) => void,
  now: () => number,
  { level, format }: LogOptions,
): Logger =>
  pino(
    {
      level,
      // No host name and process number: a program that collects logs knows them.
      base: null,
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Lines are written with the stream of the process. A stream of pino would end the process when it is
    // closed.
    { write: (json) => write(format === 'json' ? json.trimEnd() : textOf(json)) },
  );

/**
 * A log that visitors cannot fill. In a minute it writes at most 50 different lines, each of them once, when
 * it first comes. At the end of the minute it writes how often each line came again. Lines that have their
 * own limit do not count towards the 50.
 */
export function createLog(
  write: (line: string) => void,
  options: LogOptions = { level: 'info', format: 'text' },
  now: () => number = Date.now,
): Log {
  const counts = new Map<string, { readonly level: LogLevel; count: number }>();
  const logger = createPino(write, now, options);
  let limitedLines = 0;
  let omittedLines = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [text, { level, count }] of counts)
      if (count > 1) logger[level]({ repeated: count - 1 } satisfies Counted, text);
    if (omittedLines > 0)
      logger.warn({ omitted: omittedLines } satisfies Counted, `lines left out: ${omittedLines}`);
    counts.clear();
    limitedLines = 0;
    omittedLines = 0;
  }

  return {
    line(untrusted, level = 'warn', omit) {
      if (!logger.isLevelEnabled(level)) return;
      // Removes what could look like a line of the home's own: line breaks, control sequences of the
      // terminal, and other directions of writing.
      const text = terminalText(untrusted.replaceAll(/\p{Cc}+/gu, ' ')).slice(0, MAX_LINE_CHARACTERS);
      timer ??= setTimeout(flush, PERIOD_MS).unref();
      const known = counts.get(text);
      if (known !== undefined) known.count += 1;
      else if (omit !== 'never' && limitedLines >= MAX_LINES) omittedLines += 1;
      else {
        if (omit !== 'never') limitedLines += 1;
        counts.set(text, { level, count: 1 });
        logger[level](text);
      }
    },
    flush,
  };
}
