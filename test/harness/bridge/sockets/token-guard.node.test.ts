import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TokenGuard } from '../../../../harness/bridge/sockets/token-guard.ts';
import { Keys } from '../../../../harness/keys/keys.ts';
import { observabilityOf } from '../../../../harness/observability/observability.ts';
import { Client, startHome } from '../../helpers.ts';

const token = 'the-secret-of-the-bridge';
const metricsToken = 'the-secret-of-the-metrics';

/** Sends a token over HTTP; returns the status, and the seconds to wait. */
type Try = (url: string, given: string) => Promise<readonly [status: number, retryAfter: string | null]>;
const http =
  (path: string, init: (given: string) => RequestInit): Try =>
  async (url, given) => {
    const response = await fetch(url + path, init(given));
    await response.body?.cancel();
    return [response.status, response.headers.get('retry-after')];
  };
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const withBearer = (method: string, body?: object) => (given: string) => ({
  method,
  headers: { ...json, authorization: `Bearer ${given}` },
  ...(body && { body: JSON.stringify(body) }),
});

/** Every address that takes a token over HTTP, with its status for the right one. */
const tries: Readonly<Record<string, readonly [Try, number]>> = {
  'sign-in': [
    http('/api/owner', (given) => ({
      method: 'POST',
      headers: json,
      body: JSON.stringify({ code: given }),
    })),
    // The token of the home is no code.
    401,
  ],
  MCP: [http('/mcp', withBearer('POST', { jsonrpc: '2.0', id: 1, method: 'tools/list' })), 200],
  report: [http('/api/events', withBearer('POST', { state: 'idle' })), 200],
  screenshot: [http(`/api/plays/${'a'.repeat(22)}/screens/1`, withBearer('PUT')), 415],
};
const metrics = http('/metrics', withBearer('GET'));

async function homeWithTokens(log: (line: string) => void = () => undefined) {
  const at = Date.now();
  const observability = await observabilityOf({ HOME_WORLD_METRICS_TOKEN: metricsToken }, '9.9.9');
  return startHome({ bridge: { token }, observability, log, now: () => at });
}

describe('the wrong tokens of an address', () => {
  test('are counted together, wherever they are sent', async () => {
    const lines: string[] = [];
    await using home = await homeWithTokens((line) => lines.push(line));
    const { url } = home;
    for (let round = 0; round < 2; round += 1) {
      for (const [attempt] of Object.values(tries))
        assert.deepEqual(await attempt(url, 'wrong'), [401, null]);
      assert.deepEqual(await metrics(url, 'wrong'), [401, null]);
    }
    for (const [name, [attempt]] of Object.entries(tries))
      assert.deepEqual(await attempt(url, 'wrong'), [429, '60'], name);
    assert.deepEqual(await metrics(url, 'wrong'), [429, '60']);
    const client = await new Client(url).open();
    client.send({ type: 'hello', version: 1, role: 'resident', token: 'wrong' });
    assert.equal((await client.frame('error')).code, 'rate-limited');
    assert.equal((await client.closed).code, 1013);
    assert.ok(lines.includes('one address sends one wrong token after the other'));
    assert.doesNotMatch(lines.join('\n'), /the-secret/);
  });

  test('sent as hello count at the sign-in too', async () => {
    await using home = await homeWithTokens();
    for (let sent = 0; sent < 10; sent += 1) {
      const client = await new Client(home.url).open();
      client.send({ type: 'hello', version: 1, role: 'observer', token: `wrong ${sent}` });
      assert.equal((await client.frame('error')).code, 'unauthorized');
      await client.closed;
    }
    assert.deepEqual(await tries['sign-in']?.[0](home.url, 'wrong'), [429, '60']);
  });

  test('never keep the right one of the same address out', async () => {
    await using home = await homeWithTokens();
    const { url } = home;
    const { 'sign-in': signIn, ...withToken } = tries;
    for (let sent = 0; sent < 20; sent += 1) await signIn?.[0](url, 'wrong');
    for (const [name, [attempt, status]] of Object.entries(withToken))
      assert.equal((await attempt(url, token))[0], status, name);
    assert.equal((await signIn?.[0](url, home.app.home.keys.codes.make()))?.[0], 200);
    assert.equal((await metrics(url, metricsToken))[0], 200);
    const agent = new Client(url);
    await agent.hello({ role: 'resident', token });
    await agent.close();
  });

  test('do not count where visitors read: they may belong to a proxy in front of the home', async () => {
    const lines: string[] = [];
    await using home = await homeWithTokens((line) => lines.push(line));
    const sessions = http('/api/sessions.json', withBearer('GET'));
    for (let sent = 0; sent < 20; sent += 1) assert.equal((await sessions(home.url, 'proxy'))[0], 200);
    assert.deepEqual(await tries['sign-in']?.[0](home.url, 'wrong'), [401, null]);
    assert.deepEqual(lines, []);
  });

  test('use up no requests of the owner’s agent at the same address', async () => {
    await using home = await startHome({ bridge: { token }, requestsPerMinute: 5 });
    const [report] = tries['report'] ?? [];
    const [look] = tries['MCP'] ?? [];
    assert.ok(report && look);
    for (let sent = 0; sent < 301; sent += 1) await report(home.url, 'wrong');
    for (let sent = 0; sent < 6; sent += 1) await look(home.url, 'wrong');
    assert.equal((await report(home.url, token))[0], 200);
    assert.equal((await look(home.url, token))[0], 200);
  });
});

test('a request without a token is no guess, and an address is forgotten when it may try again', () => {
  const clock = { now: 0 };
  const guard = new TokenGuard({
    token,
    agentKeys: new Keys(':memory:').agents,
    now: () => clock.now,
    log: () => undefined,
  });
  for (let sent = 0; sent < 50; sent += 1) assert.equal(guard.check('one', undefined), 'wrong');
  for (let sent = 0; sent < 10; sent += 1) assert.equal(guard.check('one', 'x'), 'wrong');
  assert.equal(guard.check('one', 'x'), 'too-many');
  assert.equal(guard.check('other', 'x'), 'wrong', 'another address has tries of its own');
  clock.now += 60_000;
  assert.equal(guard.check('one', 'x'), 'wrong');
  assert.equal(guard.check('one', 'x'), 'too-many');
});
