import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PLAY_ID, playRecordOf, waitingPlay } from '../../../helpers/plays.ts';
import { Client, type TestHome, ownerCookie, withHome } from '../../helpers.ts';

const token = 'the-secret-of-the-bridge';
const OTHER_ID = '20261122-221600-far';

/** A home with a player and two visitors, of whom one is the owner. */
async function withPlayers(
  body: (clients: { player: Client; owner: Client; guest: Client }, home: TestHome) => Promise<void>,
): Promise<void> {
  await withHome({ bridge: { token } }, async (home) => {
    const cookie = ownerCookie(home.app);
    const [player, owner, guest] = [
      new Client(home.url),
      new Client(home.url, { headers: { cookie } }),
      new Client(home.url),
    ];
    await player.hello({ role: 'resident', token });
    await owner.hello();
    await guest.hello();
    await body({ player, owner, guest }, home);
    for (const client of [player, owner, guest]) await client.close();
  });
}

let chats = 0;
async function says(
  client: Client,
  text: string,
  seen: string[] | undefined = [PLAY_ID, OTHER_ID, `${PLAY_ID} r1`],
): Promise<string> {
  const id = `c${(chats += 1)}`;
  client.send({ type: 'chat', id, text, seen });
  return (await client.answerTo(id)).text;
}

describe('orders in the chat', () => {
  test('stop a play for the owner, and for no other', async () => {
    await withPlayers(async ({ player, owner, guest }) => {
      assert.equal(await says(owner, 'Stop playing!'), 'No game is being played now.');
      player.send({ type: 'play', play: playRecordOf({ step: 12 }) });
      await owner.frame('play');
      assert.match(await says(guest, 'Timmy, stop playing'), /^Only the owner/);
      assert.ok(!player.frames.some(({ type }) => type === 'play-order'));
      assert.match(await says(owner, 'Timmy, stop the game please'), /^I stop playing .*step 12/);
      const order = await player.frame('play-order');
      assert.deepEqual([order.order, order.play, order.from], ['stop', PLAY_ID, 'chat']);
    });
  });

  test('name several plays, and stop the one that is named', async () => {
    await withPlayers(async ({ player, owner }) => {
      player.send({ type: 'play', play: playRecordOf() });
      player.send({ type: 'play', play: playRecordOf({ id: OTHER_ID, portal: 'far' }) });
      await owner.frame('play', ({ play }) => play.id === OTHER_ID);
      assert.match(await says(owner, 'stop playing'), /^2 games are being played: driven, far\./);
      assert.match(await says(owner, 'stop playing far'), /^I stop playing far/);
      assert.equal((await player.frame('play-order')).play, OTHER_ID);
      assert.doesNotMatch(await says(owner, 'stop playing chess'), /stop playing chess|I stop/);
    });
  });

  test('allow and refuse what waits, and mean nothing without it', async () => {
    await withPlayers(async ({ player, owner, guest }) => {
      assert.doesNotMatch(await says(owner, 'allow'), /Allowed|owner/);
      player.send({ type: 'play', play: waitingPlay() });
      await owner.frame('play');
      assert.match(await says(guest, 'allow it'), /^Only the owner/);
      assert.equal(await says(owner, 'Refuse.'), 'Refused: click at 50 %, 50 % in driven.');
      assert.equal(await says(owner, 'yes, allow it'), 'Allowed: click at 50 %, 50 % in driven.');
      await player.frame('play-order', ({ order }) => order === 'approve');
      assert.deepEqual(
        player.frames.flatMap((frame) => (frame.type === 'play-order' ? [frame.order] : [])),
        ['refuse', 'approve'],
      );
    });
  });

  test('allow and stop nothing that the owner did not see when writing, and refuse it', async () => {
    await withPlayers(async ({ player, owner }) => {
      player.send({ type: 'play', play: waitingPlay() });
      await owner.frame('play');
      for (const seen of [[], [PLAY_ID], [PLAY_ID, `${PLAY_ID} r0`], [OTHER_ID, `${OTHER_ID} r1`]])
        assert.match(
          await says(owner, 'allow', seen),
          /^Not allowed: your message was not about what waits now, click at 50 %, 50 % in driven\. Look at it/,
        );
      for (const seen of [[], [OTHER_ID]])
        assert.match(await says(owner, 'stop playing', seen), /^driven: this play was not on the page/);
      assert.match(await says(owner, 'refuse', []), /^Refused: click/);
      await player.frame('play-order');
      const orders = player.frames.flatMap((frame) => (frame.type === 'play-order' ? [frame.order] : []));
      assert.deepEqual(orders, ['refuse']);
    });
  });
});
