import { parseArgs } from 'node:util';
import { errorMessage } from '../../data/core/text.ts';
import { UserError } from './user-error.ts';

/**
 * One flag of a command. Each has an environment variable, `HOME_WORLD_KEEP_DAYS` for `keep-days`;
 * the command line wins over it.
 */
export interface Flag {
  readonly name: string;
  /** The smallest and the largest number; the value of a flag without a range is a text. */
  readonly range?: readonly [number, number];
  /** The name of the value in the help: `PORT`. A flag without it is a switch. */
  readonly value?: string;
  readonly fallback?: string | number;
  /**
   * The value that the flag gets if it is given without a value. Only flags with an optional number have it.
   * In the environment, `true`, `yes` and `on` give the same value.
   */
  readonly bare?: string;
  readonly help: string;
}

export type FlagValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** The value of a flag as a text; undefined if it was not given. */
export const textOf = (value: FlagValues[string]): string | undefined =>
  value === undefined ? undefined : String(value);

export const variableOf = ({ name }: Flag): string => `HOME_WORLD_${name.replaceAll('-', '_').toUpperCase()}`;

/** How the command was called, for messages: npm calls it by the names of its scripts. */
export function invocation(command: string, env: NodeJS.ProcessEnv): string {
  const scripts: Readonly<Record<string, string>> = { start: 'npm start --', dev: 'npm run dev --' };
  return scripts[env['npm_lifecycle_event'] ?? ''] ?? `home-world ${command}`;
}

type Usage = (message: string) => UserError;

/** Makes the error for a wrong command line of a command. */
export const usageOf =
  (command: string): Usage =>
  (message) =>
    new UserError(message, `Run “home-world ${command} --help” to see what it takes.`, 2);

/**
 * Throws if npm has taken a flag as its own. npm does so with flags before `--`, and passes them on as
 * `npm_config_…`: the home would start without them.
 */
function refuseFlagsOfNpm(command: string, flags: readonly Flag[], env: NodeJS.ProcessEnv): void {
  const before = invocation(command, env);
  if (!before.startsWith('npm ')) return;
  const swallowed = flags.find(({ name }) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  if (swallowed === undefined) return;
  throw new UserError(
    `npm took --${swallowed.name} as a flag of its own.`,
    `Put “--” before the flags: ${before} --${swallowed.name}${swallowed.value === undefined ? '' : ` ${swallowed.value}`}`,
    2,
  );
}

function readNumber(
  [low, high]: readonly [number, number],
  text: string,
  origin: string,
  usage: Usage,
): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= low && value <= high) return value;
  throw usage(`${origin} needs a whole number from ${low} to ${high}, got “${text}”.`);
}

const ON = /^(?:1|true|yes|on)$/i;
const OFF = /^(?:0|false|no|off|)$/i;

function readSwitch(text: string, origin: string, usage: Usage): boolean {
  if (ON.test(text)) return true;
  if (OFF.test(text)) return false;
  throw usage(`${origin} needs 1 or 0, got “${text}”.`);
}

/**
 * Makes `--name` into `--name=value` where the value may be left out: `parseArgs` knows only flags
 * that always have a value and flags that never have one.
 */
function withBareValues(flags: readonly Flag[], args: readonly string[]): string[] {
  const bare = new Map(
    flags.flatMap(({ name, bare: value }) => (value === undefined ? [] : [[`--${name}`, value]])),
  );
  const result: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    const value = bare.get(arg);
    if (value === undefined) result.push(arg);
    else if (/^\d+$/.test(args[i + 1] ?? '')) result.push(`${arg}=${args[++i]}`);
    else result.push(`${arg}=${value}`);
  }
  return result;
}

/**
 * Reads the command line and the environment. Throws a `UserError` with exit code 2.
 * @param takesWords Whether words may stand beside the flags.
 */
export function readArguments(
  command: string,
  flags: readonly Flag[],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  takesWords: boolean,
): { values: FlagValues; words: readonly string[] } {
  refuseFlagsOfNpm(command, flags, env);
  const usage: Usage = (message) =>
    new UserError(message, `Run “${invocation(command, env)} --help” to see its flags.`, 2);
  let parsed: Readonly<Record<string, string | boolean | undefined>>;
  let words: readonly string[];
  try {
    ({ values: parsed, positionals: words } = parseArgs({
      args: withBareValues(flags, args),
      strict: true,
      allowPositionals: takesWords,
      options: Object.fromEntries(
        flags.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
      ),
    }));
  } catch (error) {
    throw usage((errorMessage(error).split('. To specify')[0] ?? '').replace(/\.?$/, '.'));
  }
  const values = Object.fromEntries(
    flags.map((flag) => {
      const given = parsed[flag.name];
      if (typeof given === 'boolean') return [flag.name, given];
      const text = given ?? (env[variableOf(flag)] || undefined);
      const origin = given === undefined ? variableOf(flag) : `--${flag.name}`;
      if (text === undefined) return [flag.name, flag.fallback];
      if (flag.bare !== undefined && (ON.test(text) || OFF.test(text)))
        return [flag.name, readSwitch(text, origin, usage) ? Number(flag.bare) : 0];
      if (flag.range) return [flag.name, readNumber(flag.range, text, origin, usage)];
      if (flag.value === undefined) return [flag.name, readSwitch(text, origin, usage)];
      if (text.trim() === '') throw usage(`${origin} needs a value, got nothing.`);
      return [flag.name, text];
    }),
  );
  return { values, words };
}

const valueOf = ({ value, bare }: Flag): string => {
  if (value === undefined) return '';
  return bare === undefined ? ` ${value}` : ` [${value}]`;
};

export function flagHelp(flags: readonly Flag[]): string {
  const rows = flags.map((flag) => {
    const left = `--${flag.name}${valueOf(flag)}`;
    const fallback =
      flag.fallback === undefined || flag.bare !== undefined ? '' : ` (default ${flag.fallback})`;
    return [left, `${flag.help}${fallback} [${variableOf(flag)}]`] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** One command of `home-world`. */
export interface Command {
  /** Shown by `--help` below the flags. */
  readonly details: string;
  readonly flags: readonly Flag[];
  /** What follows the command besides flags, for the help: `[text]`. Without it no words may follow. */
  readonly words?: string;
  /** Resolves with the exit code; throws a `UserError` for problems that the owner can solve. */
  run(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number>;
}
