import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Intent } from '../../../harness/resident/intent-rules.ts';
import { intentsOf } from '../../../harness/resident/intents.ts';
import { nearlyEqual } from '../../../harness/resident/words.ts';

/** At least four phrasings for each intent. */
const phrasings: Readonly<Record<Intent, readonly string[]>> = {
  status: [
    'status',
    "what can't you see?",
    'What can you not see',
    'is anything wrong?',
    'any problems',
    'what is down',
    'Status?',
    'STATUS!!!',
    'stauts',
    'how are things?',
    "What's going on?",
    'what’s up',
    'Give me an overview, please',
    'how are you doing today',
    'is everything ok?',
    'Are all systems fine?',
  ],
  agents: [
    'agents',
    'agent',
    'Who is working right now?',
    'What are you doing?',
    "who's active?",
    'are the bots busy',
    'which agents are idle?',
    'what is the team working on?',
    'show me the status of the agents',
    'anyone working?',
  ],
  portals: [
    'portals',
    'Where can I go?',
    'which worlds are there',
    'list the gates',
    'is there a game here',
    'can I play something?',
    'are the portals online?',
    'poratls',
  ],
  help: ['help', 'Help!', 'what can you do?', 'What can I ask you?', 'how do I use this', 'commands'],
  weather: [
    'weather',
    'What is the weather like?',
    'wether',
    'is it raining?',
    'how cold is it outside',
    'temperature please',
    'Will it snow?',
  ],
  block: [
    'block height',
    'what block are we at?',
    'bitcoin',
    'how high is the chain',
    'BLOCKHEIGHT? the tip',
  ],
  sovereignty: [
    'sovereignty',
    'how sovereign are we?',
    'sovereignity',
    'the sovereignty score',
    'how independent is this home',
  ],
  commits: [
    'commits',
    'last commits',
    'what was committed lately?',
    'show me the newest comits',
    'what changed in the code?',
    'anything new in the repository',
  ],
  merged: ['merged', 'what has been merged?', 'pull requests', 'PRs?', 'which books are on the shelves'],
  feed: ['feed', 'what do the relays say?', 'any zaps?', 'nostr notes', 'latest reactions'],
  time: ['time', 'what time is it?', 'what day is it', 'the current time', 'utc?'],
  greeting: ['hi', 'Hello!', 'hey there', 'good morning'],
  thanks: ['thanks', 'Thank you very much!', 'thx', 'cheers'],
  farewell: ['bye', 'Good night!', 'see you tomorrow, goodbye'],
  identity: ['who are you?', 'what are you', 'are you an AI', 'which model are you', 'what is your name'],
  model: [
    'write a poem about portals',
    'translate the commits to French',
    'tell me a joke',
    'write code for a web server',
    'compose a haiku on the weather',
  ],
};

describe('the intents of a message', () => {
  for (const [intent, texts] of Object.entries(phrasings))
    test(`${intent}, in ${texts.length} phrasings`, () => {
      for (const text of texts) assert.deepEqual(intentsOf(text), [intent], text);
    });

  test('have more than sixty phrasings', () => {
    assert.ok(Object.values(phrasings).flat().length > 60);
  });

  test('can be two, and politeness adds none', () => {
    assert.deepEqual(intentsOf('Hello! weather and block height, please. Thanks'), ['weather', 'block']);
  });

  test('are empty for other topics', () => {
    for (const text of ['', '   ', '?!', 'purple elephants', 'qwertz', '🙂', 'x'.repeat(8_000)])
      assert.deepEqual(intentsOf(text), [], text.slice(0, 20));
  });

  test('allow one typing error, in long words only', () => {
    assert.ok(nearlyEqual('weather', 'waether'));
    assert.ok(nearlyEqual('weather', 'weathers'));
    assert.ok(nearlyEqual('weather', 'wexther'));
    assert.ok(!nearlyEqual('weather', 'whether2'));
    assert.deepEqual(intentsOf('fork'), []);
  });
});
