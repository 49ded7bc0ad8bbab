import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parsePortals } from '../../../data/readings/sources/portals.ts';
import { questions } from '../../../harness/commands/init-answers.ts';
import { startRelay } from '../../helpers/relay.ts';
import { startUpstreams } from '../../helpers/upstreams.ts';
import { runProgram } from '../emit.ts';
import { dist, end, fails, place, serving, start } from '../program.ts';
import { refused } from '../refused.ts';

const TOKEN = 'a-token-that-no-file-may-have';
const cli = join(import.meta.dirname, '../../../harness/cli.ts');

const configOf = async (data: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(place.path, data, 'config.json'), 'utf8')) as Record<string, unknown>;

/** Runs `init` with these lines on its standard input, on a machine in Berlin or another time zone. */
const answer = (lines: readonly string[], ...args: readonly string[]) =>
  answerIn('Europe/Berlin', lines, ...args);

const answerIn = (TZ: string, lines: readonly string[], ...args: readonly string[]) =>
  answerAt(place.path, TZ, lines, ...args);

const answerAt = (cwd: string, TZ: string, lines: readonly string[], ...args: readonly string[]) =>
  runProgram(process.execPath, [cli, 'init', ...args], {
    cwd,
    env: { HOME_WORLD_DIST: dist, TZ },
    input: lines.map((line) => `${line}\n`).join(''),
  });

test('asks, says what a wrong answer should be, and writes only what was answered', async () => {
  const { code, out, err } = await answer(
    [
      'Harbour',
      'git.example.org',
      'https://git.example.org/api/v1/repos/me/harbour',
      'https://api.github.com/repos/me/harbour',
      'https://git.example.org/code/me/harbour.git',
      'subversion',
      'Forgejo',
      '91, 0',
      '52.52 13.41',
      'Berlin',
      'Central Europe',
      '',
      'none',
      'llama',
      'groq/llama-3.3',
    ],
    '--data',
    'asked',
  );
  assert.equal(code, 0, err);
  assert.deepEqual(await configOf('asked'), {
    appName: 'Harbour',
    codeHost: { url: 'https://git.example.org/code', owner: 'me', repo: 'harbour', kind: 'gitea' },
    weather: { latitude: 52.52, longitude: 13.41, place: 'Berlin', timeZone: 'Europe/Berlin' },
    relays: [],
  });
  for (const words of [
    /What is your home called\?\n {2}\[Home World\]/,
    /Write the address of the repository as the browser shows it/,
    /Write the address of the page, and not that of the API/,
    /Which software runs at this address\?.*\n {2}\[gitea\] +Write one of gitea, github, gitlab\./,
    /weather\.latitude needs a number from -90 to 90/,
    /What is that place called\?.*\n {2}\[none\]/,
    /Which time zone has it.*\n {2}\[Europe\/Berlin\].*weather\.timeZone needs a time zone such as/s,
    /There is no provider “llama”/,
    /For a private repository at Gitea or Forgejo, set HOME_WORLD_CODE_HOST_TOKEN in the environment/,
    /Set GROQ_API_KEY in the environment/,
    /home-world serve --data asked --groq-model groq\/llama-3\.3\n$/,
  ])
    assert.match(out, words);
});

const portalsOf = async (data: string): Promise<unknown[]> =>
  JSON.parse(await readFile(join(place.path, data, 'public/portals.json'), 'utf8')) as unknown[];

test('gives a new home portals to what its owner has, and says that their addresses are public', async () => {
  const { code, out, err } = await answer(
    [
      '',
      'https://git.example.org/me/harbour.git',
      '',
      '',
      '',
      '',
      '',
      '',
      'harbour',
      'https://harbour.example.org',
    ],
    '--data',
    'doors',
  );
  assert.equal(code, 0, err);
  const { records, problems } = parsePortals(await portalsOf('doors'));
  assert.deepEqual(problems, []);
  const addresses = [
    'https://git.example.org/me/harbour',
    'https://git.example.org/me/harbour/actions',
    'https://harbour.example.org/',
    '/heartbeat.html',
  ];
  assert.deepEqual(
    records.map(({ id, destination }) => [id, destination.url]),
    ['repository', 'ci', 'site', 'heartbeat'].map((id, index) => [id, addresses[index]]),
  );
  assert.equal(new Set(records.map(({ color }) => color)).size, 4, 'each its own colour');
  const shipped = ['public', 'harness/demo/data'].map((folder) =>
    join(import.meta.dirname, '../../..', folder, 'portals.json'),
  );
  for (const file of shipped) {
    const [heartbeat] = JSON.parse(await readFile(file, 'utf8')) as unknown[];
    assert.deepEqual((await portalsOf('doors')).at(-1), heartbeat, `the heartbeat of ${file}`);
  }
  assert.match(
    out,
    /Where does what you make run\?.*\n {2}\[none\] {3}Write an address that begins with https/s,
  );
  assert.match(
    out,
    /Written: doors\/public\/portals\.json, the portals, whose addresses every visitor can read:/,
  );
  for (const address of addresses) assert.ok(out.includes(`  ${address}\n`), address);
});

test('takes the address of a repository at each code host, as the browser shows it and as git uses it', () => {
  const { read } = questions.find(({ flag }) => flag.name === 'code-host')!;
  const kindQuestion = questions.find(({ flag }) => flag.name === 'code-host-kind')!;
  const read3 = (url: string, owner: string, repo: string) => ({
    fields: { 'codeHost.url': url, 'codeHost.owner': owner, 'codeHost.repo': repo },
  });
  for (const [text, url, owner, repo, isAsked] of [
    ['https://github.com/me/harbour', 'https://github.com', 'me', 'harbour', false],
    ['https://github.com/me/harbour/tree/main/docs', 'https://github.com', 'me', 'harbour', false],
    ['git@github.com:me/harbour.git', 'https://github.com', 'me', 'harbour', false],
    ['ssh://git@gitlab.com/me/deep/er/harbour.git', 'https://gitlab.com', 'me/deep/er', 'harbour', false],
    ['https://gitlab.com/me/harbour/-/commits/main', 'https://gitlab.com', 'me', 'harbour', false],
    ['git@gitlab.com:me/deep/issues.git', 'https://gitlab.com', 'me/deep', 'issues', false],
    ['https://gitlab.com/me/deep/harbour/issues', 'https://gitlab.com', 'me/deep', 'harbour', false],
    ['https://codeberg.org/me/harbour/src/branch/main', 'https://codeberg.org', 'me', 'harbour', true],
    ['https://git.example.org/git/me/harbour/pulls', 'https://git.example.org/git', 'me', 'harbour', true],
    ['ssh://git@git.example.org:2222/me/harbour.git', 'https://git.example.org', 'me', 'harbour', true],
    ['https://git.example.org/code/me/harbour', 'https://git.example.org/code', 'me', 'harbour', true],
  ] as const) {
    const answer = read(text);
    assert.ok('fields' in answer, text);
    const { 'codeHost.kind': kind, ...fields } = answer.fields;
    assert.deepEqual({ fields }, read3(url, owner, repo), text);
    assert.equal(kind, isAsked ? undefined : '', text);
    assert.equal(kindQuestion.isAsked?.(answer.fields), isAsked, text);
  }
  assert.equal(kindQuestion.isAsked?.({ 'codeHost.url': '' }), false);
  assert.equal(kindQuestion.isAsked?.({}), false);
  const nested = read('https://gitlab.example.org/me/deep/harbour');
  assert.ok('fields' in nested);
  assert.equal(kindQuestion.usual?.(nested.fields), 'gitlab');
  assert.deepEqual(kindQuestion.read('GitLab', nested.fields), {
    fields: {
      'codeHost.url': 'https://gitlab.example.org',
      'codeHost.owner': 'me/deep',
      'codeHost.kind': 'gitlab',
    },
  });
  assert.deepEqual(kindQuestion.read('gitea', nested.fields), { fields: { 'codeHost.kind': 'gitea' } });
});

test('says where the repository of the folder comes from, without a password', async () => {
  const folder = join(place.path, 'clone');
  await mkdir(folder);
  execFileSync('git', ['init', '-q'], { cwd: folder });
  const remote = `https://me:${TOKEN}@github.com/me/harbour.git`;
  execFileSync('git', ['remote', 'add', 'origin', remote], { cwd: folder });
  const { code, out, err } = await answerAt(folder, 'UTC', ['', '']);
  assert.equal(code, 0, err);
  assert.match(out, /comes from https:\/\/github\.com\/me\/harbour\nWhich repository does it show\?/);
});

test('names the token of the code host, and the page of its runs', async () => {
  for (const [address, runs, words] of [
    [
      'https://github.com/me/harbour',
      '/actions',
      /fine-grained token.*\nIt helps a public one, too\. .*60 requests an hour/,
    ],
    ['https://gitlab.com/me/harbour', '/-/pipelines', /scope “read_api”/],
    // A repository may be called so.
    ['https://gitlab.com/me/api/v1', '/-/pipelines', /scope “read_api”/],
  ] as const) {
    const data = `at-${address.replaceAll(/\W+/g, '-')}`;
    const { code, out, err } = await answer([], '--yes', '--data', data, '--code-host', address);
    assert.equal(code, 0, err);
    assert.match(out, words);
    const { records } = parsePortals(await portalsOf(data));
    assert.equal(records[1]?.destination.url, `${address}${runs}`);
    const { origin: url, pathname } = new URL(address);
    const [, owner, repo] = /^\/(.+)\/(.+)$/.exec(pathname) ?? [];
    assert.deepEqual((await configOf(data))['codeHost'], { url, owner, repo });
  }
});

test('leaves the portals of the owner as they are, and writes none that come with the home anyway', async () => {
  const run = async (...flags: readonly string[]) => {
    const { code, out, err } = await answer([], '--yes', ...flags);
    assert.equal(code, 0, err);
    return out;
  };
  await run('--data', 'no-doors', '--name', 'Harbour');
  await assert.rejects(portalsOf('no-doors'), { code: 'ENOENT' });
  await run('--data', 'site', '--site', 'https://harbour.example.org/');
  assert.deepEqual(
    parsePortals(await portalsOf('site')).records.map(({ id }) => id),
    ['site', 'heartbeat'],
  );
  await writeFile(join(place.path, 'site/public/portals.json'), '[]');
  const again = ['--data', 'site', '--overwrite', '--site', 'https://other.example.org/'];
  const out = await run(...again, '--code-host', 'https://git.example.org/me/harbour');
  assert.deepEqual(await portalsOf('site'), []);
  assert.match(
    out,
    /Only a new home gets portals: add one to https:\/\/other\.example\.org\/ to site\/public/,
  );
  const { code, err } = await fails(['init', '--yes', '--data', 'wrong-site', '--site', '/lab/']);
  assert.equal(code, 2);
  assert.match(err, /--site: Write an address that begins with https/);
});

test('takes the time zone of the machine for a new place, if it can be the zone of that place', async () => {
  const weatherOf = async (zone: string, data: string, ...flags: readonly string[]) => {
    const { code, err } = await answerIn(zone, [], '--yes', '--data', data, ...flags);
    assert.equal(code, 0, err);
    return (await configOf(data))['weather'];
  };
  const berlin = { latitude: 52.52, longitude: 13.41 };
  const at = ['--place', '52.52, 13.41'];
  assert.deepEqual(await weatherOf('Europe/Paris', 'zone-near', ...at), {
    ...berlin,
    timeZone: 'Europe/Paris',
  });
  assert.deepEqual(await weatherOf('America/Chicago', 'zone-far', ...at), berlin);
  assert.deepEqual(await weatherOf('UTC', 'zone-utc', ...at), berlin);
  assert.deepEqual(await weatherOf('Europe/Paris', 'zone-none', ...at, '--time-zone', 'none'), berlin);
  assert.equal(await weatherOf('Europe/Paris', 'no-place'), undefined);
  const named = ['--place-name', 'Berlin', '--time-zone', 'Europe/Berlin'];
  assert.deepEqual(await weatherOf('UTC', 'zone-named', ...at, ...named), {
    ...berlin,
    place: 'Berlin',
    timeZone: 'Europe/Berlin',
  });
});

test('takes a place as maps and encyclopedias write it', () => {
  const { read, ask } = questions.find(({ flag }) => flag.name === 'place')!;
  assert.match(ask, /A map in the browser shows them/);
  for (const [text, latitude, longitude] of [
    ['52.52, 13.41', 52.52, 13.41],
    ['-33.8688 151.2093', -33.8688, 151.2093],
    ['52.5200° N, 13.4050° E', 52.52, 13.405],
    ['52°31′12″N 13°24′18″E', 52.52, 13.405],
    ["33°52'S; 70°40'W", -33.8667, -70.6667],
    ['13°24′E 52°31′N', 52.5167, 13.4],
    ['-33°52′10″, 151°12′30″', -33.8694, 151.2083],
    ['-0°30′, 0°', -0.5, 0],
    ['70.67W, 33.87s', -33.87, -70.67],
    ['13.41 E, 52.52', 52.52, 13.41],
    ['13.41, 52.52 N', 52.52, 13.41],
    ['52.52, 13.41 E', 52.52, 13.41],
  ] as const)
    assert.deepEqual(read(text), {
      fields: { 'weather.latitude': latitude, 'weather.longitude': longitude },
    });
  for (const text of ['Berlin', '52.52', '52,52 13,41', '52.52, 13.41, 34', 'at 52.52, 13.41'])
    assert.ok('wrong' in read(text), text);
});

test('refuses a place whose letters contradict each other or a sign', () => {
  const { read } = questions.find(({ flag }) => flag.name === 'place')!;
  for (const text of [
    '52.52 N, 13.41 N',
    '13.41 E, 52.52 W',
    '52.52 S 13.41 N',
    '-33.87 S, 151.21 E',
    '52.52 N, -13.41 E',
  ]) {
    const answer = read(text);
    assert.ok('wrong' in answer, text);
    assert.match(answer.wrong, /one of N and S, one of E and W, and no sign beside a letter/);
  }
});

test('changes a configuration only after a yes, keeps its other fields, and a copy', async () => {
  const text =
    '{\n  // "note"\n  "appName": "Old",\n  "allowedOrigins": ["https://blog.example"]\n}\n'.replace(
      '// "note"',
      '"_note": "mine",',
    );
  await mkdir(join(place.path, 'there'));
  await writeFile(join(place.path, 'there/config.json'), text);
  for (const lines of [[], ['no']]) {
    const refused = await answer(lines, '--data', 'there', '--name', 'New');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /there\/config\.json is there already, and stays as it is\.\n {2}Answer yes/);
    assert.equal(await readFile(join(place.path, 'there/config.json'), 'utf8'), text);
  }
  const changed = await answer(['yes'], '--data', 'there', '--name', 'New');
  assert.equal(changed.code, 0, changed.err);
  assert.deepEqual(await configOf('there'), {
    _note: 'mine',
    appName: 'New',
    allowedOrigins: ['https://blog.example'],
  });
  assert.equal(await readFile(join(place.path, 'there/config.before-init.json'), 'utf8'), text);
});

test('says which answer is wrong, and repeats no password', async () => {
  for (const [flag, text, words] of [
    ['place', 'Berlin', /Write latitude and longitude/],
    ['place', '1, 2, 3', /Write latitude and longitude/],
    ['relays', 'https://relay.example', /relays needs a list of at most 8 ws\(s\) URLs/],
    ['name', 'x'.repeat(61), /appName needs a text of 1 to 60 characters/],
    ['code-host', 'https://git.example.org/harbour', /such as https:/],
    ['code-host', 'ftp://git.example.org/me/harbour', /such as https:/],
    ['code-host', `https://me:${TOKEN}@git.example.org/me/x`, /HOME_WORLD_CODE_HOST_TOKEN/],
  ] as const) {
    const answered = questions.find((question) => question.flag.name === flag)?.read(text);
    assert.ok(answered && 'wrong' in answered, text);
    assert.match(answered.wrong, words);
    assert.ok(!answered.wrong.includes(TOKEN));
  }
  const { code, err } = await refused(['init', '--yes', '--place', 'Berlin'], { HOME_WORLD_DIST: dist });
  assert.equal(code, 2);
  assert.match(err, /--place: Write latitude and longitude/);
});

test('from an empty folder: init by flags, doctor finds everything well, and the home is served', async () => {
  await using upstreams = await startUpstreams();
  const relay = await startRelay();
  try {
    const flags = ['--name', 'Harbour', '--place', '32.4,-96.8', '--relays', relay.url];
    const run = start(['init', '--yes', ...flags, '--code-host', `${upstreams.codeHost.url}/timmy/lit`]);
    assert.equal(await run.code, 0, run.err());
    // The addresses that no question asks for are those of public services.
    const file = join(place.path, '.home-world/config.json');
    const config = await configOf('.home-world');
    const local = {
      weather: { ...(config['weather'] as object), url: upstreams.weather.url },
      chain: { url: upstreams.chain.url },
    };
    await writeFile(file, JSON.stringify({ ...config, ...local }));

    const env = { HOME_WORLD_CODE_HOST_TOKEN: TOKEN };
    const doctor = start(['doctor', '--port', '0'], env);
    assert.equal(await doctor.code, 0, doctor.out());
    assert.match(
      doctor.out(),
      /called “Harbour”[\s\S]*timmy\/lit, with a token: the latest 50 commits[\s\S]*1 of 1 relay answered[\s\S]*Everything works\.\n$/,
    );

    const home = start(['serve', '--port', '0'], env);
    const url = await serving(home);
    const health = await fetch(`${url}/healthz`);
    assert.equal(health.status, 200);
    assert.equal(((await health.json()) as { status: string }).status, 'ok');
    const port = new URL(url).port;
    const running = start(['doctor', '--port', port, '--public-url', `${url}/`], env);
    await running.code;
    assert.match(running.out(), new RegExp(`A home \\(9\\.9\\.9\\) answers on port ${port}`));
    assert.match(
      running.out(),
      /A home is running with it[\s\S]*ok {7}public address[\s\S]*ok {7}proxy websocket/,
    );
    await end(home);
    for (const out of [run.out(), doctor.out(), running.out(), await readFile(file, 'utf8')])
      assert.ok(!out.includes(TOKEN));
  } finally {
    await relay.close();
  }
});

test('leaves a list of repositories as it is, and says where to change it', async () => {
  await mkdir(join(place.path, 'several'), { recursive: true });
  const entry = { url: 'https://git.example.org', owner: 'me', repo: 'harbour' };
  const codeHost = [entry, { ...entry, repo: 'tools' }];
  await writeFile(join(place.path, 'several/config.json'), JSON.stringify({ codeHost }));
  const flags = ['--data', 'several', '--overwrite', '--yes', '--name', 'Harbour'];
  const { code, out, err } = await answer([], ...flags);
  assert.equal(code, 0, err);
  assert.match(
    out,
    /The home shows 2 repositories, which stay as they are\. Change codeHost in .*config\.json/,
  );
  const written = await configOf('several');
  assert.deepEqual(written['codeHost'], codeHost);
  assert.equal(written['appName'], 'Harbour');
  const refused = await answer([], ...flags, '--code-host', 'https://git.example.org/me/site');
  assert.equal(refused.code, 2);
  assert.match(refused.err, /--code-host: the home shows 2 repositories/);
});
