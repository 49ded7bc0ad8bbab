import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerTo, liveState } from './live-state.ts';

describe('messages with several parts', () => {
  const say = (text: string, state = liveState()) => answerTo(text, state);

  test('are answered in the parts that are understood, and the others are not passed over in silence', () => {
    assert.match(
      say("how do i turn the sound off, it's driving me nuts"),
      /^I answer only “how do i turn the sound off”:\n\nSound is switched on and off in the header/,
    );
    assert.match(
      say('who will win the world cup, and is it raining?'),
      /^I answer only “is it raining”:\n\nWeather: /,
    );
    assert.match(say('How do I jump? space doesnt do anything'), /^There is no jump\./);
    assert.match(say('Great place! How many trees are there?'), /^I do not know that/);
    assert.match(say('Forget the weather, what is the price of gold?'), /^I do not know that/);
  });

  test('get the answers to all their questions', () => {
    assert.match(
      say('do you keep a log of our conversation and can I download it?'),
      /^This conversation is stored.*\n\n“Export session” in the header/,
    );
    assert.match(
      say('hello, who are you and what is this place?'),
      /^I am Timmy, .*\n\nThis is Home World, /,
      'also if one answer leaves out no word',
    );
    assert.equal(say('is it raining and is it cold?'), say('is it raining?'), 'the same answer once');
  });

  test('do not take “it” of a later part for the home', () => {
    assert.doesNotMatch(say('what was the last merged pull request and who wrote it?'), /run by its owner/);
  });
});
