import { randomBytes } from 'node:crypto';
import {
  type Letter,
  type LetterBox,
  MAX_ABOUT_CHARACTERS,
  MAX_LETTER_CHARACTERS,
  MAX_QUEUE,
} from '../../data/letters/letter.ts';
import { counted } from '../../data/readings/format.ts';
import { type AgentSession, MAX_SHOWN_SESSIONS } from '../../data/readings/schemas/agent-sessions.ts';
import { cleanLine, cutText, errorMessage } from '../../data/core/text.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import { recordId, sessionKey } from '../agent-sessions/session-record.ts';
import type { SessionReport } from '../agent-sessions/session-report.ts';
import { withMarks } from '../asks/detail.ts';
import type { HandedLetter, LetterPart } from './letter-part.ts';
import type { LetterRecord, LetterStore } from './letter-store.ts';

/** How many letters are kept that are in no queue any more. */
const MAX_KEPT = 100;
/** The maximum number of letters in the queues of all sessions. */
const MAX_WAITING = 200;
/**
 * How many bytes of letters are handed over at once, if there are several. Programs cut what a hook gives them
 * at 10,000 characters or bytes.
 */
const MAX_HANDED_BYTES = 9_000;
/**
 * How many times letters may continue the same turn. Claude Code and Copilot CLI end a turn after eight
 * continuations, whatever the hook says.
 */
const MAX_CONTINUED = 6;
/** The programs whose hooks can take letters. */
const CAN_TAKE: ReadonlySet<string> = new Set([
  'Claude Code',
  'Codex',
  'Gemini CLI',
  'Copilot CLI',
  'OpenCode',
]);

/** What the desk reads of a report. */
type Heard = Pick<SessionReport, 'session' | 'agent' | 'at'> & Partial<Pick<SessionReport, 'state'>>;

export type Written =
  | { readonly outcome: 'written'; readonly letter: Letter }
  | { readonly outcome: 'refused' | 'unknown' | 'lost'; readonly message: string };

export type Withdrawn =
  | { readonly outcome: 'withdrawn' | 'late'; readonly letter: Letter }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'lost'; readonly message: string };

interface DeskOptions {
  readonly store: LetterStore;
  /** What the owner sees of every session that has not ended. */
  readonly sessions: () => readonly AgentSession[];
  /** The id of a session’s record, by the pseudonym of the session; undefined if it is not known. */
  readonly idOf: (key: string) => string | undefined;
  /** Whether the session of this record may belong to a key. */
  readonly isOf: (id: string, sender: string) => boolean;
  /** Whether the session of this record has ended, or is not known any more. */
  readonly isOver: (id: string) => boolean;
  readonly now: () => number;
  readonly warn: (line: string) => void;
}

/** Whether a letter may be handed over: a program that has not confirmed it may not have got it. */
const isInQueue = ({ state }: Pick<LetterRecord, 'state'>): boolean =>
  state === 'waiting' || state === 'handed';

/** @param wakes Whether a letter begins a turn of the session; undefined if its program takes no letters. */
function wayOf({ harness }: Pick<AgentSession, 'harness'>, wakes: boolean | undefined): LetterBox['way'] {
  if (wakes !== undefined) return wakes ? 'wakes' : 'turns';
  return CAN_TAKE.has(harness) ? 'hooks' : 'none';
}

const shownLetter = ({ of: _of, moment: _moment, printedAt: _printedAt, ...letter }: LetterRecord): Letter =>
  letter;

/** What the model reads. */
function textFor({ about, text }: LetterRecord): string {
  const begin = 'A message from the owner of this session, written in Home World';
  return `${begin}${about === '' ? '' : `, about ${about}`}:\n\n${text}`;
}

/**
 * Whether a report shows that the model has gone on since a letter was put before it. Within a step of several
 * tool calls, the model may have made a call before it got the letter; then only the end of the turn shows it.
 */
function isProof({ state, at }: Heard, { moment, printedAt }: LetterRecord): boolean {
  if (moment === 'message' || printedAt === undefined || (at != null && at < printedAt)) return false;
  return state === 'done' || (moment !== 'tool' && (state === 'working' || state === 'waiting'));
}

/**
 * The letters of the owner to sessions of coding agents. A letter is handed over in the answer to a report, and
 * again until the agent's machine confirms it: that machine alone knows whether a hook that was killed had
 * printed it, and prints each letter once (harness/commands/hooks/letter-box.ts).
 */
export class LetterDesk {
  readonly #options: DeskOptions;
  /** The oldest first. */
  readonly #letters: Map<string, LetterRecord>;
  /** The sessions whose programs take letters, and whether a letter begins a turn of them. */
  readonly #takers: Map<string, boolean>;
  /** How often letters have continued the present turn of a session. */
  readonly #continued = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  /** Throws if the store cannot be read. */
  constructor(options: DeskOptions) {
    this.#options = options;
    this.#letters = new Map(options.store.letters().map((record) => [record.id, record]));
    this.#takers = options.store.takers();
    this.#timer = setInterval(() => this.maintain(), MINUTE_MS);
    this.#timer.unref();
  }

  /** Puts a letter into the queue of a session. */
  write(key: string, given: { readonly text: string; readonly about: string }, by: string): Written {
    const { idOf, now } = this.#options;
    const of = idOf(key);
    const session = this.#options.sessions().find((one) => one.key === key);
    if (of === undefined || !session)
      return { outcome: 'unknown', message: 'The home knows no such session, or it has ended.' };
    const refused = (message: string): Written => ({ outcome: 'refused', message });
    const way = wayOf(session, this.#takers.get(of));
    if (way === 'none') return refused(`${session.harness} takes no letters.`);
    if (way === 'hooks') return refused(`The hooks of ${session.harness} are installed without letters.`);
    // The owner and the model read the same: hidden characters have marks for both.
    const text = withMarks(given.text).trim();
    if (text === '') return refused('The letter is empty.');
    if (text.length > MAX_LETTER_CHARACTERS)
      return refused(`A letter has at most ${counted(MAX_LETTER_CHARACTERS, 'character')}, with its marks.`);
    const queue = this.#queueOf(of);
    if (queue.length >= MAX_QUEUE)
      return refused(`${counted(MAX_QUEUE, 'letter')} of this session wait already: take one back first.`);
    if ([...this.#letters.values()].filter((letter) => this.#mayWait(letter)).length >= MAX_WAITING)
      return refused('Too many letters wait: take some back first.');
    const letter: LetterRecord = {
      id: randomBytes(16).toString('base64url'),
      session: key,
      name: session.name,
      text,
      about: cutText(withMarks(cleanLine(given.about)), MAX_ABOUT_CHARACTERS),
      by,
      state: 'waiting',
      writtenAt: now(),
      since: now(),
      of,
    };
    const problem = this.#change([letter]);
    return problem === ''
      ? { outcome: 'written', letter: shownLetter(letter) }
      : { outcome: 'lost', message: `The letter could not be stored: ${problem}` };
  }

  /** Takes a letter back, if it was not handed over yet. */
  withdraw(id: string): Withdrawn {
    const letter = this.#letters.get(id);
    if (!letter) return { outcome: 'unknown' };
    if (letter.state !== 'waiting') return { outcome: 'late', letter: shownLetter(letter) };
    const next = this.#in(letter, 'withdrawn');
    const problem = this.#change([next]);
    return problem === ''
      ? { outcome: 'withdrawn', letter: shownLetter(next) }
      : { outcome: 'lost', message: `The letter could not be taken back: ${problem}` };
  }

  /**
   * Takes a report of a session with its field `letters`, and returns the letters for the answer. Letters are
   * for the main agent, and only for the key that reported the session first.
   */
  heard(report: Heard, part: LetterPart, sender: string): HandedLetter[] {
    const of = recordId(report);
    if (report.agent || !this.#options.isOf(of, sender)) return [];
    this.#learn(of, part);
    this.#confirm(of, report, part);
    if (report.state === 'ended') {
      // The hook that reports the end has confirmed all that was printed.
      this.#miss(this.#queueOf(of));
      return [];
    }
    return part.moment ? this.#handOver(of, part.moment) : [];
  }

  /** Call it when a session has ended: the letters that still wait for it count as missed. */
  ended({ session }: Pick<SessionReport, 'session'>): void {
    const of = recordId({ session });
    this.#miss(this.#queueOf(of).filter(({ state }) => state === 'waiting'));
  }

  /** What the owner’s pages show: the sessions, and the letters, the oldest first. */
  list(): { readonly sessions: LetterBox[]; readonly letters: Letter[]; readonly now: number } {
    const { sessions, now } = this.#options;
    const takers = new Map([...this.#takers].map(([of, wakes]) => [sessionKey(of), wakes]));
    const shown = sessions().slice(0, MAX_SHOWN_SESSIONS);
    const boxes = shown.map((session): LetterBox => {
      const { key, name, harness, state, needs, since, updatedAt } = session;
      const way = wayOf(session, takers.get(key));
      return { key, name, harness, state, ...(needs && { needs }), since, updatedAt, way };
    });
    return { sessions: boxes, letters: [...this.#letters.values()].map(shownLetter), now: now() };
  }

  /** Ends the wait of letters whose sessions have ended without a report. Called once a minute. */
  maintain(): void {
    const { isOver, store } = this.#options;
    this.#miss([...this.#letters.values()].filter((letter) => isInQueue(letter) && isOver(letter.of)));
    const over = [...this.#takers.keys()].filter(isOver);
    for (const of of over) this.#takers.delete(of);
    for (const of of this.#continued.keys()) if (isOver(of)) this.#continued.delete(of);
    if (over.length > 0) this.#keep(() => store.removeTakers(over));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #queueOf(of: string): LetterRecord[] {
    return [...this.#letters.values()].filter((letter) => letter.of === of && isInQueue(letter));
  }

  /** Whether a letter is in the queue of a session that has not ended. */
  #mayWait(letter: LetterRecord): boolean {
    return isInQueue(letter) && !this.#options.isOver(letter.of);
  }

  #in(letter: LetterRecord, state: Letter['state']): LetterRecord {
    return { ...letter, state, since: this.#options.now() };
  }

  #learn(of: string, { moment }: LetterPart): void {
    const wakes = moment === 'message' || this.#takers.get(of) === true;
    if (this.#takers.get(of) === wakes) return;
    this.#takers.set(of, wakes);
    this.#keep(() => this.#options.store.putTaker(of, wakes));
  }

  /** Notes which letters the program has put before the model, and which of them the model has read. */
  #confirm(of: string, report: Heard, { printed, read }: LetterPart): void {
    const changed = new Map<string, LetterRecord>();
    const own = (id: string): LetterRecord | undefined => {
      const letter = changed.get(id) ?? this.#letters.get(id);
      return letter?.of === of ? letter : undefined;
    };
    for (const { id, at } of printed) {
      const letter = own(id);
      if (letter && isInQueue(letter)) changed.set(id, { ...this.#in(letter, 'delivered'), printedAt: at });
    }
    for (const { id } of this.#letters.values()) {
      const letter = own(id);
      const isDelivered = letter?.state === 'delivered' && (read.includes(id) || isProof(report, letter));
      if (letter && isDelivered) changed.set(id, this.#in(letter, 'read'));
    }
    if (changed.size > 0) this.#change([...changed.values()], true);
  }

  #handOver(of: string, moment: NonNullable<LetterPart['moment']>): HandedLetter[] {
    const continued = moment === 'prompt' ? 0 : (this.#continued.get(of) ?? 0);
    if (moment === 'prompt') this.#continued.delete(of);
    if (moment === 'end' && continued >= MAX_CONTINUED) return [];
    const handed: LetterRecord[] = [];
    let bytes = 0;
    for (const letter of this.#queueOf(of)) {
      bytes += Buffer.byteLength(textFor(letter));
      if (handed.length > 0 && bytes > MAX_HANDED_BYTES) break;
      const isAgain = letter.state === 'handed' && letter.moment === moment;
      handed.push(
        isAgain ? letter : { ...(letter.state === 'handed' ? letter : this.#in(letter, 'handed')), moment },
      );
    }
    // A letter that is not stored as handed over stays in the queue: after a restart it would be there again.
    if (handed.length === 0 || this.#change(handed) !== '') return [];
    if (moment === 'end') this.#continued.set(of, continued + 1);
    return handed.map((letter) => ({ id: letter.id, text: textFor(letter) }));
  }

  #miss(letters: readonly LetterRecord[]): void {
    if (letters.length > 0)
      this.#change(
        letters.map((letter) => this.#in(letter, 'missed')),
        true,
      );
  }

  /**
   * Stores changed letters, and forgets the oldest of those that are in no queue any more. Returns what went wrong; empty if
   * nothing did.
   * @param isFact Whether it has happened already: then it counts even if it cannot be stored.
   */
  #change(letters: readonly LetterRecord[], isFact = false): string {
    const next = new Map(this.#letters);
    for (const letter of letters) next.set(letter.id, letter);
    const over = [...next.values()].filter((letter) => !this.#mayWait(letter));
    const removed = over.slice(0, Math.max(0, over.length - MAX_KEPT)).map(({ id }) => id);
    const problem = this.#keep(() => this.#options.store.put(letters, removed));
    if (problem !== '' && !isFact) return problem;
    for (const letter of letters) this.#letters.set(letter.id, letter);
    for (const id of removed) this.#letters.delete(id);
    return problem;
  }

  /** Writes to the store. Returns what went wrong; empty if nothing did. */
  #keep(write: () => void): string {
    try {
      write();
      return '';
    } catch (error) {
      const problem = errorMessage(error);
      this.#options.warn(`the letters could not be stored: ${problem}`);
      return problem;
    }
  }
}
