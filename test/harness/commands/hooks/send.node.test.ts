import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exchange } from '../../../../harness/commands/hooks/send.ts';
import { listenFor, withBody } from '../../../helpers/loopback.ts';

describe('a report to a home on this machine', () => {
  test('arrives although the process does not run for longer than the home may take', async (t) => {
    const bodies: string[] = [];
    const home = await listenFor(
      t,
      withBody((_request, body, response) => {
        bodies.push(body);
        response.end('{}');
      }),
    );
    const url = new URL('/api/events', home);
    const answered = exchange({ url, token: 'a-token' }, '{"a":1}');
    // The request has begun and is not yet connected.
    await new Promise((next) => process.nextTick(next));
    const until = performance.now() + 300;
    while (performance.now() < until);
    assert.deepEqual(await answered, { answer: '{}' });
    assert.deepEqual(bodies, ['{"a":1}']);
  });
});
