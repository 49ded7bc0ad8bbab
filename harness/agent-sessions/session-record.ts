import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../data/core/time.ts';
import type { AgentSession, SessionState } from '../../data/readings/schemas/agent-sessions.ts';
import { type SessionReport, overStates } from './session-report.ts';

/**
 * After this time without a report, a session that worked is `silent`: no program reports that it was killed or
 * interrupted. The longest tool call of Claude Code without a report takes ten minutes.
 */
export const SILENT_AFTER_MS = 11 * MINUTE_MS;
/** After this time without a report a session has ended, unless it waits for its owner. */
const GONE_AFTER_MS = 12 * HOUR_MS;
/**
 * A report that is older than the last one by more than this is not late: the clock of its sender was set
 * back.
 */
const MAX_OVERTAKEN_MS = 5_000;
/** A report of a sub-agent that has ended may be this late. */
const MAX_LATE_MS = 60_000;
const MAX_AGENTS = 64;
/** Ended sub-agents that are remembered, because reports of them may arrive late. */
const MAX_GONE = 64;
const MAX_FILES = 500;
/** Only the number of files is shown, so a digest tells them apart. */
const FILE_DIGITS = 10;

/** The main agent of a session, or a sub-agent. */
interface Actor {
  /** Empty for the main agent. */
  readonly id: string;
  readonly name: string;
  readonly state: Exclude<SessionState, 'silent' | 'ended'>;
  readonly needs?: AgentSession['needs'];
  readonly call?: string;
  readonly step?: string;
  readonly tool?: string;
  readonly target?: string;
  readonly since: number;
  /** By the clock of the sender. */
  readonly at?: number;
  readonly updatedAt: number;
}

/** A session as the home keeps it. Times in milliseconds since the epoch, by the clock of the home. */
export interface SessionRecord {
  /** See `recordId`. */
  readonly id: string;
  readonly harness: string;
  readonly alias?: string;
  readonly folder?: string;
  readonly branch?: string;
  readonly repository?: string;
  readonly task?: string;
  readonly main: Actor;
  readonly agents: readonly Actor[];
  readonly gone?: readonly { readonly id: string; readonly at: number }[];
  readonly ended: boolean;
  /** The name of the key that sent the first report; empty for the token of the home. */
  readonly sender?: string;
  /** What tells sessions of the same label apart: see `numbersOf`. */
  readonly numbers?: Readonly<Record<'states' | 'all', { readonly label: string; readonly number: number }>>;
  readonly tools: number;
  /** Digests of the files on which it worked. */
  readonly files: readonly string[];
  readonly began: number;
  /** When its state began. */
  readonly since: number;
  readonly updatedAt: number;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Two programs may give their sessions the same id. */
export const recordId = ({ session }: Pick<SessionReport, 'session'>): string =>
  `${session.harness}/${session.id}`;

/** What `recordId` was made of. The name of a program may have a slash, the id of a session has none. */
export function sessionOf(id: string): Pick<SessionReport['session'], 'id' | 'harness'> {
  const slash = id.lastIndexOf('/');
  return { harness: id.slice(0, slash), id: id.slice(slash + 1) };
}

/** A pseudonym of a session: pages get this one, because programs report with the id. */
export const sessionKey = (id: string): string => digest(id).slice(0, 16);

const isBusy = ({ state }: Pick<Actor, 'state'>): boolean => state === 'thinking' || state === 'working';

/** What the owner should know of a session first. */
export function stateOf(record: SessionRecord, now: number): Pick<AgentSession, 'state' | 'needs'> {
  const { main, agents, ended, updatedAt } = record;
  const waiting = longestWaiting(record);
  if (ended) return { state: 'ended' };
  if (waiting) return { state: 'waiting', ...(waiting.needs && { needs: waiting.needs }) };
  if (now - updatedAt > GONE_AFTER_MS) return { state: 'ended' };
  if (main.state === 'failed') return { state: 'failed' };
  if (!isBusy(main) && !agents.some(isBusy)) return { state: 'done' };
  // A report from the future came while the clock was ahead, so it is old.
  if (Math.abs(now - updatedAt) > SILENT_AFTER_MS) return { state: 'silent' };
  return { state: isBusy(main) ? main.state : 'working' };
}

const longestWaiting = ({ main, agents }: Pick<SessionRecord, 'main' | 'agents'>): Actor | undefined =>
  [main, ...agents]
    .filter(({ state }) => state === 'waiting')
    .reduce<Actor | undefined>((first, one) => (first && first.since <= one.since ? first : one), undefined);

/**
 * Whether two states count as one for the age of the state: `thinking` and `working` alternate every few
 * seconds.
 */
const isSameState = (one: SessionState, other: SessionState): boolean => {
  const group = (state: SessionState): SessionState => (state === 'thinking' ? 'working' : state);
  return group(one) === group(other);
};

/** Whether a report says that a sub-agent has ended. */
const endsAgent = ({ agent, state }: SessionReport): boolean => Boolean(agent) && overStates.has(state);

/**
 * Whether a report came after one that its sender sent later. The end of a sub-agent never does: without it, the
 * sub-agent would stay until the end of the turn.
 */
const isOvertaken = ({ at: last }: Actor, report: SessionReport): boolean =>
  report.at != null &&
  last !== undefined &&
  report.at < last &&
  last - report.at < MAX_OVERTAKEN_MS &&
  !endsAgent(report);

/**
 * Whether the permission for another call is still open. It is not if a sub-agent begins another call: no event
 * says that the permission was refused, and the main agent's turn may end much later.
 */
const isOtherCall = ({ state, call: waiting }: Actor, { agent, state: next, call }: SessionReport): boolean =>
  state === 'waiting' &&
  waiting !== undefined &&
  call != null &&
  call !== waiting &&
  !(agent && next === 'working');

function nextActor(before: Actor | undefined, report: SessionReport, now: number): Actor {
  const { agent, step, tool, target, needs, call, at } = report;
  const name = agent?.name || before?.name || (agent ? 'sub-agent' : '');
  if (before && (isOvertaken(before, report) || isOtherCall(before, report)))
    return { ...before, name, updatedAt: now };
  const state = report.state === 'idle' || report.state === 'ended' ? 'done' : report.state;
  // Another call that waits is another wait.
  const isSame =
    before &&
    isSameState(before.state, state) &&
    (state !== 'waiting' || before.call === (call ?? undefined));
  return {
    id: agent?.id ?? '',
    name,
    state,
    ...(state === 'waiting' && needs && { needs }),
    ...(state === 'waiting' && call != null && { call }),
    ...(step && { step }),
    ...(tool && { tool }),
    ...(target && { target: target.name }),
    since: isSame ? before.since : now,
    ...(at != null && { at }),
    updatedAt: now,
  };
}

/** Whether a late report of a sub-agent arrives after the report of its end. */
const hasGone = (record: SessionRecord | undefined, { agent, at }: SessionReport): boolean =>
  at != null &&
  (record?.gone ?? []).some((one) => one.id === agent?.id && at <= one.at && one.at - at < MAX_LATE_MS);

/** Whether a report of the main agent ends its turn, and with it the sub-agents. */
const endsTurn = ({ agent, state }: SessionReport): boolean => !agent && overStates.has(state);

/** The sub-agents that ended last, with the times of their senders. */
function nextGone(record: SessionRecord | undefined, report: SessionReport): SessionRecord['gone'] {
  const before = record?.gone ?? [];
  const { agent, at } = report;
  if (at == null) return before;
  const agents = record?.agents ?? [];
  const ended = agent && endsAgent(report) ? [agent.id] : endsTurn(report) ? agents.map(({ id }) => id) : [];
  // A later report may have arrived before the report of the end.
  const last = (id: string): number => agents.find((one) => one.id === id)?.at ?? at;
  return [...before, ...ended.map((id) => ({ id, at: Math.max(at, last(id)) }))].slice(-MAX_GONE);
}

/**
 * The sub-agents after a report. A sub-agent that is done is removed; all are removed when the main agent's
 * turn ends.
 */
function nextAgents(record: SessionRecord | undefined, report: SessionReport, now: number): readonly Actor[] {
  const before = record?.agents ?? [];
  const { agent } = report;
  if (!agent) return endsTurn(report) ? [] : before;
  if (hasGone(record, report)) return before;
  const known = before.find(({ id }) => id === agent.id);
  const others = before.filter((one) => one !== known);
  const next = nextActor(known, report, now);
  if (next.state === 'done' || next.state === 'failed') return others;
  // In the order in which they began, so that none changes its place.
  if (known) return before.map((one) => (one === known ? next : one));
  return others.length < MAX_AGENTS ? [...others, next] : others;
}

/** The main agent of a session of which only a sub-agent has reported. */
const fresh = (now: number): Actor => ({ id: '', name: '', state: 'done', since: now, updatedAt: now });

/** The record of a session after a report. */
export function nextRecord(
  before: SessionRecord | undefined,
  report: SessionReport,
  now: number,
): SessionRecord {
  const { session, agent, state, tool, target } = report;
  const { harness } = session;
  const id = recordId(report);
  if (before && !agent && isOvertaken(before.main, report)) return { ...before, updatedAt: now };
  const main = agent ? (before?.main ?? fresh(now)) : nextActor(before?.main, report, now);
  const agents = nextAgents(before, report, now);
  const gone = nextGone(before, report) ?? [];
  // After the end, only a report of the main agent can continue the session.
  const ended = agent ? (before?.ended ?? false) : state === 'ended';
  const known = <Name extends 'folder' | 'branch' | 'repository'>(name: Name): Partial<SessionRecord> => {
    const value = session[name] === undefined ? before?.[name] : session[name];
    return value ? { [name]: value } : {};
  };
  const alias = session.name === undefined ? before?.alias : session.name;
  const task = report.task === undefined ? before?.task : report.task;
  const files = before?.files ?? [];
  const file = target?.kind === 'file' ? digest(target.name).slice(0, FILE_DIGITS) : undefined;
  const isNewFile = file !== undefined && !files.includes(file) && files.length < MAX_FILES;
  const record: SessionRecord = {
    id,
    harness,
    ...(alias && { alias }),
    ...known('folder'),
    ...known('branch'),
    ...known('repository'),
    ...(task && { task }),
    main,
    agents,
    ...(gone.length > 0 && { gone }),
    ended,
    ...(before?.numbers && stateOf(before, now).state !== 'ended' && { numbers: before.numbers }),
    tools: (before?.tools ?? 0) + (state === 'working' && tool ? 1 : 0),
    files: isNewFile ? [...files, file] : files,
    began: before?.began ?? now,
    since: now,
    updatedAt: now,
  };
  const waiting = longestWaiting(record);
  if (waiting && !ended) return { ...record, since: waiting.since };
  const isSame = before && isSameState(stateOf(before, before.updatedAt).state, stateOf(record, now).state);
  return isSame ? { ...record, since: before.since } : record;
}

/** What a session does now: of the agent that waits, or of the main agent. */
export const presentActor = (record: SessionRecord): Actor => longestWaiting(record) ?? record.main;
