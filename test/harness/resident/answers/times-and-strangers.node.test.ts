import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { session, team } from '../../../helpers/sessions.ts';
import { NOW, answerTo, liveState } from '../live-state.ts';

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
    ])
      assert.ok(say(question, state).endsWith(`${today}\n\n${yesterday}`), say(question, state));
    assert.match(say('what happened 3 days ago?', state), /\*\*1 commit\*\* 3 days ago \(UTC\): Bob Stone/);
    const limit = say('were there more than 1 commits yesterday?', state);
    assert.doesNotMatch(limit, /today/, 'a number is no time');
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
