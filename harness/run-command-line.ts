import { programVersion } from './core/folders.ts';
import { flagHelp, invocation, readArguments } from './core/options.ts';
import { UserError } from './core/user-error.ts';
import { refuseUnknownProviders } from './model/model-flags.ts';
import { nodeProblem } from './node-version.js';
import { commands, overview } from './commands/commands.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const problem = nodeProblem(process.versions.node);
  if (problem !== undefined) throw new UserError(problem.message, problem.fix);
  const [name, ...rest] = args;
  if (name === '--version' || (name !== undefined && rest.includes('--version'))) {
    print(await programVersion());
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h') {
    print(overview);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new UserError(
      name.startsWith('-') ? `A command comes before “${name}”.` : `There is no command “${name}”.`,
      `The commands are: ${Object.keys(commands).join(', ')}. Try “home-world --help”.`,
      2,
    );
  const { details, flags, words: wordsHelp, run } = await command.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    const usage = `${invocation(name, env)} [flags]${wordsHelp === undefined ? '' : ` ${wordsHelp}`}`;
    print(`Usage: ${usage}\n\n${command.summary}\n\nFlags:\n${flagHelp(flags)}\n\n${details}`);
    return 0;
  }
  refuseUnknownProviders(rest);
  const { values, words } = readArguments(name, flags, rest, env, wordsHelp !== undefined);
  return run(values, env, words);
}

/**
 * Returns the exit code after an error; `quiet` if no message is printed. A hook of Claude Code must not exit
 * with 2, because that would block the agent. A hook with `--quiet` must not fail its caller, so it exits
 * with 0.
 */
function exitOf(
  { exitCode }: UserError,
  [name, ...rest]: readonly string[],
  env: NodeJS.ProcessEnv,
): { code: number; quiet: boolean } {
  if (name !== 'emit') return { code: exitCode, quiet: false };
  const quiet = rest.includes('--quiet') || env['HOME_WORLD_QUIET'] === '1';
  return { code: quiet ? 0 : rest.includes('--claude-code') ? 1 : exitCode, quiet };
}

/**
 * Runs `home-world` with these words. Prints what is wrong with them, and resolves with the exit code. The command is
 * imported only after the version of Node has been checked, so that an old Node prints a message and no stack trace.
 */
export async function runCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await main(args, env);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { code, quiet } = exitOf(error, args, env);
    if (!quiet) process.stderr.write(`home-world: ${error.message}\n  ${error.fix}\n`);
    return code;
  }
}
