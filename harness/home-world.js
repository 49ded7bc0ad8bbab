#!/usr/bin/env node
// The installed command. Plain JavaScript, so that any Node can read it. In a clone, with a Node that is too old for
// cli.ts, it runs the Node that npm has installed with the program. Without that, and in the npm package, which has the
// server compiled, it prints the version it needs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { nodeProblem } from './node-version.js';

const { enableCompileCache } = nodeModule;
const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));
const ownNode = pathOf('../node_modules/node/bin/node');
const isClone = existsSync(pathOf('cli.ts'));

function runOnOwnNode() {
  const child = spawn(ownNode, [pathOf(isHook ? 'home-world.js' : 'cli.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // The terminal sends these signals to both programs. This program stays until the other one has ended.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  child.on('error', isHook ? () => process.exit(0) : fail);
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}

function fail({ message, fix = 'Run “npm install” in the folder of the program.' }) {
  process.stderr.write(`home-world: ${message}\n  ${fix}\n`);
  process.exitCode = 1;
}

/**
 * `hook`, `ask` and `emit --statusline` without the rest of the program: a coding agent runs them, waits for them, and
 * reads what they print. In a clone, Node keeps the modules without their types, which halves the time; in a folder that only the
 * owner of the clone can write to.
 */
async function runHookAlone() {
  let code;
  try {
    const isVerbose = own.includes('--verbose');
    if (!isVerbose) process.removeAllListeners('warning');
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => process.exit(0));
    if (isClone) enableCompileCache?.(pathOf('../node_modules/.cache/home-world-hook'));
    const [folder, type] = isClone
      ? ['./commands/hooks', 'ts']
      : ['../compiled/harness/commands/hooks', 'js'];
    const name = isStatusLine ? 'status-line' : words[0];
    const { runHook, runAsk, runStatusLine } = await import(`${folder}/${name}.${type}`);
    code = await (runHook ?? runAsk ?? runStatusLine)(words.slice(1), process.env);
  } catch {
    // An error would disturb the agent, which knows nothing of the home.
  }
  // `process.exit` instead of `process.exitCode`, because standard input may still be open, and a request to
  // a home may still run.
  process.exit(code ?? 0);
}

const problem = nodeProblem(process.versions.node);
const words = process.argv.slice(2);
// What follows `--` is the command of another program.
const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
const isStatusLine = own[0] === 'emit' && own.includes('--statusline');
const isHook =
  (isStatusLine || /^(?:hook|ask)$/.test(own[0] ?? '')) &&
  !own.some((word) => word === '--help' || word === '-h');
if (isHook && problem && !(isClone && existsSync(ownNode))) process.exitCode = 0;
else if (isHook && !problem) await runHookAlone();
else if (!problem) await import(isClone ? './cli.ts' : '../compiled/harness/cli.js');
else if (!isClone) fail({ ...problem, fix: 'Install Node 24 (https://nodejs.org) and start it again.' });
else if (existsSync(ownNode)) runOnOwnNode();
else fail(problem);
