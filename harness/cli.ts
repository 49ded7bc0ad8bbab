#!/usr/bin/env node
/**
 * `home-world <command> [flags]`. Node runs it by stripping the types. The command is imported
 * only after the version of Node has been checked, so that an old one gets a message and no stack
 * trace.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeProblem } from './node-version.js';
import { flagHelp, invocation, readFlags } from './options.ts';
import { UserError } from './user-error.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const OVERVIEW = `Usage: home-world <command> [flags]

Commands:
  serve    serve the home: pages, data, bridge and resident in one process

home-world <command> --help shows its flags; home-world --version shows the version.`;

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
    print(OVERVIEW);
    return 0;
  }
  if (name !== 'serve')
    throw new UserError(
      name.startsWith('-') ? `A command comes before “${name}”.` : `There is no command “${name}”.`,
      'The commands are: serve. Try “home-world --help”.',
      2,
    );
  const { serve } = await import('./commands/serve.ts');
  if (rest.includes('--help') || rest.includes('-h')) {
    print(
      `Usage: ${invocation(name, env)} [flags]\n\n${serve.summary}\n\nFlags:\n${flagHelp(serve.flags)}\n\n${serve.details}`,
    );
    return 0;
  }
  return serve.run(readFlags(name, serve.flags, rest, env), env);
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
