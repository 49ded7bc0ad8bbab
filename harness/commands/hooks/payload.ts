/**
 * What a hook reads of an event. Written by hand: a coding agent waits for the hook, and a library for schemas
 * takes longer to load than all of this.
 */
import { createHash } from 'node:crypto';
import type { SessionReportInput } from '../../agent-sessions/session-report.ts';

export type Payload = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of these fields that is a text, and not an empty one. */
export function textIn(payload: Payload, ...names: readonly string[]): string {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** The first of these fields that is an object, also one that is written as JSON in a text. */
export function objectIn(payload: Payload, ...names: readonly string[]): Payload {
  for (const name of names) {
    const value = payload[name];
    if (isObject(value)) return value;
    if (typeof value !== 'string' || !value.startsWith('{')) continue;
    try {
      const parsed: unknown = JSON.parse(value);
      if (isObject(parsed)) return parsed;
    } catch {
      // A text that only begins as an object does.
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

/** An id as reports allow it: another one becomes its hash. */
export const safeId = (id: string): string => (/^[\w.:-]{1,128}$/.test(id) ? id : shortHash(id));

/** The sub-agent that the event is about. The agent type alone says how the main agent was started. */
export function agentOf(payload: Payload): Pick<News, 'agent'> {
  const id = textIn(payload, 'agent_id', 'agentId');
  const name = textIn(payload, 'agent_type', 'agentType');
  return id === '' ? {} : { agent: { id: safeId(id), ...(name && { name }) } };
}

/** The tool of an event, and its file. Of what the tool gets, nothing else is read. */
export function toolOf(payload: Payload): Pick<News, 'tool' | 'file'> {
  const tool = textIn(payload, 'tool_name', 'toolName');
  const input = objectIn(payload, 'tool_input', 'toolArgs');
  const file = textIn(input, 'file_path', 'notebook_path', 'absolute_path', 'filePath', 'path');
  return { ...(tool && { tool }), ...(file && { file }) };
}

/** The kind of error is a word such as `rate_limit`. Another text may have something private. */
export const failureStep = (error: string): Pick<News, 'step'> =>
  /^[a-z_]{1,40}$/.test(error) ? { step: error.replaceAll('_', ' ') } : {};

/** The news of an event by its name. */
export type Events = Readonly<Record<string, (payload: Payload) => News | undefined>>;

export const newsIn = (events: Events, name: string, payload: Payload): News | undefined =>
  Object.hasOwn(events, name) ? events[name]?.(payload) : undefined;
