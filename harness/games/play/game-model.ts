import { type LanguageModel, type ModelMessage, streamText } from 'ai';
import { cutText } from '../../../data/core/text.ts';
import type { GameActionName } from '../../../data/games/game-action.ts';
import type { Budget } from '../../model/budget.ts';
import { ModelError, type ModelProblem, modelErrorOf, sentenceOf } from '../../model/model-error.ts';
import { MAX_OUTPUT_TOKENS, OutsideText, reportedTokens, tokensOf, writtenIn } from '../../model/requests.ts';
import { type ModelChoice, loadModel } from '../../model/providers.ts';
import { type View, instructions, messagesOf } from './messages.ts';
import { modelTools } from './model-tools.ts';
import type { GamePrompt } from './prompt-file.ts';
import type { RawCall } from './turns.ts';

/** At most this many calls of one answer are used. */
const MAX_CALLS = 8;
const MAX_TEXT_CHARACTERS = 4_000;
const TIMEOUT_MS = 120_000;
/** An estimate for a provider that does not report its usage. */
const TOKENS_PER_PICTURE = 1_500;

/** The model's answer to a view. */
export interface Thought {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly tokens: number;
  /** Why the answer is incomplete. */
  readonly failure?: { readonly problem: ModelProblem; readonly message: string };
}

/** Decides what to do in a play: a model, or a script in tests. */
export interface GameModel {
  /** Never throws. */
  think(view: View, signal: AbortSignal): Promise<Thought>;
}

interface ModelBrainOptions {
  readonly choice: ModelChoice;
  /** The resident’s budget of the day, which conversations use too. */
  readonly budget: Budget;
  readonly prompt: GamePrompt;
  readonly supportedActions: ReadonlySet<GameActionName>;
  readonly dryRun: boolean;
  readonly timeoutMs?: number;
}

interface Answer {
  text: string;
  readonly calls: RawCall[];
  /** The length of all that the model has written, thoughts included. */
  characters: number;
  read: number | undefined;
  written: number | undefined;
}

/** The estimated tokens of some messages. */
function estimate(messages: readonly ModelMessage[], system: string): number {
  let [characters, pictures] = [system.length, 0];
  for (const { content } of messages) {
    if (typeof content === 'string') characters += content.length;
    else
      for (const part of content)
        if (part.type === 'file') pictures += 1;
        else characters += JSON.stringify(part).length;
  }
  return tokensOf(characters) + pictures * TOKENS_PER_PICTURE;
}

/** The resident’s model as the player of a game. */
export class ResidentGameModel implements GameModel {
  readonly #options: ModelBrainOptions;
  readonly #outside = new OutsideText();
  #model: Promise<LanguageModel> | undefined;

  constructor(options: ModelBrainOptions) {
    this.#options = options;
  }

  async think(view: View, signal: AbortSignal): Promise<Thought> {
    const { choice, budget, prompt, dryRun, timeoutMs = TIMEOUT_MS } = this.#options;
    const spent = budget.spent();
    if (spent !== undefined)
      return { text: '', calls: [], tokens: 0, failure: { problem: 'budget', message: spent } };
    const system = instructions(prompt, this.#outside, dryRun);
    const messages = messagesOf(view, this.#outside);
    const read = estimate(messages, system);
    const reserved = budget.reserve({ read, written: MAX_OUTPUT_TOKENS, seconds: timeoutMs / 1000 });
    const began = performance.now();
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer: Answer = { text: '', calls: [], characters: 0, read: undefined, written: undefined };
    let error: ModelError | undefined;
    try {
      await this.#ask(system, messages, AbortSignal.any([signal, timeout]), answer);
      if (timeout.aborted) error = new ModelError('timeout', sentenceOf('timeout', choice));
      else if (answer.text.trim() === '' && answer.calls.length === 0)
        error = new ModelError('empty', sentenceOf('empty', choice));
    } catch (thrown) {
      error = timeout.aborted
        ? new ModelError('timeout', sentenceOf('timeout', choice))
        : modelErrorOf(thrown, choice, Date.now());
    } finally {
      budget.release(reserved);
    }
    // A request that the provider refuses costs nothing. An aborted request costs tokens.
    const costs = !error || ['timeout', 'cut', 'empty'].includes(error.problem);
    const used = costs
      ? {
          read: answer.read ?? read,
          written: answer.written ?? tokensOf(answer.characters),
        }
      : { read: 0, written: 0 };
    budget.spend({ ...used, seconds: (performance.now() - began) / 1000 });
    const tokens = used.read + used.written;
    if (error)
      return { text: '', calls: [], tokens, failure: { problem: error.problem, message: error.message } };
    return { text: cutText(answer.text.trim(), MAX_TEXT_CHARACTERS), calls: answer.calls, tokens };
  }

  /** Sends one request. The tools have no code of their own, so the library runs none of them. */
  async #ask(
    system: string,
    messages: ModelMessage[],
    abortSignal: AbortSignal,
    answer: Answer,
  ): Promise<void> {
    const { choice, supportedActions } = this.#options;
    this.#model ??= loadModel(choice);
    const { stream } = streamText({
      model: await this.#model,
      instructions: system,
      messages,
      tools: modelTools(supportedActions),
      abortSignal,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      onError: () => undefined,
    });
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      answer.characters += writtenIn(part);
      if (part.type === 'text-delta') answer.text += part.text;
      if (part.type === 'tool-call' && answer.calls.length < MAX_CALLS) {
        const { toolCallId, toolName, input, providerMetadata } = part;
        answer.calls.push({
          id: toolCallId,
          name: toolName,
          input,
          ...(providerMetadata ? { providerOptions: providerMetadata } : {}),
        });
      }
      if (part.type === 'finish') {
        answer.read = reportedTokens(part.totalUsage.inputTokens);
        answer.written = reportedTokens(part.totalUsage.outputTokens);
      }
    }
  }
}
