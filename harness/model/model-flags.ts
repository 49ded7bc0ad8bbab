import { join } from 'node:path';
import { isLocalHost } from '../../data/readings/sovereignty-count.ts';
import type { Flag, FlagValues } from '../core/options.ts';
import { Budget, type BudgetLimits } from './budget.ts';
import type { ModelProblem } from './model-error.ts';
import { type ModelChoice, type Provider, providers } from './providers.ts';
import { fitsHeader } from '../core/secret.ts';
import { UserError } from '../core/user-error.ts';

/** Tokens a day without a flag: about two hundred answers, so that strangers cannot spend more. */
const DEFAULT_TOKENS = 1_000_000;
/** Exit code of a missing or wrong choice of model (docs/resident.md). */
const NO_MODEL = 3;

export const keyVariable = ({ id }: Provider): string => `${id.toUpperCase()}_API_KEY`;
export const flagOf = ({ id }: Provider): string => `${id}-model`;

/** The flags of every command that asks a model. */
export const modelFlags: readonly Flag[] = [
  ...providers.map((provider): Flag => ({
    name: flagOf(provider),
    value: `${provider.id}/MODEL`,
    help:
      provider.id === 'local'
        ? 'a model of your own OpenAI-compatible server answers; needs no key'
        : `a model of ${provider.name} answers; the key comes from ${keyVariable(provider)}`,
  })),
  { name: 'model-url', value: 'URL', help: 'address of the server of --local-model; without it Ollama’s' },
  {
    name: 'model-tokens',
    range: [0, 999_999_999],
    value: 'N',
    fallback: DEFAULT_TOKENS,
    help: 'tokens that the model may use a day; 0 for no limit',
  },
  {
    name: 'model-seconds',
    range: [0, 86_400],
    value: 'N',
    fallback: 0,
    help: 'seconds a day in which the model may answer; 0 for no limit',
  },
  { name: 'model-money', value: 'AMOUNT', help: 'money that the model may cost a day; needs --model-prices' },
  {
    name: 'model-prices',
    value: 'IN/OUT',
    help: 'prices of a million tokens that are read and written, as 0.59/0.79',
  },
];

const unknownProvider = (id: string): UserError =>
  new UserError(
    `There is no provider “${id.slice(0, 40)}”.`,
    `The providers are: ${providers.map((provider) => provider.id).join(', ')}. For Ollama use --local-model local/MODEL, and for any other OpenAI-compatible server --model-url URL with it.`,
    2,
  );

/** Throws if a flag names no provider, or a provider that the home does not know: `--other-model other/x`. */
export function refuseUnknownProviders(args: readonly string[]): void {
  for (const arg of args) {
    if (/^--model(?:=|$)/.test(arg))
      throw new UserError(
        '--model does not say whose model it is.',
        'Name the provider in the flag, for example --groq-model groq/MODEL, or --local-model local/MODEL for a server of your own.',
        2,
      );
    const id = /^--([a-z\d-]+)-model(?:=|$)/.exec(arg)?.[1];
    if (id === undefined || providers.some((provider) => provider.id === id)) continue;
    throw unknownProvider(id);
  }
}

/** An http(s) address without name and password. Messages do not repeat it, because it may contain a key. */
function readUrl(text: string, origin: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url.href.replace(/\/+$/, '');
  throw new UserError(
    `${origin} must begin with http:// or https://, and have no name and no password.`,
    'Give the base address of the API, for example http://127.0.0.1:8080/v1.',
    2,
  );
}

function readKey(provider: Provider, env: NodeJS.ProcessEnv): string | undefined {
  const variable = keyVariable(provider);
  const key = env[variable]?.trim() || undefined;
  if (key === undefined && provider.needsKey)
    throw new UserError(
      `${provider.name} needs a key, and ${variable} is not set.`,
      `Set ${variable} in the environment to your key of ${provider.name}, and start again.`,
      NO_MODEL,
    );
  if (key !== undefined && !fitsHeader(key))
    throw new UserError(
      `${variable} holds a space, a line break or a character that is not ASCII.`,
      'Set it to the key alone, in one line.',
      NO_MODEL,
    );
  return key;
}

const isModelName = (text: string): boolean => /^[\w.:/@+-]{1,200}$/.test(text);

/** The model of `provider/MODEL`. Throws a `UserError`. */
export function modelNameOf(provider: Provider, text: string): string {
  const model = text.startsWith(`${provider.id}/`) ? text.slice(provider.id.length + 1) : '';
  if (isModelName(model)) return model;
  throw new UserError(
    `--${flagOf(provider)} needs ${provider.id}/MODEL, got “${text.slice(0, 80)}”.`,
    `Write the provider, a slash and the model’s name, for example --${flagOf(provider)} ${provider.id}/${isModelName(text) ? text : 'my-model'}.`,
    2,
  );
}

/** A model that an owner named as `provider/MODEL`, without its key. Throws a `UserError`. */
export function readModelName(text: string): { readonly provider: Provider; readonly model: string } {
  const [id = ''] = text.split('/');
  const provider = providers.find((known) => known.id === id);
  if (provider) return { provider, model: modelNameOf(provider, text) };
  throw unknownProvider(id);
}

/** The model that the flags name; undefined without such a flag. Throws a `UserError`. */
export function readModelChoice(values: FlagValues, env: NodeJS.ProcessEnv): ModelChoice | undefined {
  const given = providers.filter((provider) => values[flagOf(provider)] !== undefined);
  const [provider, second] = given;
  if (provider && second)
    throw new UserError(
      `There are two models: --${flagOf(provider)} and --${flagOf(second)}.`,
      'Give one of them; one model answers at a time.',
      2,
    );
  const url = values['model-url'];
  if (url !== undefined && provider?.id !== 'local')
    throw new UserError(
      '--model-url is the address of the server of --local-model.',
      'Give --local-model local/MODEL with it, or leave it out.',
      2,
    );
  if (!provider) return undefined;
  const model = modelNameOf(provider, String(values[flagOf(provider)]));
  const variable = `${provider.id.toUpperCase()}_BASE_URL`;
  const other = url === undefined ? env[variable]?.trim() || undefined : String(url);
  const baseUrl =
    other === undefined ? provider.baseUrl : readUrl(other, url === undefined ? variable : '--model-url');
  return { provider, model, baseUrl, key: readKey(provider, env) };
}

/** The error of a command that needs a model, if none was chosen. */
export const noModel = (): UserError =>
  new UserError(
    'No model is attached.',
    'Choose one: --groq-model groq/MODEL with GROQ_API_KEY, or --local-model local/MODEL. docs/resident.md has every provider.',
    NO_MODEL,
  );

const readAmount = (text: string): number | undefined =>
  /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;

/** What the model may use a day. Throws a `UserError`. */
export function readBudget(values: FlagValues): BudgetLimits {
  const limit = (name: string): number => Number(values[name]) || Infinity;
  const [moneyText, pricesText] = [values['model-money'], values['model-prices']];
  const prices = pricesText === undefined ? undefined : String(pricesText).split('/').map(readAmount);
  const [read, written] = prices ?? [];
  if (prices && (prices.length !== 2 || read === undefined || written === undefined))
    throw new UserError(
      `--model-prices needs two prices of a million tokens, got “${String(pricesText).slice(0, 40)}”.`,
      'Write what is read, a slash and what is written, for example --model-prices 0.59/0.79.',
      2,
    );
  const money = moneyText === undefined ? Infinity : readAmount(String(moneyText));
  if (money === undefined)
    throw new UserError(
      `--model-money needs an amount, got “${String(moneyText).slice(0, 40)}”.`,
      'Write digits with a point, in the currency of the prices, for example --model-money 0.50.',
      2,
    );
  if (moneyText !== undefined && prices === undefined)
    throw new UserError(
      '--model-money needs the prices of the model.',
      'Add them with --model-prices, for example --model-prices 0.59/0.79.',
      2,
    );
  return {
    tokens: limit('model-tokens'),
    seconds: limit('model-seconds'),
    money,
    prices: { read: read ?? 0, written: written ?? 0 },
  };
}

/** Where the messages go: into the owner's own network, or out of it. */
export const placeOf = ({ baseUrl }: ModelChoice): 'local' | 'hosted' =>
  isLocalHost(baseUrl) ? 'local' : 'hosted';

/** What the model may use a day, and has used; conversations and plays share this budget. */
export const dayBudget = (values: FlagValues, data: string, log: (line: string) => void): Budget =>
  new Budget(join(data, 'model-usage.json'), readBudget(values), { log });

/** The exit code of each problem, for scripts and cron (docs/resident.md). */
export const modelExitCodes: Readonly<Record<ModelProblem, number>> = {
  key: 4,
  model: 4,
  'too-long': 4,
  filter: 4,
  'no-tools': 4,
  redirect: 4,
  refused: 4,
  budget: 5,
  busy: 6,
  'rate-limit': 6,
  timeout: 7,
  cut: 7,
  empty: 7,
  network: 7,
  provider: 7,
};
