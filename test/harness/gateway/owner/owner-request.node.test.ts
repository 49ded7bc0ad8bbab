import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { refuseStaleSignIns } from '../../../../harness/gateway/owner/owner-request.ts';
import { Keys } from '../../../../harness/keys/keys.ts';

test('a request that is refused reaches no handler and gets one answer', async () => {
  const keys = new Keys(':memory:', () => 0);
  const cookie = keys.signIns.begin({ browser: 'A test', isSecure: false }).split(';')[0] ?? '';
  const warnings: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => void warnings.push(line) } } });
  let handled = 0;
  app.post('/', { onRequest: refuseStaleSignIns(keys.signIns) }, async () => ({ handled: (handled += 1) }));
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await app.inject({ method: 'POST', url: '/', headers })).statusCode;
  assert.equal(await status({ cookie, 'sec-fetch-site': 'cross-site' }), 403);
  assert.equal(await status({}), 401);
  assert.equal(handled, 0);
  assert.equal(await status({ cookie }), 200);
  await app.close();
  keys.close();
  assert.deepEqual([handled, warnings], [1, []]);
});
