#!/usr/bin/env node
// The installed command. Plain JavaScript, so that a Node that is too old for cli.ts prints the version it needs.
import { nodeProblem } from './node-version.js';

const problem = nodeProblem(process.versions.node);
if (problem) {
  process.stderr.write(`home-world: ${problem.message}\n  ${problem.fix}\n`);
  process.exitCode = 1;
} else {
  await import('./cli.ts');
}
