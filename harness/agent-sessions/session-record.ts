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
/**
 * The length of a file's digest. Only the number of files is shown, so a digest is enough to tell them apart.
 */
const FILE_DIGITS = 10;

/** The main agent of a session, or a sub-agent. */
export interface Actor {
  /** Empty for the main agent. */
  readonly id: string;
  readonly name: string;
  readonly state: Exclude<SessionState, 'silent' | 'ended'>;
  readonly needs?: AgentSession['needs'];
  readonly call?: string;
  /** Whether it waits only because of an ask: its program has not reported that it waits. */
  readonly ofAsk?: true;
  readonly step?: string;
  readonly tool?: string;
  readonly target?: string;
  readonly since: number;
  /** When the newest report was made, by the clock of the sender. */
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
  /** Digests of the files on which the session worked. */
  readonly files: readonly string[];
  readonly began: number;
  /** Whether its program was only opened: since then, all that it has reported is that it is done. */
  readonly isFresh?: true;
  /** When its state began. */
  readonly since: number;
  readonly updatedAt: number;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the id of a record. It contains the name of the program, because two programs may give their
 * sessions the same id.
 */
export const recordId = ({ session }: Pick<SessionReport, 'session'>): string =>
  `${session.harness}/${session.id}`;

/**
 * Returns the parts of an id that `recordId` made. The name of a program may contain a slash; the id of a
 * session contains none.
 */
export function sessionOf(id: string): Pick<SessionReport['session'], 'id' | 'harness'> {
  const slash = id.lastIndexOf('/');
  return { harness: id.slice(0, slash), id: id.slice(slash + 1) };
}

/**
 * Returns a pseudonym of a session. Pages get the pseudonym and not the id, because programs report with the
 * id.
 */
export const sessionKey = (id: string): string => digest(id).slice(0, 16);

const isBusy = ({ state }: Pick<Actor, 'state'>): boolean => state === 'thinking' || state === 'working';

/**
 * The state of a session. If its agents are in different states: the state that the owner should know first.
 */
export function stateOf(record: SessionRecord, now: number): Pick<AgentSession, 'state' | 'needs'> {
  const { main, agents, ended, updatedAt } = record;
  const waiting = longestWaiting(record);
  if (ended) return { state: 'ended' };
  if (waiting) return { state: 'waiting', ...(waiting.needs && { needs: waiting.needs }) };
  if (now - updatedAt > GONE_AFTER_MS) return { state: 'ended' };
  if (main.state === 'failed') return { state: 'failed' };
  if (!isBusy(main) && !agents.some(isBusy)) return { state: 'done' };
  // If `updatedAt` is in the future, the clock was ahead when the report came, so the report is old.
  if (Math.abs(now - updatedAt) > SILENT_AFTER_MS) return { state: 'silent' };
  return { state: isBusy(main) ? main.state : 'working' };
}

const longestWaiting = ({ main, agents }: Pick<SessionRecord, 'main' | 'agents'>): Actor | undefined =>
  [main, ...agents]
    .filter(({ state }) => state === 'waiting')
    .reduce<Actor | undefined>((first, one) => (first && first.since <= one.since ? first : one), undefined);

/**
 * Whether two states count as one state, with one age: `thinking` and `working` alternate every few seconds.
 */
const isSameState = (one: SessionState, other: SessionState): boolean => {
  const group = (state: SessionState): SessionState => (state === 'thinking' ? 'working' : state);
  return group(one) === group(other);
};

/** Whether a report says that a sub-agent has ended. */
const endsAgent = ({ agent, state }: SessionReport): boolean => Boolean(agent) && overStates.has(state);

/**
 * Whether a report arrived after a report that its sender sent later. The end of a sub-agent never counts as
 * overtaken: without this report, the sub-agent would stay until the end of the turn.
 */
const isOvertaken = ({ at: last }: Actor, report: SessionReport): boolean =>
  report.at != null &&
  last !== undefined &&
  report.at < last &&
  last - report.at < MAX_OVERTAKEN_MS &&
  !endsAgent(report);

/**
 * Whether the agent still waits for the permission of one call, and the report is about another call. A
 * sub-agent that begins another call no longer waits: no event says that the permission was refused, and the
 * main agent's turn may end much later. A program that says that it waits knows more than an ask.
 */
const isOtherCall = (
  { state, call: waiting, ofAsk }: Actor,
  { agent, state: next, call, ofAsk: isOfAsk }: SessionReport,
): boolean =>
  state === 'waiting' &&
  waiting !== undefined &&
  call != null &&
  call !== waiting &&
  !(agent && next === 'working') &&
  !(ofAsk && !isOfAsk && next === 'waiting');

function nextActor(before: Actor | undefined, report: SessionReport, now: number): Actor {
  const { agent, step, tool, target, needs, call, at, ofAsk } = report;
  const name = agent?.name || before?.name || (agent ? 'sub-agent' : '');
  if (before && (isOvertaken(before, report) || isOtherCall(before, report)))
    return { ...before, name, updatedAt: now };
  const state = report.state === 'idle' || report.state === 'ended' ? 'done' : report.state;
  // If a different call waits than before, a new wait has begun.
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
    ...(state === 'waiting' && ofAsk && (before?.state !== 'waiting' || before.ofAsk) && { ofAsk }),
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

/** The sub-agents that ended last, with their times by the clock of the sender. */
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
  // The sub-agents stay in the order in which they began, so that none changes its place.
  if (known) return before.map((one) => (one === known ? next : one));
  return others.length < MAX_AGENTS ? [...others, next] : others;
}

/** Whether the agent of a report waits, and only because of an ask. */
export const waitsOfAsk = ({ main, agents, ended }: SessionRecord, { agent }: SessionReport): boolean =>
  !ended && (agent ? agents.find(({ id }) => id === agent.id) : main)?.ofAsk === true;

/** A stored record without the waits that only an ask has reported: the asks ended with the process. */
export function withoutAsks(record: SessionRecord): SessionRecord {
  const goOn = (actor: Actor): Actor => {
    const { ofAsk, needs: _needs, call: _call, ...rest } = actor;
    return ofAsk ? { ...rest, state: 'thinking' } : actor;
  };
  return { ...record, main: goOn(record.main), agents: record.agents.map(goOn) };
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
  const living = before && stateOf(before, now).state !== 'ended' ? before : undefined;
  const isFresh = main.state === 'done' && agents.length === 0 && (!living || living.isFresh === true);
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
    ...(living?.numbers && { numbers: living.numbers }),
    tools: (before?.tools ?? 0) + (state === 'working' && tool ? 1 : 0),
    files: isNewFile ? [...files, file] : files,
    began: before?.began ?? now,
    ...(isFresh && !ended && { isFresh }),
    since: now,
    updatedAt: now,
  };
  const waiting = longestWaiting(record);
  if (waiting && !ended) return { ...record, since: waiting.since };
  const isSame = before && isSameState(stateOf(before, before.updatedAt).state, stateOf(record, now).state);
  return isSame ? { ...record, since: before.since } : record;
}

/**
 * The agent whose activity is shown for a session: the one that has waited the longest, else the main agent.
 */
export const presentActor = (record: SessionRecord): Actor => longestWaiting(record) ?? record.main;
