import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { Bus } from '../../../../harness/bus/bus.ts';
import { LocalBus } from '../../../helpers/local-bus.ts';
import { NatsBus } from '../../../../harness/bus/nats-bus.ts';
import { connectNats } from '../../../../harness/bus/nats-connection.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { SharedAnswers } from '../../../../harness/gateway/cluster/shared-answers.ts';
import { SharedCodeHost } from '../../../../harness/gateway/cluster/shared-code-host.ts';
import { NatsServer, whyNoNats } from '../../../helpers/nats.ts';
import { recordedText } from '../../../helpers/recorded.ts';
import { Client, type TestHome, startHome, until } from '../../helpers.ts';

const text = { toText: (answer: string) => answer, fromText: (found: string) => found };

test('of many gateways that need an answer at once, one asks', async () => {
  const bus = new LocalBus();
  const gateways = Array.from({ length: 5 }, () => new SharedAnswers(bus.join()));
  let asked = 0;
  const ask = async (): Promise<string> => {
    asked += 1;
    await new Promise((next) => setTimeout(next, 30));
    return `answer ${asked}`;
  };
  const answers = await Promise.all(gateways.map((one) => one.get('key', 60_000, text, ask)));
  assert.deepEqual(
    answers,
    Array.from({ length: 5 }, () => 'answer 1'),
  );
  assert.equal(asked, 1);
  await gateways[0]?.forget('key', 60_000);
  assert.equal(await gateways[1]?.get('key', 60_000, text, ask), 'answer 2');
});

test('a failure is not shared, and stops no other gateway', async () => {
  const bus = new LocalBus();
  const [one, two] = [new SharedAnswers(bus), new SharedAnswers(bus.join())];
  await assert.rejects(
    one.get('key', 60_000, text, () => Promise.reject(new Error('no way'))),
    /no way/,
  );
  assert.equal(await two.get('key', 60_000, text, async () => 'fine'), 'fine');
});

/** A request to an upstream that is answered when the test says so. */
function heldRequest() {
  let isAsked = false;
  const answers = new EventEmitter();
  const answered = once(answers, 'answer');
  const ask = async (): Promise<string> => {
    isAsked = true;
    const [answer] = await answered;
    return `${answer}`;
  };
  return { ask, answer: (text: string) => answers.emit('answer', text), isAsked: () => isAsked };
}

/** A gateway forgets an answer while another one asks for it. */
async function forgetsMidway(first: Bus, second: Bus): Promise<void> {
  const [one, two] = [new SharedAnswers(first), new SharedAnswers(second)];
  const [old, fresh] = [heldRequest(), heldRequest()];
  const atOne = one.get('key', 60_000, text, old.ask);
  await until(old.isAsked);
  await two.forget('key', 60_000);
  const atTwo = two.get('key', 60_000, text, fresh.ask);
  await until(fresh.isAsked);
  old.answer('old');
  assert.equal(await atOne, 'old');
  // The old answer was not shared, and the turn is still the second gateway's.
  const again = one.get('key', 60_000, text, () => assert.fail('it is not its turn'));
  fresh.answer('fresh');
  assert.deepEqual(await Promise.all([atTwo, again]), ['fresh', 'fresh']);
}

test('an answer on its way while a gateway forgets it is not shared', () => {
  const bus = new LocalBus();
  return forgetsMidway(bus, bus.join());
});

test('an answer on its way is not shared over NATS either', { skip: whyNoNats }, async () => {
  const server = await NatsServer.start();
  const buses: NatsBus[] = [];
  try {
    for (let count = 0; count < 2; count += 1)
      buses.push(await NatsBus.join(await connectNats({ url: server.url, world: 'test' }), 'test'));
    const [one, two] = buses;
    assert.ok(one && two);
    await forgetsMidway(one, two);
  } finally {
    await Promise.all(buses.map((bus) => bus.close()));
    await server.dispose();
  }
});

test('a shared answer that cannot be read is asked for again', async () => {
  const bus = new LocalBus();
  const ask = async (): Promise<Response> => new Response(recordedText('gitea/commits-lit-5.json'));
  const inner = new RemoteCodeHost({
    url: 'https://git.example',
    owner: 'o',
    repo: 'r',
    now: Date.now,
    fetch: ask,
  });
  const shared = new SharedCodeHost(inner, new SharedAnswers(bus));
  for (const wrong of ['no gzip', Buffer.from('{}').toString('base64')]) {
    await bus.bucket('answers-15000', 15_000).put('code-host-commits', wrong);
    const answer = await shared.read('commits');
    assert.ok('records' in answer && answer.records.length > 0);
  }
});

/** Two gateways of a world at the recorded upstreams; counts what each host is asked. */
async function twoHomes(
  use: (homes: readonly [TestHome, TestHome], asked: Map<string, number>) => Promise<void>,
) {
  const asked = new Map<string, number>();
  const fetch = async (url: string): Promise<Response> => {
    const { host, pathname } = new URL(url);
    const what = `${host}${pathname}`;
    asked.set(what, (asked.get(what) ?? 0) + 1);
    if (host === 'git.example')
      return new Response(pathname.endsWith('/commits') ? recordedText('gitea/commits-lit-5.json') : '[]');
    if (host === 'api.open-meteo.com')
      return new Response(recordedText('openmeteo/forecast-waxahachie.json'));
    if (host === 'mempool.space') return new Response('910000');
    return new Response('', { status: 404 });
  };
  const codeHost = { ...defaultConfig.codeHost, url: 'https://git.example', owner: 'o', repo: 'r' };
  const bus = new LocalBus();
  const home = (own: LocalBus): Promise<TestHome> =>
    startHome({
      bus: own,
      fetch,
      poll: true,
      hookSecret: 'the-secret-of-the-webhooks',
      codeHost: new RemoteCodeHost({ ...codeHost, now: Date.now, fetch }),
      settings: { codeHost },
    });
  await using one = await home(bus);
  await using two = await home(bus.join());
  await use([one, two], asked);
}

test('two gateways ask each upstream once', () =>
  twoHomes(async (homes, asked) => {
    const readings = homes.map(({ app }) => app.home.state.readings);
    await until(() =>
      readings.every(
        ({ commits, weather, blockHeight }) =>
          commits.get().state === 'live' &&
          weather.get().state === 'live' &&
          blockHeight.get().state === 'live',
      ),
    );
    assert.deepEqual(readings[0]?.weather.get().value, readings[1]?.weather.get().value);
    for (const [what, count] of asked)
      if (/open-meteo|mempool|\/commits/.test(what)) assert.equal(count, 1, what);
  }));

test('a webhook at one gateway refreshes all of them, and is refused when it comes again at another', () =>
  twoHomes(async ([one, two], asked) => {
    const visitor = new Client(two.url);
    await visitor.hello();
    await until(() => [one, two].every(({ app }) => app.home.state.readings.commits.get().state === 'live'));
    const body = JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: 'o/r' }, commits: [] });
    const headers = {
      'content-type': 'application/json',
      'x-gitea-event': 'push',
      'x-gitea-delivery': 'one',
      'x-gitea-signature': createHmac('sha256', 'the-secret-of-the-webhooks').update(body).digest('hex'),
    };
    const post = ({ url }: TestHome): Promise<Response> =>
      fetch(`${url}/api/hooks/code-host`, { method: 'POST', headers, body });
    assert.equal((await post(one)).status, 202);
    assert.match(JSON.stringify(await visitor.frame('status-update')), /commits/);
    assert.equal((await post(two)).status, 409);
    await fetch(`${two.url}/api/v1/repos/o/r/commits`);
    const commits = [...asked].find(([what]) => what.endsWith('/commits'));
    assert.equal(commits?.[1], 2, 'asked again, once for both');
    await visitor.close();
  }));
