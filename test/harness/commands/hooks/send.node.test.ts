import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { exchange } from '../../../../harness/commands/hooks/send.ts';

describe('a report to a home on this machine', () => {
  test('arrives although the process does not run for longer than the home may take', async (t) => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        bodies.push(body);
        response.end('{}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = new URL(`http://127.0.0.1:${port}/api/events`);
    const answered = exchange({ url, token: 'a-token' }, '{"a":1}');
    // The request has begun and is not yet connected.
    await new Promise((next) => process.nextTick(next));
    const until = performance.now() + 300;
    while (performance.now() < until);
    assert.deepEqual(await answered, { answer: '{}' });
    assert.deepEqual(bodies, ['{"a":1}']);
  });
});
