import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { session, team } from '../../../helpers/sessions.ts';
import { NOW, answerTo, live, liveState } from '../live-state.ts';

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
    const state = liveState();
    state.relay.relays.set([
      { url: 'wss://relay.example', state: 'open', accepted: 0, rejected: 0, dropped: 0 },
    ]);
    assert.match(say('what relay are you connected to', state), /Relays: wss\\?:\/\/relay\.example\./);
    assert.match(say('which relay sent the last note', state), /^I do not see from which relay/);
    assert.match(say('who sent the last zap', state), /^I do not see who sent a zap/);
  });

  test('take no weekday for a name', () => {
    assert.match(say('how many comits did you get since monday'), /\d commits?\*\*.* since Monday/);
  });

  test('say that the home takes no zaps, and does not see reviews', () => {
    const state = liveState();
    state.relay.relays.set([
      { url: 'wss://relay.example', state: 'open', accepted: 0, rejected: 0, dropped: 0 },
    ]);
    for (const question of [
      'how do I send you a zap',
      'Can I send you some sats, what is your lightning address?',
    ])
      assert.match(say(question, state), /This home has no address of its own for zaps/, question);
    assert.match(say('who reviewed the newest merge?'), /I do not see reviews\./);
  });

  test('name the agents at work if asked which run', () => {
    assert.match(say('which agents are running?'), /^At work now/);
  });

  test('answer a later “it” about a note with no oath', () => {
    assert.doesNotMatch(say('who posted the newest note on nostr and what does it say?'), /oath/i);
  });

  test('do not count what the list of commits does not reach', () => {
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
