import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../../data/core/time.ts';
import { MAX_AGENT_KEYS } from '../../../harness/keys/agent-keys.ts';
import { Challenges } from '../../../harness/keys/challenges.ts';
import { Keys } from '../../../harness/keys/keys.ts';
import { temporaryFolder } from '../helpers.ts';

const pairOf = (cookie: string): { cookie: string } => ({ cookie: cookie.split(';')[0] ?? '' });
const browser = 'A test';

/** Keys in memory, and their clock. */
function keysAt(now: number) {
  const clock = { now };
  return { clock, keys: new Keys(':memory:', () => clock.now) };
}

describe('agent keys', () => {
  test('are found until they are revoked, and listed with their last use', () => {
    const { clock, keys } = keysAt(1_000_000);
    const key = keys.agents.add('laptop') ?? '';
    assert.match(key, /^hwk_[\w-]{43}$/);
    assert.equal(keys.agents.add('laptop'), undefined, 'a name is used once');
    assert.deepEqual(keys.agents.list(), [{ id: 1, name: 'laptop', madeAt: 1_000_000, usedAt: undefined }]);
    clock.now += DAY_MS;
    assert.deepEqual(keys.agents.find(key), { id: 1, name: 'laptop' });
    assert.equal(keys.agents.list()[0]?.usedAt, clock.now);
    for (const other of [undefined, '', key.slice(0, -1), `${key}A`, key.replace('hwk_', '')])
      assert.equal(keys.agents.find(other), undefined);
    assert.equal(keys.agents.revoke('laptop'), true);
    assert.equal(keys.agents.revoke('laptop'), false);
    assert.equal(keys.agents.find(key), undefined);
  });

  test('have a limit', () => {
    const { keys } = keysAt(0);
    for (let made = 0; made < MAX_AGENT_KEYS; made += 1) assert.ok(keys.agents.add(`k${made}`));
    assert.equal(keys.agents.add('one-more'), undefined);
  });
});

describe('sign-ins', () => {
  test('are found beside cookies of the same name from elsewhere, and end with them', () => {
    const { keys } = keysAt(Date.now());
    const other = `home-world-owner=${'A'.repeat(43)}`;
    for (const isSecure of [false, true]) {
      const own = pairOf(keys.signIns.begin({ browser, isSecure })).cookie;
      for (const cookie of [`${other}; ${own}`, `${own}; ${other}`, `${other};${own} ;${other}`]) {
        assert.equal(keys.signIns.ownerOf({ cookie })(), true, cookie);
        assert.equal(keys.signIns.ownerOf({ cookie: cookie.replaceAll('owner=', 'owner-2=') })(), false);
      }
      keys.signIns.end({ cookie: `${other}; ${own}` }, isSecure);
      assert.equal(keys.signIns.ownerOf({ cookie: own })(), false);
    }
  });

  test('last thirty days, and may change keys for ten minutes', () => {
    const { clock, keys } = keysAt(0);
    const headers = pairOf(keys.signIns.begin({ browser, isSecure: true }));
    const isOwner = keys.signIns.ownerOf(headers);
    assert.equal(keys.signIns.isFresh(headers), true);
    clock.now = 10 * MINUTE_MS;
    assert.equal(keys.signIns.isFresh(headers), false);
    clock.now = 30 * DAY_MS - 1;
    assert.equal(isOwner(), true);
    clock.now += 1;
    assert.equal(isOwner(), false);
    assert.deepEqual(keys.signIns.list(), []);
  });

  test('give way to newer ones beyond fifty', () => {
    const { keys } = keysAt(0);
    const first = keys.signIns.ownerOf(pairOf(keys.signIns.begin({ browser, isSecure: true })));
    for (let more = 1; more < 50; more += 1) keys.signIns.begin({ browser, isSecure: true });
    assert.equal(first(), true);
    keys.signIns.begin({ browser, isSecure: true });
    assert.equal(first(), false);
  });

  test('have a cookie that scripts do not see and other sites do not send', () => {
    const { keys } = keysAt(0);
    const rest = `Path=/; Max-Age=${DAY_MS * 0.03}; HttpOnly; SameSite=Strict`;
    assert.match(
      keys.signIns.begin({ browser, isSecure: true }),
      new RegExp(`^__Host-home-world-owner=[\\w-]{43}; ${rest}; Secure$`),
    );
    assert.match(
      keys.signIns.begin({ browser, isSecure: false }),
      new RegExp(`^home-world-owner=[\\w-]{43}; ${rest}$`),
    );
  });

  test('survive a restart, and the file opens none of them', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'keys.sqlite');
    const before = new Keys(file);
    const [signIn, agent, code] = [
      pairOf(before.signIns.begin({ browser, isSecure: false })),
      before.agents.add('laptop') ?? '',
      before.codes.make(),
    ];
    const secrets = [
      signIn.cookie.split('=')[1] ?? '',
      agent,
      agent.slice(4),
      code,
      code.replaceAll('-', ''),
    ];
    before.close();
    const bytes = (await readFile(file)).toString('latin1');
    for (const secret of secrets) assert.ok(!bytes.includes(secret), 'a secret is in the file');
    const after = new Keys(file);
    assert.equal(after.signIns.ownerOf(signIn)(), true);
    assert.equal(after.agents.find(agent)?.name, 'laptop');
    assert.equal(after.codes.use(code), true);
    after.signIns.endAll();
    assert.equal(after.signIns.ownerOf(signIn)(), false);
    after.close();
  });
});

describe('one-time codes', () => {
  test('work once, as a person types them', () => {
    const { keys } = keysAt(0);
    const code = keys.codes.make();
    assert.match(code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-?){3}$/);
    assert.equal(
      keys.codes.use(code.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l')),
      true,
    );
    assert.equal(keys.codes.use(code), false);
  });

  test('end after ten minutes, also when the clock is set back', () => {
    const { clock, keys } = keysAt(DAY_MS);
    const [late, early] = [keys.codes.make(), keys.codes.make()];
    clock.now += 10 * MINUTE_MS;
    assert.equal(keys.codes.use(late), false);
    clock.now -= DAY_MS;
    assert.equal(keys.codes.use(early), false);
  });

  test('give way to newer ones', () => {
    const { clock, keys } = keysAt(0);
    const first = keys.codes.make();
    for (let more = 0; more < 5; more += 1) {
      clock.now += 1;
      keys.codes.make();
    }
    assert.equal(keys.codes.use(first), false);
  });
});

describe('challenges', () => {
  test('work once, for their use, in the browser that asked', () => {
    const clock = { now: 0 };
    const challenges = new Challenges(() => clock.now);
    const cookie = challenges.cookie('sign-in', 'abc', true);
    // A name with the prefix `__Host-` could not have a path.
    assert.match(cookie, /^home-world-challenge=abc\.[^;]+; Path=\/api\/owner; .*; SameSite=Strict; Secure$/);
    const headers = pairOf(cookie);
    assert.equal(challenges.use('register', headers), undefined);
    assert.equal(challenges.use('sign-in', {}), undefined);
    assert.equal(challenges.use('sign-in', { cookie: headers.cookie.replace('abc', 'abd') }), undefined);
    assert.equal(challenges.use('sign-in', headers), 'abc');
    assert.equal(challenges.use('sign-in', headers), undefined);
    const late = pairOf(challenges.cookie('sign-in', 'late', true));
    clock.now += 3 * MINUTE_MS;
    assert.equal(challenges.use('sign-in', late), undefined);
    assert.equal(new Challenges(() => 0).use('sign-in', late), undefined, 'signed by another home');
  });
});

describe('read-only links', () => {
  test('open until they end or are revoked', () => {
    const { clock, keys } = keysAt(0);
    const [wall, friend] = [keys.links.add('wall', 30) ?? '', keys.links.add('friend', 1) ?? ''];
    assert.equal(keys.links.add('wall', 1), undefined, 'a name is used once');
    const link = keys.links.find(wall);
    assert.ok(link);
    assert.equal(
      keys.links.cookie(wall, link, true),
      `__Host-home-world-link=${wall}; Path=/; Max-Age=${(30 * DAY_MS) / 1000}; HttpOnly; SameSite=Lax; Secure`,
    );
    const headers = pairOf(keys.links.cookie(wall, link, false));
    assert.equal(keys.links.linkIn(headers)?.name, 'wall');
    clock.now = DAY_MS;
    assert.equal(keys.links.find(friend), undefined);
    assert.deepEqual(
      keys.links.list().map(({ name }) => name),
      ['wall'],
    );
    assert.equal(keys.links.revoke(link.id), true);
    assert.equal(keys.links.linkIn(headers), undefined);
  });
});
