import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signal } from '@lit-labs/signals';
import type { PlayRecord } from '../../../../data/games/play-record.ts';
import { CurrentPlays } from '../../../../harness/bridge/plays/current-plays.ts';
import { PLAY_ID, playRecordOf, waitingPlay } from '../../../helpers/plays.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { Client, withHome } from '../../helpers.ts';

const token = 'the-secret-of-the-bridge';
const bridge = { token };
const idOf = (index: number): string => `20261122-22150${index}-driven`;

describe('a play', () => {
  test('goes from its player to visitors who are there and to those who come', async () => {
    await withHome({ bridge }, async ({ url }) => {
      const [player, early, late] = [new Client(url), new Client(url), new Client(url)];
      await player.hello({ role: 'resident', token });
      await early.hello();
      player.send({ type: 'play', play: playRecordOf({ note: 'I see a menu.' }) });
      assert.equal((await early.frame('play')).play.note, 'I see a menu.');
      await late.hello();
      assert.equal((await late.frame('play')).play.id, PLAY_ID);
      const types = late.frames.map(({ type }) => type);
      assert.ok(types.indexOf('welcome') < types.indexOf('play'));
      for (const client of [player, early, late]) await client.close();
    });
  });

  test('is reported by the role resident only, and ordered by the owner only', async () => {
    await withHome({ bridge }, async ({ url, app }) => {
      const [visitor, observer, player] = [new Client(url), new Client(url), new Client(url)];
      await visitor.hello();
      await observer.hello({ role: 'observer', token });
      await player.hello({ role: 'resident', token });
      visitor.send({ type: 'play', play: playRecordOf() });
      assert.equal((await visitor.frame('error')).code, 'bad-frame');
      observer.send({ type: 'play', play: playRecordOf() });
      assert.equal((await observer.frame('error')).code, 'bad-frame');
      assert.deepEqual(app.home.bridge.plays.records, []);
      player.send({ type: 'play', play: playRecordOf() });
      await visitor.frame('play');
      visitor.send({ type: 'play-order', order: 'stop', play: PLAY_ID });
      const { code, ref } = await visitor.frame('error', (frame) => frame.ref === PLAY_ID);
      assert.deepEqual([code, ref], ['unauthorized', PLAY_ID]);
      player.send({ type: 'ping' });
      await player.frame('pong');
      assert.ok(!player.frames.some(({ type }) => type === 'play-order'));
      for (const client of [visitor, observer, player]) await client.close();
    });
  });

  test('has failed when its player is gone, and continues when it is back', async () => {
    await withHome({ bridge }, async ({ url }) => {
      const [first, visitor, second] = [new Client(url), new Client(url), new Client(url)];
      await visitor.hello();
      await first.hello({ role: 'resident', token });
      first.send({ type: 'play', play: waitingPlay() });
      await visitor.frame('play');
      first.socket.terminate();
      const { play } = await visitor.frame('play', ({ play: { state } }) => state === 'failed');
      assert.deepEqual([play.note, play.request], ['The player is gone.', undefined]);
      await second.hello({ role: 'resident', token });
      second.send({ type: 'play', play: playRecordOf({ step: 7 }) });
      await visitor.frame('play', ({ play: { step } }) => step === 7);
      for (const client of [visitor, second]) await client.close();
    });
  });

  test('survives frames that are wrong in any field', async () => {
    await withHome({ bridge }, async ({ url, app }) => {
      const random = randomFrom(15);
      const player = new Client(url);
      await player.hello({ role: 'resident', token });
      const values = [null, -1, 1e300, '', '../../etc/passwd', 'x'.repeat(400), [], {}, true, 0.5];
      for (let round = 0; round < 150; round += 1) {
        const play: Record<string, unknown> = { ...waitingPlay() };
        const fields = Object.keys(play);
        const field = fields[Math.floor(random() * fields.length)] ?? 'id';
        play[field] = values[Math.floor(random() * values.length)];
        player.socket.send(JSON.stringify({ type: 'play', play }));
      }
      player.send({ type: 'ping' });
      await player.frame('pong');
      assert.equal(player.socket.readyState, player.socket.OPEN);
      for (const { id } of app.home.bridge.plays.records) assert.equal(id, PLAY_ID);
      await player.close();
    });
  });
});

/** Plays with a clock of their own. */
function startPlays() {
  const records = signal<readonly PlayRecord[]>([]);
  const told: PlayRecord[] = [];
  const clock = { now: 1_000_000 };
  const plays = new CurrentPlays({
    records,
    broadcast: ({ play }) => told.push(play),
    now: () => clock.now,
  });
  return { plays, told, clock };
}

/** A connection that keeps what it was sent. */
const connection = () => {
  const sent: unknown[] = [];
  return { sent, sendText: (text: string) => void sent.push(JSON.parse(text)) };
};

describe('the plays of a home', () => {
  test('are sent four times a second, the newest record of each', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { plays, told, clock } = startPlays();
    const player = connection();
    for (let step = 0; step < 100; step += 1) {
      plays.report(player, playRecordOf({ step }));
      clock.now += 20;
      context.mock.timers.tick(20);
    }
    assert.ok(told.length >= 7 && told.length <= 9, `told ${told.length} times in two seconds`);
    context.mock.timers.tick(250);
    assert.equal(told.at(-1)?.step, 99);
    plays.close();
  });

  test('belong to the newest connection that reports them', () => {
    const { plays } = startPlays();
    const [old, other] = [connection(), connection()];
    assert.equal(plays.report(old, playRecordOf()), undefined);
    assert.equal(plays.report(other, playRecordOf({ step: 2 })), undefined);
    assert.match(plays.report(old, playRecordOf({ step: 9 })) ?? '', /A newer connection/);
    plays.leave(old);
    assert.deepEqual(
      plays.records.map(({ step, state }) => [step, state]),
      [[2, 'playing']],
    );
    plays.close();
  });

  test('pass on an order about what waits, and no other', () => {
    const { plays } = startPlays();
    const player = connection();
    plays.report(player, waitingPlay());
    const approve = { type: 'play-order', order: 'approve', play: PLAY_ID } as const;
    assert.match(plays.order({ ...approve, request: 'r0' }, 'page') ?? '', /no longer waits/);
    assert.equal(plays.order({ ...approve, request: 'r1' }, 'page'), undefined);
    assert.deepEqual(player.sent, [{ ...approve, request: 'r1', from: 'page' }]);
    plays.report(player, playRecordOf({ state: 'done' }));
    assert.match(plays.order({ type: 'play-order', order: 'stop', play: PLAY_ID }, 'chat') ?? '', /is over/);
    assert.match(
      plays.order({ type: 'play-order', order: 'stop', play: idOf(9) }, 'chat') ?? '',
      /no longer knows this play/,
    );
    plays.close();
  });

  test('are four at most: the first that ended makes room, and none that runs', () => {
    const { plays, clock } = startPlays();
    const player = connection();
    for (let index = 0; index < 4; index += 1) plays.report(player, playRecordOf({ id: idOf(index) }));
    assert.match(plays.report(player, playRecordOf({ id: idOf(8) })) ?? '', /4 plays at once/);
    for (const index of [2, 1]) {
      clock.now += 1_000;
      plays.report(player, playRecordOf({ id: idOf(index), state: 'stopped' }));
    }
    assert.equal(plays.report(player, playRecordOf({ id: idOf(8) })), undefined);
    assert.deepEqual(
      plays.records.map(({ id }) => id),
      [0, 1, 3, 8].map(idOf),
    );
    clock.now += 3_600_000;
    plays.sweep();
    assert.deepEqual(
      plays.records.map(({ id }) => id),
      [0, 3, 8].map(idOf),
    );
    plays.close();
  });
});
