import type { ModelChoice } from '../model/providers.ts';
import { readModelChoice } from '../model/model-flags.ts';
import type { FlagValues } from '../core/options.ts';
import { UserError } from '../core/user-error.ts';
import { type Finding, ok, problem } from './finding.ts';

const MODEL = 'model';
/**
 * Enough tokens for the beginning of an answer, also of a model that thinks first, and so few that they cost
 * almost nothing.
 */
const MAX_TOKENS = 16;

const fixes = {
  key: 'Set the variable to a key of that provider; its website makes one.',
  model: 'Correct the flag or the variable; docs/resident.md has every provider.',
};

/** Sends one short question, and reads until the model begins to answer. Throws what the libraries throw. */
async function ask(choice: ModelChoice, timeoutMs: number): Promise<void> {
  const { streamText } = await import('ai');
  const { loadModel } = await import('../model/providers.ts');
  const signal = AbortSignal.timeout(timeoutMs);
  const { stream } = streamText({
    model: await loadModel(choice),
    prompt: 'Answer with the word yes.',
    maxOutputTokens: MAX_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
    // Otherwise the library would write errors to the terminal.
    onError: () => undefined,
  });
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw signal.reason;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') return;
  }
}

/**
 * Asks the chosen model one short question, which tests the address, the key, the model's name and the
 * answer.
 */
export async function checkModel(
  values: FlagValues,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<Finding> {
  let choice: ModelChoice | undefined;
  try {
    choice = readModelChoice(values, env);
  } catch (error) {
    if (error instanceof UserError) return problem(MODEL, error.message, error.fix);
    throw error;
  }
  if (!choice) return ok(MODEL, 'None is attached: the resident answers from the readings.');
  const { provider, model } = choice;
  try {
    await ask(choice, timeoutMs);
    return ok(MODEL, `${model} of ${provider.name} answers.`);
  } catch (error) {
    const { modelErrorOf, sentenceOf } = await import('../model/model-error.ts');
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const says = isLate ? sentenceOf('timeout', choice) : modelErrorOf(error, choice, Date.now()).message;
    return problem(MODEL, says, choice.key === undefined && provider.needsKey ? fixes.key : fixes.model);
  }
}
