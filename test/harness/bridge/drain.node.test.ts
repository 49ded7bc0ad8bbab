import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Piece, Resident } from '../../../harness/resident/resident.ts';
import { Store } from '../../../harness/store/store.ts';
import { until } from '../../helpers/waiting.ts';
import { Client, startHome, temporaryFolder } from '../helpers.ts';

/** Begins to answer at once, and goes on when it may. */
function slowResident() {
  let mayGoOn: () => void = () => undefined;
  const goOn = new Promise<void>((resolve) => (mayGoOn = resolve));
  const resident: Resident = {
    attached: false,
    who: { kind: 'status', name: 'slow', place: 'this home' },
    note: '',
    async *answer(question: string): AsyncGenerator<Piece> {
      yield `to ${question}: `;
      await goOn;
      yield 'done';
    },
  };
  return { resident, goOn: () => mayGoOn() };
}

const healthz = async (url: string) => {
  const response = await fetch(`${url}/healthz`);
  return { code: response.status, ...((await response.json()) as { status: string }) };
};

test('a home that ends finishes present answers, sends all others away, and the next one does the rest', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'conversations.sqlite');
  const { resident, goOn } = slowResident();
  const first = await startHome({ folder: folder.path, store: new Store(file), resident });
  assert.deepEqual(await healthz(first.url).then(({ code, status }) => [code, status]), [200, 'ok']);
  const [asking, idle] = [new Client(first.url), new Client(first.url)];
  const { session } = await asking.hello();
  await idle.hello();
  asking.send({ type: 'chat', id: 'q1', text: 'one' });
  await asking.frame('chat-delta');
  asking.send({ type: 'chat', id: 'q2', text: 'two' });
  await asking.frame('chat-message', ({ id }) => id === 'q2');

  const drained = first.app.home.bridge.drain(60_000);
  assert.deepEqual(await idle.closed, { code: 1001, reason: 'the home is shutting down' });
  assert.deepEqual(await healthz(first.url).then(({ code, status }) => [code, status]), [503, 'draining']);
  assert.equal((await new Client(first.url).closed).code, 1001, 'a new visitor goes elsewhere');
  asking.send({ type: 'chat', id: 'q3', text: 'three' });
  await asking.frame('chat-message', ({ id }) => id === 'q3');
  goOn();
  assert.equal((await asking.answerTo('q1')).text, 'to one: done');
  assert.equal((await asking.closed).code, 1001);
  await drained;
  await first.close();

  const answered = slowResident();
  answered.goOn();
  await using second = await startHome({
    folder: folder.path,
    store: new Store(file),
    resident: answered.resident,
  });
  const again = new Client(second.url);
  await again.hello({ session, cursor: 0 });
  // A page sends again what has no answer.
  for (const [id, text] of [
    ['q2', 'two'],
    ['q3', 'three'],
  ] as const)
    again.send({ type: 'chat', id, text });
  assert.equal((await again.answerTo('q3')).text, 'to three: done');
  await again.close();
  const stored = second.store.after(second.store.openSession(session).id, 0);
  assert.deepEqual(
    stored.map(({ id, end }) => `${id} ${end}`),
    ['q1', 'q2', 'q3', 'a-q1', 'a-q2', 'a-q3'].map((id) => `${id} complete`),
  );
});

test('an answer that takes too long is not stored in part: the next home gives it whole', async () => {
  const { resident } = slowResident();
  await using home = await startHome({ resident });
  const asking = new Client(home.url);
  const { session } = await asking.hello();
  asking.send({ type: 'chat', id: 'q1', text: 'one' });
  await asking.frame('chat-delta');
  await home.app.home.bridge.drain(1);
  const { store } = home;
  await home.app.close();
  assert.equal((await asking.closed).code, 1001);
  assert.deepEqual(
    store.after(store.openSession(session).id, 0).map(({ id }) => id),
    ['q1'],
  );
});

test('without a question the end waits for nothing', async () => {
  await using home = await startHome();
  const visitor = new Client(home.url);
  await visitor.hello();
  visitor.send({ type: 'chat', id: 'q1', text: 'help' });
  await visitor.answerTo('q1');
  await home.app.home.bridge.drain(600_000);
  await until('its socket is closed', () => home.app.home.bridge.counts.sockets === 0);
});
