import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkDataFolder } from '../../../harness/doctor/data-folder.ts';
import { checkGames } from '../../../harness/doctor/games.ts';
import type { Finding } from '../../../harness/doctor/finding.ts';
import { checkModel } from '../../../harness/doctor/model.ts';
import { checkOwnerFiles } from '../../../harness/doctor/owner-files.ts';
import { checkPort } from '../../../harness/doctor/ports.ts';
import { openDataFolder } from '../../../harness/store/data-folder.ts';
import { listen } from '../../helpers/loopback.ts';
import { startHome, temporaryFolder } from '../helpers.ts';
import { inTurn, providerServer, refusals, says } from '../resident/model/provider-server.ts';

const PATIENT_MS = 30_000;
const SHORT_MS = 200;
const GAMES_PAGE = join(import.meta.dirname, '../../../docs/games.md');

let place: Awaited<ReturnType<typeof temporaryFolder>>;

const states = (findings: readonly Finding[]): string[] =>
  findings.map(({ name, state }) => `${name}: ${state}`);
const portOf = (url: string): number => Number(new URL(url).port);

describe('the checks of the machine', () => {
  before(async () => void (place = await temporaryFolder()));
  after(() => place.dispose());

  test('checks a data folder that is not there, in use, damaged, or no folder, and changes nothing', async () => {
    const folder = join(place.path, 'new/data');
    const absent = await checkDataFolder(folder);
    assert.deepEqual(states(absent), ['data folder: ok', 'disk: ok']);
    assert.match(absent[0]?.says ?? '', /is not there yet; the home makes it/);
    assert.deepEqual(await readdir(place.path), []);

    const used = await openDataFolder(folder, { maxBytes: 1_000_000 });
    const running = await checkDataFolder(folder);
    assert.deepEqual(states(running), ['data folder: note', 'disk: ok', 'conversations.sqlite: ok']);
    assert.match(running[0]?.says ?? '', /A home is running with it/);
    used.close();
    assert.equal((await checkDataFolder(folder))[0]?.state, 'ok');

    await writeFile(
      join(folder, 'conversations.sqlite'),
      'not a database, but long enough to be read as one'.repeat(99),
    );
    const damaged = (await checkDataFolder(folder)).find(({ name }) => name === 'conversations.sqlite');
    assert.match(
      `${damaged?.says} ${damaged?.fix}`,
      /cannot be opened: file is not a database[\s\S]*\.recover/,
    );

    await writeFile(join(place.path, 'a-file'), '');
    const [wrong] = await checkDataFolder(join(place.path, 'a-file'));
    assert.equal(wrong?.state, 'problem');
    assert.match(wrong?.fix ?? '', /--data/);
  });

  test('checks the files of the owner, and says nothing of those that are not there', async () => {
    const folder = join(place.path, 'public');
    await mkdir(folder);
    assert.deepEqual(await checkOwnerFiles(folder), []);
    const files = {
      'portals.json': '[{"id":"a"}]',
      'agent-status.json': '\uFEFF{"agents":[{"name":"Ada","status":"asleep"}]}',
      'sovereignty-status.json': '{"score":50,"label":"half"}',
      'adapters.json': '{"adapters":[{"name":"review"}]}',
      'vision.json': '[\n  {"id":\n]',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const found = await checkOwnerFiles(folder);
    assert.deepEqual(
      found.map(({ name, state, says: said }) => [name, state, said]),
      [
        ['portals.json', 'problem', 'portals.json: 4 problems.'],
        [
          'agent-status.json',
          'problem',
          'agent-status.json: agents.0.status: expected ("working" | "idle" | "dead"), got "asleep".',
        ],
        ['sovereignty-status.json', 'ok', 'Every record is right.'],
        ['adapters.json', 'problem', 'adapters.json: review: status: missing.'],
        ['vision.json', 'problem', 'vision.json: line 3: not valid JSON: value expected.'],
      ],
    );
  });

  test('names what the games need, and says nothing in a home without games', async () => {
    const data = join(place.path, 'with-games');
    const env = { PATH: '/nonexistent' };
    assert.deepEqual(await checkGames(data, undefined, env), []);
    const url = { url: 'http://192.0.2.1/mcp' };
    assert.deepEqual(await checkGames(data, { desktop: url, portals: { chess: {} } }, env), []);
    await mkdir(join(data, 'public'), { recursive: true });
    const [example = ''] = /(?<=```json portal\n)[^]*?(?=```)/.exec(await readFile(GAMES_PAGE, 'utf8')) ?? [];
    await writeFile(join(data, 'public/portals.json'), `[${example}]`);
    const [noScreen] = await checkGames(data, undefined, env);
    assert.equal(noScreen?.state, 'note');
    assert.match(noScreen?.says ?? '', /“home-world play” would not work here\. DISPLAY is not set/);
    const [noPrograms] = await checkGames(data, undefined, { ...env, DISPLAY: ':65000' });
    assert.match(
      `${noPrograms?.says} ${noPrograms?.fix}`,
      /no xdotool, no maim.* apt-get install xdotool maim/,
    );
    const [other] = await checkGames(data, { desktop: { command: 'python3' } }, env);
    assert.match(
      `${other?.says} ${other?.fix}`,
      /no xdotool, no xwininfo: .*whole screen.* install xdotool x11/,
    );
  });

  test('distinguishes a free port, one of another program, and one at which a home answers', async () => {
    const host = '127.0.0.1';
    const other = createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((ready) => other.listen(0, host, ready));
    const { port } = other.address() as AddressInfo;
    const taken = await checkPort('port', host, port, SHORT_MS);
    assert.deepEqual([taken.state, taken.says], ['problem', `Port ${port} on 127.0.0.1 is in use.`]);
    assert.match(taken.fix ?? '', /choose another with --port/);
    await new Promise((closed) => other.close(closed));
    assert.equal((await checkPort('port', host, port, SHORT_MS)).says, `Port ${port} on 127.0.0.1 is free.`);

    await using home = await startHome();
    const found = await checkPort('port', host, portOf(home.url), PATIENT_MS);
    assert.deepEqual(
      [found.state, found.says],
      ['ok', `A home (9.9.9) answers on port ${portOf(home.url)}.`],
    );
    await using ill = await listen((_request, response) => {
      response.writeHead(503).end('{"status":"error","store":"disk full"}');
    });
    const sick = await checkPort('bridge-port', host, portOf(ill.url), PATIENT_MS);
    assert.deepEqual(
      [sick.state, sick.says],
      ['problem', `The home on port ${portOf(ill.url)} is not well: disk full.`],
    );
    await using ending = await listen((_request, response) => {
      response.writeHead(503).end('{"status":"draining","version":"9.9.9"}');
    });
    assert.match(
      (await checkPort('port', host, portOf(ending.url), PATIENT_MS)).says,
      /^The home on port \d+ is not well: it is ending\.$/,
    );
    assert.equal((await checkPort('port', '203.0.113.7', 4200, SHORT_MS)).state, 'problem');
  });

  test('asks the model once: address, key and name are tried, and no key is repeated', async () => {
    const KEY = 'gsk_this_key_is_not_printed';
    assert.match((await checkModel({}, {}, SHORT_MS)).says, /None is attached/);
    const without = await checkModel({ 'groq-model': 'groq/llama' }, {}, SHORT_MS);
    assert.match(`${without.says} ${without.fix}`, /GROQ_API_KEY is not set[\s\S]*Set GROQ_API_KEY/);
    for (const [reply, state, words] of [
      [says('yes'), 'ok', /^llama of Groq answers\.$/],
      [{ kind: 'refuse', ...refusals['openai']!['key']! }, 'problem', /Groq refuses the key of this home/],
      [
        { kind: 'refuse', status: 404, body: { error: { message: 'model not found' } } },
        'problem',
        /no model “llama”/,
      ],
      [{ kind: 'hang' }, 'problem', /did not answer in time/],
    ] as const) {
      await using provider = await providerServer(inTurn(reply));
      const env = { GROQ_API_KEY: KEY, GROQ_BASE_URL: provider.url };
      const ms = 'kind' in reply && reply.kind === 'hang' ? SHORT_MS : PATIENT_MS;
      const found = await checkModel({ 'groq-model': 'groq/llama' }, env, ms);
      assert.equal(found.state, state, found.says);
      assert.match(found.says, words);
      assert.ok(!`${found.says}${found.fix}`.includes(KEY));
      assert.equal(provider.requests.length, 1);
    }
    const gone = await checkModel(
      { 'local-model': 'local/qwen3', 'model-url': 'http://127.0.0.1:2/v1' },
      {},
      PATIENT_MS,
    );
    assert.match(gone.says, /cannot reach the local server/);
  });
});
