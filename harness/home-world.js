#!/usr/bin/env node
// The installed command. Plain JavaScript, so that any Node can read it. In a clone, with a Node that is too old for
// cli.ts, it runs the Node that npm has installed with the program. Without that, and in the npm package, which has the
// server compiled, it prints the version it needs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeProblem } from './node-version.js';

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));
const ownNode = pathOf('../node_modules/node/bin/node');
const isClone = existsSync(pathOf('cli.ts'));

function runOnOwnNode() {
  const child = spawn(ownNode, [pathOf('cli.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // The terminal sends these signals to both programs. This program stays until the other one has ended.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  child.on('error', fail);
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}

function fail({ message, fix = 'Run “npm install” in the folder of the program.' }) {
  process.stderr.write(`home-world: ${message}\n  ${fix}\n`);
  process.exitCode = 1;
}

const problem = nodeProblem(process.versions.node);
if (!problem) await import(isClone ? './cli.ts' : '../compiled/harness/cli.js');
else if (!isClone) fail({ ...problem, fix: 'Install Node 24 (https://nodejs.org) and start it again.' });
else if (existsSync(ownNode)) runOnOwnNode();
else fail(problem);
