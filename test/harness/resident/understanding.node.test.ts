import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { intents } from '../../../harness/resident/answers/intents.ts';
import { QUESTIONS_FILE } from '../../../harness/resident/model/resident-setup.ts';
import { PERSON, PORTAL, Understanding } from '../../../harness/resident/understanding.ts';
import { nearlyEqual, plainWords, questionWords } from '../../../harness/resident/words.ts';
import { topicWords } from '../../../harness/resident/answers/names.ts';
import { questionOf } from '../../../harness/resident/question.ts';
import { heldOut } from './held-out.ts';
import { liveState, understanding } from './live-state.ts';

const small = new Understanding(`# a comment
[weather]
is it raining
how is the weather
will it rain tomorrow
[person]
what did {person} do
is {person} working
[portal]
where does {portal} lead
[time]
is it late
[size]
is it large
[nothing]
what is the capital of france
`);
const guess = (text: string, by = small) => by.guess(questionWords(text));

describe('understanding by examples', () => {
  it('takes a question for the intent of the nearest examples', () => {
    assert.equal(guess('How is the weather?').intent, 'weather');
    assert.ok(guess('how is the weather').isSure);
    assert.equal(small.guess(['is', PERSON, 'working']).intent, 'person');
    assert.equal(small.guess(['where', 'does', PORTAL, 'lead']).intent, 'portal');
  });

  it('resembles a mistyped word to the right one', () => {
    assert.equal(guess('hows teh waether').intent, 'weather');
    assert.equal(guess('raining?').intent, 'weather');
  });

  it('takes a question without a word of the examples for nothing', () => {
    const { probabilities, ...other } = guess('zzz');
    assert.deepEqual(other, {
      intent: 'nothing',
      isSure: false,
      isLikely: false,
      nearest: [],
      example: '',
    });
    assert.equal(new Set(probabilities.values()).size, 1, 'each intent is as likely');
    assert.equal(guess('').intent, 'nothing');
  });

  it('is not sure where the examples of several intents are as near', () => {
    const { isSure, nearest } = guess('is it');
    assert.equal(isSure, false);
    assert.ok(nearest.length > 1);
  });
});

describe('a question with words of other topics', () => {
  it('is less certain with each of them', () => {
    assert.ok(guess('how is the weather').isSure);
    const { intent, isSure, isLikely } = guess('how is the weather of france');
    assert.deepEqual({ intent, isSure, isLikely }, { intent: 'weather', isSure: false, isLikely: true });
    assert.equal(guess('how is the weather of the large capital').isLikely, false);
  });
});

describe('the examples of the home', () => {
  it('are for the intents that have an answer, and each of these has examples', () => {
    assert.deepEqual([...understanding.intents].sort(), Object.keys(intents).sort());
  });

  it('let nine of ten questions be understood that are no examples', async () => {
    const examples = (await readFile(QUESTIONS_FILE, 'utf8')).split('\n');
    const known = new Set(examples.map((line) => plainWords(line).join(' ')));
    const context = { state: liveState(), history: [], visitors: 1, acting: true };
    const all = Object.entries(heldOut).flatMap(([intents, texts]) =>
      texts.map((text) => ({ text, intents: intents.split(' ') })),
    );
    assert.deepEqual(
      all.filter(({ text }) => known.has(plainWords(text).join(' '))),
      [],
      'these measure nothing any more',
    );
    const wrong = all.filter(({ text, intents }) => {
      const words = topicWords(questionOf(text, context), understanding.isWord);
      return !intents.includes(understanding.guess(words).intent);
    });
    assert.ok(wrong.length <= all.length / 10, JSON.stringify(wrong));
  });

  it('let half of those that are left out be understood with certainty, and few of these wrongly', async () => {
    const lines = (await readFile(QUESTIONS_FILE, 'utf8')).split('\n');
    // Chosen by its text, so that an example that is added changes the choice of no other.
    const isLeftOut = (line: string): boolean =>
      /^[^[#]/.test(line) &&
      !line.includes('{') &&
      (createHash('sha256').update(line).digest()[0] ?? 0) % 8 === 0;
    const others = new Understanding(lines.filter((line) => !isLeftOut(line)).join('\n'));
    let intent = '';
    const leftOut = lines.flatMap((line) => {
      intent = /^\[(\w+)\]$/.exec(line)?.[1] ?? intent;
      if (!isLeftOut(line)) return [];
      const guessed = guess(line, others);
      return [{ isSure: guessed.isSure, isRight: guessed.intent === intent }];
    });
    const shareOf = (isRight: boolean): number =>
      leftOut.filter((one) => one.isSure && one.isRight === isRight).length / leftOut.length;
    assert.ok(shareOf(true) > 0.47, `${shareOf(true)} of them`);
    assert.ok(shareOf(false) < 0.07, `${shareOf(false)} of them`);
  });

  it('allow one typing error, in long words only', () => {
    assert.ok(nearlyEqual('weather', 'waether'));
    assert.ok(nearlyEqual('weather', 'weathers'));
    assert.ok(nearlyEqual('weather', 'wexther'));
    assert.ok(!nearlyEqual('weather', 'whether2'));
    assert.deepEqual(questionWords('the state of your writing'), ['the', 'state', 'of', 'your', 'writing']);
    assert.deepEqual(questionWords('it doesnt'), ['it', 'does', 'not']);
  });

  it('are compared with as many characters of a message as it has, also if each stands for many', () => {
    assert.ok(plainWords('\ufdfa'.repeat(2_000)).join(' ').length <= 2_000);
    assert.equal(guess('x'.repeat(8_000), understanding).intent, 'nothing');
  });
});

describe('a question whose words an intent does not have', () => {
  it('is not sure, though letters and pairs of words resemble', () => {
    assert.ok(!guess('is it a large lead or a capital').isSure);
  });
});

describe('a rare word', () => {
  it('is unexplained if no example of the intent has it', () => {
    assert.deepEqual(small.unexplained(questionWords('is the capital raining'), 'weather'), ['capital']);
    assert.deepEqual(small.unexplained(questionWords('will it rain quickly'), 'weather'), []);
    assert.deepEqual(understanding.unexplained(['notification', 'app'], 'app'), ['notification']);
  });
});

describe('the examples that a refusal suggests', () => {
  const suggested = (text: string) =>
    new Understanding(`[weather]
is teh sky cloudy
is the sky cloudy
is the cluody sky blue
is the cloudy sky grey
[time]
is it late
`).guess(questionWords(text)).nearest;

  it('have no typing errors, and share a word of the topic', () => {
    assert.deepEqual(suggested('the cloudy sky'), ['is the cloudy sky grey']);
    assert.ok(!suggested('cluody').includes('is the cluody sky blue'));
    assert.deepEqual(suggested('zzz'), []);
  });
});
