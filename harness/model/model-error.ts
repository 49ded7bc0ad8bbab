import { APICallError, RetryError, StreamProviderError } from 'ai';
import * as v from 'valibot';
import { sentenceCase } from '../../data/core/text.ts';
import type { ModelChoice } from './providers.ts';

/** Why a model gave no whole answer. */
export type ModelProblem =
  | 'budget'
  | 'busy'
  | 'key'
  | 'model'
  | 'too-long'
  | 'filter'
  | 'no-tools'
  | 'redirect'
  | 'refused'
  | 'rate-limit'
  | 'timeout'
  | 'cut'
  | 'empty'
  | 'network'
  | 'provider';

/** A failed request in the home's own words: a provider's message may repeat a key or a question. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly problem: ModelProblem;

  constructor(problem: ModelProblem, sentence: string) {
    super(sentence);
    this.problem = problem;
  }
}

const MAX_BODY_CHARACTERS = 20_000;

/**
 * The time to wait, such as `in 40 seconds`. The header `retry-after` has seconds or a date; Google writes
 * the time into the body.
 */
function retryText({ responseHeaders, responseBody }: APICallError, now: number): string {
  const header =
    responseHeaders?.['retry-after'] ?? /"retryDelay":\s*"(\d{1,6})/.exec(responseBody ?? '')?.[1];
  if (header === undefined) return 'in a minute';
  const seconds = /^\d{1,6}(?:\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  if (!(seconds > 0 && seconds < 1_000_000)) return 'in a minute';
  if (seconds < 100) return `in ${Math.ceil(seconds)} ${Math.ceil(seconds) === 1 ? 'second' : 'seconds'}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

const messageBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ error: v.object({ message: v.string() }) }), v.object({ message: v.string() })]),
);

/** What the provider itself says: other fields of the body may repeat what the model wrote. */
function ownWords({ responseBody, message }: APICallError): string {
  const body = v.safeParse(messageBody, responseBody);
  if (!body.success) return message.toLowerCase();
  return ('error' in body.output ? body.output.error : body.output).message.toLowerCase();
}

/** The words of an error body, which are used to find the cause; never shown. */
function causeWords(error: APICallError): string {
  return `${error.responseBody?.slice(0, MAX_BODY_CHARACTERS) ?? ''} ${error.message}`.toLowerCase();
}

const TOO_LONG =
  /context.?(?:length|window)|maximum context|prompt is too long|too many (?:input )?tokens|input token count|reduce the length/;
const FILTERED = /content.?(?:filter|policy|management)|safety|flagged|moderation/;

/** The messages of Ollama, vLLM, llama.cpp and OpenRouter; the last two answer with status 500 and 404. */
const NO_TOOLS =
  /(?:does not|doesn't|not) support (?:tools|tool use|function)|that support tool use|tool.?choice requires|tools param requires/;

/** What kind of refusal it is; the status alone does not tell. */
function refusalOf(status: number, words: string, ownWords = words): Exclude<ModelProblem, 'budget'> {
  if (status < 400) return 'redirect';
  if (NO_TOOLS.test(ownWords)) return 'no-tools';
  if (status === 401 || status === 403 || /api.?key (?:not valid|invalid)|invalid.{0,9}api.?key/.test(words))
    return 'key';
  if (status === 402 || /insufficient.{0,3}(?:quota|balance|credit)|billing/.test(words)) return 'refused';
  if (status === 429) return 'rate-limit';
  if (status === 413 || TOO_LONG.test(words)) return 'too-long';
  if (status === 404 || /model.{0,60}(?:not found|does not exist|not exist)|unknown model/.test(words))
    return 'model';
  if (FILTERED.test(words)) return 'filter';
  return status >= 500 || status === 408 ? 'provider' : 'refused';
}

/** The sentence for each problem: what happened, and what to do. `Budget` has its own sentences. */
export function sentenceOf(
  problem: Exclude<ModelProblem, 'budget'>,
  choice: ModelChoice,
  retry = 'in a minute',
  status = 0,
): string {
  const { provider, model } = choice;
  const name = sentenceCase(provider.name);
  const id = provider.id.toUpperCase();
  switch (problem) {
    case 'key':
      if (choice.key === undefined)
        return `${name} wants a key: the owner should set ${id}_API_KEY and start the home again.`;
      return `${name} refuses the key of this home: the owner should check ${id}_API_KEY and start the home again.`;
    case 'model':
      return provider.id === 'local'
        ? `${name} has no model “${model}” at this address: the owner should check --model-url, which often ends in /v1, and the name in --local-model.`
        : `${name} has no model “${model}”: the owner should check the name in --${provider.id}-model.`;
    case 'too-long':
      return `The conversation is too long for the model “${model}”: ask in fewer words, or the owner can choose a model with a longer context.`;
    case 'filter':
      return `The content filter of ${provider.name} stopped the answer: ask in other words.`;
    case 'no-tools':
      return `The model “${model}” cannot call tools: the owner can choose one that can.`;
    case 'redirect':
      return `${name} sends the request on to another address, which the home does not follow: the owner should check ${provider.id === 'local' ? '--model-url' : `${id}_BASE_URL`}.`;
    case 'rate-limit':
      return `${name} takes no more requests for now: ask again ${retry}.`;
    case 'busy':
      return 'The model is still answering other questions: ask again in a minute.';
    case 'timeout':
      return `The model did not answer in time: ask again, or the owner can choose a faster one.`;
    case 'cut':
      return `The answer of the model broke off: ask again.`;
    case 'empty':
      return `The model gave no answer: ask again; if that does not help, the owner should check ${provider.id === 'local' ? '--model-url and ' : ''}the model “${model}”.`;
    case 'network':
      return `The home cannot reach ${provider.name}: the owner should check ${provider.id === 'local' ? 'that the server runs, and --model-url' : 'the network of the home'}; then ask again.`;
    case 'provider':
      return `${name} has an error of its own${status === 0 ? '' : ` (status ${status})`}: ask again in a minute.`;
    case 'refused':
      return `${name} refuses the request${status === 0 ? '' : ` (status ${status})`}: the owner should check the account and that the model “${model}” can call tools.`;
  }
}

/** A thrown value as one sentence. */
export function modelErrorOf(thrown: unknown, choice: ModelChoice, now: number): ModelError {
  if (thrown instanceof ModelError) return thrown;
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const make = (problem: Parameters<typeof sentenceOf>[0], retry?: string, status?: number): ModelError =>
    new ModelError(problem, sentenceOf(problem, choice, retry, status));
  if (StreamProviderError.isInstance(error)) {
    // The status is not shown, because the library guesses it if the server named none.
    return make(refusalOf(error.statusCode ?? 500, error.message.toLowerCase()));
  }
  if (!APICallError.isInstance(error)) return make('cut');
  const { statusCode: status } = error;
  if (status === undefined) return make('network');
  // The answer began, and its stream ended early.
  if (status < 300) return make('cut');
  return make(refusalOf(status, causeWords(error), ownWords(error)), retryText(error, now), status);
}
