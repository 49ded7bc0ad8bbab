import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerTo, liveState } from './live-state.ts';

describe('doubtful answers', () => {
  const say = (text: string, state = liveState()) => answerTo(text, state);

  test('name a word that they do not understand, and refuse a question with two of them', () => {
    assert.match(
      say('how far is the moon?'),
      /^I do not understand “moon” here; this may be about something else:\n\n/,
    );
    assert.match(
      say('what is the temperature in my kitchen fridge today?'),
      /^I do not understand “kitchen”, “fridge” here\. I do not know that\./,
    );
    assert.doesNotMatch(say('has Ada committed anything?'), /understand/, 'a name of this home');
    assert.doesNotMatch(say('who is committing the most?'), /understand/, 'another ending');
  });

  test('are given for words that only other rows know', () => {
    assert.match(say('which model is in the portals?'), /^I do not understand “model” here; /);
    assert.match(
      say('can I change the colours of the widgets?'),
      /^I do not understand “change”, “colours” here\./,
    );
    assert.match(say('is the repository public?'), /^I do not know that\./);
  });

  test('are given for words that turn a question into another one', () => {
    for (const [question, word] of [
      ['who was the first agent here?', 'first'],
      ['show me the biggest commit', 'biggest'],
      ['how many portals have no one in them?', 'no'],
      ['when does Ada usually work?', 'usually'],
      ['is the weather good?', 'good'],
      ['when did Ada start here?', 'start'],
      ['give me the commits without Ada', 'without'],
      ['why do you exist?', 'why'],
      ['who merged the last pull request?', 'who'],
      ['can the agents talk to each other?', 'talk'],
      ['how do I move my home to another server?', 'server'],
      ['what happened on the weekend?', 'weekend'],
      ['what happened on day 40?', '40'],
      ['who are you talking to besides me?', 'besides'],
      ['are Ada and Bob friends?', 'friends'],
    ] as const)
      assert.match(say(question), new RegExp(`^I do not understand .*“${word}”.* here\\b`), question);
    assert.match(
      say('are there more agents idle than working?'),
      /^I do not understand “more”, “than” here\./,
    );
  });

  test('are not given where an answer takes such a word into account', () => {
    for (const question of [
      'isn’t it raining?',
      'is it raining or not?',
      'what was the first commit?',
      'which portals are not online?',
      'show me the last 2 commits',
      'what changed in the last 48 hours?',
      'why is the sovereignty not 100 %?',
    ])
      assert.doesNotMatch(say(question), /understand|do not know that/, question);
    const state = liveState();
    state.readings.weather.set({
      state: 'error',
      source: 'api.example',
      cause: 'api.example answered 503',
    });
    assert.match(say('why don’t you show the weather?', state), /answered 503/);
  });

  test('give way to a row that leaves out fewer words', () => {
    assert.match(say('can other visitors read what I type here?'), /^This conversation is stored/);
    assert.match(say('how many zaps did we get today?'), /^No relay is configured/);
    assert.match(say('do you send my chat to openai?'), /^Only a model that the owner attaches gets what/);
  });
});
