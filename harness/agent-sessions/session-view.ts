import {
  type AgentSession,
  type AgentSessions,
  MAX_SHOWN_AGENTS,
  MAX_SHOWN_SESSIONS,
  type SessionAudience,
  bySessionQueue,
  countSessions,
} from '../../data/readings/schemas/agent-sessions.ts';
import { cutText } from '../../data/core/text.ts';
import { type SessionRecord, SILENT_AFTER_MS, presentActor, sessionKey, stateOf } from './session-record.ts';

/** A label is at most this long, so that a name fits with its number. Characters. */
const MAX_LABEL = 100;

/** What a reader may see: the choice of `config.json` for visitors, everything for the owner. */
export type Reader = SessionAudience | 'owner';

/**
 * The name of a session without its number. Visitors read the folder and the branch only if the owner shows
 * them everything: these names may contain the name of a customer.
 */
function labelOf({ alias, harness, folder, branch }: SessionRecord, reader: Reader): string {
  if (alias !== undefined) return alias;
  if (reader === 'states' || folder === undefined) return harness;
  return cutText(branch === undefined ? folder : `${folder} · ${branch}`, MAX_LABEL);
}

/** Both kinds of names: the names that visitors read by default, and the names with folder and branch. */
const kinds = ['states', 'all'] as const;

/**
 * The numbers of a session in both kinds of names: the lowest number that no other session with the same
 * label has. A number stays until the session has another label or has ended.
 */
export function numbersOf(
  record: SessionRecord,
  others: readonly SessionRecord[],
): NonNullable<SessionRecord['numbers']> {
  const numbers = kinds.map((kind) => {
    const label = labelOf(record, kind);
    const known = record.numbers?.[kind];
    if (known?.label === label) return [kind, known] as const;
    const taken = new Set(
      others.map((other) => other.numbers?.[kind]).flatMap((own) => (own?.label === label ? own.number : [])),
    );
    let number = 1;
    while (taken.has(number)) number++;
    return [kind, { label, number }] as const;
  });
  return Object.fromEntries(numbers) as NonNullable<SessionRecord['numbers']>;
}

/** The name of a session with its number. */
export function nameOf(record: SessionRecord, reader: Reader): string {
  const { label, number } = record.numbers?.[reader === 'states' ? 'states' : 'all'] ?? {
    label: labelOf(record, reader),
    number: 1,
  };
  return number === 1 ? label : `${label} ${number}`;
}

/** What a reader sees of a session. Each field that leaves the home is listed here by its name. */
export function shownSession(record: SessionRecord, reader: Reader, now: number): AgentSession {
  const { harness, agents, tools, files, since, updatedAt, task, folder, branch, repository } = record;
  const { step, tool, target } = presentActor(record);
  const seesAll = reader === 'all' || reader === 'owner';
  return {
    key: sessionKey(record.id),
    name: nameOf(record, reader),
    harness,
    ...stateOf(record, now),
    ...(seesAll && {
      ...(task !== undefined && { task }),
      ...(step !== undefined && { step }),
      ...(tool !== undefined && { tool }),
      ...(target !== undefined && { target }),
      ...(folder !== undefined && { folder }),
      ...(branch !== undefined && { branch }),
      ...(repository !== undefined && { repository }),
    }),
    agents: agents.slice(0, MAX_SHOWN_AGENTS).map((agent, index) => ({
      name: seesAll ? agent.name : `sub-agent ${index + 1}`,
      state: now - agent.updatedAt > SILENT_AFTER_MS && agent.state !== 'waiting' ? 'silent' : agent.state,
    })),
    moreAgents: Math.max(0, agents.length - MAX_SHOWN_AGENTS),
    tools,
    files: files.length,
    since,
    updatedAt,
  };
}

/**
 * The sessions as a reader may see them; undefined if all have ended, or if the reader may see nothing.
 * @param limit The most sessions that are listed.
 */
export function viewOf(
  records: Iterable<SessionRecord>,
  reader: Reader,
  now: number,
  limit = MAX_SHOWN_SESSIONS,
): AgentSessions | undefined {
  const living = [...records].filter((record) => stateOf(record, now).state !== 'ended');
  if (living.length === 0 || reader === 'nothing') return undefined;
  const audience = reader === 'owner' ? 'all' : reader;
  const counts = countSessions(living.map((record) => stateOf(record, now).state));
  if (reader === 'counts') return { audience, counts, sessions: [], more: living.length };
  const shown = living.map((record) => shownSession(record, reader, now)).sort(bySessionQueue);
  const sessions = shown.slice(0, limit);
  return { audience, counts, sessions, more: shown.length - sessions.length };
}
