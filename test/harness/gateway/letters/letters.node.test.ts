import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import * as v from 'valibot';
import { type LettersAnswer, letter, lettersAnswer } from '../../../../data/letters/letter.ts';
import { TOKEN } from '../../agent.ts';
import { type TestHome, ownerCookie, startHome } from '../../helpers.ts';

const session = { id: 's-1', harness: 'Codex', folder: 'shop' };
let home: TestHome;
let cookie: string;
let key: string;

type Headers = Readonly<Record<string, string>>;
const call = (method: string, path: string, headers: Headers, body?: unknown): Promise<Response> =>
  fetch(`${home.url}/api/${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const owner = (method: string, path: string, body?: unknown, more: Headers = {}): Promise<Response> =>
  call(method, path, { cookie, ...more }, body);
const agent = (path: string, body: unknown, more: Headers = {}): Promise<Response> =>
  call('POST', path, { 'x-home-world-key': key, ...more }, body);
const report = async (
  state: string,
  letters?: unknown,
): Promise<{ letters?: { id: string; text: string }[] }> => {
  const response = await agent('events', {
    state,
    session,
    at: Date.now(),
    ...(letters !== undefined && { letters }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as { letters?: { id: string; text: string }[] };
};
const list = async (): Promise<LettersAnswer> =>
  v.parse(lettersAnswer, await (await owner('GET', 'letters')).json());
async function write(text: string, more: object = {}): Promise<v.InferOutput<typeof letter>> {
  const response = await owner('POST', 'letters', {
    session: (await list()).sessions[0]?.key,
    text,
    ...more,
  });
  assert.equal(response.status, 201, await response.clone().text());
  return v.parse(v.object({ letter }), await response.json()).letter;
}

describe('/api/letters', () => {
  beforeEach(async () => {
    home = await startHome({ bridge: { token: TOKEN } });
    cookie = ownerCookie(home.app);
    key = home.app.home.keys.agents.add('laptop') ?? '';
  });
  afterEach(() => home.close());

  it('takes letters of the owner, hands them over in the answer to a report, and tells of it', async () => {
    await report('thinking', { moment: 'prompt' });
    const written = await write('Hello.', { about: 'src/a.ts:12' });
    assert.deepEqual([written.state, written.by, written.about], ['waiting', 'A test', 'src/a.ts:12']);
    const { letters = [] } = await report('thinking', { moment: 'prompt' });
    assert.deepEqual(
      letters.map(({ id }) => id),
      [written.id],
    );
    assert.match(letters[0]?.text ?? '', /about src\/a\.ts:12:\n\nHello\.$/);
    await report('working', { printed: [{ id: written.id, at: Date.now() }] });
    const { sessions, letters: listed } = await list();
    assert.deepEqual(
      listed.map(({ state }) => state),
      ['read'],
    );
    assert.deepEqual(
      sessions.map(({ name, way, state }) => [name, way, state]),
      [['shop', 'turns', 'working']],
    );
    assert.equal((await owner('GET', 'letters')).headers.get('cache-control'), 'no-store');
  });

  it('gives a program letters without a report', async () => {
    await report('done', { moment: 'message' });
    const { id } = await write('Hello.');
    const take = (letters: object) => agent('letters/take', { session, letters });
    const taken = await take({ moment: 'message' });
    assert.deepEqual(await taken.json(), {
      letters: [{ id, text: 'A message from the owner of this session, written in Home World:\n\nHello.' }],
    });
    await take({ printed: [{ id, at: 1 }], read: [id] });
    assert.equal((await list()).letters[0]?.state, 'read');
    assert.equal((await list()).sessions[0]?.way, 'wakes');
  });

  it('takes a letter back until it is handed over', async () => {
    await report('thinking', { moment: 'prompt' });
    const [one, two] = [await write('One.'), await write('Two.')];
    const withdrawn = await owner('DELETE', `letters/${one.id}`);
    assert.equal(v.parse(v.object({ letter }), await withdrawn.json()).letter.state, 'withdrawn');
    await report('thinking', { moment: 'prompt' });
    const late = await owner('DELETE', `letters/${two.id}`);
    assert.deepEqual(
      [late.status, ((await late.json()) as { letter: { state: string } }).letter.state],
      [409, 'handed'],
    );
    assert.equal((await owner('DELETE', 'letters/none')).status, 404);
  });

  it('is for the owner alone: visitors, agents and other sites see and write nothing', async () => {
    await report('thinking', { moment: 'prompt' });
    const { id, session: of } = await write('A secret.');
    const others: Headers[] = [
      {},
      { 'x-home-world-key': key },
      { authorization: `Bearer ${TOKEN}` },
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of others)
      for (const [method, path, body] of [
        ['GET', 'letters', undefined],
        ['POST', 'letters', { session: of, text: 'x' }],
        ['DELETE', `letters/${id}`, undefined],
      ] as const) {
        const { status } = await call(method, path, headers, body);
        assert.ok(status === 401 || status === 403, `${method} ${JSON.stringify(headers)}: ${status}`);
      }
    assert.deepEqual(
      (await list()).letters.map(({ state }) => state),
      ['waiting'],
    );
    for (const path of ['sessions.json', 'status.json', 'readings/sessions.json'])
      assert.doesNotMatch(await (await call('GET', path, {})).text(), /secret/i, path);
    for (const method of ['PUT', 'PATCH']) assert.equal((await owner(method, 'letters', {})).status, 405);
  });

  it('gives letters only to the key of the session', async () => {
    await report('thinking', { moment: 'prompt' });
    const { id } = await write('One.');
    const other = home.app.home.keys.agents.add('other') ?? '';
    const body = { state: 'thinking', session, letters: { moment: 'prompt', printed: [{ id, at: 1 }] } };
    for (const headers of [
      { 'x-home-world-key': other },
      { 'x-home-world-key': '', authorization: `Bearer ${TOKEN}` },
    ])
      for (const path of ['events', 'letters/take']) {
        const text = await (await agent(path, body, headers)).text();
        assert.doesNotMatch(text, /One\./, path);
      }
    assert.equal((await agent('letters/take', body, { 'x-home-world-key': 'wrong' })).status, 401);
    assert.equal((await agent('letters/take', body, { origin: 'https://evil.example' })).status, 403);
    assert.deepEqual(
      (await list()).letters.map(({ state }) => state),
      ['waiting'],
    );
    home.app.home.keys.agents.revoke('laptop');
    assert.equal((await agent('letters/take', body)).status, 401);
  });

  it('refuses an invalid letter, a letter that is too long, and a letter to a session that takes none, and says why', async () => {
    await report('working');
    const [{ key: of } = { key: '' }] = (await list()).sessions;
    for (const body of [
      {},
      { session: of },
      { session: of, text: 7 },
      { session: of, text: 'x'.repeat(3_001) },
      'x',
    ])
      assert.equal((await owner('POST', 'letters', body)).status, 400, JSON.stringify(body).slice(0, 40));
    assert.equal((await owner('POST', 'letters', { session: of, text: 'x'.repeat(40_000) })).status, 413);
    assert.equal((await owner('POST', 'letters', { session: 'none', text: 'x' })).status, 404);
    const refused = await owner('POST', 'letters', { session: of, text: 'x' });
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /The hooks of Codex are installed without letters\./);
    const wrong = await agent('events', { state: 'working', session, letters: { moment: 'never' } });
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /letters/);
  });

  it('keeps a session at work that a letter continues at the end of its turn', async () => {
    await report('thinking', { moment: 'prompt' });
    await write('One more thing.');
    const { letters } = await report('done', { moment: 'end' });
    assert.equal(letters?.length, 1);
    assert.equal((await list()).sessions[0]?.state, 'thinking');
  });
});
