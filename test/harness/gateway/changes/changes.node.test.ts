import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import * as v from 'valibot';
import { type ChangesAnswer, KEPT_MINUTES, changesAnswer } from '../../../../data/changes/changes.ts';
import { MINUTE_MS } from '../../../../data/core/time.ts';
import { TOKEN } from '../../agent.ts';
import { type TestHome, ownerCookie, startHome } from '../../helpers.ts';

const session = { id: 's-1', harness: 'Codex', folder: 'shop' };
const DIFF = 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+SECRET-LINE\n';
const changes = { diff: DIFF, notShown: [], more: 0, isCut: false };
let home: TestHome;
let cookie: string;
let key: string;
let now: number;
let logged: string[];

type Headers = Readonly<Record<string, string>>;
const call = (method: string, path: string, headers: Headers, body?: unknown): Promise<Response> =>
  fetch(`${home.url}/api/${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const agent = (path: string, body: unknown, more: Headers = {}): Promise<Response> =>
  call('POST', path, { 'x-home-world-key': key, ...more }, body);
/** Whether the answer to a report says that the owner asks. */
async function report(
  state = 'working',
  more: object = { changes: true },
  headers?: Headers,
): Promise<boolean> {
  const response = await agent('events', { state, session, at: now, ...more }, headers);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { changes?: boolean }).changes === true;
}
const send = (more: object = {}, headers?: Headers): Promise<Response> =>
  agent('changes', { session: { id: 's-1', harness: 'Codex' }, changes, ...more }, headers);
const keyOf = (harness = 'Codex'): string =>
  home.app.home.letters.list().sessions.find((one) => one.harness === harness)?.key ?? 'none';
async function owner(method: 'GET' | 'POST'): Promise<ChangesAnswer> {
  const response = await call(method, `changes/${keyOf()}`, { cookie });
  assert.equal(response.status, 200, await response.clone().text());
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return v.parse(changesAnswer, await response.json());
}

describe('/api/changes', () => {
  beforeEach(async () => {
    now = Date.now();
    logged = [];
    home = await startHome({
      bridge: { token: TOKEN },
      now: () => now,
      log: (line) => void logged.push(line),
    });
    cookie = ownerCookie(home.app);
    key = home.app.home.keys.agents.add('laptop') ?? '';
  });
  afterEach(() => home.close());

  it('tells the program once that the owner asks, takes what it sends, and shows it', async () => {
    assert.equal(await report(), false);
    assert.equal((await owner('GET')).askedAt, undefined);
    assert.equal((await owner('POST')).askedAt, now);
    now += 1_000;
    // Asking again changes nothing while the first is not answered.
    assert.equal((await owner('POST')).askedAt, now - 1_000);
    assert.equal(await report('working', { changes: true, agent: { id: 'a-1' } }), false);
    assert.equal(await report('working', {}), false);
    assert.equal(await report(), true);
    assert.equal((await owner('GET')).toldAt, now);
    assert.equal(await report(), false);
    now += 1_000;
    assert.equal((await send()).status, 200);
    const { taken, askedAt, way, name } = await owner('GET');
    assert.deepEqual([taken, askedAt, way, name], [{ at: now, changes }, undefined, 'reports', 'shop']);
    assert.equal(await report(), false);
    // A program sends it once for each time that the owner asks.
    assert.equal((await send()).status, 409);
    await owner('POST');
    assert.equal((await owner('GET')).taken, undefined);
  });

  it('tells a program again that was killed before it sent anything', async () => {
    await report();
    await owner('POST');
    assert.deepEqual([await report(), await report()], [true, false]);
    now += 26_000;
    assert.equal(await report(), true);
    assert.equal((await send()).status, 200);
  });

  it('tells a program again at the end of its turn, after which no report may come for hours', async () => {
    await report();
    await owner('POST');
    assert.deepEqual([await report(), await report('thinking'), await report('done')], [true, false, true]);
    assert.equal((await send()).status, 200);
    assert.equal(await report('done'), false);
  });

  it('asks a program without a report, and says why one cannot send anything', async () => {
    await report('done', { letters: {} });
    const refused = await call('POST', `changes/${keyOf()}`, { cookie });
    assert.deepEqual([refused.status, (await owner('GET')).way], [409, 'hooks']);
    assert.match(await refused.text(), /The hooks of Codex have not said that they send/);
    const take = async (): Promise<unknown> =>
      (await agent('letters/take', { session: { id: 's-1', harness: 'Codex' }, changes: true })).json();
    assert.deepEqual(await take(), { letters: [] });
    await owner('POST');
    assert.deepEqual(await take(), { letters: [], changes: true });
    await report('working', { session: { id: 'c', harness: 'Cursor' } });
    const none = await call('POST', `changes/${keyOf('Cursor')}`, { cookie });
    assert.match(await none.text(), /Cursor cannot send/);
    assert.equal((await call('POST', 'changes/none', { cookie })).status, 404);
    assert.equal((await call('GET', 'changes/none', { cookie })).status, 404);
  });

  it('asks each session, also one that the page leaves out', async () => {
    await report('done');
    const { household } = home.app.home;
    const own = keyOf();
    for (let index = 0; index < 48; index++)
      household.report({ state: 'working', session: { id: `o-${index}`, harness: 'Codex' }, at: now });
    const { sessions } = home.app.home.letters.list();
    assert.deepEqual([sessions.length, sessions.some((one) => one.key === own)], [48, false]);
    assert.equal((await call('POST', `changes/${own}`, { cookie })).status, 200);
  });

  it('marks hidden characters and masks keys, as in asks, and shows why there is nothing', async () => {
    await report();
    await owner('POST');
    await report();
    const diff = `${DIFF}+gpj.\u202eexe\r+password=hunter2hunter2\u2028\n`;
    const notShown = [{ path: 'b\u202e.bin', why: '5 bytes' }];
    await send({ changes: { ...changes, diff, notShown } });
    const { taken } = await owner('GET');
    assert.deepEqual(taken?.changes, {
      ...changes,
      diff: `${DIFF}+gpj.⟦U+202E⟧exe⟦U+000D⟧+password=•••⟦U+2028⟧\n`,
      notShown: [{ path: 'b.bin', why: '5 bytes' }],
    });
    await owner('POST');
    now += 26_000;
    await report();
    await send({ changes: { problem: 'Git says: <b>no</b>\n' } });
    assert.deepEqual((await owner('GET')).taken?.changes, { problem: 'Git says: <b>no</b>' });
  });

  it('is for the owner alone: visitors, agents and other sites neither read nor ask', async () => {
    await report();
    await owner('POST');
    await report();
    await send();
    const others: Headers[] = [
      {},
      { 'x-home-world-key': key },
      { authorization: `Bearer ${TOKEN}` },
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of others)
      for (const method of ['GET', 'POST']) {
        const response = await call(method, `changes/${keyOf()}`, headers);
        assert.ok([401, 403].includes(response.status), `${method} ${JSON.stringify(headers)}`);
        assert.doesNotMatch(await response.text(), /SECRET-LINE/);
      }
    for (const path of ['sessions.json', 'status.json', 'readings/sessions.json', 'letters'])
      for (const headers of [{}, { 'x-home-world-key': key }, { cookie }])
        assert.doesNotMatch(await (await call('GET', path, headers)).text(), /SECRET-LINE/, path);
    assert.doesNotMatch(logged.join('\n'), /SECRET-LINE/);
  });

  it('takes nothing of another key, and tells it nothing', async () => {
    await report();
    await owner('POST');
    const other = { 'x-home-world-key': home.app.home.keys.agents.add('other') ?? '' };
    const token = { 'x-home-world-key': '', authorization: `Bearer ${TOKEN}` };
    for (const headers of [other, token]) {
      assert.equal(await report('working', { changes: true }, headers), false);
      assert.equal((await send({}, headers)).status, 409);
    }
    assert.equal((await send()).status, 409, 'before it was told');
    assert.equal(await report(), true);
    for (const headers of [other, token]) assert.equal((await send({}, headers)).status, 409);
    assert.equal((await send({}, { 'x-home-world-key': 'wrong' })).status, 401);
    assert.equal((await send({}, { origin: 'https://evil.example' })).status, 403);
    home.app.home.keys.agents.revoke('laptop');
    assert.equal((await send()).status, 401);
    assert.equal((await owner('GET')).taken, undefined);
  });

  it('forgets it at the end of the session, and after some minutes', async () => {
    const take = async (): Promise<void> => {
      await report();
      await owner('POST');
      now += 26_000;
      await report();
      assert.equal((await send()).status, 200);
    };
    await take();
    await report('ended', { changes: true });
    assert.equal(await report(), false);
    assert.deepEqual([(await owner('GET')).taken, (await owner('GET')).askedAt], [undefined, undefined]);
    await take();
    now += KEPT_MINUTES * MINUTE_MS + 1;
    home.app.home.changes.maintain();
    assert.equal((await owner('GET')).taken, undefined);
    await owner('POST');
    now += KEPT_MINUTES * MINUTE_MS + 1;
    home.app.home.changes.maintain();
    assert.equal(await report(), false);
    // The end of a session between the question and the answer.
    await owner('POST');
    await report();
    await report('ended', {});
    assert.equal((await send()).status, 409);
  });

  it('refuses what is no diff, and what is too long', async () => {
    await report();
    await owner('POST');
    await report();
    for (const wrong of [{}, { diff: 7 }, { problem: '' }, { ...changes, diff: 'x'.repeat(500_001) }, 'x'])
      assert.equal((await send({ changes: wrong })).status, 400, JSON.stringify(wrong).slice(0, 40));
    assert.equal((await send({ changes: { ...changes, diff: 'x'.repeat(4_000_000) } })).status, 413);
    // Marks make it longer.
    assert.equal(
      (await send({ changes: { ...changes, diff: `${'\u202e'.repeat(99)}\n`.repeat(4_000) } })).status,
      200,
    );
    const { taken } = await owner('GET');
    assert.ok(taken && 'diff' in taken.changes && taken.changes.isCut && taken.changes.diff.endsWith('⟧\n'));
    for (const method of ['PUT', 'DELETE'])
      assert.equal((await call(method, 'changes/x', { cookie })).status, 405);
  });
});
