import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionCopies } from '../../../harness/store/jetstream/session-copy.ts';
import type { ChatMessageFrame } from '../../../data/chat/protocol.ts';

const message = (seq: number): ChatMessageFrame => ({
  type: 'chat-message',
  seq,
  id: `m${seq}`,
  role: 'visitor',
  speaker: 'VISITOR',
  text: 'a text',
  ts: 0,
  end: 'complete',
});

test('a new copy does not change the old copy, which a reader may still fill', () => {
  const copies = new SessionCopies();
  const old = copies.of('session');
  old.add(1, 0, message(1));
  old.add(2, 0, message(2));
  const fresh = copies.startAgain('session');
  assert.equal(fresh.last, 0);
  old.add(3, 0, message(3));
  assert.deepEqual(
    old.after(0).map(({ seq }) => seq),
    [1, 2, 3],
  );
  fresh.add(1, 0, message(1));
  assert.equal(copies.of('session'), fresh);
  assert.deepEqual(
    fresh.after(0).map(({ seq }) => seq),
    [1],
  );
});
