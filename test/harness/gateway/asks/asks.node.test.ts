import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, test } from 'node:test';
import { until } from '../../../helpers/waiting.ts';
import { withHome } from '../../helpers.ts';
import { ownerOf, people, permission, sendAsk, streamOf } from '../../asks/asking.ts';

const token = 'the-secret-of-the-bridge';

describe('POST /api/asks', () => {
  test('waits until the owner answers in a browser', async () => {
    await withHome({}, async (home) => {
      const { key, cookie, answer, untilOpen, asks } = people(home);
      const asking = sendAsk(home.url, key, permission());
      assert.equal(await asking.status, 200);
      const ask = await untilOpen();
      assert.deepEqual(
        [ask.title, ask.command?.text, ask.machine, ask.name, ask.harness, ask.folder],
        ['Bash', 'npm test', 'laptop', 'shop', 'Claude Code', 'shop'],
      );
      await until('the beginning of the answer', () => asking.said() === ' ');
      const [session] = home.app.home.household.view('owner')?.sessions ?? [];
      assert.deepEqual(
        [session?.state, session?.needs, session?.key],
        ['waiting', 'permission', ask.session],
      );

      const answered = await answer(ask, { choice: 'always', chosen: ['r0'] });
      assert.equal(answered.status, 200);
      assert.deepEqual(await asking.answer, {
        state: 'decided',
        decision: { choice: 'always', chosen: ['r0'], text: '' },
      });
      assert.match(asking.said(), /^ +\{/);
      assert.equal(home.app.home.household.view('owner')?.sessions[0]?.state, 'thinking');
      const [ended] = await asks();
      assert.deepEqual([ended?.state, ended?.decision?.by], ['decided', 'A test']);
      assert.equal(
        (await fetch(`${home.url}/api/asks`, { headers: { cookie } })).headers.get('cache-control'),
        'no-store',
      );
    });
  });

  test('refuses an ask and a report whose key is revoked while the body comes', async () => {
    await withHome({ bridge: { token } }, async (home) => {
      for (const path of ['asks', 'events']) {
        home.app.home.keys.agents.revoke('second');
        const second = home.app.home.keys.agents.add('second') ?? '';
        const body = JSON.stringify(permission());
        const headers = { authorization: `Bearer ${second}`, 'content-type': 'application/json' };
        const asking = request(`${home.url}/api/${path}`, { method: 'POST', headers });
        const answer = once(asking, 'response');
        asking.write(body.slice(0, 20));
        await until('the home knows of the request', () =>
          home.app.home.keys.agents
            .list()
            .some(({ name, usedAt }) => name === 'second' && usedAt !== undefined),
        );
        home.app.home.keys.agents.revoke('second');
        asking.end(body.slice(20));
        const [{ statusCode }] = (await answer) as [IncomingMessage];
        assert.equal(statusCode, 401, path);
      }
    });
  });

  test('takes the token of the home, and refuses what is no ask', async () => {
    await withHome({ bridge: { token } }, async (home) => {
      const { key, untilOpen, answer } = people(home);
      const asking = sendAsk(home.url, token, permission({ kind: 'plan', plan: 'One. Two.' }));
      const ask = await untilOpen();
      assert.deepEqual([ask.machine, ask.plan?.text], ['the home’s token', 'One. Two.']);
      await answer(ask, { choice: 'refuse', text: 'Two first.' });
      assert.deepEqual((await asking.answer).decision, { choice: 'refuse', chosen: [], text: 'Two first.' });

      for (const [body, status] of [
        [{}, 400],
        [permission({ title: '' }), 400],
        [permission({ seconds: 601 }), 400],
        [permission({ session: null }), 400],
        [
          permission({ rules: Array.from({ length: 9 }, (_, index) => ({ id: `r${index}`, label: 'x' })) }),
          400,
        ],
        [
          permission({
            rules: [
              { id: 'r0', label: 'x' },
              { id: 'r0', label: 'y' },
            ],
          }),
          400,
        ],
        [permission({ command: 'x'.repeat(300_000) }), 413],
      ] as const)
        assert.equal(await sendAsk(home.url, key, body).status, status, JSON.stringify(body).slice(0, 200));
      assert.equal(await sendAsk(home.url, 'no-key', permission()).status, 401);
      assert.equal(await sendAsk(home.url, '', permission()).status, 401);
      assert.equal(
        await sendAsk(home.url, key, permission(), { origin: 'https://evil.example' }).status,
        403,
      );
      home.app.home.keys.agents.revoke('laptop');
      assert.equal(await sendAsk(home.url, key, permission()).status, 401);
    });
  });

  test('has a limit of open asks a key', async () => {
    await withHome({}, async (home) => {
      const { key, untilOpen } = people(home);
      const other = home.app.home.keys.agents.add('server') ?? '';
      const many = Array.from({ length: 24 }, () => sendAsk(home.url, key, permission()));
      await untilOpen(24);
      assert.equal(await sendAsk(home.url, key, permission()).status, 429);
      const ofOther = sendAsk(home.url, other, permission());
      assert.equal(await ofOther.status, 200);
      for (const one of [...many, ofOther]) one.leave();
      await until('all are gone', () =>
        home.app.home.asks.list().asks.every(({ state }) => state === 'gone'),
      );
    });
  });
});

describe('the open asks of one key', () => {
  test('have a limit of text in all, so that each event of the stream is small', async () => {
    await withHome({}, async (home) => {
      const { key, untilOpen, asks } = people(home);
      const other = home.app.home.keys.agents.add('server') ?? '';
      const long = permission({ command: 'x'.repeat(60_000), plan: 'y'.repeat(60_000) });
      const first = sendAsk(home.url, key, long);
      await untilOpen();
      assert.equal(await sendAsk(home.url, key, long).status, 429);
      const short = sendAsk(home.url, key, permission());
      const ofOther = sendAsk(home.url, other, long);
      assert.deepEqual([await short.status, await ofOther.status], [200, 200]);
      first.leave();
      await until('it is gone', () => home.app.home.asks.list().asks.length === 3);
      await untilOpen(2);
      const ended = (await asks()).find(({ state }) => state === 'gone');
      assert.deepEqual(
        [ended?.title, ended?.command, ended?.plan],
        ['Bash', { text: 'x'.repeat(120), left: 59_880 }, undefined],
      );
      for (const one of [short, ofOther]) one.leave();
    });
  });

  test('leave room for the first ask of each other key', async () => {
    await withHome({}, async (home) => {
      const { key, untilOpen } = people(home);
      const text = 'x'.repeat(64_000);
      const long = permission({ command: text, diff: text, plan: text });
      const sent = [sendAsk(home.url, key, long)];
      for (const name of ['server', 'desk', 'shed', 'attic']) {
        sent.push(sendAsk(home.url, home.app.home.keys.agents.add(name) ?? '', long));
        await untilOpen(sent.length);
      }
      for (const one of sent) one.leave();
    });
  });

  test('have the name of no session of another key', async () => {
    await withHome({}, async (home) => {
      const { key, untilOpen, asks, answer } = people(home);
      const other = home.app.home.keys.agents.add('server') ?? '';
      const session = { id: 's-1', harness: 'Claude Code', name: 'Payments' };
      const own = sendAsk(home.url, key, permission({ session }));
      const ask = await untilOpen();
      assert.equal(ask.name, 'Payments');
      await answer(ask, { choice: 'allow' });
      await own.answer;
      const forged = sendAsk(home.url, other, permission({ session: { id: 's-1', harness: 'Claude Code' } }));
      await untilOpen();
      const [shown] = await asks();
      assert.deepEqual([shown?.name, shown?.machine, shown?.session], ['Claude Code', 'server', '']);
      // The session of the other key does not wait.
      assert.equal(home.app.home.household.view('owner')?.sessions[0]?.state, 'thinking');
      forged.leave();
    });
  });
});

describe('GET /api/asks/stream', () => {
  test('sends the asks at the start and after each change, and ends with the sign-in', async () => {
    await withHome({}, async (home) => {
      const { key, cookie, untilOpen, answer } = people(home);
      const stream = await streamOf(home, cookie);
      assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      assert.match(stream.response.headers.get('content-security-policy') ?? '', /default-src/);
      await until('the start', () => stream.events().length === 1);
      assert.deepEqual(stream.events()[0]?.asks, []);
      const asking = sendAsk(home.url, key, permission());
      const ask = await untilOpen();
      await until('the ask', () => stream.events().at(-1)?.asks[0]?.state === 'open');
      await answer(ask, { choice: 'allow' });
      await until('the end', () => stream.events().at(-1)?.asks[0]?.state === 'decided');
      await asking.answer;
      const before = stream.events().length;
      home.app.home.keys.signIns.endAll();
      const late = sendAsk(home.url, key, permission());
      await late.status;
      await until('the end of the stream', () => stream.isEnded());
      assert.equal(stream.events().length, before);
      late.leave();
      assert.equal((await fetch(`${home.url}/api/asks/stream`, { headers: { cookie } })).status, 401);
    });
  });
});

describe('an end', () => {
  test('is the first of two answers, and both browsers read it', async () => {
    await withHome({}, async (home) => {
      const { key, untilOpen, answer } = people(home);
      const other = ownerOf(
        home,
        home.app.home.keys.signIns.begin({ browser: 'Another', isSecure: false }).split(';')[0] ?? '',
      );
      const asking = sendAsk(home.url, key, permission());
      const ask = await untilOpen();
      const both = await Promise.all([
        answer(ask, { choice: 'allow' }),
        other.answer(ask, { choice: 'refuse' }),
      ]);
      assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]));
      const bodies = (await Promise.all(both.map((one) => one.json()))) as { ask: unknown }[];
      assert.deepEqual(bodies[0]?.ask, bodies[1]?.ask);
      const [listed] = await other.asks();
      assert.equal(listed?.decision?.choice, (await asking.answer).decision?.choice);
    });
  });
});
