import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { LogLevel } from '../../../../harness/core/log.ts';
import { StoreUnavailableError } from '../../../../harness/store/conversation-store.ts';
import { Store } from '../../../../harness/store/store.ts';
import { Client, startHome, temporaryFolder, until } from '../../helpers.ts';
import { storeOver } from '../../store/store-over.ts';

test('while the store is unavailable a page waits, a chat is kept by its page, and the log has one line', async () => {
  await using kept = await startHome();
  let why: unknown;
  const away = (): void => {
    if (why !== undefined) throw new StoreUnavailableError(why);
  };
  const conversations = storeOver(kept.store, {
    openSession: async (secret) => {
      away();
      return kept.store.openSession(secret);
    },
    message: async (session, id) => {
      away();
      return kept.store.message(session, id);
    },
  });
  const lines: string[] = [];
  await using home = await startHome({ conversations, log: (line) => lines.push(line) });
  const present = new Client(home.url);
  await present.hello();
  why = new Error('no room');
  for (const id of ['c1', 'c2', 'c3']) present.send({ type: 'chat', id, text: 'question' });
  for (const id of ['c1', 'c2', 'c3'])
    assert.equal((await present.frame('error', ({ ref }) => ref === id)).code, 'busy');
  const late = new Client(home.url);
  await late.open();
  late.send({ type: 'hello', version: 1 });
  assert.deepEqual(await late.closed, { code: 1013, reason: 'the conversations cannot be reached now' });
  assert.deepEqual(late.frames, [], 'no problem that would stay on the page');
  assert.deepEqual(
    lines.filter((line) => line.includes('frame')),
    ['a chat frame could not be handled: the conversations cannot be reached now (no room)'],
  );
  why = undefined;
  present.send({ type: 'chat', id: 'c1', text: 'question' });
  assert.equal((await present.answerTo('c1')).end, 'complete');
  await present.close();
});

test('what a full disk does not take is logged as a failure of the home', async () => {
  await using folder = await temporaryFolder();
  const store = new Store(join(folder.path, 'conversations.sqlite'));
  const disk = new DatabaseSync(join(folder.path, 'conversations.sqlite'));
  const fill = (table: string, when: string): void =>
    disk.exec(
      `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} WHEN ${when} BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END`,
    );
  const lines: [LogLevel | undefined, string][] = [];
  await using home = await startHome({ store, log: (line, level) => lines.push([level, line]) });
  const visitor = new Client(home.url);
  await visitor.hello();
  fill('messages', "NEW.role = 'resident'");
  assert.equal(await visitor.ask('c1', 'help'), 'internal');
  fill('milestones', 'true');
  home.app.home.bridge.broadcast({ type: 'milestone-complete', detail: { title: 'Version 1' } });
  disk.exec('DROP TRIGGER full_messages');
  fill('messages', 'true');
  assert.equal(await visitor.ask('c2', 'help'), 'internal');
  assert.deepEqual(lines, [
    ['error', 'an answer could not be stored: disk is full'],
    ['error', 'a milestone could not be stored: disk is full'],
    ['error', 'a chat frame could not be handled: disk is full'],
  ]);
  await visitor.close();
  disk.close();
});

test('after a hello that failed no further hello of its socket opens a session', async () => {
  await using kept = await startHome();
  let fail = (): void => undefined;
  const slow = new Promise<void>((done) => void (fail = done));
  let opened = 0;
  const conversations = storeOver(kept.store, {
    openSession: async () => {
      opened += 1;
      await slow;
      throw new StoreUnavailableError();
    },
  });
  await using home = await startHome({ conversations });
  const client = new Client(home.url);
  await client.open();
  for (let index = 0; index < 20; index += 1) client.send({ type: 'hello', version: 1 });
  await until(() => opened === 1);
  // A whole round trip on another socket: by then the other hellos have come, too.
  await (await fetch(`${home.url}/healthz`)).text();
  fail();
  assert.equal((await client.closed).code, 1013);
  assert.equal(opened, 1);
});
