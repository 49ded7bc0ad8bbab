import assert from 'node:assert/strict';
import { test } from 'node:test';
import { natsSettings } from '../../../harness/bus/nats-settings.ts';
import { checkNats } from '../../../harness/doctor/nats.ts';
import { UserError } from '../../../harness/core/user-error.ts';
import { NatsServer, whyNoNats } from '../../helpers/nats.ts';

const flags = (nats: string | undefined, world?: string) => ({ nats, 'nats-world': world });

test('the NATS server of --nats is tried', { skip: whyNoNats }, async () => {
  const server = await NatsServer.start();
  try {
    const [finding] = await checkNats(flags(server.url), {}, 10_000);
    assert.equal(finding?.state, 'ok');
    assert.match(
      finding.says,
      /nats-server 2\.\d+\.\d+, with JetStream\. It keeps 0 messages of the world “home”/,
    );
    assert.deepEqual(await checkNats(flags(undefined), {}, 10_000), []);
  } finally {
    await server.dispose();
  }
  const [away] = await checkNats(flags(server.url), {}, 10_000);
  assert.equal(away?.state, 'problem');
  assert.match(away.fix ?? '', /nats-server -js/);
});

test('a name of a world without a NATS server is refused, as by the home itself', async () => {
  assert.throws(() => natsSettings(undefined, 'garden', {}), /“garden”/);
  assert.throws(() => natsSettings(undefined, 'home', {}), /“home”/, 'the default, but given');
  const [finding] = await checkNats(flags(undefined, 'garden'), {}, 10_000);
  assert.equal(finding?.state, 'problem');
  assert.match(finding.fix ?? '', /--nats URL \(HOME_WORLD_NATS\)/);
});

test('a server that refuses the home: what to set, or what to compare', { skip: whyNoNats }, async () => {
  const server = await NatsServer.start('--user', 'home', '--pass', 'right');
  try {
    const fix = async (env: NodeJS.ProcessEnv): Promise<string> => {
      const [finding] = await checkNats(flags(server.url), env, 10_000);
      assert.equal(finding?.state, 'problem');
      assert.doesNotMatch(`${finding.says}${finding.fix}`, /hunter2/);
      return finding.fix ?? '';
    };
    assert.match(await fix({}), /^Set HOME_WORLD_NATS_USER/);
    assert.match(
      await fix({ HOME_WORLD_NATS_USER: 'home', HOME_WORLD_NATS_PASSWORD: 'hunter2' }),
      /^Compare HOME_WORLD_NATS_USER and HOME_WORLD_NATS_PASSWORD with/,
    );
  } finally {
    await server.dispose();
  }
});

test('an address with a secret, and one that is none, are refused without repeating them', () => {
  for (const [url, fix] of [
    ['nats://timmy:hunter2@nats.example:4222', /HOME_WORLD_NATS_USER/],
    ['nats://hunter2@nats.example', /HOME_WORLD_NATS_USER/],
    ['http://hunter2', /nats:\/\/host:4222/],
    ['nats://host/hunter2', /nats:\/\/host:4222/],
    ['', /nats:\/\/host:4222/],
  ] as const)
    assert.throws(
      () => natsSettings(url, 'home', {}),
      (error) =>
        error instanceof UserError &&
        fix.test(error.fix) &&
        !`${error.message}${error.fix}`.includes('hunter2'),
      url,
    );
  for (const world of ['', 'a b', 'Home', 'a.b', '*', 'x'.repeat(40)])
    assert.throws(() => natsSettings('nats://host', world, {}), UserError, world);
  assert.deepEqual(natsSettings('host', 'home', { HOME_WORLD_NATS_TOKEN: ' t ' }), {
    url: 'nats://host:4222',
    world: 'home',
    user: undefined,
    password: undefined,
    token: 't',
    credentials: undefined,
  });
  assert.equal(natsSettings('tls://[::1]:4000', 'home', {})?.url, 'tls://[::1]:4000');
  assert.throws(
    () => natsSettings('host', 'home', { HOME_WORLD_NATS_CREDS: '/nowhere/a.creds' }),
    /HOME_WORLD_NATS_CREDS/,
  );
});
