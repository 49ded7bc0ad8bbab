import type * as v from 'valibot';
import {
  type ChangesAnswer,
  KEPT_MINUTES,
  MAX_SENT_CHARACTERS,
  type SentChanges,
  TELL_AGAIN_MS,
  type changesAnswer,
} from '../../data/changes/changes.ts';
import { cleanLine, cutText } from '../../data/core/text.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import type { AgentSession } from '../../data/readings/schemas/agent-sessions.ts';
import { recordId } from '../agent-sessions/session-record.ts';
import type { SessionReport } from '../agent-sessions/session-report.ts';
import { withMarks } from '../asks/detail.ts';
import { withoutKeys } from '../asks/mask.ts';

/** The programs whose hooks can send what they have changed. */
const CAN_SEND: ReadonlySet<string> = new Set([
  'Claude Code',
  'Codex',
  'Gemini CLI',
  'Copilot CLI',
  'OpenCode',
]);

/** What the desk reads of a report. */
type Heard = Pick<SessionReport, 'session' | 'agent'> & Partial<Pick<SessionReport, 'state'>>;

interface DeskOptions {
  /** What the owner sees of every session that has not ended. */
  readonly sessions: () => readonly AgentSession[];
  /** The id of a session’s record, by the pseudonym of the session; undefined if it is not known. */
  readonly idOf: (key: string) => string | undefined;
  /** Whether the session of this record may belong to a key. */
  readonly isOf: (id: string, sender: string) => boolean;
  /** Whether the session of this record has ended, or is not known any more. */
  readonly isOver: (id: string) => boolean;
  readonly now: () => number;
}

/** What the owner has asked of one session, and what came of it. */
type Asked = Pick<v.InferOutput<typeof changesAnswer>, 'askedAt' | 'toldAt' | 'taken'>;

/** The beginning of a long text, up to the end of a line. */
const beginningOf = (text: string): string => text.slice(0, text.lastIndexOf('\n', MAX_SENT_CHARACTERS) + 1);

/** What the owner sees: hidden characters have marks and keys are masked, as in asks. */
function shown(sent: SentChanges): SentChanges {
  const line = (text: string, max: number): string => cutText(withoutKeys(withMarks(cleanLine(text))), max);
  if ('problem' in sent) return { problem: line(sent.problem, 400) || 'It cannot be read.' };
  const diff = withoutKeys(withMarks(sent.diff));
  const isLong = diff.length > MAX_SENT_CHARACTERS;
  return {
    diff: isLong ? beginningOf(diff) : diff,
    notShown: sent.notShown.map(({ path, why }) => ({ path: line(path, 400), why: line(why, 200) })),
    more: sent.more,
    isCut: sent.isCut || isLong,
  };
}

/**
 * What live sessions have changed. The owner asks; the answer to the next report of the session tells its program so,
 * and the program sends the diff. It is kept in memory for some minutes, and nowhere else.
 */
export class ChangeDesk {
  readonly #options: DeskOptions;
  /** By the id of the session’s record. */
  readonly #asked = new Map<string, Asked>();
  /** The sessions whose programs send what they have changed. */
  readonly #senders = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.maintain(), MINUTE_MS);
    this.#timer.unref();
  }

  /** Notes that the owner asks. Returns why that leads to nothing, or the state; undefined for an unknown session. */
  ask(key: string): ChangesAnswer | string | undefined {
    const answer = this.read(key);
    const of = this.#options.idOf(key);
    if (!answer || of === undefined) return undefined;
    if (answer.way === 'none') return `${answer.harness} cannot send what it has changed.`;
    if (answer.way === 'hooks')
      return `The hooks of ${answer.harness} have not said that they send what it has changed.`;
    if (answer.askedAt === undefined) this.#asked.set(of, { askedAt: this.#options.now() });
    return this.read(key);
  }

  /** What the owner’s page shows; undefined for an unknown session. */
  read(key: string): ChangesAnswer | undefined {
    const { idOf, sessions, now } = this.#options;
    const of = idOf(key);
    const session = sessions().find((one) => one.key === key);
    if (of === undefined || !session) return undefined;
    const { name, harness, state } = session;
    return { name, harness, state, way: this.#wayOf(of, session), ...this.#asked.get(of), now: now() };
  }

  /**
   * Takes a report of a session, and returns whether its program is to send what it has changed. Only the main agent
   * of a session is asked, and only with the key that reported the session first.
   * @param sends Whether the program says that it sends it.
   */
  heard(report: Heard, sends: boolean, sender: string): boolean {
    const of = recordId(report);
    if (!sends || report.agent || report.state === 'ended' || !this.#options.isOf(of, sender)) return false;
    this.#senders.add(of);
    const asked = this.#asked.get(of);
    const now = this.#options.now();
    if (asked?.askedAt === undefined) return false;
    // A busy home may answer too late for a hook. After the end of a turn, no other report may come for hours.
    const isTold = asked.toldAt !== undefined && now - asked.toldAt < TELL_AGAIN_MS;
    if (isTold && report.state !== 'done') return false;
    this.#asked.set(of, { ...asked, toldAt: now });
    return true;
  }

  /** Takes what a program sends. Returns whether the owner has asked for it. */
  take(report: Heard, changes: SentChanges, sender: string): boolean {
    const of = recordId(report);
    const { isOf, isOver, now } = this.#options;
    if (this.#asked.get(of)?.toldAt === undefined || !isOf(of, sender) || isOver(of)) return false;
    this.#asked.set(of, { taken: { at: now(), changes: shown(changes) } });
    return true;
  }

  /** Call it when a session has ended. */
  ended({ session }: Pick<SessionReport, 'session'>): void {
    const of = recordId({ session });
    this.#asked.delete(of);
    this.#senders.delete(of);
  }

  /** Forgets what is old. Called once a minute. */
  maintain(): void {
    const { isOver, now } = this.#options;
    const oldest = now() - KEPT_MINUTES * MINUTE_MS;
    for (const [of, { askedAt, taken }] of this.#asked)
      if (isOver(of) || (taken?.at ?? askedAt ?? 0) < oldest) this.#asked.delete(of);
    for (const of of this.#senders) if (isOver(of)) this.#senders.delete(of);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#asked.clear();
  }

  #wayOf(of: string, { harness }: Pick<AgentSession, 'harness'>): ChangesAnswer['way'] {
    if (this.#senders.has(of)) return 'reports';
    return CAN_SEND.has(harness) ? 'hooks' : 'none';
  }
}
