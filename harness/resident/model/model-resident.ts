import type { LanguageModel } from 'ai';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '../../../data/core/time.ts';
import { cutAtWord, errorMessage } from '../../../data/core/text.ts';
import { AddressBudgets } from '../../core/address-budgets.ts';
import { householdMark } from '../../core/networks.ts';
import type {
  ModelUsage,
  Piece,
  Resident,
  ResidentContext,
  ResidentIdentity,
  ResidentStep,
} from '../resident.ts';
import type { Budget } from '../../model/budget.ts';
import { ModelError, modelErrorOf, sentenceOf } from '../../model/model-error.ts';
import { type StreamOptions, type Timeouts, modelStream } from './model-stream.ts';
import type { Docs } from '../docs.ts';
import type { Note, Notes } from './notes.ts';
import { OutsideText } from '../../model/requests.ts';
import { readPersona, recentMessages, systemPrompt } from './prompt.ts';
import { type ModelChoice, loadModel } from '../../model/providers.ts';
import { Shares } from './shares.ts';
import { AnswerTools } from './tools.ts';
import { MAX_AT_ONCE, Turns } from './turns.ts';

/** The maximum time that a visitor waits for the model; after it, the readings answer. */
const TIMEOUTS: Timeouts = { silenceMs: 60_000, totalMs: 105_000 };
const RETRY_MS = 500;
/** A question waits this long for its turn; then the readings answer. */
const WAIT_MS = 30_000;
/** A longer question of a visitor is cut, because each request for its answer sends it again. */
const MAX_QUESTION_CHARACTERS = 2_000;
/** How many notes visitors of one address may leave: `burst` at once, and as many again in a day. */
const NOTE_RATE = { burst: 10, perSecond: 10_000 / DAY_MS } as const;
/** The name under which the owner, who has no address, takes turns. */
const OWNER_TURNS = 'owner';

export interface ModelResidentOptions {
  readonly choice: ModelChoice;
  readonly place: 'local' | 'hosted';
  readonly budget: Budget;
  readonly notes: Notes;
  readonly personaFile: string;
  /** What `search_docs` searches; undefined where there are no docs. */
  readonly docs?: () => Promise<Docs | undefined>;
  /** Answers if the model fails. */
  readonly standIn: Resident;
  /** Whether all readings are recorded. */
  readonly isDemo?: boolean;
  /** Logs a line for the owner that visitors do not see, for example that a file cannot be read. */
  readonly log: (line: string) => void;
  readonly now?: () => number;
  readonly timeouts?: Timeouts;
  readonly waitMs?: number;
  /** Gets each failed answer instead of `log`: `home-world think` makes it an exit code. */
  readonly onProblem?: (error: ModelError) => void;
}

/** What the visitor sees while the model makes other answers. */
const waitStep = (state: ResidentStep['state']): ResidentStep => ({
  step: 'wait',
  tool: 'wait',
  title: 'Wait until other questions are answered',
  state,
  detail: `${MAX_AT_ONCE} questions are answered at once, and one of each address.`,
});

/** Answers with a model. If the model fails, it answers from the readings and says why. */
export class ModelResident implements Resident {
  readonly attached = true;
  readonly who: ResidentIdentity;
  readonly note: string;
  readonly #options: ModelResidentOptions;
  readonly #turns = new Turns();
  readonly #shares: Shares;
  readonly #noteBudgets: AddressBudgets;
  #model: Promise<LanguageModel> | undefined;
  #problems = 0;
  /** Whether the provider takes tools: known as soon as it has answered or refused a request with tools. */
  #tools: 'unknown' | 'accepted' | 'refused' = 'unknown';

  constructor(options: ModelResidentOptions) {
    this.#options = options;
    const { place, now = Date.now } = options;
    const { provider, model } = options.choice;
    this.#shares = new Shares(options.budget, now);
    this.#noteBudgets = new AddressBudgets(now, NOTE_RATE);
    this.who = { kind: 'model', name: `${provider.id}/${model}`, place };
    const demo = options.isDemo === true ? 'DEMO: all readings are recorded ones, replayed. ' : '';
    this.note =
      demo +
      (place === 'local'
        ? `A model answers: ${model}, which runs in the network of this home’s owner.`
        : `A model answers: ${model}, hosted by ${provider.name}. What you write is sent there.`);
  }

  usage(): ModelUsage {
    return { ...this.#options.budget.amounts, problems: this.#problems };
  }

  isBusyFor(address: string | undefined): boolean {
    return address !== undefined && this.#turns.isFull(address);
  }

  async *answer(question: string, context: ResidentContext, signal: AbortSignal): AsyncIterable<Piece> {
    const { choice, log, onProblem, now = Date.now } = this.#options;
    let hasText = false;
    try {
      for await (const piece of this.#inTurn(question, context, signal)) {
        hasText ||= typeof piece === 'string';
        yield piece;
      }
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      this.#problems += 1;
      const error = modelErrorOf(thrown, choice, now());
      if (onProblem) onProblem(error);
      else log(`${this.who.name}: ${error.message}`);
      yield `${hasText ? '\n\n' : ''}*${error.message}*\n\n---\n\nFrom the readings of this home, without a model:\n\n`;
    }
    yield* this.#options.standIn.answer(question, context, signal);
  }

  /** Asks the model as soon as it is the turn of this address. */
  async *#inTurn(question: string, context: ResidentContext, signal: AbortSignal): AsyncGenerator<Piece> {
    const { address } = context;
    const { waitMs = WAIT_MS } = this.#options;
    const spent = this.#shares.of(address).spent();
    if (spent !== undefined) throw new ModelError('budget', spent);
    const patience = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    const turn = this.#turns.take(address ?? OWNER_TURNS, patience);
    try {
      if (!turn.hasBegun) {
        yield waitStep('running');
        await turn.begun;
        if (signal.aborted) return;
        yield waitStep(turn.hasBegun ? 'done' : 'failed');
        if (!turn.hasBegun) throw new ModelError('busy', sentenceOf('busy', this.#options.choice));
      }
      const shown = address === undefined ? question : cutAtWord(question, MAX_QUESTION_CHARACTERS);
      if (shown.length < question.length)
        yield `*The model reads only the first ${shown.length.toLocaleString('en')} characters of this message.*\n\n`;
      yield* this.#attempts(() => this.#prepare(shown, context, signal), signal);
    } finally {
      turn.end();
    }
  }

  /** Asks the model. If a request fails before anything was shown, it is repeated if that can help. */
  async *#attempts(prepare: () => Promise<StreamOptions>, signal: AbortSignal): AsyncGenerator<Piece> {
    let isShown = false;
    const began = performance.now();
    const first = await prepare();
    const hasTools = Object.keys(first.tools.set).length > 0;
    const leftMs = (): number => first.timeouts.totalMs - (performance.now() - began);
    try {
      for await (const piece of modelStream(first)) {
        isShown = true;
        if (hasTools) this.#tools = 'accepted';
        yield piece;
      }
      return;
    } catch (error) {
      if (isShown || signal.aborted || leftMs() <= RETRY_MS || !this.#canHelpAgain(error, hasTools))
        throw error;
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // The two requests share one time limit. Otherwise the bridge would end the answer before the answer from
    // the readings could give the cause.
    const again = await prepare();
    yield* modelStream({ ...again, timeouts: { ...again.timeouts, totalMs: leftMs() } });
  }

  /** Whether a second request may succeed: after an outage, or without tools. */
  #canHelpAgain(error: unknown, hadTools: boolean): boolean {
    if (!(error instanceof ModelError)) return false;
    if (error.problem !== 'no-tools') return error.problem === 'network' || error.problem === 'provider';
    // A question that was asked at the same time was refused first.
    if (this.#tools === 'refused') return hadTools;
    // A visitor may make the model write a text that looks like a refusal of tools. So only the first answer
    // of the provider decides.
    if (this.#tools !== 'unknown') return false;
    this.#tools = 'refused';
    this.#options.log(`${this.who.name} cannot call tools: it chats with the readings that it is given.`);
    return true;
  }

  /** The notes for this visitor; none if the file cannot be read, so that the model can still answer. */
  #notesFor(visitor: string): Note[] {
    const { notes, log } = this.#options;
    try {
      return notes.for(visitor);
    } catch (error) {
      log(`the notes ${notes.file} cannot be read: ${errorMessage(error)}`);
      return [];
    }
  }

  async #prepare(question: string, context: ResidentContext, signal: AbortSignal): Promise<StreamOptions> {
    const { choice, notes, personaFile, log, timeouts = TIMEOUTS, now = Date.now } = this.#options;
    const { docs = async () => undefined } = this.#options;
    const { address } = context;
    const household = address === undefined ? undefined : householdMark(address);
    const outside = new OutsideText();
    const isEmpty = this.#tools === 'refused';
    const known = this.#notesFor(context.visitor);
    const mayNote = (): boolean => {
      this.#noteBudgets.sweep();
      return address === undefined || this.#noteBudgets.take(address, 1);
    };
    const shared = { context, household, notes, known, outside, docs, now };
    const tools = new AnswerTools({ ...shared, question, mayNote, isEmpty });
    // The model is loaded with the first question, so that a home with a model starts no slower.
    this.#model ??= loadModel(choice);
    return {
      model: await this.#model,
      choice,
      instructions: systemPrompt({
        persona: await readPersona(personaFile, context.state, log),
        state: context.state,
        notes: known,
        outside,
        acts: tools.acts,
        acting: context.acting,
      }),
      messages: [...recentMessages(context.history), { role: 'user', content: question.toWellFormed() }],
      tools,
      budget: this.#shares.of(address),
      timeouts,
      signal,
      now,
    };
  }
}
