import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Ask } from '../../../data/asks/ask.ts';
import { TOKEN } from '../agent.ts';
import { type TestHome, startHome } from '../helpers.ts';
import { bearer, postJson } from '../requests.ts';
import { type Asking, people, permission, sendAsk } from './asking.ts';

describe('no ask is decided', () => {
  let home: TestHome;
  let owner: ReturnType<typeof people>;
  let asking: Asking;
  let ask: Ask;
  let other: Ask;
  before(async () => {
    home = await startHome({ bridge: { token: TOKEN } });
    owner = people(home);
    asking = sendAsk(home.url, owner.key, permission());
    ask = await owner.untilOpen();
    sendAsk(home.url, owner.key, permission({ call: 'c-2' }));
    other = await owner.untilOpen(2);
  });
  after(() => home.close());

  const send = async (
    headers: Record<string, string>,
    body: unknown = { nonce: ask.nonce, choice: 'allow' },
    path = `/api/asks/${ask.id}/answer`,
    method = 'POST',
  ): Promise<number> => {
    const response = await fetch(home.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const cookie = () => ({ cookie: owner.cookie });

  for (const [name, attack, status] of [
    ['with an agent key', () => send(bearer(owner.key)), 401],
    ['with an agent key in its own header', () => send({ 'x-home-world-key': owner.key }), 401],
    ['with the token of the resident', () => send(bearer(TOKEN)), 401],
    ['with an agent key as a cookie', () => send({ cookie: `home-world-owner=${owner.key}` }), 401],
    ['by a visitor', () => send({}), 401],
    ['with the cookie of a link', () => send({ cookie: `home-world-link=${'a'.repeat(43)}` }), 401],
    ['with a forged cookie', () => send({ cookie: `home-world-owner=${'a'.repeat(43)}` }), 401],
    ['by a page of another origin', () => send({ ...cookie(), origin: 'https://evil.example' }), 403],
    ['by a page of another site', () => send({ ...cookie(), 'sec-fetch-site': 'cross-site' }), 403],
    ['by a page of a sibling host', () => send({ ...cookie(), 'sec-fetch-site': 'same-site' }), 403],
    ['by another port of this host', () => send({ ...cookie(), origin: 'http://127.0.0.1:1' }), 403],
    ['with a guessed id', () => send(cookie(), undefined, `/api/asks/${'A'.repeat(22)}/answer`), 404],
    ['with a wrong nonce', () => send(cookie(), { nonce: 'A'.repeat(43), choice: 'allow' }), 403],
    ['without a nonce', () => send(cookie(), { choice: 'allow' }), 400],
    ['with the nonce of another ask', () => send(cookie(), { nonce: other.nonce, choice: 'allow' }), 403],
    ['with another choice', () => send(cookie(), { nonce: ask.nonce, choice: 'approve' }), 400],
    [
      'with a rule that was not offered',
      () => send(cookie(), { nonce: ask.nonce, choice: 'always', chosen: ['r1'] }),
      400,
    ],
    ['with no rule', () => send(cookie(), { nonce: ask.nonce, choice: 'always' }), 400],
    [
      'with an option that was not offered',
      () => send(cookie(), { nonce: ask.nonce, choice: 'choose', chosen: ['o0'] }),
      400,
    ],
    [
      'with words that it does not take',
      () => send(cookie(), { nonce: ask.nonce, choice: 'write', text: 'yes' }),
      400,
    ],
    [
      'with too many words',
      () => send(cookie(), { nonce: ask.nonce, choice: 'refuse', text: 'x'.repeat(2_001) }),
      400,
    ],
    ['with a body that is none', () => send(cookie(), 'allow'), 400],
    [
      'with a very long body',
      () => send(cookie(), { nonce: ask.nonce, choice: 'allow', text: 'x'.repeat(20_000) }),
      413,
    ],
    [
      'as a form',
      () => send({ ...cookie(), 'content-type': 'application/x-www-form-urlencoded' }, 'choice=allow'),
      415,
    ],
    ['with GET', () => send(cookie(), undefined, undefined, 'GET'), 405],
    [
      'by an agent that answers itself in its ask',
      async () => {
        const forged = { ...permission({ call: 'c-3' }), state: 'decided', decision: { choice: 'allow' } };
        const sent = sendAsk(home.url, owner.key, forged);
        const status = await sent.status;
        const [newest] = (await owner.asks()).filter(({ state }) => state === 'open').slice(-1);
        assert.deepEqual([newest?.state, newest?.decision], ['open', undefined]);
        sent.leave();
        return status;
      },
      200,
    ],
    [
      'by a report of the agent',
      () =>
        send(
          { 'x-home-world-key': owner.key },
          {
            state: 'working',
            session: { id: 's-1', harness: 'Claude Code' },
            call: 'c-1',
            decision: { choice: 'allow' },
            ask: ask.id,
          },
          '/api/events',
        ),
      200,
    ],
  ] as const)
    it(name, async () => {
      assert.equal(await attack(), status);
      const asks = home.app.home.asks.list().asks.filter(({ id }) => id === ask.id || id === other.id);
      assert.deepEqual(
        asks.map(({ state }) => state),
        ['open', 'open'],
      );
      assert.match(asking.said(), /^ *$/);
    });

  it('is read by the owner alone', async () => {
    for (const path of ['/api/asks', '/api/asks/stream'])
      for (const headers of [
        {},
        { 'x-home-world-key': owner.key },
        bearer(TOKEN),
        { cookie: `home-world-owner=${'a'.repeat(43)}` },
      ])
        assert.equal(await send(headers, undefined, path, 'GET'), 401, path);
    assert.equal(
      await send({ ...cookie(), origin: 'https://evil.example' }, undefined, '/api/asks', 'GET'),
      403,
    );
    // No page of another site may read the answer with a script.
    const response = await fetch(`${home.url}/api/asks`, { headers: cookie() });
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  it('a replayed answer finds the ask ended', async () => {
    const replayed = sendAsk(home.url, owner.key, permission({ call: 'c-4' }));
    const one = await owner.untilOpen(3);
    assert.equal((await owner.answer(one, { choice: 'refuse' })).status, 200);
    assert.equal((await owner.answer(one, { choice: 'allow' })).status, 409);
    assert.equal((await replayed.answer).decision?.choice, 'refuse');
    // The nonce of an ask opens no other one.
    assert.equal((await owner.answer({ id: ask.id, nonce: one.nonce }, { choice: 'allow' })).status, 403);
  });
});

describe('an ask cannot look like something else', () => {
  it('is text with marks, from the machine whose key sent it', async () => {
    await using home = await startHome();
    const owner = people(home);
    const sent = sendAsk(home.url, owner.key, {
      ...permission({
        title: 'Home World: \u202e<b>your sign-in has ended</b>\nOK',
        note: 'Press allow to go on\u200b',
        command: 'echo hi # \u202eedoc ;fr- mr',
        diff: '--- a\n+++ a\n+<script>fetch("/api/asks")</script>\n',
        folder: '../../\u0000etc',
        session: { id: 's-1', harness: 'Home World', name: 'Home World security' },
        options: [{ id: 'o0', label: '<img src=x onerror=alert(1)>' }],
      }),
      machine: 'the home',
      id: 'forged',
      nonce: 'forged',
      by: 'Chrome on Android',
    });
    const ask = await owner.untilOpen();
    assert.equal(ask.title, 'Home World: <b>your sign-in has ended</b> OK');
    assert.equal(ask.note, 'Press allow to go on');
    assert.equal(ask.command?.text, 'echo hi # ⟦U+202E⟧edoc ;fr- mr');
    assert.equal(ask.diff?.text, '--- a\n+++ a\n+<script>fetch("/api/asks")</script>\n');
    assert.equal(ask.options[0]?.label, '<img src=x onerror=alert(1)>');
    assert.deepEqual([ask.machine, ask.id === 'forged', ask.nonce === 'forged'], ['laptop', false, false]);
    sent.leave();
  });

  it('has no option or rule of which its owner would read another text', async () => {
    await using home = await startHome();
    const owner = people(home);
    for (const label of ["Clean up --secret 'cache'", 'Clean\u200b up', 'Clean\nup', 'x'.repeat(201)]) {
      const body = permission({ options: [{ id: 'o0', label }] });
      const { status } = await postJson(`${home.url}/api/asks`, body, bearer(owner.key));
      assert.equal(status, 400, label);
    }
    // The schema of the pages counts such a letter twice: one rule must not make their whole list unreadable.
    const sent = sendAsk(home.url, owner.key, permission({ rules: [{ id: 'r0', label: '😀'.repeat(300) }] }));
    assert.deepEqual((await owner.untilOpen()).rules, []);
    sent.leave();
  });

  it('has no name of a session that another key reported, and no dot in its harness', async () => {
    await using home = await startHome();
    const owner = people(home);
    const other = home.app.home.keys.agents.add('desk') ?? '';
    const session = { id: 'n7', harness: 'make', name: 'Nightly' };
    const first = sendAsk(home.url, owner.key, permission({ session }));
    assert.equal((await owner.untilOpen()).name, 'Nightly');
    const second = sendAsk(home.url, other, permission({ session }));
    const forged = await owner.untilOpen(2);
    assert.deepEqual([forged.machine, forged.name], ['desk', 'make']);
    const third = sendAsk(
      home.url,
      other,
      permission({ session: { ...session, harness: 'Codex · laptop' } }),
    );
    assert.equal((await owner.untilOpen(3)).harness, 'Codex   laptop');
    for (const sent of [first, second, third]) sent.leave();
  });

  it('never has its nonce in what the agent gets', async () => {
    await using home = await startHome();
    const owner = people(home);
    const sent = sendAsk(home.url, owner.key, permission());
    const ask = await owner.untilOpen();
    const answered = await owner.answer(ask, { choice: 'refuse', text: 'No.' });
    assert.equal(answered.status, 200);
    assert.deepEqual(Object.keys(await sent.answer), ['state', 'decision']);
    assert.ok(!sent.said().includes(ask.nonce) && !sent.said().includes('A test'));
  });
});
