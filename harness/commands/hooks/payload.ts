/**
 * What a hook reads of an event. It is written by hand: a coding agent waits for the hook, and a schema
 * library takes longer to load than all of this.
 */
import { createHash } from 'node:crypto';
import type { SessionReportInput } from '../../agent-sessions/session-report.ts';

export type Payload = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of these fields that is a text and not empty; otherwise an empty text. */
export function textIn(payload: Payload, ...names: readonly string[]): string {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/**
 * The first of these fields that is an object, or a text with an object as JSON; otherwise an empty object.
 */
export function objectIn(payload: Payload, ...names: readonly string[]): Payload {
  for (const name of names) {
    const value = payload[name];
    if (isObject(value)) return value;
    if (typeof value !== 'string' || !value.startsWith('{')) continue;
    try {
      const parsed: unknown = JSON.parse(value);
      if (isObject(parsed)) return parsed;
    } catch {
      // The text begins like an object, but is no JSON.
    }
  }
  return {};
}

/** What an event says: the parts of a report that come from the coding agent. */
export interface News extends Pick<
  SessionReportInput,
  'state' | 'needs' | 'step' | 'tool' | 'call' | 'agent'
> {
  /** The file of the tool, as the agent wrote it. */
  readonly file?: string;
}

export interface SessionNews {
  /** The name of the program. */
  readonly harness: string;
  readonly session: string;
  readonly cwd: string;
  readonly news: News;
}

/** Reads the event of a hook; undefined if it says nothing about the work. */
export type Mapping = (payload: Payload, env: NodeJS.ProcessEnv) => SessionNews | undefined;

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/** An id that reports allow. Any other id is replaced by its hash. */
export const safeId = (id: string): string => (/^[\w.:-]{1,128}$/.test(id) ? id : shortHash(id));

/** The sub-agent that the event is about. A type without an id says how the main agent was started. */
export function agentOf(payload: Payload): Pick<News, 'agent'> {
  const id = textIn(payload, 'agent_id', 'agentId');
  const name = textIn(payload, 'agent_type', 'agentType');
  return id === '' ? {} : { agent: { id: safeId(id), ...(name && { name }) } };
}

/** The tool of an event, and its file. Nothing else of the tool's input is read. */
export function toolOf(payload: Payload): Pick<News, 'tool' | 'file'> {
  const tool = textIn(payload, 'tool_name', 'toolName');
  const input = objectIn(payload, 'tool_input', 'toolArgs');
  const file = textIn(input, 'file_path', 'notebook_path', 'absolute_path', 'filePath', 'path');
  return { ...(tool && { tool }), ...(file && { file }) };
}

/**
 * The step for an error. The kind of an error is a word such as `rate_limit`. Any other text is not sent: it
 * may contain something private.
 */
export const failureStep = (error: string): Pick<News, 'step'> =>
  /^[a-z_]{1,40}$/.test(error) ? { step: error.replaceAll('_', ' ') } : {};

/** A number from 0 to `max`; undefined for anything else. */
export function numberIn(payload: Payload, name: string, max: number): number | undefined {
  const value = payload[name];
  return typeof value === 'number' && value >= 0 && value <= max ? value : undefined;
}

/** The functions that return the news of an event, by the event's name. */
export type Events = Readonly<Record<string, (payload: Payload) => News | undefined>>;

export const newsIn = (events: Events, name: string, payload: Payload): News | undefined =>
  Object.hasOwn(events, name) ? events[name]?.(payload) : undefined;
