import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { commands } from '../../harness/commands/commands.ts';
import { readArguments } from '../../harness/core/options.ts';
import { UserError } from '../../harness/core/user-error.ts';
import { refuseUnknownProviders } from '../../harness/model/model-flags.ts';
import { PATIENCE_MS } from '../helpers/waiting.ts';
import { temporaryFolder } from './helpers.ts';

/** What a command printed. */
interface Printed {
  out: string;
  err: string;
}

const printed = new AsyncLocalStorage<Printed>();
for (const [name, stream] of [
  ['out', process.stdout],
  ['err', process.stderr],
] as const) {
  const { write } = stream;
  // Only what a command prints here is kept: the reports of the tests go to the same streams.
  stream.write = (...args: unknown[]): boolean => {
    const kept = printed.getStore();
    if (!kept) return Boolean(Reflect.apply(write, stream, args));
    kept[name] += String(args[0]);
    return true;
  };
}

/** Does what cli.ts does with the command line of a known command. */
async function run([name = '', ...rest]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = commands[name] ?? assert.fail(`there is no command “${name}”`);
  const { flags, words: wordsHelp, run: runCommand } = await command.load();
  refuseUnknownProviders(rest);
  const { values, words } = readArguments(name, flags, rest, env, wordsHelp !== undefined);
  return runCommand(values, env, words);
}

export interface Refusal extends Readonly<Printed> {
  readonly code: number;
}

/**
 * Runs a command that must refuse what it gets, and returns what `home-world` would print and its exit code. It runs
 * in this process, because a start of Node takes much longer than a refusal; so relative paths are in the folder of
 * the tests. It is not for `emit` with `--quiet` or `--claude-code`, for which cli.ts has other exit codes.
 */
export async function refused(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Refusal> {
  // A command without `--data` gets a folder that no other call has: one that fails may leave its data folder locked
  // until its process ends.
  await using folder = await temporaryFolder();
  const own = { HOME: folder.path, HOME_WORLD_DATA: join(folder.path, 'data'), ...env };
  const said: Printed = { out: '', err: '' };
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error(`not refused: ${args.join(' ')}`)), PATIENCE_MS);
  });
  try {
    const code = await Promise.race([printed.run(said, () => run(args, own)), late]);
    return assert.fail(`“${args.join(' ')}” was not refused, and ended with ${code}: ${said.err}`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const err = `${said.err}home-world: ${error.message}\n  ${error.fix}\n`;
    assert.doesNotMatch(err, /\n\s+at /, 'a sentence, not a stack');
    return { code: error.exitCode, out: said.out, err };
  } finally {
    clearTimeout(limit);
  }
}
