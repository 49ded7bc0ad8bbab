/**
 * `npm run dev`: builds again on each change, and runs the home. Flags go to the gateway, as in
 * `npm run dev -- --demo`. The gateway restarts when a file of the server changes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { watch } from 'rollup';
import { loadConfigFile } from 'rollup/loadConfigFile';

const root = resolve(import.meta.dirname, '..');
let gateway: ChildProcess | undefined;

function startGateway(): ChildProcess {
  const started = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'harness/cli.ts'), 'serve', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  );
  // If a flag is wrong or the port is taken, the gateway prints the reason, and `--watch` waits for the next
  // change.
  started.on('exit', (code) => process.exit(code ?? 0));
  return started;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (gateway === undefined) process.exit(0);
    gateway.kill(signal);
  });

const { options, warnings } = await loadConfigFile(join(root, 'rollup.config.mjs'), { watch: true }, true);
let began = 0;
let failed = false;
watch(options).on('event', (event) => {
  warnings.flush();
  if (event.code === 'START') {
    began = performance.now();
    failed = false;
  } else if (event.code === 'BUNDLE_END') {
    void event.result.close();
  } else if (event.code === 'ERROR') {
    console.error(`build failed: ${event.error.message}`);
    failed = true;
  } else if (event.code === 'END' && !failed) {
    console.log(`built in ${Math.round(performance.now() - began)} ms; reload the page`);
    gateway ??= startGateway();
  }
});
