import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { State } from '../../../../data/state.ts';
import { session, team } from '../../../helpers/sessions.ts';
import { NOW, converse, live, liveState, withRelay } from '../live-state.ts';

const MINUTE_MS = 60_000;

function withNotes(): State {
  const state = withRelay(liveState(), 1);
  state.relay.events.set([
    { id: 'a', kind: 1, created_at: NOW / 1000 - 60, pubkey: 'aaaa1111', content: 'A heron on the pond' },
  ]);
  return state;
}

function withSessions(): State {
  const state = liveState();
  state.readings.sessions.set(
    live(
      'sessions',
      team([
        session({
          name: 'Codex',
          harness: 'Codex',
          state: 'working',
          tool: 'rg',
          since: NOW - 7 * MINUTE_MS,
        }),
        session({ name: 'OpenCode', harness: 'OpenCode', state: 'thinking' }),
      ]),
    ),
  );
  return state;
}

describe('a question after one about notes', () => {
  const state = withNotes();
  const notes = 'show me the newest notes on nostr';

  test('is about the notes, and not about commits', () => {
    for (const text of ['what is it about?', 'any reply to that?'])
      assert.match(converse([notes, text], state), /^\*If you ask about the relay feed:\*[^]+heron/, text);
    for (const before of [notes, 'when have you published your last post?'])
      assert.match(
        converse([before, 'what is it about?', 'has somebody responded to it?'], state),
        /not see which note answers which/,
      );
    assert.match(
      converse([notes, 'are they genuine or faked?'], state),
      /only events whose signature is right/,
    );
  });

  test('gets no commit where it asks for the key of the home', () => {
    assert.match(converse(['who writes the messages on that feed?'], state), /^People on Nostr write it/);
    for (const text of ['what is the npub of this home?', 'when have you published your last post?'])
      assert.match(converse([text], state), /I have no Nostr key and no npub/, text);
  });
});

describe('a question about sessions', () => {
  const state = withSessions();

  test('says that a program has none', () => {
    for (const text of ['what is claude code busy with?', 'is Aider still running?'])
      assert.match(
        converse([text], state),
        /I know of no session of (?:Claude Code|Aider)\.\n\n.*\n- Codex/,
        text,
      );
    assert.match(converse(['what is claude code busy with?']), /^I see no author or agent of that name/);
  });

  test('takes “it” for the session before, and tells how long it works', () => {
    const said = converse(['is codex running?', 'what is it doing?'], state);
    assert.match(said, /^- Codex: working \(with rg\)/);
    assert.doesNotMatch(said, /OpenCode/);
    assert.match(converse(['since when is codex at work?'], state), /for 7 min/);
    assert.doesNotMatch(converse(['is codex running?'], state), /7 min/);
  });
});

describe('a question after one about portals', () => {
  /** A home with two portals, one of them without an address. */
  function withColours(): State {
    const state = liveState();
    const [far] = state.readings.portalRecords.get().value ?? [];
    assert.ok(far);
    const closed = { type: 'url', action_label: 'Enter', params: {} } as const;
    state.readings.portalRecords.set(
      live('portals.json', [
        { ...far, color: '#ff8a3d' },
        { ...far, id: 'moon', name: 'Moon', color: '#5db7ff', destination: closed },
      ]),
    );
    return state;
  }

  test('is about that portal', () => {
    const state = withColours();
    for (const text of ['may I step in there?', 'is that one open?', 'what is behind it?'])
      assert.match(converse(['tell me about the Moon portal', text], state), /\*\*Moon\*\*/, text);
    for (const text of ['may I step in there?', 'is that one open?', 'what is behind it?'])
      assert.doesNotMatch(converse(['tell me about the Moon portal', text], state), /Far World/, text);
  });

  test('is about all of them where it names none', () => {
    const said = converse(['how do I go through a door?', 'and where does that lead?'], withColours());
    assert.match(said, /Far World[^]+Moon/);
  });

  test('finds a portal by its colour', () => {
    const state = withColours();
    assert.match(converse(['where does the orange portal go'], state), /^The orange one: \*\*Far World\*\*/);
    assert.match(converse(['is the blue door open?'], state), /The blue one: \*\*Moon\*\*/);
    assert.doesNotMatch(converse(['where does the green portal go'], state), /The green one/);
  });
});

describe('an answer that may be about something else', () => {
  test('says what it is about', () => {
    for (const questions of [
      ['how do I make a screenshot?', 'in which folder is it kept?'],
      ['which portals are there?', 'can I mute them at night?'],
    ])
      assert.match(converse(questions), /^(?:I (?:leave out|do not know|am not sure)|\*)/, questions[1]);
    assert.doesNotMatch(converse(['which portals are there?', 'is it raining?']), /^\*/);
  });

  test('is no thanks where the question asks something', () => {
    assert.doesNotMatch(converse(['how many visitors are there?', 'is that a lot?']), /You are welcome/);
  });

  test('is that of the question before where a word of it is only there', () => {
    const said = converse(['how can I download our chat?', 'in markdown?']);
    assert.match(said, /“Export session” in the header’s menu “More” saves .* Markdown/);
  });
});

describe('a question of an owner or a visitor', () => {
  test('may say what the answer is for', () => {
    assert.match(
      converse(['a short sumary of everything please so that I can forward it to my colleagues in Lisbon']),
      /Block height: 698767/,
    );
  });

  test('is answered from the state of the readings and of the program', () => {
    const state = liveState();
    assert.match(converse(['is one of the readings outdated?'], state), /No reading is stale/);
    const weather = state.readings.weather.get();
    assert.ok(weather.state === 'live');
    state.readings.weather.set({ ...weather, state: 'stale', cause: 'no answer' });
    assert.match(
      converse(['is one of the readings outdated?'], state),
      /What I know of the weather is old \(api\.example: no answer\)/,
    );
    assert.match(
      converse(['which version of it runs?'], state, { version: '4.5.6' }),
      /is Home World 4\.5\.6,/,
    );
  });

  test('gets the pull request before a named one', () => {
    const state = liveState();
    const pull = (number: number) => ({ number, title: `Part ${number}`, author: 'Carol', mergedAt: NOW });
    state.readings.merged.set(live('local/home', [pull(14), pull(13), pull(12)]));
    assert.match(converse(['show me #13', 'and the one before that?'], state), /^Before that: #12 Part 12/);
    assert.equal(converse(['show me #12', 'and the one before that?'], state), 'I see none before that.');
  });

  test('gets the oldest of a list, and the day before another day', () => {
    const state = liveState();
    const oldest = converse(['what are the latest commits?', 'show me the oldest one'], state);
    assert.match(oldest, /The oldest of those that I see:\n\n- Fix it/);
    assert.match(
      converse(['how many merges were there yesterday?', 'and the day before?'], state),
      /merged the day before yesterday/,
    );
  });

  test('is told who wrote the oath, and that only the owner deletes a conversation', () => {
    const state = liveState();
    state.readings.soul.set(live('soul.md', 'I keep the door open.'));
    assert.match(
      converse(['what does the oath say?', 'who wrote it?'], state),
      /The owner of this home wrote it/,
    );
    assert.match(converse(['can I erase this conversation?']), /A visitor cannot delete it from here/);
  });
});

describe('a short question', () => {
  const portals = ['where do the portals go', 'is any of them broken right now'];

  test('is about what the one before it went on with', () => {
    assert.match(
      converse([...portals, 'can i go in the one thats closed']),
      /^\*If you ask about the portals:\*/,
    );
  });

  test('may ask how long something lasts', () => {
    const state = withSessions();
    const answer = converse(['who is waiting and for what', 'how long already?'], state);
    assert.match(answer, /^\*If you ask about who waits for the owner:\*/);
  });
});

describe('a question about the past of a session', () => {
  test('is told that only the present is known', () => {
    const say = (text: string): string => converse([text], withSessions());
    assert.match(
      say('did codex finish the tests yesterday?'),
      /^I see only what sessions do now, not [^]*yesterday/,
    );
    assert.match(say('what did codex do?'), /^I see only what sessions do now, not what they did before/);
    assert.match(say('what does codex do?'), /^- Codex: working/);
  });
});
