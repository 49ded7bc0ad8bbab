import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../helpers.ts';
import { end, quietConfig, place, start } from '../program.ts';
import { join } from 'node:path';
import { until } from '../../helpers/waiting.ts';

test('home-world bridge serves chat, reports, webhooks and metrics to pages of another server, and no pages', async () => {
  const config = await quietConfig('bridge.json', { allowedOrigins: ['https://pages.example'] });
  const data = join(place.path, 'data-bridge');
  const token = 'the-secret-of-the-bridge';
  const run = start(['bridge', '--port', '0', '--data', data, '--config', config], {
    HOME_WORLD_BRIDGE_TOKEN: token,
    HOME_WORLD_METRICS_TOKEN: 'the-secret-of-the-metrics',
  });
  const address = (): string | undefined =>
    /as a bridge at ws(:\/\/[^/]+)\/api\/world\/ws\n/.exec(run.out())?.[1];
  await until(
    () => `it says where it listens: ${run.out()}${run.err()}`,
    () => address() !== undefined || run.child.exitCode !== null,
  );
  const url = `http${address()}`;

  const visitor = new Client(url, { origin: 'https://pages.example' });
  await visitor.hello();
  visitor.send({ type: 'chat', id: 'q1', text: 'help' });
  assert.match((await visitor.answerTo('q1')).text, /status/i);
  const stranger = new Client(url, { origin: 'https://other.example' });
  assert.match((await stranger.closed).reason, /403/);

  const report = await fetch(`${url}/api/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"state":"working","task":"Spring cleaning"}',
  });
  assert.equal(report.status, 200);
  assert.equal((await visitor.frame('activity')).activity.task, 'Spring cleaning');
  const hook = await fetch(`${url}/api/hooks/code-host`, { method: 'POST' });
  assert.match(await hook.text(), /HOME_WORLD_HOOK_SECRET/);
  let metrics = '';
  const read = (): void =>
    void fetch(`${url}/metrics`, { headers: { authorization: 'Bearer the-secret-of-the-metrics' } })
      .then((response) => response.text())
      .then(
        (text) => (metrics = text),
        () => undefined,
      );
  await until(
    () => `it reads its own files and checks portals: ${metrics.slice(0, 1_000)}`,
    () => (read(), /^home_world_portals\{status="\w+"\} [1-9]/m.test(metrics)),
  );
  assert.match(metrics, /^home_world_visitors 1$/m);
  const health = (await (await fetch(`${url}/healthz`)).json()) as { visitors: number };
  assert.equal(health.visitors, 1);
  for (const path of ['/', '/config.json', '/api/status.json'])
    assert.equal((await fetch(`${url}${path}`)).status, 404, path);
  await end(run);
  assert.equal((await visitor.closed).code, 1001);
});
