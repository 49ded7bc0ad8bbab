import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { session, team } from '../../../helpers/sessions.ts';
import { NOW, answerTo, live, liveState, withRelay } from '../live-state.ts';

describe('answers about other times, and about what this home does not have', () => {
  const say = (text: string, state = liveState()) => answerTo(text, state);

  test('name the portals if the question names another, and count and list in one answer', () => {
    const state = liveState();
    const none = 'I see no portal of that name, only Far World.';
    assert.equal(say('is there a portal to Narnia?', state), none);
    assert.equal(say('tell me about the Moonforge portal', state), none);
    assert.notEqual(say('tell me about the Far World portal', state), none);
    assert.match(
      say('how many portals are there and which ones are online', state),
      /^1 of 1 portal is online:\n- \*\*Far World/,
    );
  });

  test('say that they know no one of a name in small letters, but answer of anyone', () => {
    const state = liveState();
    for (const question of ['what is zaphod working on?', 'is agent Zaphod still alive?'])
      assert.match(
        say(question, state),
        /^I see no author or agent of that name, only Ada, Bob Stone/,
        question,
      );
    for (const question of [
      'is anyone working?',
      'is anyoen working?',
      'what are you doing?',
      'did nobody commit anything today?',
    ])
      assert.doesNotMatch(say(question, state), /no author/, question);
  });

  test('explain a session and a merged pull request to someone who does not know them', () => {
    assert.match(say('what is an agent session?'), /^An agent session is one run of a coding agent/);
    assert.match(
      say('whats a merged pull request, im not a programmer'),
      /A pull request is a proposed change/,
    );
  });

  test('compare two times, and count one day that is some days ago', () => {
    const state = liveState();
    const [today, yesterday] = ['today', 'yesterday'].map((day) => say(`how many commits ${day}?`, state));
    for (const question of [
      'more commits today than yesterday?',
      'is today busier than yesterday?',
      'compare today and yesterday',
      'Was it busier today than yesterday?',
    ])
      assert.ok(say(question, state).endsWith(`${today}\n\n${yesterday}`), say(question, state));
    assert.match(say('what happened 3 days ago?', state), /\*\*1 commit\*\* 3 days ago \(UTC\): Bob Stone/);
    const limit = say('were there more than 1 commits yesterday?', state);
    assert.doesNotMatch(limit, /today/, 'a number is no time');
  });

  test('name the last who pushed, the block height in one word, and what was down', () => {
    assert.match(say('so who pushed last?'), /^- Add .* — Ada \(1 h ago\)/);
    assert.equal(say('Blockheight?'), 'Block height: 698767');
    assert.match(say('was anything down during the last 24 hours?'), /shows the status history/);
  });

  test('compare this week with the week before', () => {
    const text = say('compare this week with last week');
    assert.match(text, /in the last 7 days/);
    assert.match(text, /in the 7 days before that/);
  });

  test('do not count pull requests of a time before their list begins', () => {
    const state = liveState();
    const pulls = Array.from({ length: 30 }, (_, at) => ({
      number: 99 - at,
      title: `change ${at}`,
      author: 'ada',
      mergedAt: NOW - at * 60_000,
    }));
    state.readings.merged.set(live('local/home', pulls));
    assert.match(
      say('how many pull requests were merged yesterday?', state),
      /^I cannot see pull requests merged yesterday \(UTC\)\.\n\nI see only the latest 30/,
    );
    assert.match(say('how many pull requests were merged today?', state), /^\*\*30 pull requests\*\*/);
  });

  test('say what the feed and the chain do not tell', () => {
    assert.match(say('when is the next halving?'), /^I see no times, fees or transactions/);
    assert.match(say('what are current transaction fees, sat/vB'), /^I see no times, fees or transactions/);
    assert.match(say('is my IP address being stored?'), /The home stores no address of yours/);
    assert.match(say('does it work with a VR headset'), /^There is no mode for VR headsets/);
    assert.match(say('can I run it without docker?'), /^It needs no container\./);
    assert.match(say('which version is installed here'), /version\.json/);
  });

  test('name the relays, and do not take the service of a zap for its sender', () => {
    const state = withRelay(liveState());
    assert.match(say('what relay are you connected to', state), /Relays: wss\\?:\/\/relay\.example\./);
    assert.match(say('which relay sent the last note', state), /^I do not see from which relay/);
    assert.match(say('who sent the last zap', state), /^I do not see who sent a zap/);
  });

  test('take no weekday for a name', () => {
    assert.match(say('how many comits did you get since monday'), /\d commits?\*\*.* since Monday/);
  });

  test('say that the home takes no zaps, and does not see reviews', () => {
    const state = withRelay(liveState());
    for (const question of [
      'how do I send you a zap',
      'Can I send you some sats, what is your lightning address?',
    ])
      assert.match(say(question, state), /This home has no address of its own for zaps/, question);
    assert.match(say('who reviewed the newest merge?'), /I do not see reviews\./);
  });

  test('name the active agents if asked which run', () => {
    assert.match(say('which agents are running?'), /^Active now/);
    assert.match(say('who is active right now?'), /^Active now/);
    assert.match(say('who is not active right now?'), /^1 of 2 agents is not active today\./);
  });

  test('answer a later “it” about a note with no oath', () => {
    assert.doesNotMatch(say('who posted the newest note on nostr and what does it say?'), /oath/i);
  });

  test('give no exact count for a time before the first commit of the list', () => {
    const state = liveState();
    assert.match(say('how many commits in the last 3 days?', state), /\*\*2 commits\*\* /);
    state.commitsKnownSince.set(NOW - 2 * 86_400_000);
    assert.match(say('how many commits in the last 3 days?', state), /\*\*At least 2 commits\*\* /);
    assert.match(
      say('were there any commits in march?', state),
      /^I cannot see commits in March 2026\.\n\nI see only the latest 2 commits/,
    );
  });

  test('say that they do not know the last visit, unless the question names its time', () => {
    const forgets = /I remember no visitor/;
    assert.match(say('what changed since my last visit'), forgets);
    assert.doesNotMatch(say('what is new since my last visit yesterday'), forgets);
  });

  test('say how many agent sessions there are, if asked for sessions', () => {
    const state = liveState();
    const value = team([session({ name: 'Codex', state: 'working' })]);
    state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value });
    for (const question of ['how many sessions are running right now', 'when did the last session end'])
      assert.match(say(question, state), /^Agent sessions: 1 at work\n- Codex/, question);
  });
});

describe('words of titles', () => {
  const withTitles = () => {
    const state = liveState();
    const commit = (sha: string, author: string, hoursAgo: number, title: string) => ({
      sha,
      author,
      authoredAt: NOW - hoursAgo * 3_600_000,
      title,
    });
    state.readings.commits.set(
      live('local/home', [
        commit('5e1fa2b9c0', 'Ada', 1, '[labs/tide-table] Add a pelican cache (#5301)'),
        commit('77aa0c3d21', 'Bob Stone', 2, '[walrus] Repair the flipper (#5302)'),
      ]),
    );
    const pull = (number: number, author: string, hoursAgo: number, title: string) => ({
      number,
      author,
      mergedAt: NOW - hoursAgo * 3_600_000,
      title,
    });
    state.readings.merged.set(
      live('local/home', [
        pull(5301, 'Ada', 1, '[labs/tide-table] Add a pelican cache'),
        pull(5302, 'Bob Stone', 2, '[walrus] Repair the flipper'),
        pull(5303, 'Carol', 5, 'Version Packages'),
        pull(5304, 'Carol', 30, '[heron] Paint the nest'),
      ]),
    );
    return state;
  };
  const state = withTitles();
  const say = (text: string) => answerTo(text, state);

  test('find the commits, whatever else the question asks', () => {
    for (const question of [
      'who did the pelican bit',
      'when was that pelican cache thing added',
      'has somebody thrown out the pelicans?',
      'is there any news about the tide-table',
    ]) {
      assert.match(say(question), /pelican cache \(#5301\) — Ada/, question);
      assert.doesNotMatch(say(question), /Repair/, question);
    }
    assert.match(say('did anyone work on the pelican or the walrus?'), /pelican[^]+Repair the flipper/);
    assert.match(say('who touched the heron?'), /#5304 \[heron\] Paint the nest — Carol/);
  });

  test('limit merged work and the work of a person', () => {
    const landed = say('which pull requests landed in tide-table?');
    assert.match(landed, /1 pull request\*\* merged with “tide-table” in the title/);
    assert.match(landed, /#5301/);
    const cut = withTitles();
    cut.readings.merged.set(
      live('local/home', [{ number: 9, title: 'Other', author: 'Ada', mergedAt: NOW - 60_000 }]),
    );
    assert.match(
      answerTo('which pull requests landed in tide-table?', cut),
      /1 commit\*\* with “tide-table”[^]+#5301/,
    );
    assert.match(
      say('did Bob Stone do something about the walrus?'),
      /1 commit\*\* by Bob Stone with “walrus”/,
    );
    assert.match(say('did Ada do something about the walrus?'), /0 commits\*\* by Ada with “walrus”/);
  });

  test('are not looked for where the question is about something else', () => {
    assert.match(say('is it cold where you are, like in a nest?'), /Weather: /);
    assert.doesNotMatch(say('can you repair my bicycle?'), /flipper/);
    assert.doesNotMatch(say('anything I should know about before lunch?'), /with “before”/);
  });

  test('find a pull request by its number alone, and a commit by its SHA', () => {
    assert.match(say('when was 5302 merged'), /#5302 \[walrus\] Repair the flipper — Bob Stone/);
    assert.match(say('5304, whose work is it'), /#5304 \[heron\]/);
    assert.match(say('did 5304 get merged before 5302?'), /#5304 [^]+#5302 /);
    assert.match(say('show me commit 77aa0c3d'), /Repair the flipper.*77aa0c3d21/);
    assert.match(say('tell me the sha of the last commit'), /pelican.*5e1fa2b9c0/);
    assert.match(say('show the last 3 commits'), /pelican[^]+walrus/, 'a small number is no pull request');
  });

  test('name the last release by its title', () => {
    assert.match(say('when did the last release ship'), /^I see no builds.*#5303 Version Packages — Carol/);
    assert.doesNotMatch(say('are the tests green?'), /#5303/);
  });

  test('are not a part of a name in the name of the repository', () => {
    const own = withTitles();
    const config = own.config.get();
    own.config.set({
      ...config,
      codeHost: { ...config.codeHost, repo: 'stone', agents: ['Ada', 'Bob Stone'] },
    });
    assert.doesNotMatch(answerTo('what changed in stone-age?', own), /by Bob Stone/);
  });
});

describe('figures of two', () => {
  const busy = () => {
    const state = liveState();
    const commit = (author: string, hoursAgo: number) => ({
      sha: `${author}${hoursAgo}`,
      author,
      authoredAt: NOW - hoursAgo * 3_600_000,
      title: 'Change it',
    });
    state.readings.commits.set(
      live('local/home', [
        commit('Ada', 1),
        commit('Bob Stone', 2),
        commit('Bob Stone', 3),
        commit('Ada', 20),
      ]),
    );
    const pull = (number: number, hoursAgo: number) => ({
      number,
      author: 'Ada',
      mergedAt: NOW - hoursAgo * 3_600_000,
      title: `Feature ${number}`,
    });
    state.readings.merged.set(live('local/home', [pull(1, 1), pull(2, 20), pull(3, 21)]));
    return state;
  };
  const say = (text: string) => answerTo(text, busy());

  test('are compared, with the larger one first', () => {
    assert.match(
      say('who got more done today, Ada or Bob Stone?'),
      /More: Bob Stone \(2 to 1\)\.\n\n\*\*1 commit\*\* by Ada today[^]+\*\*2 commits\*\* by Bob Stone today/,
    );
    assert.match(say('did Ada or Bob Stone commit more?'), /As many\./);
    assert.match(say('were we busier yesterday or today?'), /More: today \(UTC\) \(3 to 1\)/);
  });

  test('are those of merged work if the question says so', () => {
    assert.match(
      say('did we merge more yesterday than today?'),
      /^More: yesterday \(UTC\) \(2 to 1\)\.\n\n\*\*2 pull requests\*\* merged yesterday/,
    );
  });

  test('are those of one author or title if the question names one', () => {
    assert.match(
      say('did Ada commit more today than yesterday?'),
      /As many\.\n\n\*\*1 commit\*\* by Ada today \(UTC\)\.\n\n\*\*1 commit\*\* by Ada yesterday/,
    );
    assert.match(
      say('more commits about tides today than yesterday?'),
      /As many\.[^]+\*\*0 commits\*\* with “tides” in the title yesterday/,
    );
  });

  test('are those of commits and of merged work at the time that the question names', () => {
    for (const question of [
      'are there more commits than merged pull requests today?',
      'were there more commits or merges today?',
    ])
      assert.match(
        say(question),
        /^More: commits \(3 to 1\)\.\n\n\*\*3 commits\*\* today[^]+\*\*1 pull request\*\* merged today \(UTC\)\.$/,
        question,
      );
    assert.match(
      say('more merges than commits this week?'),
      /More: commits \(4 to 3\)\.\n\n\*\*3 pull requests\*\* merged in the last 7 days\.[^]+in the last 7 days/,
    );
  });

  test('are those of a length of time and of as long a time before it', () => {
    assert.match(say('are we busier than last week?'), /in the last 7 days[^]+in the 7 days before that/);
    assert.doesNotMatch(say('were there more commits today than today?'), /before that/);
  });

  test('are not those of commits if the question compares something else', () => {
    for (const things of ['zaps', 'visitors', 'blocks', 'incidents', 'events', 'agents', 'portals'])
      assert.match(say(`more ${things} today than yesterday?`), /^I do not know that/, things);
    assert.match(say('are there more commits than zaps today?'), /^I do not know that/);
    assert.match(say('which agents committed more today than yesterday?'), /More: today/);
  });

  test('of persons stay together', () => {
    const both = say('Are Ada and Bob Stone both asleep?');
    assert.match(both, /Ada: WORKING/);
    assert.match(both, /Bob Stone: WORKING/);
    assert.doesNotMatch(both, /I answer only/);
  });
});

describe('a length of time', () => {
  test('is the one that “last” or a number names', () => {
    const said = answerTo('how many hours has Ada put in this week?', liveState());
    assert.match(said, /I see no working hours, only commits\. .*by Ada in the last 7 days/);
  });

  test('is not the day before something else', () => {
    const before = /the day before yesterday/;
    assert.doesNotMatch(answerTo('commits the day before the release', liveState()), before);
    for (const question of ['how many commits the day before yesterday?', 'and the day before?'])
      assert.match(answerTo(question, liveState()), before, question);
  });

  test('is the weekend since Saturday', () => {
    // It is Friday, so the last weekend is over.
    assert.match(
      answerTo('how many commits on the weekend?', liveState()),
      /on the weekend, since Saturday 00:00 UTC/,
    );
  });
});

describe('what the sessions do', () => {
  const state = liveState();
  state.readings.sessions.set(
    live(
      'sessions',
      team([
        session({
          name: 'orchard · gate',
          harness: 'OpenCode',
          state: 'waiting',
          tool: 'bash',
          folder: 'orchard',
          branch: 'gate',
        }),
        session({
          name: 'Glossary',
          harness: 'Gemini CLI',
          state: 'thinking',
          folder: 'papers',
          branch: 'words',
        }),
      ]),
    ),
  );
  const say = (text: string) => answerTo(text, state);

  test('is told of the one that the question names by its folder, branch or program', () => {
    assert.match(
      say('on which branch is the session in the orchard folder?'),
      /- orchard · gate .*branch gate/,
    );
    const gemini = say('which branch does the gemini session use?');
    assert.match(gemini, /- Glossary .*branch words/);
    assert.doesNotMatch(gemini, /orchard/);
  });

  test('is “none” if no session has the state', () => {
    assert.match(say('have any sessions crashed?'), /No agent session has failed: 1 waits/);
    assert.match(say('did a session fail or go quiet?'), /No agent session has failed or is silent/);
    assert.match(
      say('is any session stuck or broken?'),
      /- orchard · gate[^]+No agent session has failed or is silent/,
    );
  });
});
