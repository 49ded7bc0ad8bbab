import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InOrder } from '../../../../harness/bridge/conversation/in-order.ts';

test('steps run one after the other, also after one that fails', async () => {
  const inOrder = new InOrder();
  const done: string[] = [];
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const results = [
    inOrder.run(async () => {
      await finished;
      done.push('slow');
      return 1;
    }),
    inOrder.run(() => {
      done.push('failing');
      throw new Error('no');
    }),
    inOrder.run(() => void done.push('last')),
  ];
  assert.equal(inOrder.size, 3);
  finish();
  const ends = await Promise.allSettled(results);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(done, ['slow', 'failing', 'last']);
  assert.equal(inOrder.size, 0);
  assert.equal(await inOrder.run(() => 5), 5);
});
