import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { HOUR_MS } from '../../../../data/core/time.ts';
import { Budget } from '../../../../harness/model/budget.ts';
import { Shares } from '../../../../harness/resident/model/shares.ts';
import { Client, temporaryFolder } from '../../helpers.ts';
import { NO_LIMITS, withModelHome } from './model-home.ts';
import { inTurn, calls, says } from './provider-server.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const tokens = (count: number) => ({ read: count, written: 0, seconds: 0 });

/** Asks as often as it may; returns how many tokens it got, in questions of a hundred. */
function useUp(shares: Shares, address: string | undefined): number {
  const budget = shares.of(address);
  let used = 0;
  for (; budget.spent() === undefined && used < 1_000_000; used += 100) budget.spend(tokens(100));
  return used;
}

describe('the share of an address in the day of the model', () => {
  const withShares = async (
    limits: Partial<typeof NO_LIMITS>,
    body: (shares: Shares, clock: { now: number }) => void,
  ): Promise<void> => {
    await using place = await temporaryFolder();
    const clock = { now: NOON };
    const now = () => clock.now;
    const budget = new Budget(join(place.path, 'usage.json'), { ...NO_LIMITS, ...limits }, { now });
    body(new Shares(budget, now), clock);
  };

  test('is a tenth, so that many others have theirs', () =>
    withShares({ tokens: 100_000 }, (shares) => {
      shares.of('first').spend(tokens(100));
      for (const address of ['flood', 'two', 'three']) assert.ok(useUp(shares, address) <= 10_200, address);
      assert.match(shares.of('flood').spent() ?? '', /^Your address has used its share/);
      assert.equal(shares.of('another').spent(), undefined);
    }));

  test('comes back over the day', () =>
    withShares({ tokens: 100_000 }, (shares, clock) => {
      shares.of('first').spend(tokens(10_000));
      useUp(shares, 'flood');
      clock.now += HOUR_MS;
      const inAnHour = useUp(shares, 'flood');
      assert.ok(inAnHour > 0 && inAnHour <= 600, `${inAnHour} of the 417 tokens of an hour`);
    }));

  test('is half of the day while no other address asks, as in a private home', () =>
    withShares({ tokens: 100_000 }, (shares) => {
      const used = useUp(shares, 'alone');
      assert.ok(used >= 50_000 && used <= 50_200, String(used));
      assert.equal(shares.of('another').spent(), undefined);
    }));

  test('is half of the day again when the other address asks no more', () =>
    withShares({ tokens: 100_000 }, (shares, clock) => {
      for (let question = 0; question < 80; question++) shares.of('alone').spend(tokens(500));
      shares.of('once').spend(tokens(500));
      assert.match(shares.of('alone').spent() ?? '', /share/);
      clock.now += 3 * HOUR_MS;
      assert.equal(shares.of('alone').spent(), undefined);
    }));

  test('is one for all networks of a household', () =>
    withShares({ tokens: 100_000 }, (shares) => {
      shares.of('first').spend(tokens(100));
      for (const host of ['1200', '1201', '12ff']) useUp(shares, `2001:db8:0:${host}::`);
      assert.match(shares.of('2001:db8:0:1202::').spent() ?? '', /share/);
      assert.equal(shares.of('2001:db8:0:1300::').spent(), undefined);
    }));

  test('is half of the day for a private home with IPv6', () =>
    withShares({ tokens: 100_000 }, (shares) => {
      const used = useUp(shares, '2001:db8:0:1200::');
      assert.ok(used >= 50_000 && used <= 50_200, String(used));
    }));

  test('is counted in seconds and in money too', async () => {
    await withShares({ seconds: 100 }, (shares) => {
      shares.of('another').spend({ read: 0, written: 0, seconds: 1 });
      shares.of('one').spend({ read: 0, written: 0, seconds: 11 });
      assert.match(shares.of('one').spent() ?? '', /share/);
    });
    await withShares({ money: 1, prices: { read: 10_000, written: 0 } }, (shares) => {
      shares.of('another').spend(tokens(1));
      shares.of('one').spend(tokens(11));
      assert.match(shares.of('one').spent() ?? '', /share/);
    });
  });

  test('is none for the owner, and none where the day has no limit', async () => {
    await withShares({ tokens: 100_000 }, (shares) => {
      useUp(shares, 'visitor');
      assert.ok(useUp(shares, undefined) >= 49_000);
    });
    await withShares({}, (shares) => assert.equal(useUp(shares, 'visitor'), 1_000_000));
  });
});

describe('a home with a model', () => {
  const home = { trustProxy: 1 };
  const from = async (url: string, address: string): Promise<Client> => {
    const client = new Client(url, { headers: { 'x-forwarded-for': address } });
    await client.hello();
    return client;
  };

  test('answers a visitor who has used their share from the readings, and the others with the model', () =>
    // Each answer counts 110 tokens.
    withModelHome(
      { home, limits: { tokens: 2_000 }, next: () => says('Hello.') },
      async ({ url, requests, log }) => {
        const [greedy, honest] = [await from(url, '203.0.113.1'), await from(url, '2001:db8::1')];
        const ask = async (client: Client, id: string): Promise<string> => {
          client.send({ type: 'chat', id, text: 'block height' });
          return (await client.answerTo(id)).text;
        };
        assert.equal(await ask(honest, 'c1'), 'Hello.');
        for (const id of ['c1', 'c2']) assert.equal(await ask(greedy, id), 'Hello.');
        assert.match(
          await ask(greedy, 'c3'),
          /^\*Your address has used its share .*\*\n\n---\n\n.*\n\nBlock height: 698767/,
        );
        assert.equal(requests.length, 3, 'the provider is not asked');
        assert.equal(await ask(honest, 'c2'), 'Hello.');
        assert.equal(log.length, 1);
        for (const client of [greedy, honest]) await client.close();
      },
    ));

  test('gives the model the beginning of a very long question, and says so', () =>
    withModelHome({ next: () => says('Hello.') }, async ({ requests }, client) => {
      client.send({ type: 'chat', id: 'c1', text: 'word '.repeat(1_580) });
      const { text } = await client.answerTo('c1');
      assert.equal(text, '*The model reads only the first 1,999 characters of this message.*\n\nHello.');
      const { messages } = JSON.parse(requests[0]?.body ?? '') as { messages: { content: string }[] };
      assert.equal(messages.at(-1)?.content.length, 1_999);
    }));

  test('keeps ten notes a day of one address, and those of others', () =>
    withModelHome(
      {
        home,
        next: ({ body }, index) =>
          index % 2 === 0
            ? calls(['remember', { note: /remember that (.*?)"/.exec(body)?.[1] ?? '' }])
            : says('Yes.'),
      },
      async ({ url, notes }) => {
        const remember = async (address: string): Promise<string | undefined> => {
          const client = await from(url, address);
          client.send({ type: 'chat', id: 'c1', text: 'please remember that rainy evenings are fine' });
          const { steps } = await client.answerTo('c1');
          await client.close();
          return steps?.[0]?.state;
        };
        const kept = [];
        for (let session = 0; session < 11; session++) kept.push(await remember('203.0.113.1'));
        assert.deepEqual(kept, [...Array<string>(10).fill('done'), 'failed']);
        assert.equal(await remember('203.0.113.2'), 'done');
        assert.equal(notes.all().length, 11);
      },
    ));

  test('says that an answer was cut where it is longer than an answer may be', () =>
    withModelHome(
      { next: inTurn(says('long '.repeat(8_000)), says('x'.repeat(32_000))) },
      async (_home, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'hi' });
        const { text } = await client.answerTo('c1');
        assert.match(text, /long \n\n\*\(The answer is longer than the home keeps; it ends here\.\)\*$/);
        client.send({ type: 'chat', id: 'c2', text: 'hi' });
        assert.equal((await client.answerTo('c2')).text, 'x'.repeat(32_000), 'a whole one says nothing');
      },
    ));
});
