import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { parseConfig } from '../../../data/config/parse-config.ts';

test('keeps the default of each bad field and says what was expected', () => {
  const { config, problems } = parseConfig({
    appName: '',
    weather: { latitude: 91, longitude: '0', url: 'ftp://x' },
    codeHost: 'https://code.example',
    relays: ['wss://good.example', 'https://bad.example'],
    modules: ['//evil.example/x.js'],
    allowedOrigins: ['https://a.example/path'],
    chain: { url: 'https://user:pass@chain.example' },
    resident: { name: '  Ada  ' },
  });
  assert.deepEqual(problems.map(({ field }) => field).toSorted(), [
    'allowedOrigins',
    'appName',
    'chain.url',
    'codeHost',
    'modules',
    'relays',
    'weather.latitude',
    'weather.longitude',
    'weather.url',
  ]);
  assert.ok(problems.every(({ expected }) => expected.length > 5));
  assert.equal(config.resident.name, 'Ada');
  assert.deepEqual({ ...config, resident: defaultConfig.resident }, defaultConfig);
});

test('has Timmy as resident, and visitors who see each other but cannot write to each other', () => {
  const { resident, together } = parseConfig({}).config;
  assert.equal(resident.name, 'Timmy');
  assert.deepEqual(together, { presence: true, chat: false });
});

test('takes valid fields, lists included', () => {
  const wanted = {
    appName: 'My Home',
    description: 'Where the boats are.',
    resident: { name: 'Ada', persona: 'kind' },
    codeHost: {
      url: 'https://code.example',
      owner: 'ada',
      repo: 'home',
      agents: ['one', 'two'],
      authors: true,
    },
    weather: {
      url: 'https://weather.example',
      latitude: -90,
      longitude: 180,
      place: 'Pole',
      timeZone: 'Asia/Tokyo',
    },
    chain: { url: 'http://chain.example' },
    relays: ['wss://one.example', 'ws://127.0.0.1:7777'],
    bridge: { url: 'wss://bridge.example/x' },
    together: { presence: false, chat: true },
    modules: ['/panel.js', 'https://other.example/panel.js'],
    allowedOrigins: ['https://a.example'],
    sky: { hour: 'dusk' },
    repositories: ['me/harbour', 'me/group/tools'],
    recorded: true,
    ambient: true,
  };
  assert.deepEqual(parseConfig(wanted), { config: wanted, problems: [] });
});

test('a page without a server shows the first of several repositories, and says so', () => {
  const one = { url: 'https://code.example', owner: 'me', repo: 'harbour' };
  const { config, problems } = parseConfig({ codeHost: [one, { ...one, repo: 'tools' }] });
  assert.equal(config.codeHost.repo, 'harbour');
  assert.deepEqual(
    problems.map(({ field, expected }) => [field, expected]),
    [['codeHost', 'an object']],
  );
});

test('refuses a secret in the page’s configuration and does not repeat it', () => {
  const { config, problems } = parseConfig({ codeHost: { token: 'abc123' }, apiKey: 'def456' });
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['codeHost.token', 'apiKey'],
  );
  assert.doesNotMatch(JSON.stringify({ config, problems }), /abc123|def456/);
});

test('refuses a key in the query of an address, with the place and the fix, and does not repeat it', () => {
  const { problems } = parseConfig({
    weather: { url: 'https://weather.example/v1?appid=hush' },
    chain: { url: 'https://chain.example/?a=1&API_KEY=hush' },
    codeHost: { url: 'https://code.example?private_token=hush' },
    bridge: { url: 'wss://bridge.example/ws?key=hush' },
    relays: ['wss://ok.example', 'wss://relay.example/?secret=hush', 'no address'],
    modules: ['https://cdn.example/a.js?app_id=hush'],
  });
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['weather.url', 'chain.url', 'codeHost.url', 'bridge.url', 'relays', 'modules'],
  );
  for (const { expected } of problems)
    assert.match(expected, /^an address without a key .* server of your own/);
  assert.doesNotMatch(JSON.stringify(problems), /hush/);
  const fine = {
    weather: { url: 'https://weather.example/v1?model=best&monkey=1' },
    description: 'Is it ?key=1 or see https://a.example/?token=x',
    modules: ['/panel.js?v=2'],
  };
  assert.deepEqual(parseConfig(fine).problems, []);
});

test('reports one problem for anything that is not an object', () => {
  for (const raw of [null, [], 'x', 7]) {
    const [problem] = parseConfig(raw).problems;
    assert.deepEqual([problem?.field, problem?.isWholeFile], ['config.json', true]);
  }
});

test('refuses a name and password in an address and does not repeat them', () => {
  const { config, problems } = parseConfig({
    codeHost: { url: 'https://ada:hush-hush@code.example' },
    relays: ['wss://ok.example', 'wss://ada:hush@hush@relay.example'],
    chain: { url: 'https:ada:hush-hush@chain.example' },
  });
  assert.equal(problems.length, 3);
  assert.doesNotMatch(JSON.stringify({ config, problems }), /ada|hush/);
});

test('refuses a host that could end a directive of the security policy', () => {
  for (const host of ['a;script-src', 'a,b', "'unsafe-inline'", 'a*b'])
    assert.equal(parseConfig({ relays: [`wss://${host}`] }).problems[0]?.field, 'relays', host);
  for (const host of ['relay.example', '127.0.0.1:7777', '[::1]:7777', 'bücher.example', 'my_relay.local'])
    assert.deepEqual(parseConfig({ relays: [`wss://${host}`] }).problems, [], host);
});

test('refuses a module path that leads to another host', () => {
  for (const path of [
    '//evil.example/a.js',
    '/\t/evil.example/a.js',
    '/\n/evil.example/a.js',
    '/\\evil.example/a.js',
  ])
    assert.equal(parseConfig({ modules: [path] }).problems[0]?.field, 'modules', JSON.stringify(path));
});
