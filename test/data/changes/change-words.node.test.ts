import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cannotText, notShownText, waitText } from '../../../data/changes/change-words.ts';
import type { ChangesAnswer } from '../../../data/changes/changes.ts';

const NOW = 1_000_000;
const answer = (more: Partial<ChangesAnswer> = {}): ChangesAnswer => ({
  name: 'shop',
  harness: 'Codex',
  state: 'working',
  way: 'reports',
  now: NOW,
  ...more,
});
const waits = (more: Partial<ChangesAnswer>): string => waitText(answer(more), NOW);

test('says since when the page waits, and when the agent will answer', () => {
  assert.equal(waits({}), '');
  const askedAt = NOW - 12_000;
  assert.equal(waits({ askedAt }), 'Asked 12 s ago. Codex answers with its next step.');
  assert.match(waits({ askedAt, state: 'done' }), /is idle, and answers in its next turn/);
  assert.match(waits({ askedAt, state: 'waiting' }), /waits for you, and answers when it goes on/);
  assert.match(waits({ askedAt, state: 'silent' }), /no news of Codex/);
  assert.match(
    waits({ askedAt: NOW - 125_000, state: 'done', harness: 'OpenCode' }),
    /^Asked 2 min ago\. .*within seconds/,
  );
  const told = (ago: number): string => waits({ askedAt, toldAt: NOW - ago });
  assert.equal(told(3_000), 'Codex was told 3 s ago. Its machine reads the working folder.');
  assert.equal(
    told(40_000),
    'Codex was told 40 s ago, and nothing has come. Codex answers with its next step.',
  );
});

test('it is said why a program cannot be asked, and which files are not shown', () => {
  assert.equal(cannotText(answer()), '');
  assert.match(cannotText(answer({ way: 'hooks' })), /home-world hooks install codex --changes/);
  assert.match(cannotText(answer({ way: 'none', harness: 'Cursor' })), /Cursor has no hook/);
  const diff = { diff: '', notShown: [{ path: 'a', why: 'b' }], more: 1, isCut: true };
  assert.deepEqual(notShownText(diff).slice(0, 2), ['a: b', 'and 1 other file']);
  assert.deepEqual(notShownText({ ...diff, notShown: [], more: 0, isCut: false }), []);
});
