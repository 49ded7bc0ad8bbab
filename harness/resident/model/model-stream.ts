import {
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type TextStreamPart,
  type ToolSet,
  isStepCount,
  streamText,
} from 'ai';
import type { Piece } from '../resident.ts';
import { ModelError, type ModelProblem, modelErrorOf, sentenceOf } from '../../model/model-error.ts';
import type { ModelChoice } from '../../model/providers.ts';
import { MAX_OUTPUT_TOKENS, reportedTokens, tokensOf, writtenIn } from '../../model/requests.ts';
import type { DayBudget } from './shares.ts';
import type { AnswerTools } from './tools.ts';

/** The maximum number of requests for one answer. The last request cannot call tools. */
export const MAX_STEPS = 6;

export interface Timeouts {
  /** The maximum time without any data from the model. */
  readonly silenceMs: number;
  /** The maximum time of the whole answer. */
  readonly totalMs: number;
}

export interface StreamOptions {
  readonly model: LanguageModel;
  readonly choice: ModelChoice;
  readonly instructions: string;
  readonly messages: ModelMessage[];
  readonly tools: AnswerTools;
  readonly budget: DayBudget;
  readonly timeouts: Timeouts;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

type Part = TextStreamPart<ToolSet>;

/**
 * The problems of requests that cost tokens. A request that failed for another reason has cost nothing,
 * because the provider did not begin an answer.
 */
const COSTING: ReadonlySet<ModelProblem> = new Set(['timeout', 'cut', 'empty']);

/** Counts the tokens and seconds that a run uses, even if the run ends in the middle of a request. */
class Meter {
  readonly #options: StreamOptions;
  readonly #began = performance.now();
  readonly #reserved: ReturnType<DayBudget['reserve']>;
  #open = false;
  #written = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
    const { budget, timeouts } = options;
    const { read } = this.#estimate();
    this.#reserved = budget.reserve({ read, written: MAX_OUTPUT_TOKENS, seconds: timeouts.totalMs / 1000 });
  }

  /** The reason why this run must end; undefined if the run may continue. */
  get spent(): string | undefined {
    return this.#options.budget.spent(this.#reserved);
  }

  /** Call this method when a request is sent: from then on the request costs, even without an answer. */
  begin(): void {
    [this.#open, this.#written] = [true, 0];
  }

  see(part: Part): void {
    this.#written += writtenIn(part);
  }

  finish({ inputTokens, outputTokens }: Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>): void {
    if (!this.#open) return;
    this.#open = false;
    const { read, written } = this.#estimate();
    this.#options.budget.spend({
      read: reportedTokens(inputTokens) ?? read,
      written: reportedTokens(outputTokens) ?? written,
      seconds: 0,
    });
  }

  end(problem: ModelProblem | undefined): void {
    const { budget } = this.#options;
    const seconds = (performance.now() - this.#began) / 1000;
    const costs = this.#open && (problem === undefined || COSTING.has(problem));
    this.#open = false;
    budget.spend({ ...(costs ? this.#estimate() : { read: 0, written: 0 }), seconds });
    budget.release(this.#reserved);
  }

  #estimate(): { read: number; written: number } {
    const { instructions, messages, tools } = this.#options;
    const characters = instructions.length + JSON.stringify(messages).length + tools.givenCharacters;
    return { read: tokensOf(characters), written: tokensOf(this.#written) };
  }
}

/** Aborts when the model is silent for too long, or when the whole answer takes too long. */
class Watch {
  readonly signal: AbortSignal;
  readonly #timeout = new AbortController();
  readonly #silenceMs: number;
  readonly #total: NodeJS.Timeout;
  #silence: NodeJS.Timeout;

  constructor({ timeouts, signal }: StreamOptions) {
    this.#silenceMs = timeouts.silenceMs;
    this.signal = AbortSignal.any([signal, this.#timeout.signal]);
    this.#total = setTimeout(() => this.#timeout.abort(), timeouts.totalMs);
    this.#silence = setTimeout(() => this.#timeout.abort(), this.#silenceMs);
  }

  get isOver(): boolean {
    return this.#timeout.signal.aborted;
  }

  heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#timeout.abort(), this.#silenceMs);
  }

  /**
   * Also ends a request that is still running, because the reader may have left before the end of the
   * request.
   */
  stop(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#silence);
    this.#timeout.abort();
  }
}

function request(options: StreamOptions, meter: Meter, abortSignal: AbortSignal) {
  const { tools } = options;
  return streamText({
    model: options.model,
    instructions: options.instructions,
    messages: options.messages,
    tools: tools.set,
    abortSignal,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    maxRetries: 0,
    // Calls run one after the other, so that each call knows whether an earlier call has read text.
    toolCallConcurrency: 1,
    stopWhen: [isStepCount(MAX_STEPS), () => meter.spent !== undefined],
    // The last request must answer in words.
    prepareStep: ({ stepNumber }) => {
      meter.begin();
      return {
        activeTools: tools.available(),
        ...(stepNumber === MAX_STEPS - 1 ? { toolChoice: 'none' as const } : {}),
      };
    },
    // The parts are counted here, because `onChunk` runs before the next request begins. The parts of the
    // stream may be read after that.
    onChunk: ({ chunk }) => meter.see(chunk),
    onStepEnd: ({ usage }) => meter.finish(usage),
    // Errors come as parts of the stream. By default the library prints them together with the question.
    onError: () => undefined,
  });
}

/**
 * Yields what the visitor sees of a part.
 * @param round The number of the request: some servers use the same call ids again in each request.
 */
function* piecesOfPart(part: Part, tools: AnswerTools, round: number): Generator<Piece> {
  switch (part.type) {
    case 'text-delta':
      if (part.text !== '') yield part.text;
      return;
    case 'tool-call':
    case 'tool-result':
    case 'tool-error': {
      const title = tools.title(part.toolName);
      if (title === undefined) return;
      const state = part.type === 'tool-call' ? 'running' : part.type === 'tool-result' ? 'done' : 'failed';
      const result = tools.result(part.toolCallId);
      const detail = result === undefined ? {} : { detail: result };
      yield { step: `${round}-${part.toolCallId}`, tool: part.toolName, title, state, ...detail };
      yield* tools.takeActions();
      return;
    }
    default:
      return;
  }
}

/** Throws a `ModelError` if a run ended without a whole answer. */
function checkEnd(finishReason: string, text: string, choice: ModelChoice, meter: Meter): void {
  if (finishReason === 'content-filter') throw new ModelError('filter', sentenceOf('filter', choice));
  // The run was stopped before the model could read the results, also if it has said something before.
  if (finishReason === 'tool-calls') {
    const { spent } = meter;
    if (spent !== undefined) throw new ModelError('budget', spent);
  }
  if (text.trim() === '') throw new ModelError('empty', sentenceOf('empty', choice));
  if (finishReason === 'error' || finishReason === 'other')
    throw new ModelError('cut', sentenceOf('cut', choice));
}

/**
 * Runs the model once, and yields text, tool calls and actions as they come. Throws a `ModelError` if the run
 * fails. Ends without an error when the visitor stops the run.
 */
export async function* modelStream(options: StreamOptions): AsyncGenerator<Piece> {
  const { tools, choice, budget, signal, now } = options;
  const spent = budget.spent();
  if (spent !== undefined) throw new ModelError('budget', spent);
  const watch = new Watch(options);
  const meter = new Meter(options);
  let problem: ModelProblem | undefined;
  let text = '';
  let finishReason = 'other';
  let requests = 0;
  try {
    for await (const part of request(options, meter, watch.signal).stream) {
      watch.heard();
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') break;
      if (part.type === 'start-step') requests += 1;
      if (part.type === 'finish') finishReason = part.finishReason;
      // The text after a tool call is a paragraph of its own.
      if (part.type === 'text-start' && text !== '' && !text.endsWith('\n')) {
        text += '\n\n';
        yield '\n\n';
      }
      for (const piece of piecesOfPart(part, tools, requests)) {
        // Removes the line breaks between the model’s thoughts and its answer, so that the answer does not
        // begin with them.
        const shown = typeof piece === 'string' && text === '' ? piece.trimStart() : piece;
        if (shown === '') continue;
        if (typeof shown === 'string') text += shown;
        yield shown;
      }
    }
    if (signal.aborted) return;
    if (watch.isOver) throw new ModelError('timeout', sentenceOf('timeout', choice));
    checkEnd(finishReason, text, choice, meter);
    if (finishReason === 'length') yield '\n\n*(The answer ends here, at its longest length.)*';
  } catch (thrown) {
    if (signal.aborted) return;
    if (watch.isOver) throw new ModelError('timeout', sentenceOf('timeout', choice));
    const error = modelErrorOf(thrown, choice, now());
    ({ problem } = error);
    // There was no text, so no answer was cut off. The server at this address may be of another kind.
    throw error.problem === 'cut' && text === ''
      ? new ModelError('empty', sentenceOf('empty', choice))
      : error;
  } finally {
    watch.stop();
    meter.end(problem);
  }
}
