import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkNats } from '../../../harness/doctor/nats.ts';
import { NatsServer, whyNoNats } from '../../helpers/nats.ts';
import { Client } from '../helpers.ts';
import { common, dist, end, fails, place, serving, start } from '../program.ts';
import { refused } from '../refused.ts';

test(
  'two homes with the same --nats are one world, and one continues when the other is killed',
  { skip: whyNoNats },
  async () => {
    const server = await NatsServer.start(
      '--user',
      'home',
      '--pass',
      'word',
      '-js',
      '-sd',
      join(place.path, 'nats'),
    );
    const env = { HOME_WORLD_NATS_USER: 'home', HOME_WORLD_NATS_PASSWORD: 'word' };
    const nats = ['--nats', server.url];
    try {
      const one = start([...(await common('one')), ...nats], env);
      const two = start([...(await common('two')), ...nats], env);
      const [first, second] = [await serving(one), await serving(two)];
      assert.match(one.out(), /world +home on nats:\/\/127\.0\.0\.1:/);
      assert.doesNotMatch(one.out() + one.err(), /word\b/);
      const [here, there] = [new Client(first), new Client(second)];
      const { session } = await here.hello();
      await there.hello({ session });
      here.send({ type: 'chat', id: 'c1', text: 'who are you?' });
      const answer = await here.answerTo('c1');
      assert.deepEqual(await there.answerTo('c1'), answer);
      one.child.kill('SIGKILL');
      await here.closed;
      there.send({ type: 'chat', id: 'c2', text: 'still there?' });
      await there.answerTo('c2');
      await there.close();
      await end(two);
      const copy = start(['backup', join(place.path, 'two.tar.gz'), '--data', join(place.path, 'data-two')], {
        HOME_WORLD_NATS: server.url,
      });
      assert.equal(await copy.code, 0);
      assert.match(copy.out(), /conversations are on the NATS server/);
      const settings = { nats: server.url, 'nats-world': 'home' };
      const [finding] = await checkNats(settings, env, 5_000);
      assert.match(finding?.says ?? '', /It keeps 4 messages of the world “home”/);
    } finally {
      await server.dispose();
    }
  },
);

test('a name of a world without --nats ends the start with the fix, the default name too', async () => {
  const args = await common('world-alone');
  for (const world of ['garden', 'home']) {
    const { code, err } = await refused([...args, '--nats-world', world], { HOME_WORLD_DIST: dist });
    assert.equal(code, 2);
    assert.match(err, new RegExp(`“${world}”[\\s\\S]*Add --nats URL`));
  }
});

test('a NATS server that cannot be used, or a password in its address, ends the start with the fix', async () => {
  const args = await common('refused');
  const away = await fails([...args, '--nats', 'nats://127.0.0.1:1']);
  assert.equal(away.code, 1);
  assert.match(away.err, /127\.0\.0\.1:1 cannot be used[\s\S]*nats-server -js/);
  const open = await refused([...args, '--nats', 'nats://home:word@127.0.0.1:1'], { HOME_WORLD_DIST: dist });
  assert.match(open.err, /HOME_WORLD_NATS_PASSWORD/);
  assert.doesNotMatch(open.err, /:word/);
});
