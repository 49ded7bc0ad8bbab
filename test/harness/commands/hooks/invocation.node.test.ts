import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { runProgram } from '../../emit.ts';

const invocation = pathToFileURL(
  join(import.meta.dirname, '../../../../harness/commands/hooks/invocation.ts'),
);

/** Reads standard input in a process that does not run for a while after it has begun to read. */
const READ = `import { readInput } from '${invocation.href}';
const read = readInput();
const until = performance.now() + 900;
while (performance.now() < until);
process.stdout.write(await read, () => process.exit(0));`;

describe('the event on standard input', () => {
  test('is read although the process does not run for longer than it waits for it', async () => {
    const event = JSON.stringify({ session_id: 's1', hook_event_name: 'Stop' });
    const { out, err } = await runProgram(process.execPath, ['--input-type=module', '--eval', READ], {
      env: {},
      input: event,
    });
    assert.equal(out, event, err);
  });
});
