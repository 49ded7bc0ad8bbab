import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import { createPortalHealth } from '../../../../data/readings/sources/portal-health.ts';
import { parsePortals } from '../../../../data/readings/sources/portals.ts';
import { causeOf, gatewayIo, legacyPortal, outcomeOf, pageIo, valueOf } from '../../../helpers/sources.ts';
import { serveFiles } from '../../../helpers/upstreams.ts';

test('takes portal health from the gateway if there is one', async () => {
  const answer = {
    portals: [
      {
        id: 'one',
        status: 'offline',
        cause: 'it answered 502',
        checks: [{ at: 5, online: false, latencyMs: null }],
      },
    ],
  };
  await using host = await serveFiles({ '/api/health/portals': JSON.stringify(answer) });
  const source = createPortalHealth(() => []);
  assert.deepEqual(await valueOf(source, defaultConfig, gatewayIo(`${host.url}/`)), answer.portals);
  host.files['/api/health/portals'] = '{"portals":[{"id":"one"}]}';
  assert.match(
    await causeOf(outcomeOf(source, defaultConfig, gatewayIo(`${host.url}/`))),
    /is not portal health/,
  );
});

test('a gateway that has answered is asked again after another answer in its place', async () => {
  const answer = { portals: [{ id: 'one', status: 'online', checks: [] }] };
  await using host = await serveFiles({ '/api/health/portals': JSON.stringify(answer) });
  const source = createPortalHealth(() => parsePortals([legacyPortal('one')]).records);
  const home = pageIo(`${host.url}/`);
  assert.deepEqual(await valueOf(source, defaultConfig, home), answer.portals);
  host.files['/api/health/portals'] = '<title>Sign in to the network of this hotel</title>';
  assert.match(await causeOf(outcomeOf(source, defaultConfig, home)), /has sent no portal health/);
  delete host.files['/api/health/portals'];
  assert.match(await causeOf(outcomeOf(source, defaultConfig, home)), /has sent no portal health/);
  assert.ok(
    host.seen.every(({ url }) => url === '/api/health/portals'),
    'no destination is requested',
  );
  host.files['/api/health/portals'] = JSON.stringify(answer);
  assert.deepEqual(await valueOf(source, defaultConfig, home), answer.portals);
});

test('requests each destination without a gateway, and keeps the last thirty answers', async () => {
  await using host = await serveFiles({ '/x': 'here' });
  const { records } = parsePortals([
    legacyPortal('up'),
    legacyPortal('down', { destination: { url: 'http://127.0.0.1:9/' } }),
    legacyPortal('driven', { destination: { type: 'harness' } }),
  ]);
  const source = createPortalHealth(() => records);
  const home = gatewayIo(`${host.url}/`);
  for (let i = 0; i < 33; i += 1) await valueOf(source, defaultConfig, home);
  const found = await valueOf(source, defaultConfig, home);
  assert.deepEqual(
    found.map(({ id, status }) => [id, status]),
    [
      ['up', 'online'],
      ['down', 'offline'],
    ],
  );
  assert.equal(found[0]?.checks.length, 30);
  assert.equal(typeof found[0]?.checks[0]?.latencyMs, 'number');
  assert.match(found[1]?.cause ?? '', /127\.0\.0\.1:9 cannot be reached/);
  assert.equal(
    host.seen.filter(({ url }) => url === '/api/health/portals').length,
    4,
    'the gateway is asked at each tenth time only',
  );
});
