/**
 * What Codex knows of its context and of its five-hour and seven-day windows. Neither its hooks nor its telemetry tell
 * it, but the transcript of the session has it after each answer of the model, and the events of its hooks name that
 * file. Of the transcript only these figures are read.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { StatusLineInput } from '../../usage/status-line.ts';
import { type Payload, type SessionNews, isObject, numberIn, objectIn, textIn } from './payload.ts';
import { placeOf } from './report.ts';

/** The figures are among the last lines. Bytes. */
const MAX_TAIL = 256 * 1024;
/** The windows by their minutes. Codex may have others, for which the home has no hourglass. */
const windows = [
  [300, 'five-hour'],
  [10_080, 'seven-day'],
] as const;
/** Servers have told 299 for 300; Codex itself allows as much (`ROUNDING_BIAS_MINUTES`). */
const MINUTES_OFF = 3;
/**
 * What Codex itself leaves out of a context, for its instructions and tools, so that the share is the one that its
 * terminal shows (`BASELINE_TOKENS` in `codex-rs/protocol/src/protocol.rs`).
 */
const BASELINE_TOKENS = 12_000;

function contextIn(info: Payload): StatusLineInput['context'] {
  const size = numberIn(info, 'model_context_window', 1e9);
  const used = numberIn(objectIn(info, 'last_token_usage'), 'total_tokens', 1e12);
  if (size === undefined || used === undefined || size <= BASELINE_TOKENS) return undefined;
  const own = Math.max(0, used - BASELINE_TOKENS);
  return { left: Math.max(0, 100 - (own / (size - BASELINE_TOKENS)) * 100), size: Math.round(size) };
}

function limitsIn(limits: Payload): NonNullable<StatusLineInput['limits']> {
  // A limit of one model has another name; it is none of the account’s two windows.
  if ((textIn(limits, 'limit_id') || 'codex') !== 'codex') return [];
  return ['primary', 'secondary'].flatMap((name) => {
    const limit = objectIn(limits, name);
    const minutes = numberIn(limit, 'window_minutes', 1e6) ?? 0;
    const [, window] = windows.find(([whole]) => Math.abs(minutes - whole) <= MINUTES_OFF) ?? [];
    const used = numberIn(limit, 'used_percent', 1e6);
    const resetsAt = numberIn(limit, 'resets_at', 8.64e12);
    return window === undefined || used === undefined || resetsAt === undefined
      ? []
      : [{ window, used: Math.min(100, used), resetsAt: resetsAt * 1000 }];
  });
}

/** The event of a line, if it has the figures. The first line may be cut, and is then no JSON. */
function figuresIn(line: string): Payload | undefined {
  if (!line.includes('"type":"token_count"')) return undefined;
  try {
    const event: unknown = JSON.parse(line);
    return isObject(event) && objectIn(event, 'payload')['type'] === 'token_count' ? event : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What the end of a transcript says; undefined if it says nothing. Each field that leaves the machine is listed here
 * by its name.
 * @param at When the hook began, in milliseconds since the epoch.
 */
function codexStatus(
  transcript: string,
  { harness, session: id, cwd }: SessionNews,
  model: string,
  at: number,
): StatusLineInput | undefined {
  const event = transcript
    .split('\n')
    .map(figuresIn)
    .findLast((one) => one !== undefined);
  if (!event) return undefined;
  const payload = objectIn(event, 'payload');
  // A turn that was interrupted has no new figures.
  const knownAt = Date.parse(textIn(event, 'timestamp'));
  const context = contextIn(objectIn(payload, 'info'));
  const limits = limitsIn(objectIn(payload, 'rate_limits'));
  if (!context && limits.length === 0) return undefined;
  const { folder } = placeOf(cwd);
  return {
    session: { id, harness, folder },
    model: model.slice(0, 200),
    ...(context && { context }),
    limits,
    at: knownAt < at ? knownAt : at,
  };
}

/** The end of a file; empty if it cannot be read. A pipe is not waited for. Windows has no `O_NONBLOCK`. */
function endOf(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0));
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return '';
      const { size } = stats;
      const bytes = Buffer.alloc(Math.min(size, MAX_TAIL));
      const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8', 0, read);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** What the transcript that an event names says of the session; undefined for the event of a sub-agent. */
export const statusOfEvent = (
  payload: Payload,
  found: SessionNews,
  at: number,
): StatusLineInput | undefined =>
  found.news.agent
    ? undefined
    : codexStatus(endOf(textIn(payload, 'transcript_path')), found, textIn(payload, 'model'), at);
