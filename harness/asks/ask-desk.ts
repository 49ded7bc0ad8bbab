import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import { type Ask, type Decision, MAX_DETAIL_CHARACTERS, type asksAnswer } from '../../data/asks/ask.ts';
import { endText } from '../../data/asks/ask-words.ts';
import { cutText, errorMessage } from '../../data/core/text.ts';
import { type DayAsk, MAX_END } from '../../data/day/agent-day.ts';
import type { SessionReport } from '../agent-sessions/session-report.ts';
import { recordId, sessionKey } from '../agent-sessions/session-record.ts';
import { sameToken } from '../core/secret.ts';
import { newSecret } from '../core/secret.ts';
import { type AskLog, openAsksOf } from './ask-log.ts';
import type { Asked } from './asked.ts';
import { type OwnerAnswer, decisionOf } from './decision.ts';
import { beginningOf } from './detail.ts';
import type { AgentAnswer, OpenAsk } from './open-ask.ts';
import { endsWait, waitOf } from './session-wait.ts';

/** Asks that are open at once: of one key, and of all. */
export const MAX_OPEN_OF_KEY = 24;
const MAX_OPEN = 100;
/**
 * The maximum number of characters of the commands, diffs and plans in open asks: of one key, and of all.
 * There is a limit because the owner's pages get all of these texts with each change. The first ask of a key
 * is always accepted, however much other keys ask.
 */
const MAX_OPEN_TEXT_OF_KEY = 2 * MAX_DETAIL_CHARACTERS;
const MAX_OPEN_TEXT = 4 * MAX_OPEN_TEXT_OF_KEY;
/**
 * How many characters of the command of an ended ask are kept: the owner recognises it, and the pages get all
 * ended asks with each change.
 */
const MAX_ENDED_COMMAND = 120;
/** How many ended asks are still shown: decided asks, and others. */
const MAX_DECIDED = 30;
const MAX_UNDECIDED = 20;
/**
 * The shown deadline is corrected if the system clock has moved by more than this, compared with `uptime`.
 */
const MAX_DRIFT_MS = 1_000;
/** The maximum time between the revocation of a key and the end of its open asks. */
const REVOKED_CHECK_MS = 1_000;

/**
 * Shown in place of a machine's name if an ask came with the home's token: several agents may have the token.
 */
const TOKEN_HOLDER = 'the home’s token';

/** Who asks. */
export interface Asker {
  /** The name of the asker's key, to which the limits apply; empty for the token of the home. */
  readonly sender: string;
  /** The name and the program of an agent that asks without a session. */
  readonly name: string;
}

type End = Exclude<Ask['state'], 'open'>;

/** What the code that opens an ask for an agent gets: the answer to wait for, and `leave` to withdraw. */
export interface Opened {
  readonly id: string;
  /** Resolves at the end of the ask. */
  readonly answer: Promise<AgentAnswer>;
  /** Call it when the agent has gone. Nothing happens if the ask has ended. */
  leave(): void;
}

export type Answered =
  | { readonly outcome: 'decided' | 'ended'; readonly ask: Ask }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'wrong-nonce' }
  | { readonly outcome: 'refused'; readonly message: string };

interface DeskOptions {
  readonly log?: AskLog | undefined;
  /** Stores an ask for the day in which it was made: when it opens, and again when it has ended. May throw. */
  readonly keep?: (id: string, ask: DayAsk) => void;
  /** Reports the state of a session to the home, unless the session belongs to another key. */
  readonly report: (report: SessionReport, sender: string) => unknown;
  /** The same, if the agent waits only because of an ask. */
  readonly endWait: (report: SessionReport, sender: string) => unknown;
  /**
   * The name of a session for its owner, by the id of its record; undefined if the session belongs to another
   * key.
   */
  readonly nameOf: (record: string, sender: string) => string | undefined;
  /** Whether a sender may ask now: its key may have been revoked since it asked. */
  readonly mayAsk: (sender: string) => boolean;
  readonly now: () => number;
  /** The milliseconds that this process has run. Setting the system clock does not change them. */
  readonly uptime?: () => number;
  readonly warn: (line: string) => void;
}

/**
 * The asks of coding agents to their owner. Each ask ends exactly once, and the home itself decides none. If
 * the owner does not answer, the ask ends without a decision, and the agent's own program asks.
 */
export class AskDesk {
  readonly #options: DeskOptions;
  readonly #uptime: () => number;
  readonly #open = new Map<string, OpenAsk>();
  /** The oldest first. */
  readonly #ended = new Map<string, Ask>();
  readonly #listeners = new Set<() => void>();
  readonly #checking: NodeJS.Timeout;
  #isLost = false;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#uptime = options.uptime ?? (() => performance.now());
    this.#keep(() => this.#restore());
    this.#checking = setInterval(() => this.#endRevoked(), REVOKED_CHECK_MS);
    this.#checking.unref();
  }

  /** Opens an ask; undefined if the agent, or all agents together, have too many open ones. */
  ask(asker: Asker, asked: Asked): Opened | undefined {
    if (!this.#hasRoom(asker.sender, charactersOf(asked))) return undefined;
    const id = randomBytes(16).toString('base64url');
    const now = this.#options.now();
    let resolve: (answer: AgentAnswer) => void = () => undefined;
    const answer = new Promise<AgentAnswer>((done) => (resolve = done));
    const milliseconds = asked.seconds * 1000;
    // Timers and `uptime` do not depend on the system clock, so setting the clock moves no deadline.
    const timer = setTimeout(() => this.#end(id, 'undecided'), milliseconds);
    timer.unref();
    const began = this.#uptime();
    const wait = waitOf(asked);
    // The report comes before the ask is shown, so that the home knows the session and its name.
    if (wait) this.#options.report(wait, asker.sender);
    const ask = this.#shown(id, asker, asked, now);
    const endsAt = began + milliseconds;
    this.#open.set(id, {
      ask,
      asker: asker.sender,
      wait,
      terminal: asked.terminal,
      began,
      endsAt,
      timer,
      resolve,
    });
    this.#keep(() => {
      this.#options.log?.asked(ask, now);
      this.#options.keep?.(id, dayAskOf(ask));
    });
    this.#changed();
    return { id, answer, leave: () => this.#end(id, 'gone') };
  }

  /** Takes an answer that the owner gave in a browser. Only the first answer counts. */
  answer(id: string, body: OwnerAnswer, by: string): Answered {
    const ended = this.#ended.get(id);
    if (ended) return { outcome: 'ended', ask: ended };
    const open = this.#open.get(id);
    if (!open) return { outcome: 'unknown' };
    if (!sameToken(body.nonce, open.ask.nonce)) return { outcome: 'wrong-nonce' };
    if (!this.#options.mayAsk(open.asker)) return { outcome: 'ended', ask: this.#close(open, 'gone') };
    const decision = decisionOf(open.ask, body, { by, at: this.#options.now() });
    if (typeof decision === 'string') return { outcome: 'refused', message: decision };
    return { outcome: 'decided', ask: this.#close(open, 'decided', decision) };
  }

  /**
   * Call it with each report of a session: the report may show that the owner answered in the agent's own
   * terminal. A report from another key ends no ask.
   */
  heard(report: SessionReport, sender: string): void {
    const ofSession = [...this.#open.values()].filter(
      ({ wait, asker }) => wait && asker === sender && recordId(wait) === recordId(report),
    );
    const over = ofSession.filter((open) => endsWait(report, open, ofSession));
    // All are removed first: the session waits for none of them any more.
    for (const { ask } of over) this.#open.delete(ask.id);
    for (const open of over) this.#close(open, 'elsewhere');
  }

  /** What the owner’s pages show: open asks first, and the oldest first. */
  list(): v.InferOutput<typeof asksAnswer> {
    const now = this.#options.now();
    return {
      asks: [...[...this.#open.values()].map((open) => this.#timed(open, now)), ...this.#ended.values()],
      now,
    };
  }

  /** Calls a function after each change. Returns a function that ends the calls. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all open asks: the home stops. */
  close(): void {
    clearInterval(this.#checking);
    for (const id of this.#open.keys()) this.#end(id, 'gone');
  }

  #hasRoom(sender: string, characters: number): boolean {
    const all = [...this.#open.values()];
    const own = all.filter(({ asker }) => asker === sender);
    const sumOf = (asks: readonly OpenAsk[]): number =>
      asks.reduce((sum, { ask }) => sum + charactersOf(ask), characters);
    return (
      own.length < MAX_OPEN_OF_KEY &&
      all.length < MAX_OPEN &&
      (own.length === 0 || (sumOf(own) <= MAX_OPEN_TEXT_OF_KEY && sumOf(all) <= MAX_OPEN_TEXT))
    );
  }

  #shown(id: string, asker: Asker, asked: Asked, now: number): Ask {
    const { kind, title, note, command, diff, plan, options, several, mayWrite, rules, session } = asked;
    const record = session && recordId({ session });
    const known = record && this.#options.nameOf(record, asker.sender);
    // Dots in the name are replaced, because the card puts a dot between harness and machine.
    const harness = session?.harness.replaceAll('·', ' ') ?? asker.name.slice(0, 40);
    return {
      id,
      nonce: newSecret(),
      kind,
      state: 'open',
      session: record && known ? sessionKey(record) : '',
      // A name that only the asker gives is not used: it could be the name of another key's session.
      name: known || harness,
      harness,
      machine: asker.sender || TOKEN_HOLDER,
      title,
      note,
      ...(command && { command }),
      ...(diff && { diff }),
      ...(plan && { plan }),
      folder: asked.folder || session?.folder || '',
      options,
      several,
      mayWrite,
      rules,
      askedAt: now,
      deadline: now + asked.seconds * 1000,
    };
  }

  /** An open ask with the deadline by the present clock. */
  #timed({ ask, endsAt }: OpenAsk, now: number): Ask {
    const deadline = Math.max(0, Math.round(now + endsAt - this.#uptime()));
    return Math.abs(deadline - ask.deadline) > MAX_DRIFT_MS ? { ...ask, deadline } : ask;
  }

  /** Ends the asks of keys that were revoked, here or by a command. */
  #endRevoked(): void {
    for (const { ask, asker } of this.#open.values())
      if (!this.#options.mayAsk(asker)) this.#end(ask.id, 'gone');
  }

  /** Ends an ask without a decision, unless it has ended. */
  #end(id: string, state: End): void {
    const open = this.#open.get(id);
    if (open) this.#close(open, state);
  }

  /** Ends an ask. It is removed before anyone is told, so that it cannot end twice. */
  #close(open: OpenAsk, state: End, decision?: Decision): Ask {
    this.#open.delete(open.ask.id);
    clearTimeout(open.timer);
    const now = this.#options.now();
    const ask: Ask = { ...this.#timed(open, now), state, ...(decision && { decision }) };
    this.#keep(() => {
      if (decision) this.#options.log?.decided(ask, now);
      else this.#options.log?.ended(ask, now);
      this.#options.keep?.(ask.id, dayAskOf(ask, now));
    });
    const shown = this.#remember(ask);
    const { choice, chosen, text } = decision ?? {};
    open.resolve({ state, ...(choice && { decision: { choice, chosen: chosen ?? [], text: text ?? '' } }) });
    this.#goOn(open, state);
    this.#changed();
    return shown;
  }

  /**
   * Reports what the session does after an ask: it works again, waits for another open ask of the same agent,
   * or waits in its terminal. After another ask without a decision, the session may still wait there: then its
   * program has reported so.
   */
  #goOn({ wait, terminal, began, asker }: OpenAsk, state: End): void {
    if (!wait) return;
    const { report, endWait } = this.#options;
    const next = [...this.#open.values()].find(
      (one) => one.wait && recordId(one.wait) === recordId(wait) && one.wait.agent?.id === wait.agent?.id,
    )?.wait;
    const { session, agent, call } = wait;
    const at = wait.at == null ? undefined : Math.round(wait.at + this.#uptime() - began);
    if (state === 'undecided' && terminal) {
      report({ ...wait, at, ofAsk: false }, asker);
      return;
    }
    const isSameCall = next?.call === call;
    // A session that waits for one call takes no report of another, so the end of the call comes first. The
    // report that ended an ask elsewhere has already said it.
    if (state !== 'elsewhere' && !(next && isSameCall))
      (state === 'decided' ? report : endWait)(
        { state: 'thinking', session, agent, call, at, ofAsk: true },
        asker,
      );
    if (next) report({ ...next, at }, asker);
  }

  /**
   * Keeps an ended ask, but of its command, diff and plan only the beginning of the command. If there are too
   * many asks, the key with the most asks loses its oldest ask.
   */
  #remember({ command, diff: _diff, plan: _plan, ...rest }: Ask): Ask {
    const ask: Ask = { ...rest, ...(command && { command: beginningOf(command, MAX_ENDED_COMMAND) }) };
    this.#ended.set(ask.id, ask);
    const isDecided = ask.state === 'decided';
    const alike = [...this.#ended.values()].filter(({ state }) => (state === 'decided') === isDecided);
    if (alike.length <= (isDecided ? MAX_DECIDED : MAX_UNDECIDED)) return ask;
    const countOf = (key: string): number => alike.filter(({ machine }) => machine === key).length;
    const most = Math.max(...alike.map(({ machine }) => countOf(machine)));
    const oldest = alike.find(({ machine }) => countOf(machine) === most);
    if (oldest) this.#ended.delete(oldest.id);
    return ask;
  }

  /** Reads the log. The asks that were open when the last process ended get the end `gone`. */
  #restore(): void {
    const { log, now } = this.#options;
    if (!log) return;
    const lines = log.read();
    for (const { ask } of openAsksOf(lines)) {
      log.ended({ id: ask.id, state: 'gone' }, now());
      lines.push({ event: 'ended', at: now(), id: ask.id, state: 'gone' });
    }
    const asks = new Map(
      lines.flatMap((one) => (one.event === 'asked' ? [[one.ask.id, one.ask] as const] : [])),
    );
    for (const { id, state, decision } of lines.filter((one) => one.event === 'ended')) {
      const ask = asks.get(id);
      const nonce = newSecret();
      if (ask) this.#remember({ ...ask, nonce, state, ...(decision && { decision }) });
    }
  }

  /**
   * Reads or writes the log. A failure causes only a warning: an agent that waits must not depend on the
   * disk.
   */
  #keep(write: () => void): void {
    try {
      write();
      this.#isLost = false;
    } catch (error) {
      if (!this.#isLost) this.#options.warn(`the log of asks could not be written: ${errorMessage(error)}`);
      this.#isLost = true;
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** An ask as its day has it: without what the owner could choose, and of a long text the beginning. */
const dayAskOf = (ask: Ask, endedAt?: number): DayAsk => ({
  kind: ask.kind,
  session: ask.session,
  name: ask.name,
  title: ask.title,
  note: ask.note,
  command: ask.command ? beginningOf(ask.command, MAX_ENDED_COMMAND).text : '',
  state: ask.state,
  end: cutText(endText(ask), MAX_END),
  askedAt: ask.askedAt,
  ...(endedAt !== undefined && { endedAt }),
});

const charactersOf = ({ command, diff, plan }: Pick<Asked, 'command' | 'diff' | 'plan'>): number =>
  [command, diff, plan].reduce((sum, detail) => sum + (detail?.text.length ?? 0), 0);
