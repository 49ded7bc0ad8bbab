import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { runCommandLine } from '../../harness/run-command-line.ts';
import { PATIENCE_MS } from '../helpers/waiting.ts';
import { temporaryFolder } from './helpers.ts';

/** What a command printed. */
interface Printed {
  out: string;
  err: string;
}

const printed = new AsyncLocalStorage<Printed>();
for (const [name, stream] of [
  ['out', process.stdout],
  ['err', process.stderr],
] as const) {
  const { write } = stream;
  // Only what a command prints here is kept: the reports of the tests go to the same streams.
  stream.write = (...args: unknown[]): boolean => {
    const kept = printed.getStore();
    if (!kept) return Boolean(Reflect.apply(write, stream, args));
    kept[name] += String(args[0]);
    return true;
  };
}

export interface Refusal extends Readonly<Printed> {
  readonly code: number;
}

/**
 * Runs a command that must refuse what it gets, and returns what `home-world` prints and its exit code. It runs in this
 * process, because a start of Node takes much longer than a refusal; so relative paths are in the folder of the tests.
 */
export async function refused(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Refusal> {
  // A command without `--data` gets a folder that no other call has: one that fails may leave its data folder locked
  // until its process ends.
  await using folder = await temporaryFolder();
  const own = { HOME: folder.path, HOME_WORLD_DATA: join(folder.path, 'data'), ...env };
  const said: Printed = { out: '', err: '' };
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error(`not refused: ${args.join(' ')}`)), PATIENCE_MS);
  });
  try {
    const code = await Promise.race([printed.run(said, () => runCommandLine(args, own)), late]);
    assert.ok(
      code > 0 && /^home-world: /m.test(said.err),
      `“${args.join(' ')}” was not refused: ${said.err}`,
    );
    assert.doesNotMatch(said.err, /\n\s+at /, 'a sentence, not a stack');
    return { code, ...said };
  } finally {
    clearTimeout(limit);
  }
}
