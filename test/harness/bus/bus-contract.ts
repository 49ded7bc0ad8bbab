import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test as nodeTest } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Bucket, type Bus, NoMemberError } from '../../../harness/bus/bus.ts';
import { until } from '../../helpers/waiting.ts';

/** Members of one world, to be closed by the test. */
export type Members = (count: number) => Promise<Bus[]>;

/** What every bus must do, whatever carries its texts. `skip` says why it cannot be tried. */
export function busContract(name: string, members: Members, skip: string | false = false): void {
  const test = (title: string, run: () => Promise<void>): void => void nodeTest(title, { skip }, run);

  /** A subject that no other test uses. */
  const subjectOf = (): string => `contract.${randomUUID()}`;

  const count = (bus: Bus, direction: string): number => new Map(bus.texts).get(direction) ?? 0;

  const withMembers = async (count: number, use: (...buses: Bus[]) => Promise<void>): Promise<void> => {
    const buses = await members(count);
    try {
      await use(...buses);
    } finally {
      await Promise.all(buses.map((bus) => bus.close()));
    }
  };

  test(`${name}: a text reaches every other member once, in order, and not its sender`, () =>
    withMembers(3, async (one, two, three) => {
      assert.ok(one && two && three);
      const subject = subjectOf();
      const heard: string[][] = [[], [], []];
      for (const [index, bus] of [one, two, three].entries())
        bus.subscribe(subject, (text) => void heard[index]?.push(text));
      two.subscribe(`${subject}.other`, () => assert.fail('a text of another subject'));
      await ready(one, two, three);
      const texts = Array.from({ length: 100 }, (_, index) => `text ${index} é`);
      for (const text of texts) one.publish(subject, text);
      await until('all texts came', () => heard[1]?.length === 100 && heard[2]?.length === 100);
      assert.deepEqual(heard, [[], texts, texts]);
      assert.ok(count(one, 'sent') >= 100);
      assert.ok(count(three, 'received') >= 100);
    }));

  test(`${name}: a subscription that was ended receives no more messages`, () =>
    withMembers(2, async (one, two) => {
      assert.ok(one && two);
      const subject = subjectOf();
      const heard: string[] = [];
      const stop = two.subscribe(subject, () => assert.fail('it was ended'));
      two.subscribe(subject, (text) => void heard.push(text));
      stop();
      await ready(one, two);
      one.publish(subject, 'a');
      await until('the text came', () => heard.length === 1);
    }));

  test(`${name}: a request is answered by one member, and members take turns`, () =>
    withMembers(3, async (one, two, three) => {
      assert.ok(one && two && three);
      const subject = subjectOf();
      const answered = [0, 0];
      one.serve(subject, () => assert.fail('a member does not answer itself'));
      for (const [index, bus] of [two, three].entries())
        bus.serve(subject, async (text) => {
          answered[index] = (answered[index] ?? 0) + 1;
          return `${text}!`;
        });
      one.serve(subject, () => assert.fail('a member answers itself'));
      await ready(one, two, three);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => one.request(subject, `${index}`, 10_000)),
      );
      assert.deepEqual(
        answers,
        answers.map((_, index) => `${index}!`),
      );
      assert.equal((answered[0] ?? 0) + (answered[1] ?? 0), 200);
      for (const count of answered) assert.ok(count > 20, `${answered.join(' and ')} requests`);
    }));

  test(`${name}: a request that no other member serves rejects with NoMemberError`, () =>
    withMembers(2, async (one, two) => {
      assert.ok(one && two);
      const subject = subjectOf();
      one.serve(subject, () => 'its own');
      const stop = two.serve(subject, () => 'other');
      stop();
      await ready(one, two);
      await assert.rejects(one.request(subject, 'x', 10_000), NoMemberError);
    }));

  test(`${name}: a handler that rejects lets the request reject, and none is left without an end`, () =>
    withMembers(2, async (one, two) => {
      assert.ok(one && two);
      const [failing, silent] = [subjectOf(), subjectOf()];
      two.serve(failing, () => Promise.reject(new Error('not today')));
      two.serve(silent, () => new Promise(() => undefined));
      await ready(one, two);
      await assert.rejects(one.request(failing, 'x', 10_000), /not today/);
      await assert.rejects(one.request(silent, 'x', 50), (error: Error) => !(error instanceof NoMemberError));
    }));

  test(`${name}: a bucket is shared, and of many members that create a key one wins`, () =>
    withMembers(3, async (...buses) => {
      const name = `contract-${randomUUID()}`;
      const buckets = buses.map((bus) => bus.bucket(name, 60_000));
      const [one, two] = buckets;
      assert.ok(one && two);
      assert.equal(await one.get('a.b'), undefined);
      await one.put('a.b', 'text é');
      assert.equal(await two.get('a.b'), 'text é');
      await two.put('a.b', '');
      assert.equal(await one.get('a.b'), '');
      assert.equal(await one.create('a.b', 'again'), false);
      await two.delete('a.b');
      assert.equal(await one.get('a.b'), undefined);
      const won = await Promise.all(buckets.map((bucket) => bucket.create('a.b', 'mine')));
      assert.equal(won.filter(Boolean).length, 1);
    }));

  test(`${name}: a key that members create and delete all the time has one owner at a time`, () =>
    withMembers(3, async (...buses) => {
      const name = `contract-${randomUUID()}`;
      // A NATS server may lose a read in a bucket that several members are just creating.
      await buses[0]?.bucket(name, 60_000).get('key');
      const take = async (bucket: Bucket, own: string): Promise<void> => {
        for (let round = 0; round < 40; round += 1)
          if (await bucket.create('key', own)) {
            assert.equal(await bucket.get('key'), own);
            await bucket.delete('key');
          }
      };
      await Promise.all(buses.map((bus, index) => take(bus.bucket(name, 60_000), `member ${index}`)));
    }));

  test(`${name}: a bucket is ready for each of many members that create it at once`, () =>
    withMembers(3, async (...buses) => {
      for (let round = 0; round < 60; round += 1) {
        const name = `contract-${randomUUID()}`;
        await Promise.all(buses.map((bus, index) => bus.bucket(name, 60_000).put(`key${index}`, 'text')));
      }
    }));

  test(`${name}: a bucket forgets after its time`, () =>
    withMembers(2, async (one, two) => {
      assert.ok(one && two);
      const name = `contract-${randomUUID()}`;
      await one.bucket(name, 300).put('key', 'text');
      while ((await two.bucket(name, 300).get('key')) !== undefined) await setTimeout(20);
      assert.equal(await two.bucket(name, 300).create('key', 'again'), true);
    }));
}

/** Resolves when what these members subscribed to is known to all. */
async function ready(...buses: Bus[]): Promise<void> {
  const subject = `ready.${randomUUID()}`;
  for (const bus of buses) {
    const stop = bus.serve(subject, () => 'ready');
    const other = buses.find((one) => one !== bus);
    while ((await other?.request(subject, '', 1_000).catch(() => '')) !== 'ready') await setTimeout(5);
    stop();
  }
}
