import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRIVATE } from '../../../../data/readings/reading.ts';
import type { OpenWork } from '../../../../data/readings/schemas/open-work.ts';
import { replyTo } from '../../../../harness/resident/answers/replies.ts';
import { NOW, answerTo, live, liveState, understanding } from '../live-state.ts';

const HOUR = 3_600_000;
const work: OpenWork = {
  checks: { state: 'failed', sha: 'abcdef1234567', failed: ['unit tests'] },
  pulls: [
    {
      number: 12,
      title: 'Mend the door',
      author: 'ada',
      openedAt: NOW - HOUR,
      isDraft: false,
      review: 'owner',
    },
    {
      number: 13,
      title: 'Draft a lamp',
      author: 'bob',
      openedAt: NOW - 2 * HOUR,
      isDraft: true,
      review: 'none',
    },
  ],
  hasMore: false,
  release: { name: 'Version 1.2', publishedAt: NOW - 72 * HOUR },
};

test('the resident says whether it is green, what waits for review, and what was released last', () => {
  const state = liveState();
  state.readings.openWork.set(live('me/harbour', work));
  for (const question of ['is it green?', 'is the build green?', 'did the tests pass'])
    assert.equal(answerTo(question, state), 'Checks failed: unit tests (commit abcdef1).', question);
  for (const question of ['what waits for review?', 'any open PRs'])
    assert.equal(
      answerTo(question, state),
      '**2 open pull requests, 1 waits for the owner’s review**:\n' +
        '- #12 Mend the door — ada, 1 h ago, waits for the owner’s review\n' +
        '- #13 Draft a lamp — bob, 2 h ago, draft',
      question,
    );
  assert.equal(answerTo('what was the last release?', state), 'Newest release: Version 1.2, 3 d ago.');
  assert.equal(
    answerTo('did the build pass and when was the last release', state),
    'Checks failed: unit tests (commit abcdef1). Newest release: Version 1.2, 3 d ago.',
  );
});

test('the resident names the oldest of the open pull requests, and says why it sees none', () => {
  const state = liveState();
  state.readings.openWork.set(live('me/harbour', work));
  const history = [
    { role: 'visitor', text: 'any open PRs' },
    { role: 'resident', text: answerTo('any open PRs', state) },
  ] as const;
  const context = { state, history, visitors: 1, acting: true, understanding };
  const { text } = replyTo('which of those has been open the longest?', context);
  assert.match(text, /#13 Draft a lamp/);
  assert.doesNotMatch(text, /#12/);
  state.readings.openWork.set({ state: 'empty', source: 'me/harbour', fetchedAt: NOW, cause: 'it has none' });
  assert.match(answerTo('how many PRs are open?', state), /\n\nI see no open work: it has none\.$/);
});

test('an old answer has its cause, and a repository that is not public is for the owner', () => {
  const state = liveState();
  state.readings.openWork.set({
    ...live('me/harbour', work),
    state: 'stale',
    fetchedAt: NOW - HOUR,
    value: work,
    cause: 'The code host cannot be read',
  });
  assert.match(answerTo('is it green?', state), /^Checks failed.*\n\n.*cannot be read/s);
  state.readings.openWork.set({ state: 'empty', source: 'me/harbour', fetchedAt: NOW, cause: PRIVATE });
  assert.match(answerTo('any open PRs', state), /only the owner of this home sees what is open there/);
  const context = { state, history: [], visitors: 1, acting: true, understanding, isOwner: true };
  assert.match(replyTo('is it green?', context).text, /“Today” shows it to you/);
});
