import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveState } from '../../resident/live-state.ts';
import type { SharedSession } from '../../../../harness/bridge/cluster/shared-session.ts';
import { SessionConversation } from '../../../../harness/bridge/conversation/session-conversation.ts';
import { Store } from '../../../../harness/store/store.ts';
import { echo } from '../../residents.ts';

test('a visitor who leaves while another gateway is asked about their chat is forgotten', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = new Store(':memory:');
  const { id, secret } = store.openSession(undefined);
  store.append(id, {
    id: 'c1',
    role: 'visitor',
    speaker: 'VISITOR',
    text: 'still there?',
    ts: Date.now(),
    end: 'complete',
  });
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let answer = (_taken: boolean): void => undefined;
  const taken = new Promise<boolean>((resolve) => (answer = resolve));
  let questions = 0;
  const shared = {
    notify: () => undefined,
    publish: () => undefined,
    takeTurn: () => () => undefined,
    close: () => undefined,
    isTaken: () => {
      questions += 1;
      isAsked();
      return taken;
    },
  };
  const conversation = new SessionConversation(
    { id, secret, alias: 'a visitor' },
    {
      store,
      state: liveState(),
      resident: echo(),
      visitors: () => 1,
      now: Date.now,
      log: () => undefined,
      budgets: { take: () => undefined, spend: () => undefined },
      join: () => shared as unknown as SharedSession,
    },
  );
  const tab = { ip: '203.0.113.1', send: () => undefined, sendText: () => undefined };
  await conversation.join(tab, 0);
  const chat = conversation.chat(tab, { id: 'c1', text: 'still there?', acting: false });
  await asked;
  conversation.leave(tab);
  answer(true);
  await chat;
  assert.ok(conversation.idle);
  t.mock.timers.tick(60_000);
  await new Promise((done) => setImmediate(done));
  assert.equal(questions, 1, 'nothing of the chat goes on');
  store.close();
});
