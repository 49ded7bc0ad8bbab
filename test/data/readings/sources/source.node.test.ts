import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentStatus, vision } from '../../../../data/readings/sources/owner-files.ts';
import { blockHeight } from '../../../../data/readings/sources/block-height.ts';
import { commits } from '../../../../data/readings/sources/commits.ts';
import { createPortals } from '../../../../data/readings/sources/portals.ts';
import { sovereignty } from '../../../../data/readings/sources/sovereignty.ts';
import { weather } from '../../../../data/readings/sources/weather.ts';
import { listen } from '../../../helpers/loopback.ts';
import {
  causeOf,
  gatewayIo,
  outcomeOf,
  ownCodeHost,
  pageIo,
  recordedUpstreams,
  valueOf,
} from '../../../helpers/sources.ts';
import { serveFiles } from '../../../helpers/upstreams.ts';

const { upstreams, config } = recordedUpstreams();

test('names an upstream that is down', async () => {
  upstreams.setAll('down');
  for (const [source, host] of [
    [commits, upstreams.codeHost.url],
    [weather, upstreams.weather.url],
    [blockHeight, upstreams.chain.url],
  ] as const)
    assert.equal(await causeOf(outcomeOf(source, config)), `${new URL(host).host} cannot be reached`);
});

test('sends cookies to no other origin', async () => {
  const asked: (RequestCredentials | undefined)[] = [];
  const io = {
    ...pageIo('http://home.example/'),
    fetch: (_input: unknown, init?: RequestInit) => {
      asked.push(init?.credentials);
      return Promise.reject(new TypeError('failed'));
    },
  };
  await causeOf(outcomeOf(weather, config, io));
  assert.deepEqual(asked, ['same-origin']);
});

test('takes a file that is not there for an empty one, and a failure for a failure', async () => {
  const answered = (status: number) =>
    outcomeOf(vision, config, {
      ...pageIo('http://home.example/'),
      fetch: async () => new Response('{}', { status }),
    });
  assert.equal((await answered(404)).kind, 'empty');
  assert.match(await causeOf(answered(500)), /answered 500/);
});

test('takes a reading that only the owner sees for an empty one, and another 401 for a failure', async () => {
  const answered = (body: object) =>
    outcomeOf(commits, ownCodeHost(config), {
      ...pageIo('http://home.example/'),
      fetch: async () => Response.json(body, { status: 401 }),
    });
  assert.deepEqual(await answered({ message: 'Sign in.', url: '', private: true }), {
    kind: 'empty',
    cause: 'private: only the owner of this home sees it',
  });
  assert.equal(
    await causeOf(answered({ message: 'The code host requires a token.' })),
    'The code host requires a token',
  );
});

test('stops reading an endless answer at the limit', async () => {
  let sent = 0;
  await using endless = await listen((_request, response) => {
    const chunk = 'x'.repeat(64_000);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const cause = await causeOf(outcomeOf(blockHeight, { ...config, chain: { url: endless.url } }));
  assert.match(cause, /sent more than 200 kB$/);
  assert.ok(sent < 20_000_000, `${sent} bytes were taken`);
});

test('does not transfer an unchanged file again, and keeps the same value', async () => {
  const body = JSON.stringify({ score: 72, label: 'Mostly sovereign' });
  await using host = await serveFiles({ '/sovereignty-status.json': body });
  const home = gatewayIo(`${host.url}/`);
  const first = await valueOf(sovereignty, config, home);
  const second = await valueOf(sovereignty, config, home);
  assert.ok(host.seen.at(-1)?.headers['if-none-match']);
  assert.equal(second, first);
  host.files['/sovereignty-status.json'] = body.replace('72', '73');
  assert.equal((await valueOf(sovereignty, config, home)).score, 73);
  const page = pageIo(`${host.url}/`);
  await valueOf(sovereignty, config, page);
  await valueOf(sovereignty, config, page);
  assert.equal(host.seen.at(-1)?.headers['if-none-match'], undefined, 'a page leaves it to the browser');
});

test('repeats the gateway’s message about a code host only once', async () => {
  await using gateway = await listen((_request, response) =>
    response.writeHead(502).end('{"message":"The code host answered 500.","url":""}'),
  );
  const own = ownCodeHost(config);
  assert.equal(
    await causeOf(outcomeOf(commits, own, gatewayIo(`${gateway.url}/`))),
    'The code host answered 500',
  );
});

test('describes problems in plain words, with the name visitors know', async () => {
  await using host = await serveFiles({
    '/sovereignty-status.json': '{"label":"x"}',
    '/agent-status.json': '{"agents":[{"name":"timmy","status":"asleep"}]}',
    '/portals.json': '{}',
  });
  const home = gatewayIo(`${host.url}/`);
  assert.equal(
    await causeOf(outcomeOf(sovereignty, config, home)),
    'sovereignty-status.json is not a sovereignty status file (score: missing)',
  );
  assert.equal(
    await causeOf(outcomeOf(agentStatus, config, home)),
    'agent-status.json is not an agent status file (agents.0.status: expected ("working" | "idle" | "dead"), got "asleep")',
  );
  assert.match(await causeOf(outcomeOf(createPortals(), config, home)), /expected Array, got Object/);
  host.files['/agent-status.json'] = `{"agents":[{"name":"${'x'.repeat(81)}","status":"idle"}]}`;
  assert.match(
    await causeOf(outcomeOf(agentStatus, config, home)),
    /agents\.0\.name: expected <=80, got 81\)$/,
  );
  upstreams.weather.mode = { body: '{"hourly":{}}' };
  assert.match(await causeOf(outcomeOf(weather, config)), /is not a forecast \(current: missing\)$/);
});
