import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { LocalBus } from '../../helpers/local-bus.ts';
import { Metrics } from '../../../harness/observability/metrics.ts';
import { type Observability, observabilityOf } from '../../../harness/observability/observability.ts';
import { readUnderstanding } from '../../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../../harness/resident/answers/status-resident.ts';
import { Client, noNetwork, startHome, withHome } from '../helpers.ts';
import { until } from '../../helpers/waiting.ts';

const token = 'the-secret-of-the-metrics';
const root = resolve(import.meta.dirname, '../../..');

const observed = async (): Promise<Observability> => {
  const found = await observabilityOf({ HOME_WORLD_METRICS_TOKEN: token }, '9.9.9');
  assert.ok(found);
  return found;
};
const read = (url: string, given?: string): Promise<Response> =>
  fetch(`${url}/metrics`, given === undefined ? {} : { headers: { authorization: `Bearer ${given}` } });

/** The samples of the text, by name and labels. */
const samplesOf = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

/** A resident with a model that has used a part of its budget. */
class Metered extends StatusResident {
  usage() {
    return {
      today: { tokens: 250, seconds: 2, money: 0 },
      limits: { tokens: 1_000, seconds: Infinity, money: Infinity },
      problems: 1,
    };
  }
}

test('the metrics count the activity of a home, only for clients with the token', async () => {
  const resident = new Metered(readUnderstanding, { pauseMs: 1 });
  await using home = await startHome({ observability: await observed(), resident, hookSecret: 'a' });
  const visitor = new Client(home.url);
  const { session } = await visitor.hello();
  visitor.send({ type: 'chat', id: 'q1', text: 'help, my name is Zanzibar' });
  await visitor.answerTo('q1');
  visitor.send({ type: 'presence', visible: true, watching: true });
  visitor.send({ type: 'position', p: [0, 1.6, 0, 0] });
  visitor.socket.send('no frame');
  await visitor.frame('error');
  await fetch(`${home.url}/api/hooks/code-host`, { method: 'POST' });
  await fetch(`${home.url}/badge/weather.svg?label=Zanzibar`);
  const stranger = new Client(home.url);
  await stranger.open();
  stranger.send({ type: 'hello', version: 1, role: 'resident', token: 'wrong' });
  await stranger.closed;

  for (const given of [undefined, 'wrong']) assert.equal((await read(home.url, given)).status, 401);
  const wanted = new Map([
    ['home_world_sockets', 1],
    ['home_world_visitors', 1],
    ['home_world_visitors_in_view', 1],
    ['home_world_pages_watching', 1],
    ['home_world_frames_received_total{type="chat"}', 1],
    ['home_world_frames_received_total{type="bad-frame"}', 1],
    ['home_world_frames_sent_total{type="welcome"}', 1],
    ['home_world_drops_total{reason="unauthorized"}', 1],
    ['home_world_webhooks_total{outcome="unsigned"}', 1],
    ['home_world_answer_seconds_count{kind="status",end="complete"}', 1],
    ['home_world_http_request_seconds_count{method="GET",route="/badge/:file",status="2xx"}', 1],
    ['home_world_resident{kind="status"}', 1],
    ['home_world_model_used_today{what="tokens"}', 250],
    ['home_world_model_limit{what="tokens"}', 1_000],
    ['home_world_model_problems_total', 1],
  ]);
  let text = '';
  const ask = async (): Promise<void> => void (text = await (await read(home.url, token)).text());
  const missing = (): string[] => {
    const samples = samplesOf(text);
    return [...wanted].filter(([name, value]) => samples.get(name) !== value).map(([name]) => name);
  };
  await until(
    () => `these are counted: ${missing().join(', ')} in ${text.slice(0, 4_000)}`,
    () => (void ask().catch(() => undefined), text !== '' && missing().length === 0),
  );
  assert.ok(!text.includes('home_world_model_limit{what="money"}'), 'no limit, no series');
  for (const secret of [session, token, '127.0.0.1', 'Zanzibar']) assert.ok(!text.includes(secret), secret);
  assert.ok(samplesOf(text).size < 300, 'few series');
  await visitor.close();
});

test('a home without the token has no metrics', async () => {
  assert.equal(await observabilityOf({}, '9.9.9'), undefined);
  await withHome({}, async ({ url }) => assert.equal((await read(url, token)).status, 404));
});

test('an upstream that fails counts with its time', async () => {
  const observability = await observed();
  await using home = await startHome({ observability, poll: true, fetch: noNetwork });
  let text = '';
  const ask = async (): Promise<void> => void (text = await (await read(home.url, token)).text());
  await until(
    'the weather counts',
    () => (
      void ask().catch(() => undefined),
      text.includes('home_world_upstream_request_seconds_count{upstream="weather",outcome="failed"} 1') &&
        text.includes('home_world_upstream_up{upstream="weather"} 0')
    ),
  );
});

test('only counters have names that end in “total”, as promtool checks it', async () => {
  await using home = await startHome({ observability: await observed(), bus: new LocalBus() });
  const text = await (await read(home.url, token)).text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  assert.ok(types.length > 30);
  assert.deepEqual(
    types
      .filter(([, name = '', type]) => name.endsWith('_total') !== (type === 'counter'))
      .map(([line]) => line),
    [],
  );
});

test('the dashboard asks only for metrics that a home has, and leaves none of the home’s out', async () => {
  const observability = await observed();
  const resident = new Metered(readUnderstanding);
  await using home = await startHome({ observability, resident, bus: new LocalBus() });
  const text = await (await read(home.url, token)).text();
  assert.equal(samplesOf(text).get('home_world_bus_up'), 1);
  assert.equal(samplesOf(text).get('home_world_other_gateways'), 0);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }));
  assert.ok(types.length > 30);
  const names = types.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  interface Panel {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }
  const { panels } = JSON.parse(await readFile(join(root, 'deploy/grafana/home-world.json'), 'utf8')) as {
    panels: readonly Panel[];
  };
  const asked = panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) =>
      [...expr.matchAll(/\b(?:home_world|nodejs|process)_\w+/g)].map(([name]) => ({ name, title })),
    ),
  );
  assert.deepEqual(
    asked.filter(({ name }) => !names.includes(name)),
    [],
  );
  const shown = asked.map(({ name }) => name);
  assert.deepEqual(
    types
      .map(({ name }) => name)
      .filter((name) => name.startsWith('home_world_') && !shown.some((one) => one.startsWith(name)))
      // The agent that has the room is named in the labels of the answers.
      .filter((name) => name !== 'home_world_resident'),
    [],
  );
  assert.ok(new Metrics().contentType.startsWith('text/plain'));
});
