import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ZAP_KIND } from '../../../../data/readings/schemas/relay-feed.ts';
import { type State } from '../../../../data/state.ts';
import type { AgentSessions } from '../../../../data/readings/schemas/agent-sessions.ts';
import { session, team } from '../../../helpers/sessions.ts';
import type { ReplyContext } from '../../../../harness/resident/question.ts';
import { model } from '../../../../harness/resident/answers/about.ts';
import { block, weather } from '../../../../harness/resident/answers/readings.ts';
import { replyTo as replyIn } from '../../../../harness/resident/answers/replies.ts';
import { NOW, answerTo, live, liveState, understanding, withRelay } from '../live-state.ts';

const replyTo = (
  text: string,
  state: State,
  history: ReplyContext['history'] = [],
  acting: ReplyContext['acting'] = true,
) => replyIn(text, { state, history, visitors: 1, acting, understanding });

describe('answers about the home', () => {
  const say = (text: string, state = liveState()) => answerTo(text, state);

  test('explain moving and photos from the rows of the help', () => {
    assert.match(say('how do I take a photo?'), /\*\*P\*\*: photo/);
    assert.match(say('how do I walk?'), /\*\*W A S D\*\*: walk/);
    assert.equal(say('what does V do?'), '**V**: walk or orbit.');
    assert.match(say('what does the q key do'), /^Q does nothing/);
    assert.match(say('controls'), /\*\*F\*\*: enter the portal/);
  });

  test('name the key of the time-lapse also where the question has another word for it', () => {
    assert.match(
      say('how do i watch the whole day sped up'),
      /\*\*L\*\*: time-lapse[^]+“Show me” on the page/,
    );
  });

  test('take “and why?” for a part of the question before it', () => {
    assert.doesNotMatch(say('Which portals are closed right now and why?'), /Sovereignty/);
  });

  test('explain each state of an agent', () => {
    for (const [state, told] of [
      ['working', 'WORKING'],
      ['idle', 'IDLE'],
      ['dormant', 'dormant'],
      ['dead', 'DEAD'],
    ] as const)
      assert.ok(say(`what does ${state} mean?`).includes(told), state);
  });

  test('name the buttons of the header', async () => {
    const header = await readFile(
      join(import.meta.dirname, '../../../../components/app/header-menu.ts'),
      'utf8',
    );
    const labels = [...header.matchAll(/'([A-Z][^'\n]+)'/g)].map(([, label]) => label);
    for (const [question, ...buttons] of [
      ['where can I listen to the day?', 'Podcast of the day', 'Soul, read aloud'],
      ['how can I export this chat?', 'Export session'],
      ['how do I share what I see', 'Share this view'],
    ] as const)
      for (const button of buttons) {
        assert.ok(say(question).includes(`“${button}”`), say(question));
        assert.ok(labels.includes(button), button);
      }
  });

  test('explain what an owner sets and what a visitor does', () => {
    const place = say('how do I change the weather place?');
    assert.match(place, /`weather\.latitude` and `weather\.longitude`, .* in `config\.json`/);
    assert.doesNotMatch(place, /71\.7|Add/);
    assert.match(say('where do I change the graphics quality?'), /settings/);
  });

  test('quote the owner’s oath, and offer the way to its stone', () => {
    const state = liveState();
    state.readings.soul.set(live('soul.md', '# Oath\n\nI keep the door open.'));
    const { text, action } = replyTo('show me the oath', state);
    assert.match(text, /I keep the door open/);
    assert.deepEqual(action, { action: 'fly', detail: { panel: 'oath' } });
    assert.equal(replyTo('what is your oath?', state).action, undefined);
    state.readings.soul.set({ state: 'empty', source: 'soul.md', fetchedAt: NOW });
    assert.match(say('what is your oath?', state), /^No oath/);
  });

  test('introduce the resident, with its owner’s words', () => {
    const state = liveState();
    const config = state.config.get();
    state.config.set({ ...config, resident: { name: 'Ada', persona: 'Ada looks after <b>the</b> build.' } });
    assert.match(say('who are you?', state), /^I am Ada.* Ada looks after \\<b>the\\<\/b> build\./);
    assert.match(say('who is Ada?', state), /^I am Ada/);
    assert.match(say('are you alive?', state), /without a model, started just now/);
    assert.match(say('who made you?', state), /open source/);
  });

  test('explain the sovereignty figure', () => {
    const state = liveState();
    assert.match(say('why is sovereignty 57%?', state), /without saying what was counted/);
    const parts = [
      { name: 'pages', own: true, where: '' },
      { name: 'weather', own: false, where: 'w.example' },
    ];
    state.readings.sovereignty.set(
      live('sovereignty-status.json', { score: 50, label: 'mostly own', parts }),
    );
    assert.match(say('what does 50% mean?', state), /50% MOSTLY OWN.* own: pages; .*weather \(w\.example\)/);
  });

  const manyCommits = (): State => {
    const state = liveState();
    const commit = (author: string, hours: number) => ({
      sha: `${author}${hours}`,
      author,
      authoredAt: NOW - hours * 3_600_000,
      title: `${author} ${hours}`,
    });
    state.readings.commits.set(
      live('local/home', [
        commit('Ada', 1),
        commit('Bob Stone', 2),
        commit('bob stone', 30),
        commit('Bob Stone', 60),
        commit('Ada', 45 * 24),
        commit('Mallory', -24 * 365),
      ]),
    );
    return state;
  };

  test('search the titles for a path, and for a word only if a title has it', () => {
    const state = liveState();
    const titled = (sha: string, author: string, title: string) => ({
      sha,
      author,
      authoredAt: NOW - 60_000,
      title,
    });
    state.readings.commits.set(
      live('local/home', [
        titled('a', 'Ada', '[labs/ssr] Keep the order'),
        titled('b', 'Bob Stone', '[labs/signals] Watch again'),
        titled('c', 'Ada', '[labs/ssr-dom-shim] Add a file'),
      ]),
    );
    assert.match(
      say('anything new in labs/signals?', state),
      /1 commit\*\* with “labs\/signals” .*\n\n- .* — Bob Stone/,
    );
    assert.match(say('who is working on labs/ssr?', state), /1 commit\*\* with “labs\/ssr” in the title/);
    assert.match(say('hw many comits in teh last hour', state), /^\*\*3 commits\*\* in the last hour/);
    assert.match(say('commits about tides', state), /^\*\*0 commits\*\* with “tides” in the title/);
  });

  test('name who committed most in the requested time', () => {
    const state = manyCommits();
    assert.match(
      say('who committed most this week?', state),
      /^\*\*4 commits\*\* in the last 7 days: Bob Stone \(3\), Ada \(1\)\.$/,
    );
    assert.match(
      say('who did most in the last 3 hours', state),
      /\*\*2 commits\*\* in the last 3 h: .*Ada \(1\)/,
    );
    assert.match(
      say('who did most in the last hour', liveState()),
      /^\*\*1 commit\*\* in the last hour: Ada \(1\)/,
    );
    const six = liveState();
    six.readings.commits.set(
      live(
        'local/home',
        'ABCDEF'.split('').map((author) => ({ sha: author, author, authoredAt: NOW, title: author })),
      ),
    );
    assert.match(say('who did most today', six), /E \(1\), 1 other\.$/);
  });

  test('name the agents without a commit in the requested time', () => {
    const state = manyCommits();
    assert.equal(
      say("who hasn't committed anything yesterday?", state),
      '1 of 2 agents without a commit yesterday (UTC): Ada.',
    );
    assert.equal(
      say('who did nothing this week?', state),
      'No agent of 2 is without a commit in the last 7 days.',
    );
    assert.match(say('which agents were idle yesterday?', state), /yesterday \(UTC\): Ada\.$/);
    assert.match(
      say('which agents were active yesterday?', state),
      /^\*\*1 commit\*\* yesterday .*bob stone \(1\)/,
    );
  });

  test('list what is new since then', () => {
    const state = manyCommits();
    const day = say('what is new', state);
    assert.match(
      day,
      /^\*\*2 commits\*\* in the last 24 h: Ada \(1\), Bob Stone \(1\)\.\n\n- Ada 1 — Ada \(1 h ago\)/,
    );
    assert.doesNotMatch(day, /Ada 1080|Mallory|Sovereignty/);
    assert.match(say('what is new since yesterday', state), /^\*\*3 commits\*\* since yesterday 00:00 UTC/);
    assert.match(
      say('what is new in the last 2 days', state),
      /\*\*1 pull request\*\* merged in the last 2 days:\n- #12 A feature/,
    );
    const one = say('what did Bob Stone do this week', state);
    assert.match(one, /^\*\*3 commits\*\* by Bob Stone in the last 7 days\./);
    assert.doesNotMatch(one, /Ada/);
    assert.match(say('what happened since Wednesday', state), /since Wednesday 00:00 UTC/);
  });

  test('say how far back a full list of commits reaches', () => {
    const state = liveState();
    const commits = Array.from({ length: 50 }, (_, i) => ({
      sha: String(i),
      author: 'Ada',
      authoredAt: NOW - i * 60_000,
      title: 'x',
    }));
    state.readings.commits.set(live('local/home', commits));
    const questions = ['what is new since yesterday', 'who did most this week'];
    for (const question of questions) assert.match(say(question, state), /only the latest 50 commits/);
    assert.match(say('what is new', state), /49 min ago/);
    state.commitsKnownSince.set(0);
    for (const question of questions) assert.doesNotMatch(say(question, state), /only/, 'these are all');
  });

  test('open no address, and describe a pull request it names if that is known', () => {
    assert.match(say('look at https://git.example/x/pull/12345'), /^I do not open links\. #12345 is not/);
    assert.match(say('look at https://git.example/x/pulls/12'), /#12 A feature — Carol, merged 1 d ago\./);
  });

  test('offer the way to a place, or say that it is not in this home', () => {
    const portal = replyTo('take me to the far world', liveState());
    assert.deepEqual(portal.action, { action: 'fly', detail: { portal: 'far' } });
    assert.match(portal.text, /Shall I take you there\?/);
    assert.deepEqual(
      replyTo('take me to the portal', liveState()).action,
      portal.action,
      'there is only one',
    );
    assert.deepEqual(replyTo('where are the bookshelves?', liveState()).action, {
      action: 'fly',
      detail: { panel: 'bookshelves' },
    });
    const nowhere = replyTo('take me to Mars', liveState());
    assert.equal(nowhere.action, undefined);
    assert.match(nowhere.text, /^Which place\? There are the portals Far World/);
    assert.deepEqual(replyTo('start the time-lapse', liveState()).action, {
      action: 'time-lapse',
      detail: {},
    });
  });

  test('repeat an offer after yes', () => {
    const state = liveState();
    const { text } = replyTo('take me to the far world', state);
    const history = [
      { role: 'visitor', text: 'take me to the far world' },
      { role: 'resident', text },
    ] as const;
    assert.deepEqual(replyTo('Yes, please!', state, history).action, {
      action: 'fly',
      detail: { portal: 'far' },
    });
    assert.equal(replyTo('yes', state).action, undefined);
  });

  test('offer nothing where the resident may not act', () => {
    const state = liveState();
    const offer = /Shall I|Take me there|on the page|Enter/;
    for (const text of [
      'take me to the far world',
      'take me to the portal',
      'where are the bookshelves?',
      'show me the commits',
      'start the time-lapse',
    ]) {
      assert.match(replyTo(text, state).text, offer, text);
      const reply = replyTo(text, state, [], false);
      assert.doesNotMatch(reply.text, offer, text);
      assert.equal(reply.action, undefined, text);
    }
    assert.equal(
      replyTo('where are the bookshelves?', state, [], false).text,
      'I know the way to the bookshelves, but in this chat I cannot take you there.',
    );
    const { text } = replyTo('take me to the far world', state);
    const history = [
      { role: 'visitor', text: 'take me to the far world' },
      { role: 'resident', text },
    ] as const;
    assert.doesNotMatch(replyTo('yes', state, history, false).text, offer);
  });

  test('say who can read the conversation, and what a home costs and needs', () => {
    assert.match(say('can the owner read what I write?'), /its owner can read it; no other visitor can/);
    assert.match(say('is it free?'), /costs nothing.*\(MIT\)/);
    assert.match(say('do I need an account?'), /^You need no account, no key/);
    assert.match(say('is a raspberry pi enough?'), /no graphics card/);
  });

  test('say how to mute visitors only where they can write', () => {
    const state = liveState();
    assert.match(say('can I mute him?', state), /^Visitors cannot write to each other here/);
    const config = state.config.get();
    state.config.set({ ...config, together: { ...config.together, chat: true } });
    assert.match(say('can I mute him?', state), /button to mute its writer/);
  });

  test('pick the zaps of the feed, and those of a time', () => {
    const state = withRelay(liveState(), 3);
    const event = (id: string, hoursAgo: number, sats?: number) => ({
      id,
      pubkey: 'abcd1234',
      content: sats === undefined ? 'a note' : sats > 100 ? 'thanks' : `${sats} sats`,
      kind: sats === undefined ? 1 : ZAP_KIND,
      created_at: (NOW - hoursAgo * 3_600_000) / 1000,
      sats,
    });
    state.relay.events.set([event('a', 1, 21), event('b', 2), event('c', 20, 500)]);
    const biggest = say('what was the biggest zap?', state);
    assert.match(
      biggest,
      /3 events kept\. Of these: 2 zaps with 521 sats\. The largest: 500 sats\.\n\n- .*thanks \(500 sats\)\n- .*21 sats$/,
    );
    assert.match(
      say('how many zaps yesterday?', state),
      /Of these: 1 zap with 500 sats yesterday \(UTC\)\.\n\n- .*500 sats\)$/,
    );
    assert.match(say('feed', state), /3 events kept\.\n/);
  });

  test('name the issues of the agents, or say that there are none', () => {
    const state = liveState();
    assert.match(say('what is issue 12 about', state), /none now\.$/);
    state.readings.agentStatus.set(
      live('agent-status.json', [
        { name: 'Ada', status: 'working', issue: '#12 <b>Tides</b>', prs_today: 0 },
      ]),
    );
    assert.match(say('what is issue 12 about', state), /:\n- #12 \\<b>Tides\\<\/b>: Ada$/);
  });

  test('say what they do not know, and what they do', () => {
    for (const text of ['purple elephants', 'what is the capital of France?', ''])
      assert.equal(
        say(text),
        'I do not know that. I can tell you about the **status**, the **agents**, the **commits**, the **portals** and more: say **help** for the list.',
        text,
      );
  });

  test('answer two readings at once, and politeness adds none', () => {
    assert.equal(
      say('Hello! weather and block height, please. Thanks'),
      'Weather: 71.7°F Clear, 22.1 °C (51.48° N, 0.00° E)\n\nBlock height: 698767',
    );
  });

  test('are the same in a build that shortens the names of functions', (context) => {
    for (const answer of [weather, block, model]) {
      const { name } = answer;
      Object.defineProperty(answer, 'name', { value: 'e' });
      context.after(() => Object.defineProperty(answer, 'name', { value: name }));
    }
    assert.match(say('weather and block height'), /^Weather: .*\n\nBlock height: /);
    assert.match(say('write me a poem about walruses and marmalade'), /^That would need a model/);
  });

  test('say who waits for the owner, from the report of the resident’s agent', () => {
    const state = liveState();
    assert.match(say('is anyone waiting for me?', state), /^No agent has reported what it does/);
    const report = { since: NOW - 720_000, updatedAt: NOW } as const;
    state.activity.set({ state: 'waiting', step: 'May I delete the old table?', ...report });
    assert.equal(
      say('who waits for me?', state),
      'Timmy: waiting for its owner (May I delete the old table?, began 12 min ago).',
    );
    assert.match(
      say('is anything wrong?', state),
      /^Not everything is well:\n- Timmy: waiting for its owner/,
    );
    state.activity.set({ state: 'working', task: 'the login', ...report });
    assert.equal(
      say('is anyone stuck?', state),
      'No one waits for the owner. Timmy: working on the login (began 12 min ago).',
    );
  });

  test('say who waits for the owner among the sessions, and that no one does where one has only failed', () => {
    const state = liveState();
    const show = (value: AgentSessions): void =>
      state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value });
    const since = NOW - 720_000;
    const failed = session({ name: 'Gemini CLI', state: 'failed', since });
    show(team([failed, session({ name: 'Codex', state: 'waiting', since })]));
    assert.equal(
      say('who waits for me?', state),
      '- Codex: waits for its owner, 12 min\n- Gemini CLI: failed, 12 min',
    );
    show(team([failed, session({ name: 'Codex', state: 'working' })]));
    assert.equal(
      say('who waits for me?', state),
      'No one waits for the owner. Failed:\n- Gemini CLI: failed, 12 min',
    );
    show({ ...team([failed]), audience: 'counts', sessions: [], more: 1 });
    assert.equal(say('who waits for me?', state), 'No one waits for the owner: 1 failed.');
    state.activity.set({ state: 'waiting', since, updatedAt: NOW });
    show(team([failed]));
    assert.match(say('who waits for me?', state), /^- Timmy: waiting for its owner.*\n- Gemini CLI: failed/);
  });

  test('count the commits of a day, of a word and of one author', () => {
    const state = manyCommits();
    assert.equal(
      say('how many commits did we make yesterday?', state),
      '**1 commit** yesterday (UTC): bob stone (1).',
    );
    assert.equal(say('show me the last 2 commits', state).match(/^- /gm)?.length, 2);
    assert.match(
      say('what changed in Bob this week?', state),
      /(?:^|\n\n)\*\*3 commits\*\* by Bob Stone/,
      'a name is a person before it is a word',
    );
    const titled = liveState();
    titled.readings.commits.set(
      live('local/home', [
        { sha: 'a', author: 'Ada', authoredAt: NOW - 60_000, title: 'harness/store: keep it' },
        { sha: 'b', author: 'Ada', authoredAt: NOW - 60_000, title: 'docs: plain words' },
      ]),
    );
    assert.equal(
      say('what changed in harness today?', titled),
      '**1 commit** with “harness” in the title today (UTC): Ada (1).\n\n- harness/store: keep it — Ada (1 min ago)\n\nI see the titles of commits, not their files.',
    );
    assert.equal(
      say('which agents are idle?'),
      '1 of 2 agents is idle.\n\n- Bob Stone: IDLE (last commit 3 d ago)',
    );
    assert.match(say('what did bob do'), /^\*\*1 commit\*\* by Bob Stone that I see\.\n\n- Fix it/);
  });

  test('take the login of a pull request for its author, and a word of a title for no author', () => {
    const state = liveState();
    const merged = { number: 7, title: 'Quays', author: 'stone', mergedAt: NOW - 3_600_000 };
    state.readings.merged.set(live('local/home', [merged]));
    state.readings.commits.set(
      live('local/home', [
        { sha: 'a', author: 'Ada', authoredAt: NOW - 60_000, title: 'lay a stone' },
        { sha: 'b', author: 'Bob Stone', authoredAt: NOW - 60_000, title: 'lay another stone' },
      ]),
    );
    assert.match(
      say('how many commits did stone make?', state),
      /(?:^|\n\n)\*\*1 commit\*\* by Bob Stone that I see\.$/,
    );
    assert.match(say('what did Bob merge?', state), /merged of Bob Stone.*\n- #7 Quays/);
    assert.match(
      say('any commits that mention stone?', state),
      /(?:^|\n\n)\*\*2 commits\*\* with “stone” in the title/,
    );
  });

  test('name the times that a question names: the night, a year, and the first of them', () => {
    const state = liveState();
    const commit = (sha: string, hoursAgo: number) => ({
      sha,
      author: 'Ada',
      authoredAt: NOW - hoursAgo * 3_600_000,
      title: `change ${sha}`,
    });
    // NOW is noon UTC: three hours ago, 2:00, 17:00 yesterday, a year ago.
    state.readings.commits.set(
      live('local/home', [commit('d', 3), commit('c', 10), commit('b', 19), commit('a', 365 * 24)]),
    );
    assert.match(say('what happened overnight?', state), /^\*\*2 commits\*\* since yesterday 18:00 UTC/);
    assert.match(say('how many commits in 2025', state), /^\*\*1 commit\*\* in 2025/);
    assert.match(say('how many commits in may 2025', state), /^\*\*1 commit\*\* in May 2025/);
    assert.match(say('what happened in 1989?', state), /^\*\*0 commits\*\* in 1989/);
    const first = say('what was the first commit?', state);
    assert.match(first, /^The oldest of those that I see:\n\n- change a/);
    assert.doesNotMatch(first, /change [bcd]/);
    assert.match(say('the first commit today', state), /change c/);
  });

  test('count the portals of the state or kind that the question names', () => {
    const state = liveState();
    const [far] = state.readings.portalRecords.get().value ?? [];
    assert.ok(far);
    const closed = {
      ...far,
      id: 'wiki',
      name: 'Wiki',
      portal_type: 'experiment',
      status: 'offline',
    } as const;
    state.readings.portalRecords.set(live('portals.json', [far, closed]));
    const all = '2 portals, 1 of them online.';
    assert.equal(say('how many portals are there?', state), all);
    assert.equal(say("how many portals work and how many don't", state), all);
    assert.equal(say("how many portals don't work?", state), '1 of 2 portals is offline.');
    assert.match(say('which portals are not online?', state), /^1 of 2 portals is offline:\n- \*\*Wiki/);
    assert.match(say('which portals work?', state), /^1 of 2 portals is online:\n- \*\*Far World/);
    assert.match(
      say('which games can I play?', state),
      /1 of 1 game portal can be entered:\n- \*\*Far World/,
    );
    assert.match(say('which games can you play?', state), /owner starts it.*\n\n1 game portal/);
  });

  test('say that they know the present only, if a question is about another time', () => {
    const other = [
      'how was the weather yesterday?',
      'how many visitors were here yesterday?',
      'what was the block height on Monday',
      'when will the far world be back?',
      'has anything been down in the last 24 hours?',
      'which portals were offline last week?',
      'did it rain this morning?',
      'is the sovereignty going up?',
      'how many portals did I visit?',
    ];
    for (const question of other)
      assert.match(say(question), /^(?:\*.*[Aa]bout .*:\*\n\n)?I see only how it is now\b/, question);
    for (const question of [
      'weather today?',
      'who is here now?',
      'is far world online?',
      'is anything down?',
    ])
      assert.doesNotMatch(say(question), /only how it is now/, question);
  });

  test('know dates', () => {
    for (const date of ['28 april', 'april 28th', '28 april 2026', 'the 28th of April'])
      assert.match(
        say(`what happened on ${date}?`),
        /^\*\*1 commit\*\* on 28 April 2026 \(UTC\): Bob Stone/,
        date,
      );
    assert.match(say('how many commits on 3 june?'), /^\*\*0 commits\*\* on 3 June 2025/);
    assert.match(say('what happened since 28 april?'), /^\*\*2 commits\*\* since 28 April 2026/);
    assert.match(say('what happened on 28 april last year?'), /(?:^|\n\n)\*\*0 commits\*\* on 28 April 2025/);
    assert.match(
      say('how many commits were there in april of last year?'),
      /^\*\*0 commits\*\* in April 2025/,
    );
    assert.match(say('how many commits in april this year?'), /^\*\*1 commit\*\* in April 2026/);
  });

  test('invert the status of agents', () => {
    assert.match(
      say('which agents are not active?'),
      /^1 of 2 agents is not active today\.\n\n- Bob Stone: IDLE/,
    );
    assert.match(say('which agents are not dead?'), /^2 of 2 agents are not dead/);
    assert.match(
      say('is anyone working right now or is everyone asleep?'),
      /^Active now, .*: no one\. .*\n\n- Ada: WORKING .*\n- Bob Stone: IDLE/,
    );
    assert.equal(say('are there agents that are broken?'), '0 of 2 agents are dead.');
  });

  test('count the agents of a home with one agent in the singular', () => {
    const state = liveState();
    state.config.set({
      ...state.config.get(),
      codeHost: { ...state.config.get().codeHost, agents: ['Ada'] },
    });
    assert.equal(say('which agents are idle?', state), '0 of 1 agent is idle.');
    assert.match(say('which agents are active?', state), /^1 of 1 agent is active today\./);
  });

  test('say what they cannot do or see, and what helps', () => {
    assert.match(say('how do i jump?'), /^You walk here: there is no key to jump/);
    assert.match(say('I have no mouse, can I still walk?'), /^Walking:\n- \*\*W A S D\*\*/);
    assert.match(say('my tablet shows only text'), /^Without WebGL the home is a text/);
    assert.match(say('can i wave to someone?'), /\*\*T\*\*: visitors and gestures/);
    assert.match(
      say('do you send my chat to OpenAI?'),
      /^Only a model that the owner attaches gets what you/,
    );
    assert.match(say('is my position stored?'), /Your position is stored nowhere\.$/);
    assert.match(say('do you play Far World?'), /\n\n\*\*Far World\*\* .* online/);
    assert.match(say('which commit is the oldest?'), /^The oldest of those that I see:\n\n- Fix it/);
    const state = withRelay(liveState());
    assert.match(say('which relay sent the last note?', state), /^I do not see from which relay/);
  });

  test('say what a reading does not have', () => {
    assert.match(say('when was the last block mined?'), /^I see no times, fees or transactions, only/);
    assert.match(say('what is the weather in Tokyo right now?'), /^I know only the place of this home\. /);
    assert.match(say("what's my ip address"), /^That is not among the readings/);
    assert.match(say('how do I reach the owner?'), /I have no data about .* how to reach them\.$/);
    assert.match(say('is it windy?'), /^I see only the temperature and the sky\. Weather: /);
    assert.doesNotMatch(say('block height'), /I see/);
    assert.doesNotMatch(say('weather'), /I see/);
  });

  test('explain how to do what the page does, and nothing else', () => {
    assert.match(say('how do I close this chat?'), /\*\*Esc\*\*: leave the view, close what is open/);
    assert.match(say('how do I get out of photo mode?'), /\*\*Esc\*\*: leave the view/);
    assert.match(say('my mouse pointer disappeared'), /Esc releases it/);
    assert.match(say('I hear nothing'), /^Sound is switched on and off with M/);
    assert.match(say('how do I make the text bigger'), /zoom of your browser/);
    assert.match(say('is there a light mode?'), /there is no light mode/);
    assert.match(say('everything is so dark'), /there is no light mode/);
    assert.match(say('I am on my phone and cant find the settings'), /header’s menu “More”/);
    assert.match(say('can I leave the island?'), /^You cannot fall/);
    assert.match(say('is there a way to read this with a screen reader?'), /^Yes: “Home as text” /);
    assert.match(say('why is that arch dark?'), /dark while it is offline/);
    assert.match(say('how do I take a screenshot and how big can it be?'), /as large as the screen/);
    assert.match(say('what is the big stone with writing on it?'), /^The oath is/, 'not Bob Stone');
    assert.match(say('how big is it?'), /^I do not know that/, 'not big tech');
    assert.match(say('how do I add a portal?'), /`docs\/portals\.md`/);
    assert.match(say('how do I open a bank account?'), /^I do not know that/);
    assert.match(say('which phone should I buy?'), /^I do not know that/);
    assert.match(say('how long do you keep this chat?'), /deleted after 30 days/);
  });

  test('say who did something, and not who did nothing', () => {
    assert.match(say('which agents did something today'), /Ada: WORKING/);
    assert.match(say('which agents did nothing today'), /without a commit/);
  });

  test('name no portal and no colour that is not here', () => {
    assert.match(say('is there a door to minecraft'), /^I see no portal of that name, only Far World\.$/);
    assert.doesNotMatch(say('what do the colours of the agents mean'), /An agent is an author/);
  });

  test('have one topic each', () => {
    assert.match(say('do you have RSS'), /^`\/feed\.xml` is an RSS feed[^\n]*$/);
    assert.match(say('how do I get the readings as JSON'), /^Programs find all readings at [^\n]*$/);
    assert.match(say('can I get a badge for our README'), /^Badges are images [^\n]*$/);
    assert.match(say('I am blind, how do I use this page'), /^Yes: “Home as text” /);
    assert.match(say('how do I get notifications on my iphone'), /`docs\/push\.md`/);
    assert.match(say('can I write a letter to my agent'), /“Write to an agent”/);
    assert.match(say('can I allow a command of claude code from my phone'), /you answer at `\/door`/);
    assert.match(say('it makes me dizzy when everything moves'), /“Motion”, reduced/);
    assert.match(say('what does pressing L do?'), /^\*\*L\*\*: time-lapse/);
  });

  test('say how many others are here, and what would make the figure 100 %', () => {
    const others = (visitors: number) =>
      replyIn('who else is here?', { state: liveState(), history: [], visitors, acting: true, understanding })
        .text;
    assert.equal(others(1), 'You are the only visitor now.');
    assert.match(others(2), /^1 other visitor is here now\./);
    const state = liveState();
    const why = 'The forecast comes from a server of others.';
    const parts = [
      { name: 'pages', own: true, where: '' },
      { name: 'weather', own: false, where: 'w.example', why },
    ];
    state.readings.sovereignty.set(live('count', { score: 50, label: 'half way', parts }));
    assert.match(
      say('how could it become 100 %?', state),
      /^The owner would have to run these parts too:\n- weather: The forecast/,
    );
  });
});
