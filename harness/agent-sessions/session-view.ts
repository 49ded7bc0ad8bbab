import {
  type AgentSession,
  type AgentSessions,
  MAX_SHOWN_AGENTS,
  MAX_SHOWN_SESSIONS,
  type SessionAudience,
  bySessionQueue,
  countSessions,
} from '../../data/readings/schemas/agent-sessions.ts';
import { type SessionRecord, SILENT_AFTER_MS, presentActor, sessionKey, stateOf } from './session-record.ts';

/** What a reader may see: the choice of `config.json` for visitors, everything for the owner. */
export type Reader = SessionAudience | 'owner';

/**
 * The name of a session without its number. Visitors read the folder and the branch only where the owner shows
 * them all: they may name a customer.
 */
function labelOf({ alias, harness, folder, branch }: SessionRecord, reader: Reader): string {
  if (alias !== undefined) return alias;
  if (reader === 'states' || folder === undefined) return harness;
  return branch === undefined ? folder : `${folder} · ${branch}`;
}

/** The names by session: where several are alike, the ones that began later have a number. */
export class SessionNames {
  /** For each reader's kind of label: the number of each session. A number stays until its session has ended. */
  readonly #numbers = new Map<string, Map<string, { label: string; number: number }>>();

  name(record: SessionRecord, reader: Reader): string {
    const label = labelOf(record, reader);
    const kind = reader === 'states' ? 'states' : 'all';
    const known = this.#numbers.get(kind) ?? new Map<string, { label: string; number: number }>();
    this.#numbers.set(kind, known);
    let own = known.get(record.id);
    if (own?.label !== label) {
      const taken = new Set(
        [...known.values()].filter((one) => one.label === label).map(({ number }) => number),
      );
      let number = 1;
      while (taken.has(number)) number++;
      own = { label, number };
      known.set(record.id, own);
    }
    return own.number === 1 ? label : `${label} ${own.number}`;
  }

  /** A session has ended: another one may have its number. */
  forget(id: string): void {
    for (const known of this.#numbers.values()) known.delete(id);
  }
}

/** Each field that leaves the home is named here. */
function shownSession(record: SessionRecord, name: string, reader: Reader, now: number): AgentSession {
  const { harness, agents, tools, files, since, updatedAt, task, folder, branch, repository } = record;
  const { step, tool, target } = presentActor(record);
  const seesAll = reader === 'all' || reader === 'owner';
  return {
    key: sessionKey(record.id),
    name,
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

/** The sessions as a reader may see them; undefined without a session that has not ended. */
export function viewOf(
  records: Iterable<SessionRecord>,
  names: SessionNames,
  reader: Reader,
  now: number,
): AgentSessions | undefined {
  const living = [...records].filter((record) => stateOf(record, now).state !== 'ended');
  if (living.length === 0 || reader === 'nothing') return undefined;
  const audience = reader === 'owner' ? 'all' : reader;
  const counts = countSessions(living.map((record) => stateOf(record, now).state));
  if (reader === 'counts') return { audience, counts, sessions: [], more: living.length };
  const shown = living
    .map((record) => shownSession(record, names.name(record, reader), reader, now))
    .sort(bySessionQueue);
  const sessions = shown.slice(0, MAX_SHOWN_SESSIONS);
  return { audience, counts, sessions, more: shown.length - sessions.length };
}
