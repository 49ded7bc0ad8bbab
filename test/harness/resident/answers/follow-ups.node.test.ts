import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HistoryAnswer, HistorySpan } from '../../../../data/readings/schemas/history.ts';
import type { State } from '../../../../data/state.ts';
import { replyTo } from '../../../../harness/resident/answers/replies.ts';
import { session, team } from '../../../helpers/sessions.ts';
import { NOW, answerTo, converse, live, liveState, understanding, withRelay } from '../live-state.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A home with three commits: two of today, at 2 and 10 h, and one of yesterday, at 10 h. */
function withCommits(): State {
  const state = liveState();
  const midnight = NOW - (NOW % DAY_MS);
  state.readings.commits.set(
    live('local/home', [
      { sha: 'c', author: 'Ada', authoredAt: midnight + 10.5 * HOUR_MS, title: 'Third' },
      { sha: 'b', author: 'Bob Stone', authoredAt: midnight + 2.2 * HOUR_MS, title: 'Second' },
      { sha: 'a', author: 'Bob Stone', authoredAt: midnight - 13.5 * HOUR_MS, title: 'First' },
    ]),
  );
  return state;
}

test('“Please do” and “let’s go” accept an offer', () => {
  const state = liveState();
  const asked = 'take me to the oath';
  const context = { state, visitors: 1, acting: true, understanding };
  const offer = replyTo(asked, { ...context, history: [] });
  const history = [
    { role: 'visitor', text: asked },
    { role: 'resident', text: offer.text },
  ] as const;
  for (const text of ['Please do.', 'Yes please!', 'Let’s go', 'lets go', 'let us go']) {
    const reply = replyTo(text, { ...context, history });
    assert.match(reply.text, /^Then “Take me there” on the page/, text);
    assert.deepEqual(reply.action, offer.action, text);
  }
});

describe('a question that goes on with the one before', () => {
  test('is about the list, with “those”, “the others” and “the oldest”', () => {
    assert.match(
      converse(['how many PRs are open?', 'which of those has been open the longest?']),
      /open ones/,
    );
    const portals = converse(['Which portals can I go through right now?', 'why are the others closed?']);
    assert.match(portals, /^\*If you ask about the portals:\*/);
  });

  test('asks for the place or the meaning of a reading', () => {
    assert.match(converse(['is it raining?', 'where is that?']), /Weather: [^]*\(.+\)$/);
    assert.match(converse(['what is the block height?', 'what is it for?']), /chain of blocks[^]*698767/);
    assert.match(converse(['why is it raining in here?']), /the weather of the home’s place[^]*Weather: /);
    assert.match(converse(['what does the sovereignty number mean?']), /share of this home’s parts/);
  });

  test('asks for the one before, also of a question that has “it”', () => {
    const state = withCommits();
    const said = converse(
      ['Who made the newest commit and what was it about?', 'and the one before that?'],
      state,
    );
    assert.equal(said, 'Before that: Second — Bob Stone (9 h ago)');
  });
  test('asks who it was, and for the one before', () => {
    const state = withCommits();
    const first = 'what are the latest commits?';
    for (const question of ['who did that?', 'who made the last one?'])
      assert.match(converse([first, question], state), /^Third — Ada/, question);
    for (const question of ['and the one before?', 'and before that?'])
      assert.match(converse([first, question], state), /^Before that: Second — Bob Stone/, question);
    const third = [first, 'the one before', 'who made it?', 'and the one before that?'];
    assert.match(converse(third, state), /^Before that: First/);
    assert.equal(converse([...third, 'the one before that'], state), 'I see none before that.');
    assert.match(converse(['what was merged last?', 'who merged it?']), /^I do not see who merged it.*#12/);
    assert.doesNotMatch(converse(['what is the weather?', 'who did that?'], state), /Third/);
  });

  test('is about the persons of the answer before', () => {
    const state = withCommits();
    const last = converse(['who committed the most this week?', 'what did they do?'], state);
    assert.match(last, /by Bob Stone/);
    assert.doesNotMatch(last, /Ada/);
    assert.match(converse(['what did Ada do today?', 'and Bob Stone?'], state), /by Bob Stone today/);
    assert.match(converse(['what did Ada do?', 'when was her last commit?'], state), /Third — Ada/);
  });

  test('is about a person that it names, also where it could be about the resident', () => {
    const state = withCommits();
    state.readings.sessions.set(live('sessions', team([session({ name: 'Codex', state: 'working' })])));
    assert.match(answerTo('how long has codex been running?', state), /- Codex/);
    assert.match(answerTo('what did Stoen do today?', state), /Do you mean Bob Stone\?$/);
    assert.match(
      answerTo('who has been more active this week, Ada or Bob Stone?', state),
      /\*\*1 commit\*\* by Ada[^]*\*\*2 commits\*\* by Bob Stone/,
    );
    assert.match(
      answerTo('who has been quiet the longest?', state),
      /^Longest without a commit:\n- Bob Stone: last commit 9 h ago\n- Ada/,
    );
  });

  test('finds a word with a hyphen in titles', () => {
    const state = liveState();
    state.readings.commits.set(
      live('local/home', [
        { sha: 'b', author: 'Ada', authoredAt: NOW - HOUR_MS, title: '[ssr] Other' },
        { sha: 'a', author: 'Ada', authoredAt: NOW - 2 * HOUR_MS, title: '[ssr-client] Fix the loop' },
      ]),
    );
    const said = answerTo('anything touching ssr-client today?', state);
    assert.match(said, /Fix the loop/);
    assert.doesNotMatch(said, /Other/);
    assert.match(
      converse(['anything touching ssr-client today?', 'who wrote that one?'], state),
      /Fix the loop — Ada/,
    );
  });

  test('is about no person if it asks for something else', () => {
    const state = withCommits();
    assert.doesNotMatch(
      converse(['who committed this week?', 'why did they delete the mcp server package?'], state),
      /\*\* by/,
    );
  });

  test('is about a program or a person that is not here', () => {
    const state = withCommits();
    for (const name of ['gemini', 'Zaphod'])
      assert.match(
        converse(['what is Ada working on?', `and ${name}?`], state),
        /^I see no author or agent of that name/,
      );
  });

  test('is about the pull request of the question before', () => {
    assert.match(converse(['what is #12 about?', 'who wrote that one?']), /^#12 A feature — Carol/);
  });

  test('is about the same time, or the same at another time', () => {
    const state = withCommits();
    assert.match(
      converse(['how many commits yesterday?', 'who did most of them?'], state),
      /^\*\*1 commit\*\* yesterday.*Bob Stone \(1\)/,
    );
    assert.match(
      converse(['how many commits today?', 'and yesterday?'], state),
      /\*\*1 commit\*\* yesterday/,
    );
    // The weather is always that of now, so the answer ignores the time in the earlier question.
    const weather = answerTo('what is the weather?', state);
    assert.equal(converse(['how many commits yesterday?', 'and what is the weather?'], state), weather);
  });
});

describe('answers about hours', () => {
  test('name those with most commits, and those without', () => {
    const state = withCommits();
    assert.equal(
      answerTo('which hour of the day was the busiest this week?', state),
      '**10–11 h** (UTC) had the most commits in the last 7 days: 2 of 3. No commit: 0–2 h, 3–10 h, 11–24 h.',
    );
    // It is 12 o’clock, so the later hours of today are not named.
    assert.equal(
      answerTo('what was the busiest hour today', state),
      '**2–3 h, 10–11 h** (UTC) had the most commits today: 1 of 2 each. No commit: 0–2 h, 3–10 h, 11–13 h.',
    );
  });
});

describe('answers about days', () => {
  test('count the commits of each, the busiest first', () => {
    assert.equal(
      answerTo('which day this week was the busiest?', withCommits()),
      'Commits in the last 7 days by day (UTC), the busiest first:\n\n- Friday 1 May: 2 commits\n- Thursday 30 April: 1 commit',
    );
  });
});

describe('answers from the status history', () => {
  const subject = {
    id: 'portal:far',
    kind: 'portal',
    name: 'Far World',
    text: 'Far World answers. 99 % of the checks were answered.',
    state: 'up',
    uptime: 0.99,
    latency: null,
    bars: [],
    incidents: [
      {
        begin: NOW - 26 * HOUR_MS,
        end: NOW - 25 * HOUR_MS,
        ending: 'answered',
        cause: 'no <b>answer</b> within 8 s',
      },
    ],
  } as const;
  const spans: HistorySpan[] = [];
  const past = (span: HistorySpan): HistoryAnswer => {
    spans.push(span);
    return {
      schema: 1,
      span,
      headline: 'The portal answers',
      begin: NOW - DAY_MS,
      end: NOW,
      barSeconds: 1_800,
      subjects: [subject, { ...subject, id: 'portal:b', name: 'Unseen', uptime: null, incidents: [] }],
      maintenance: [],
    };
  };
  const say = (text: string): string =>
    replyTo(text, { state: liveState(), history: [], visitors: 1, acting: true, understanding, past }).text;

  test('tell the incidents of a time', () => {
    assert.match(
      say('have there been any incidents this week?'),
      /^\*\*1 incident\*\* in the last 7 days in what is checked:\n\n- Far World, 1 d ago: no \\<b>answer\\<\/b> within 8 s, for 1 h 0 min\n\nAs it is now:\n\n- Far World answers\. 99 %/,
    );
    assert.equal(spans.at(-1), '30d');
    assert.match(say('any incidents today?'), /^\*\*No incident\*\* today \(UTC\) in what is checked\./);
    assert.equal(spans.at(-1), '24h');
    assert.match(say('what is the uptime of Far World?'), /Far World answers\. 99 %/);
    assert.doesNotMatch(say('any incidents today?'), /Checks are known/);
  });

  test('say that an incident goes on', () => {
    const open = { begin: NOW - 120_000, end: null, ending: 'ongoing', cause: 'no answer' } as const;
    const { text } = replyTo('any incidents today?', {
      state: liveState(),
      history: [],
      visitors: 1,
      acting: true,
      understanding,
      past: (span) => ({ ...past(span), subjects: [{ ...subject, incidents: [open] }] }),
    });
    assert.match(
      text,
      /^\*\*1 incident\*\*.*\n\n- Far World, 2 min ago: no answer, which goes on\n\nAs it is now:/,
    );
  });

  test('say how far the checks reach back, if that is less than the time', () => {
    const half = [null, ...Array.from({ length: 47 }, () => [1, 0, 0] as const)];
    const short = { ...past('24h'), subjects: [{ ...subject, bars: half }] };
    const { text } = replyTo('any incidents today?', {
      state: liveState(),
      history: [],
      visitors: 1,
      acting: true,
      understanding,
      past: () => short,
    });
    assert.match(text, /Checks are known of the last 23 h 30 min at most\./);
  });

  test('come before what is now, for a question about another time', () => {
    assert.match(say('did anything fail yesterday?'), /1 incident\*\* yesterday[^]+All is well/);
    assert.doesNotMatch(say('is everything ok?'), /incident/);
  });

  test('send to the heartbeat page where the resident has no history', () => {
    assert.match(
      answerTo('any incidents this week?', liveState()),
      /^I see only how it is now; the heartbeat page/,
    );
  });
});

describe('answers to what visitors ask of every home', () => {
  test('say whether it is a demo', () => {
    assert.match(answerTo('is this a demo?', liveState()), /^No: nothing here is a recording/);
    const state = liveState();
    state.readings.weather.set({
      ...live('weather, a recording', { temperatureF: 71.7, code: 1, label: 'Clear' }),
      recorded: true,
    });
    assert.match(
      answerTo('are these numbers real or just a demo?', state),
      /^Yes, this is a demo.*Recorded: weather\./,
    );
  });

  test('say when the microphone listens, how to leave, and that a program has no dog', () => {
    assert.match(answerTo('are you listening to my microphone?', liveState()), /^Nothing listens until/);
    assert.match(answerTo('thx, how do i leave', liveState()), /^To leave this home, close its tab/);
    assert.match(answerTo('do you have a dog?', liveState()), /a program, not a person/);
  });

  test('say that the name of a visitor is not known, and that visitors do not play along', () => {
    assert.match(answerTo('what’s my name?', liveState()), /^I do not know your name/);
    assert.match(answerTo('can you play minecraft with me?', liveState()), /^Visitors cannot play along/);
  });

  test('name the session that a question asks for', () => {
    const state = liveState();
    state.readings.sessions.set(
      live('sessions', team([session({ name: 'Codex', state: 'working', step: 'thinking' })])),
    );
    assert.match(answerTo('is teh codex agent stuck?', state), /- Codex: /);
  });

  test('explain the Earth, and what an arch does', () => {
    assert.match(answerTo('whats that big blue ball in the sky', liveState()), /^The Earth shows/);
    assert.match(
      answerTo('what happens if i walk into one of the arches?', liveState()),
      /An open portal takes you to another world/,
    );
  });

  test('tell of failed sessions alone', () => {
    const state = liveState();
    state.readings.sessions.set(live('sessions', team([session({ name: 'Fix it', state: 'waiting' })])));
    assert.match(answerTo('which agents failed today?', state), /^No agent session has failed/);
  });
});

describe('what goes on with an answer', () => {
  test('is about the thing of that answer, or refused', () => {
    const portal = /^\*If you ask about this portal:\*\n\n\*\*Far World/;
    assert.match(converse(['is the Far World portal open?', 'why?']), portal);
    assert.match(converse(['which portals are there?', 'and the far one?']), portal);
    assert.match(converse(['is the Far World portal open?', 'why?', 'how come?']), portal);
    assert.doesNotMatch(converse(['are you a chatbot?', 'is there some gate that works?']), /About me/);
    assert.doesNotMatch(converse(['is it cold?', 'who merged that?']), /Weather|#12/);
    assert.doesNotMatch(converse(['is it cold?', 'what do the gears of Far World do?']), /Weather/);
  });

  test('is about the pull request or commit that was listed', () => {
    const state = withCommits();
    const reviewed = converse(['tell me about #12', 'and who reviewed it?']);
    assert.match(reviewed, /^I do not see reviews, only whose it is: #12 A feature — Carol/);
    assert.match(converse(['tell me about #12', 'when did it get merged?']), /^#12 A feature/);
    assert.match(
      converse(['what are the latest commits?', 'who made it?'], state),
      /^Third — Ada[^]*That is the newest of the 3 above\.$/,
    );
    assert.match(converse(['what are the latest commits?', 'who made those?'], state), /Third[^]+First/);
  });

  test('is refused after a list that has no rows', () => {
    assert.match(converse(['what was merged on Monday?', 'who merged it?']), /^I do not know that/);
  });

  test('keeps the time, and may ask for something else', () => {
    const state = withCommits();
    const merges = converse(['what is new since yesterday?', 'only the merges please'], state);
    assert.match(merges, /pull requests?\*\* merged since yesterday/);
  });

  test('is about the session that it names', () => {
    const state = liveState();
    state.readings.sessions.set(
      live(
        'sessions',
        team([
          session({ name: 'Codex', state: 'working', tool: 'rg' }),
          session({ name: 'Gemini CLI', state: 'thinking' }),
        ]),
      ),
    );
    const said = converse(['what does the gemini session do?', 'and the codex one?'], state);
    assert.match(said, /- Codex: working/);
    assert.doesNotMatch(said, /Gemini/);
  });
});

describe('answers to what visitors of every home want to know', () => {
  const NOTE = { id: 'a', kind: 1, created_at: NOW / 1000 - 60 };
  const state = withRelay(liveState(), 2);
  state.relay.events.set([
    { ...NOTE, pubkey: 'aaaa1111', content: 'One coin is at $88,000 now' },
    { ...NOTE, pubkey: 'bbbb2222', content: 'Walked past a flamingo today' },
  ]);
  const say = (text: string) => answerTo(text, state);

  test('say that the future is not seen, and how far the next halving is', () => {
    for (const text of [
      'is it going to hail?',
      'are we going to get a storm soon?',
      'is there snow tonight?',
    ])
      assert.match(say(text), /^I see no forecast, only the current weather\. Weather: /, text);
    assert.match(
      say('how many blocks are left before the halving?'),
      /698767\. A halving comes every 210000 blocks: .* the next is at 840000: 141233 blocks to go\.$/,
    );
    assert.match(say('when do we get to block 700000?'), /698767, 1233 blocks before 700000$/);
    assert.match(say('what is the large number at the foot of the globe?'), /Block height: 698767/);
  });

  test('find a price and a word in the notes of the feed', () => {
    for (const text of ['what is bitcoin worth, somebody posted it', 'did a note on nostr have the price?']) {
      assert.match(say(text), /I do not check them[^]+\[aaaa1111\] One coin is at \$88,000/, text);
      assert.doesNotMatch(say(text), /flamingo/);
    }
    assert.match(say('has anyone posted about a flamingo?'), /1 event with “flamingo”[^]+bbbb2222/);
    assert.match(say('did somebody post about tulips?'), /0 events with “tulips”/);
  });

  test('say what a signature proves, and write the address of a relay as it is', () => {
    assert.match(say('do you verify each event before you show it?'), /only events whose signature is right/);
    assert.match(say('name the relays that you use'), /wss:\/\/relay\.example/);
    assert.match(say('which relays do you listen to?'), /Relays: wss:\/\/relay\.example\./);
  });

  test('tell which adapters are loaded', () => {
    state.readings.adapters.set({ state: 'empty', source: 'adapters.json', fetchedAt: NOW });
    assert.match(say('any LoRA adapters loaded right now?'), /^No adapter is loaded\./);
    state.readings.adapters.set(live('adapters.json', [{ name: 'Night shift', status: 'ready' }]));
    assert.match(say('which adapters do we have?'), /- Night shift: READY/);
  });

  test('say whether a portal can be entered', () => {
    assert.match(say('can I play Far World from here?'), /Yes, through its portal\. \*\*Far World/);
    assert.match(
      say('is there any gate that works?'),
      /^(?:\*If you ask about the portals:\*\n\n)?1 of 1 portal is online/,
    );
  });

  test('tell what the books are, and what is asked before a meeting', () => {
    assert.match(
      say('what do the bookshelves have in them?'),
      /Each book .* is a merged pull request\. .*[^]+#12/,
    );
    const news = say('what happened today, anything I should know before the meeting?');
    assert.match(news, /\*\*For the owner\*\*/);
  });

  test('say how to walk by touch, to open the menu by keyboard, and what helps where keys do nothing', () => {
    const touch = say('how do I walk with my thumb on a mobile phone?');
    assert.match(touch, /^(?:\*If you ask about the controls:\*\n\n)?Touch:\n/);
    assert.match(say('can I open the menu using only keys?'), /Shift Tab leaves the world.*“More”/);
    assert.match(say('how can I open the settings without a mouse?'), /Tab goes on to “More”/);
    assert.match(say('nothing happens when I press the arrow keys'), /click into the world first/);
    assert.match(say('how do I return to the game I came from?'), /the back button of your browser/);
  });

  test('say that a visit needs no money and no login', () => {
    assert.match(say('do I pay anything for a visit?'), /^A visit costs nothing/);
    assert.match(say('can I log in with a nostr extension?'), /^There is no login for visitors/);
  });

  test('say who the authors are', () => {
    assert.match(say('who is Ada and does she live here?'), /authors of commits to .*; only I live here/);
    assert.match(say('is Ada a bot?'), /I do not know which author is a person/);
  });
});
