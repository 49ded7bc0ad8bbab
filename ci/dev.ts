/**
 * `npm run dev`: builds on each change and runs the home beside it; flags go to the gateway, as in `npm run dev -- --demo`.
 * A change of the server's own files restarts it.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildOnChange } from './build.ts';

const root = resolve(import.meta.dirname, '..');
let gateway: ReturnType<typeof spawn> | undefined;

function startGateway(): void {
  gateway = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'harness/cli.ts'), 'serve', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  );
  // A bad flag or a taken port is explained by the gateway itself; the watcher waits for the next change.
  gateway.on('exit', (code) => process.exit(code ?? 0));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (gateway === undefined) process.exit(0);
    gateway.kill(signal);
  });

await buildOnChange(
  (milliseconds) => {
    console.log(`built in ${milliseconds} ms; reload the page`);
    if (gateway === undefined) startGateway();
  },
  (message) => console.error(`build failed: ${message}`),
);
