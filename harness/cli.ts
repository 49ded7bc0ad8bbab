#!/usr/bin/env node
/**
 * `home-world <command> [flags]`. Node runs it by stripping the types. The command is imported
 * only after the version of Node has been checked, so that an old one gets a message and no stack
 * trace.
 */
import { nodeProblem } from './node-version.js';
import type { Command } from './core/command.ts';
import { refuseUnknownProviders } from './model/model-flags.ts';
import { flagHelp, invocation, readArguments } from './core/options.ts';
import { programVersion } from './core/program-folder.ts';
import { UserError } from './core/user-error.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Imported when they run, so that one command does not load the code of another. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  bridge: async () => (await import('./commands/bridge.ts')).bridgeCommand,
  think: async () => (await import('./commands/think.ts')).thinkCommand,
  notes: async () => (await import('./commands/notes.ts')).notes,
  play: async () => (await import('./commands/games/play.ts')).playCommand,
  replay: async () => (await import('./commands/games/replay.ts')).replay,
  desktop: async () => (await import('./commands/games/desktop.ts')).desktop,
  emit: async () => (await import('./commands/emit.ts')).emit,
  init: async () => (await import('./commands/init.ts')).init,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  portals: async () => (await import('./commands/portals.ts')).portals,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/backup.ts')).restore,
};

const OVERVIEW = `Usage: home-world <command> [flags]

Commands:
  serve    serve the home: pages, data, bridge and resident in one process
  bridge   serve the bridge alone: chat and resident for pages that another server has
  think    ask the resident’s model once, from the terminal
  notes    read and change the long-term notes of the resident
  play     let the resident play the game of a portal
  replay   list the plays of the resident, or show one as a film strip
  desktop  control this machine’s X11 desktop, for games: an MCP server
  emit     report what the agent of a home does now
  init     ask a few questions, and write config.json
  doctor   try everything that the home needs, and say what is wrong
  portals  check the list of portals, and bring an older one forward
  backup   copy the data folder of a home into one file, while it runs
  restore  put a backup into a data folder

home-world <command> --help shows its flags; home-world --version shows the version.`;

async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const problem = nodeProblem(process.versions.node);
  if (problem !== undefined) throw new UserError(problem.message, problem.fix);
  const [name, ...rest] = args;
  if (name === '--version' || (name !== undefined && rest.includes('--version'))) {
    print(await programVersion());
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h') {
    print(OVERVIEW);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load)
    throw new UserError(
      name.startsWith('-') ? `A command comes before “${name}”.` : `There is no command “${name}”.`,
      `The commands are: ${Object.keys(commands).join(', ')}. Try “home-world --help”.`,
      2,
    );
  const { summary, details, flags, words: wordsHelp, run } = await load();
  if (rest.includes('--help') || rest.includes('-h')) {
    const usage = `${invocation(name, env)} [flags]${wordsHelp === undefined ? '' : ` ${wordsHelp}`}`;
    print(`Usage: ${usage}\n\n${summary}\n\nFlags:\n${flagHelp(flags)}\n\n${details}`);
    return 0;
  }
  refuseUnknownProviders(rest);
  const { values, words } = readArguments(name, flags, rest, env, wordsHelp !== undefined);
  return run(values, env, words);
}

/**
 * The exit code after an error, and whether to name it. A hook of Claude Code that exits with 2
 * blocks the agent, and one that must not fail its caller says so with `--quiet`.
 */
function exitOf(
  { exitCode }: UserError,
  [name, ...rest]: readonly string[],
): { code: number; quiet: boolean } {
  if (name !== 'emit') return { code: exitCode, quiet: false };
  const quiet = rest.includes('--quiet') || process.env['HOME_WORLD_QUIET'] === '1';
  return { code: quiet ? 0 : rest.includes('--claude-code') ? 1 : exitCode, quiet };
}

// A closed output (“serve | head -1”) or a full disk loses log lines; it must not end the home.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  process.exitCode = await main(process.argv.slice(2), process.env);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  const { code, quiet } = exitOf(error, process.argv.slice(2));
  if (!quiet) process.stderr.write(`home-world: ${error.message}\n  ${error.fix}\n`);
  process.exitCode = code;
}
