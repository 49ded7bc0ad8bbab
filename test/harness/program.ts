import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { compileCache } from '../helpers/compile-cache.ts';
import { until } from '../helpers/waiting.ts';
import { type Run, program, startProgram } from './emit.ts';
import { temporaryFolder, writeDist } from './helpers.ts';

export type { Run };

export let place: Awaited<ReturnType<typeof temporaryFolder>>;
export let dist: string;
before(async () => {
  place = await temporaryFolder();
  dist = await writeDist(place.path);
});
after(() => place.dispose());

export function start(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = place.path,
  stderr: 'pipe' | number = 'pipe',
  nodeFlags: readonly string[] = [],
): Run {
  return startProgram(process.execPath, [...nodeFlags, program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', stderr],
    env: { PATH: process.env['PATH'], HOME: place.path, HOME_WORLD_DIST: dist, ...compileCache, ...env },
  });
}

export async function fails(
  args: readonly string[],
  env?: Record<string, string>,
): Promise<{ code: number | null; err: string }> {
  const run = start(args, env);
  const code = await run.code;
  assert.doesNotMatch(run.err(), /\n\s+at /, 'a sentence, not a stack');
  return { code, err: run.err() };
}

/** Waits until the program has printed its address and a later line with "resident". Returns the address. */
export async function serving(run: Run): Promise<string> {
  const url = (): string | undefined => / at (http:\/\/\S+)\n[\s\S]*resident/.exec(run.out())?.[1];
  const said = (): string => `${run.out()}${run.err()}`;
  await until(
    () => `it starts: ${said()}`,
    () => url() !== undefined || run.child.exitCode !== null,
  );
  return url() ?? assert.fail(`it did not start: ${said()}`);
}

export async function end(run: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
  const began = Date.now();
  run.child.kill(signal);
  assert.equal(await run.code, 0, run.err());
  return Date.now() - began;
}

/** A config that requests nothing outside. */
export async function quietConfig(name: string, more: object = {}): Promise<string> {
  const file = join(place.path, name);
  await writeFile(
    file,
    JSON.stringify({
      relays: [],
      weather: { url: 'http://127.0.0.1:1' },
      chain: { url: 'http://127.0.0.1:1' },
      ...more,
    }),
  );
  return file;
}
export const common = async (name: string) => [
  'serve',
  '--port',
  '0',
  '--data',
  join(place.path, `data-${name}`),
  '--config',
  await quietConfig(`${name}.json`),
];
