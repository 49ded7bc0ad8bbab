import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { defaultConfig } from '../../../data/config/config.ts';
import { sovereigntyFile } from '../../../data/readings/schemas/sovereignty.ts';
import { countSovereignty } from '../../../harness/gateway/sovereignty.ts';
import { Agent, TOKEN } from '../agent.ts';
import { startHome, until } from '../helpers.ts';

type SovereigntyOptions = Parameters<typeof countSovereignty>[0];

const given = (more: Partial<SovereigntyOptions> = {}, settings = {}): SovereigntyOptions => ({
  config: { ...defaultConfig, ...settings },
  commitsFrom: ['this machine'],
  demo: false,
  ...more,
});
const notOwn = (from: SovereigntyOptions) =>
  countSovereignty(from)
    .parts?.filter(({ own }) => !own)
    .map(({ name, where }) => [name, where]);

test('counts four of seven parts of a fresh home as its own', () => {
  const { score, label, parts } = countSovereignty(given());
  assert.deepEqual([score, label, parts?.length], [57, 'mostly own', 7]);
  assert.deepEqual(notOwn(given()), [
    ['weather', 'api.open-meteo.com'],
    ['block height', 'mempool.space'],
    ['relays', 'relay.damus.io, nos.lol, relay.primal.net'],
  ]);
});

test('follows the configuration', () => {
  const own = {
    chain: { url: 'http://192.168.1.5:3006' },
    relays: ['ws://localhost:7777', 'wss://relay.home.example'],
    weather: { ...defaultConfig.weather, url: 'https://weather.home.example' },
  };
  const publicUrl = 'https://world.home.example/';
  assert.equal(countSovereignty(given({}, { chain: own.chain })).score, 71);
  const all = countSovereignty(given({ publicUrl }, own));
  assert.deepEqual([all.score, all.label], [100, 'all own']);
  assert.deepEqual(notOwn(given({ publicUrl: 'https://other.example/' }, own)), [
    ['weather', 'weather.home.example'],
    ['relays', 'relay.home.example'],
  ]);
  assert.equal(countSovereignty(given({}, { relays: [] })).parts?.length, 6);
  assert.deepEqual(notOwn(given({}, { bridge: { url: 'wss://bridge.example/' } }))?.[0], [
    'bridge',
    'bridge.example',
  ]);
});

test('says of each part in one sentence why it is the owner’s own or not', () => {
  const why = (from: SovereigntyOptions): string[] =>
    (countSovereignty(from).parts ?? []).map(({ why: text }) => text ?? '');
  assert.deepEqual(why(given()), [
    'The home’s own server sends them.',
    'The home’s own server runs it.',
    'It runs in the home and asks no model elsewhere.',
    'They come from a git repository on the machine of the home.',
    'The forecast comes from api.open-meteo.com, not from the owner.',
    'The height comes from mempool.space, not from the owner.',
    'The notes come from relay.damus.io, nos.lol, relay.primal.net, not from the owner.',
  ]);
  assert.equal(
    why(given({}, { chain: { url: 'http://10.0.0.2:3006' } }))[5],
    'The height comes from the owner’s own network or domain.',
  );
  assert.equal(why(given({ demo: true }))[4], 'A demo replays a recording of it.');
});

test('counts a model as the owner’s own where it runs in their network', () => {
  const partOf = (place: 'local' | 'hosted') => {
    const { parts, score } = countSovereignty(given({ resident: { kind: 'model', place } }));
    return { part: parts?.find(({ name }) => name === 'resident'), score };
  };
  assert.deepEqual(partOf('local'), {
    part: {
      name: 'resident',
      own: true,
      where: '',
      why: 'Its answers come from the network of the owner.',
    },
    score: 57,
  });
  assert.deepEqual(partOf('hosted'), {
    part: {
      name: 'resident',
      own: false,
      where: 'a hosted model',
      why: 'Its answers come from a server of others.',
    },
    score: 43,
  });
});

test('counts a remote code host without publishing its address', () => {
  const codeHost = new URL('https://git.secret.example');
  const counted = countSovereignty(given({ commitsFrom: [codeHost] }));
  assert.equal(counted.score, 43);
  assert.equal(counted.label, 'partly own');
  assert.doesNotMatch(JSON.stringify(counted), /secret/);
  const beside = countSovereignty(
    given({ commitsFrom: [codeHost], publicUrl: 'https://home.secret.example' }),
  );
  assert.equal(beside.score, 57);
  assert.equal(countSovereignty(given({ commitsFrom: ['nowhere'] })).parts?.length, 6);
});

test('marks replayed parts of a demo as a recording', () => {
  const others = notOwn(given({ demo: true, commitsFrom: ['nowhere'] }));
  assert.deepEqual(others, [
    ['commits', 'a recording'],
    ['weather', 'a recording'],
    ['block height', 'a recording'],
    ['relays', 'a recording'],
  ]);
});

test('decides by its name whether a host is the owner’s', () => {
  const isOwnHost = (url: string, publicUrl: string | undefined): boolean =>
    countSovereignty(given({ publicUrl }, { chain: { url } })).parts?.find(
      ({ name }) => name === 'block height',
    )?.own === true;
  const publicUrl = 'https://home.example.co.uk/';
  for (const own of [
    'http://127.0.0.1:4200',
    'http://10.1.2.3',
    'http://[::1]:80',
    'http://[fd00::1]/',
    'http://gitea:3000',
    'http://nas.local',
    'http://172.31.255.255',
    'http://100.127.0.1',
    'http://169.254.1.1',
    'http://[fe80::1]',
    'http://[fdff:1:2::3]',
    'https://git.example.co.uk',
    'wss://example.co.uk',
  ])
    assert.ok(isOwnHost(own, publicUrl), own);
  for (const other of [
    'https://8.8.8.8',
    'https://172.32.0.1',
    'https://100.128.0.1',
    'https://11.0.0.1',
    'https://[fec0::1]',
    'https://other.co.uk',
    'https://api.open-meteo.com',
    'https://[2001:db8::1]',
  ])
    assert.ok(!isOwnHost(other, publicUrl), other);
  assert.ok(!isOwnHost('https://git.example.co.uk', undefined));
});

test('serves the counted status until the owner adds a file', async () => {
  await using home = await startHome();
  const url = `${home.url}/sovereignty-status.json`;
  const response = await fetch(url);
  const counted = v.parse(sovereigntyFile, await response.json());
  assert.deepEqual(
    counted.parts?.map(({ name, own }) => [name, own]),
    [
      ['pages', true],
      ['bridge', true],
      ['resident', true],
      ['weather', false],
      ['block height', false],
    ],
  );
  assert.equal(counted.score, 60);
  const etag = response.headers.get('etag') ?? '';
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
  await writeFile(join(home.folder, 'public', 'sovereignty-status.json'), '{"score":91,"label":"own"}');
  assert.deepEqual(await (await fetch(url)).json(), { score: 91, label: 'own' });
});

test('counts the resident that has the room now: an agent moves in and leaves', async () => {
  await using home = await startHome({ bridge: { token: TOKEN } });
  const resident = async () => {
    const answer = await fetch(`${home.url}/sovereignty-status.json`);
    const { parts } = v.parse(sovereigntyFile, await answer.json());
    return parts?.find(({ name }) => name === 'resident');
  };
  assert.equal((await resident())?.own, true);
  const agent = new Agent(home.url);
  await agent.moveIn({ place: 'hosted' });
  assert.deepEqual(await resident(), {
    name: 'resident',
    own: false,
    where: 'a hosted model',
    why: 'An agent of the owner answers, whose model runs on a server of others.',
  });
  await agent.moveIn({ place: 'local' });
  assert.equal((await resident())?.own, true);
  assert.match((await resident())?.why ?? '', /^An agent of the owner/);
  await agent.close();
  await until(() => home.app.home.bridge.counts.sockets === 0);
  assert.match((await resident())?.why ?? '', /runs in the home/);
});
