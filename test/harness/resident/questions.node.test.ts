import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { topicOf } from '../../../harness/resident/intents.ts';
import { plainWords } from '../../../harness/resident/words.ts';

/**
 * The name of a known question such as `since`, else the intents of its words, else `nothing`.
 */
function topic(text: string): string {
  const found = topicOf(text);
  return found.kind === 'question' ? found.question : found.intents.join(' ') || 'nothing';
}

const questions: Readonly<Record<string, readonly string[]>> = {
  controls: [
    'how do I take a photo?',
    'How can I take a screenshot',
    'how do I walk?',
    'how do i move around here',
    'which key opens the map?',
    'controls',
    'what are the controls?',
    'keyboard shortcuts please',
    'What does V do?',
    'what does the P key do',
    'how do I mute the music?',
    'can I use a gamepad?',
    'how do I leave the overview?',
    'how do I zoom in on a thing',
    'how can I export this chat?',
    'where can I listen to the podcast?',
    'how do I share what I see',
    'how does the time-lapse work? I mean how do I replay the day',
    'how do I enter a portal?',
    'how do I talk to you?',
  ],
  setup: [
    'how do I change the weather place?',
    'Where can I set the relays?',
    'can I add a portal?',
    'how can I change your name',
    'how do I configure the code host',
    'where do I change the graphics quality',
    'can I replace the oath?',
    'how do I turn up the volume',
    'settings',
  ],
  go: [
    'take me to the portal',
    'Take me to Bannerlord, please',
    'bring me to the oath',
    'how do I get to the heartbeat?',
    'fly me to the web games',
    'where is the oath stone?',
    'where are the bookshelves',
    'go to three.js',
    'I want to go to the games',
    'warp me to the far world',
    'what is the way to the Earth?',
    'where can I find the commit panel?',
    'teleport me somewhere',
    "let's go to the oath",
  ],
  most: [
    'who committed most this week?',
    'who did most?',
    'Who did the most today',
    'who is the busiest?',
    'which agent is most active?',
    'top contributors',
    'who committed today?',
    'who worked the hardest this month',
    'most productive agent',
    'who has written the most code',
  ],
  since: [
    'what is new since yesterday',
    "what's new?",
    'What happened today?',
    'what did I miss?',
    'anything that changed since Monday',
    'what was committed in the last 3 hours?',
    'any news?',
    'how many commits today?',
    'what did Ada do this week',
    'what has been merged since yesterday',
    'catch me up',
    'what happened while I was away?',
    'changes in the last two days',
  ],
  oath: [
    'show me the oath',
    'what is your oath?',
    'read me the oath',
    'what do you promise?',
    'what are your principles',
    'what is written on the stone?',
    'what do you stand for',
  ],
  alive: [
    'are you alive?',
    'Are you still there?',
    'are you awake',
    'do you sleep?',
    'how old are you?',
    'is anybody home?',
    'do you feel anything',
  ],
  maker: [
    'who made you?',
    'Who built this home?',
    'who is your owner?',
    'who created this world',
    'whose house is this?',
    'who do you work for?',
    'where do you come from?',
  ],
  why: [
    'why is sovereignty 57%?',
    'what does 57% mean?',
    'how is the sovereignty score calculated?',
    'what does mostly own sovereignty mean',
    'explain the 57 percent',
    'why only 57 percent?',
  ],
  link: [
    'look at https://example.org/lit/lit/pull/12345',
    'open www.example.org',
    'what is http://a.example',
  ],
  act: [
    'merge the pull request',
    'please restart the server',
    'can you deploy the site?',
    'book me a table',
    'send an email to Ada',
    'buy milk',
    'could you fix issue 12',
  ],
  identity: [
    'who are you?',
    'what are you',
    'who lives here?',
    'are you ChatGPT?',
    'are you an AI?',
    'introduce yourself',
  ],
  status: ['status', 'how are things?', 'is everything ok?', "what can't you see?", 'what is going on'],
  agents: ['who is working right now?', 'are the bots busy', 'which agents are idle?'],
  portals: ['portals', 'where can I go?', 'are the portals online?'],
  weather: ['weather', 'is it raining?', 'what is the weather today?', 'how cold is it outside now'],
  block: ['block height', 'what block are we at now?'],
  sovereignty: ['sovereignty', 'how sovereign are we?', 'how independent is this home'],
  commits: ['last commits', 'what changed in the code?', 'show me the newest commits'],
  merged: ['what has been merged?', 'which books are on the shelves', 'pull requests'],
  feed: ['any zaps?', 'what do the relays say?', 'nostr notes'],
  time: ['what time is it?', 'what day is it today'],
  help: ['help', 'what can you do?', 'what can I ask you?'],
  model: ['tell me a joke', 'write a poem about portals', 'translate the commits to French'],
  greeting: ['hi', 'good morning'],
  thanks: ['thanks', 'Thank you very much!'],
  farewell: ['bye', 'good night'],
  explain: [
    'where am I?',
    'what is this place?',
    'what is the lightning?',
    'what do the columns mean?',
    'what are these floating things',
    'how does this home work?',
    'what does working mean',
    'why is the floor glowing?',
    'what is a zap?',
    'how do I zap you?',
  ],
  privacy: [
    'what do you store about me',
    'where are my messages kept?',
    'is my data safe',
    'do you remember me?',
    'do you store what I say?',
    'who can read what I write?',
  ],
  nothing: [
    'which song is most popular?',
    'what is most important',
    'who is the best',
    'purple elephants',
    'what is the capital of France?',
    'qwertz',
    'do you like cheese',
    '',
  ],
};

describe('the topic of a question', () => {
  for (const [expected, texts] of Object.entries(questions))
    test(`${expected}, in ${texts.length} phrasings`, () => {
      const wrong = texts.map((text) => [text, topic(text)]).filter(([, found]) => found !== expected);
      assert.deepEqual(wrong, []);
    });

  test('covers more than a hundred questions', () => {
    assert.ok(Object.values(questions).flat().length > 100);
  });
});

test('reads as many characters of a message as it has, also if each stands for many', () => {
  assert.ok(plainWords('\ufdfa'.repeat(2_000)).join(' ').length <= 2_000);
});
