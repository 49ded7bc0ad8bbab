import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { questionOf } from '../../../harness/resident/question.ts';
import { choiceOf } from '../../../harness/resident/choice.ts';
import { intents } from '../../../harness/resident/intents.ts';
import { nearlyEqual, plainWords, questionWords } from '../../../harness/resident/words.ts';
import { NOW, live, liveState } from './live-state.ts';
import { questions } from './questions.ts';

const state = liveState();
state.readings.commits.set(
  live('local/home', [
    { sha: 'a', author: 'Ada', authoredAt: NOW - 3_600_000, title: 'harness/store: keep it' },
    { sha: 'c', author: 'Lukas Spirig', authoredAt: NOW - 7_200_000, title: 'docs: plain words' },
  ]),
);

const chosen = (text: string) => choiceOf(questionOf(text, { state, history: [], visitors: 1 }));
/** The row that answers; `nothing` where none does. */
const nameOf = (text: string): string => chosen(text)?.answer.name ?? 'nothing';

describe('the table of intents', () => {
  for (const [expected, texts] of Object.entries(questions))
    test(`${expected}, in ${texts.length} phrasings`, () => {
      const wrong = texts.map((text) => [text, nameOf(text)]).filter(([, found]) => found !== expected);
      assert.deepEqual(wrong, []);
    });

  test('takes every word of these questions into account', () => {
    const texts = Object.values(questions).flat();
    const left = texts.map((text) => [text, chosen(text)?.left ?? []] as const);
    assert.deepEqual(
      left.filter(([, words]) => words.length > 0),
      [],
    );
  });

  test('is tried with every row, and with more than a hundred and twenty questions', () => {
    const names = new Set(Object.values(intents).map((answer) => answer.name));
    assert.deepEqual(
      [...names].filter((name) => !Object.hasOwn(questions, name)),
      [],
    );
    assert.ok(Object.values(questions).flat().length > 120);
  });

  test('allows one typing error, in long words only', () => {
    assert.ok(nearlyEqual('weather', 'waether'));
    assert.ok(nearlyEqual('weather', 'weathers'));
    assert.ok(nearlyEqual('weather', 'wexther'));
    assert.ok(!nearlyEqual('weather', 'whether2'));
    assert.equal(nameOf('fork'), 'nothing');
    assert.deepEqual(questionWords('the state of your writing'), ['the', 'state', 'of', 'your', 'writing']);
    assert.deepEqual(questionWords('it doesnt'), ['it', 'does', 'not']);
  });

  test('reads as many characters of a message as it has, also if each stands for many', () => {
    assert.ok(plainWords('\ufdfa'.repeat(2_000)).join(' ').length <= 2_000);
    assert.equal(nameOf('x'.repeat(8_000)), 'nothing');
  });
});
