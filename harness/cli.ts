#!/usr/bin/env node
/**
 * `home-world <command> [flags]`. Node runs it by stripping the types. The commands are imported
 * only after the version of Node has been checked, so that an old one gets a message and no stack
 * trace.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from './commands/command.ts';
import { nodeProblem } from './node-version.js';
import { flagHelp, invocation, readFlags } from './options.ts';
import { UserError } from './user-error.ts';

const commands: Readonly<Record<string, { summary: string; load(): Promise<Command> }>> = {
  serve: {
    summary: 'serve the home: pages, data, bridge and resident in one process',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
};

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const overview = (): string =>
  [
    'Usage: home-world <command> [flags]',
    '',
    'Commands:',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`),
    '',
    'home-world <command> --help shows its flags; home-world --version shows the version.',
  ].join('\n');

async function version(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  return String((JSON.parse(text) as { version: unknown }).version);
}

async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const problem = nodeProblem(process.versions.node);
  if (problem !== undefined) throw new UserError(problem.message, problem.fix);
  const [name, ...rest] = args;
  if (name === '--version' || (name !== undefined && rest.includes('--version'))) {
    print(await version());
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h') {
    print(overview());
    return 0;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    const known = Object.keys(commands).join(', ');
    throw new UserError(
      name.startsWith('-') ? `A command comes before “${name}”.` : `There is no command “${name}”.`,
      `The commands are: ${known}. Try “home-world --help”.`,
      2,
    );
  }
  const command = await entry.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    print(
      `Usage: ${invocation(name, env)} [flags]\n\n${command.summary}\n\nFlags:\n${flagHelp(command.flags)}\n\n${command.details}`,
    );
    return 0;
  }
  return command.run(readFlags(name, command.flags, rest, env), env);
}

// A closed output (“serve | head -1”) or a full disk loses log lines; it must not end the home.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  process.exitCode = await main(process.argv.slice(2), process.env);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`home-world: ${error.message}\n  ${error.fix}\n`);
  process.exitCode = error.exitCode;
}
