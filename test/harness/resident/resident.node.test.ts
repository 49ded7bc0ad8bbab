import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Marked } from 'marked';
import { defaultConfig } from '../../../data/config/config.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import type { PortalRecord } from '../../../data/readings/records.ts';
import { type State, createState } from '../../../data/state.ts';
import { blockText, weatherText } from '../../../data/readings/format.ts';
import { agentRows } from '../../../data/readings/format-agents.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import { sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import { replyTo } from '../../../harness/resident/replies.ts';
import type { Intent } from '../../../harness/resident/intent-rules.ts';
import { intentsOf } from '../../../harness/resident/intents.ts';
import { escapeMarkdown } from '../../../harness/resident/markdown.ts';
import { StatusResident, piecesOf } from '../../../harness/resident/status-resident.ts';
import { nearlyEqual } from '../../../harness/resident/words.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const answerTo = (text: string, state: State): string => replyTo(text, state).text;
const live = <T>(source: string, value: T): Reading<T> => ({
  state: 'live',
  source,
  value,
  fetchedAt: NOW - 5_000,
});

function liveState(): State {
  const config = { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada', 'Bob Stone'] } };
  const state = createState(config, { base: 'http://this-home/', now: NOW });
  const { readings } = state;
  readings.commits.set(
    live('local/home', [
      { sha: 'a', author: 'Ada', authoredAt: NOW - 3_600_000, title: 'Add <b>bold</b> [x](http://x) `code`' },
      { sha: 'b', author: 'Bob Stone', authoredAt: NOW - 3 * 86_400_000, title: 'Fix it' },
    ]),
  );
  readings.merged.set(
    live('local/home', [{ number: 12, title: 'A feature', author: 'Carol', mergedAt: NOW - 86_400_000 }]),
  );
  readings.agentStatus.set(live('agent-status.json', []));
  readings.sovereignty.set(live('sovereignty-status.json', { score: 57, label: 'mostly own' }));
  readings.weather.set(live('api.example', { temperatureF: 71.7, code: 1, label: 'Clear' }));
  readings.blockHeight.set(live('chain.example', 698_767));
  const portal = {
    id: 'far',
    name: 'Far World',
    description: 'A world far away.',
    status: 'online',
    portal_type: 'game-world',
    world_category: 'rpg',
    environment: 'production',
    access_mode: 'public',
    readiness_state: 'playable',
    telemetry_source: 'none',
    owner: 'them',
    destination: { type: 'url', url: 'https://far.example/', action_label: 'Enter', params: {} },
  } as const;
  readings.portalRecords.set(live('portals.json', [portal]));
  readings.portalHealth.set(
    live('health', [{ id: 'far', status: 'online', checks: [{ at: NOW, online: true, latencyMs: 42 }] }]),
  );
  return state;
}

/** At least four ways to ask for each thing. */
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

describe('what a message asks for', () => {
  for (const [intent, texts] of Object.entries(phrasings))
    test(`${intent}, in ${texts.length} phrasings`, () => {
      for (const text of texts) assert.deepEqual(intentsOf(text), [intent], text);
    });

  test('the phrasings are more than sixty', () => {
    assert.ok(Object.values(phrasings).flat().length > 60);
  });

  test('two things in one message are both answered, politeness is not', () => {
    assert.deepEqual(intentsOf('Hello! weather and block height, please. Thanks'), ['weather', 'block']);
  });

  test('what is about nothing here means nothing', () => {
    for (const text of ['', '   ', '?!', 'purple elephants', 'qwertz', '🙂', 'x'.repeat(8_000)])
      assert.deepEqual(intentsOf(text), [], text.slice(0, 20));
  });

  test('one slip of the finger is forgiven in long words only', () => {
    assert.ok(nearlyEqual('weather', 'waether'));
    assert.ok(nearlyEqual('weather', 'weathers'));
    assert.ok(nearlyEqual('weather', 'wexther'));
    assert.ok(!nearlyEqual('weather', 'whether2'));
    assert.deepEqual(intentsOf('fork'), []);
  });
});

describe('answers from live readings', () => {
  test('the status has the heartbeat page’s own words for every figure', () => {
    const state = liveState();
    const text = answerTo('status', state);
    const { score, label } = sovereigntyTexts(state.readings.sovereignty.get());
    const { readings, derived } = state;
    for (const words of [
      `Sovereignty: ${score} ${label}`,
      `Weather: ${weatherText(readings.weather.get())}`,
      `Block height: ${blockText(readings.blockHeight.get())}`,
      ...agentRows(derived.agents.get()).map((row) => row.text),
      ...commitRows(derived.lastCommits.get()).map((row) => escapeMarkdown(row.text)),
      'Portals: 1, 1 online',
    ])
      assert.ok(text.includes(words), `“${words}” in\n${text}`);
    assert.match(text, /57% MOSTLY OWN/);
    assert.match(text, /71\.7°F Clear/);
    assert.match(text, /698767/);
    assert.match(text, /Ada: WORKING/);
    assert.match(text, /Bob Stone: IDLE/);
  });

  test('of many agents the status names those at work and counts the others', () => {
    const state = liveState();
    const agents = ['Ada', ...Array.from({ length: 11 }, (_, index) => `Agent ${index}`)];
    state.config.set({ ...state.config.get(), codeHost: { ...defaultConfig.codeHost, agents } });
    assert.match(answerTo('status', state), /- Ada: WORKING\n- 11 others: IDLE/);
    assert.equal(answerTo('agents', state).match(/IDLE/g)?.length, 11);
  });

  test('one agent or one portal can be asked for by name', () => {
    const state = liveState();
    assert.equal(answerTo('What is bob stone doing?', state), 'Bob Stone: IDLE (last commit 3 d ago)');
    const portal = answerTo('tell me about the far world', state);
    assert.match(portal, /online, 42 ms; way in: https:\/\/far\.example\//);
    assert.match(portal, /A world far away\./);
  });

  test('each thing is answered with its own figures', () => {
    const state = liveState();
    assert.match(
      answerTo('weather', state),
      /^Weather: 71\.7°F Clear \(at latitude 51\.4779, longitude 0\)$/,
    );
    assert.equal(answerTo('block height', state), 'Block height: 698767');
    assert.equal(
      answerTo('what is the bitcoin price?', state),
      'I see no price, only how long the chain is. Block height: 698767',
    );
    assert.match(answerTo('what is a zap?', state), /^A zap is a small payment in Bitcoin/);
    assert.equal(answerTo('sovereignty', state), 'Sovereignty: 57% MOSTLY OWN');
    assert.match(answerTo('merged', state), /#12 A feature — Carol \(1 d ago\)/);
    assert.equal(answerTo('time?', state), 'It is 2026-05-01 12:00:00 UTC.');
    assert.match(answerTo('feed', state), /No relay is configured/);
  });

  test('text of others stays text in the Markdown', () => {
    const text = answerTo('commits', liveState());
    assert.match(text, /\\<b>bold\\<\/b> \[x\\\]\(http\\:\/\/x\) 'code'/);
    const marked = new Marked({ gfm: true });
    for (const hostile of [
      '[a](http://evil.example)',
      '[a\\](http://evil.example)',
      '[a\\\\](http://evil.example)',
      '![a](http://evil.example)',
      '\\![a\\](http://evil.example)',
      '[a][b] [b]: http://evil.example',
      '<http://evil.example>',
      '\\<img src=x onerror=alert(1)>',
      'see http://evil.example and WWW.evil.example or ftp://evil.example',
    ]) {
      const html = marked.parse(`- ${escapeMarkdown(hostile)}`, { async: false });
      assert.doesNotMatch(html, /<(?:a|img)\b/, hostile);
      assert.ok(html.includes('evil.example') || html.includes('onerror'), 'and it is all still there');
    }
  });

  test('a title that defines a link makes none of the words of other titles', () => {
    const rows = ['[WIP]: https://evil.example', '[WIP] repair', '[wip][] and ![wip]'];
    const text = rows.map((row) => `- ${escapeMarkdown(row)} (just now)`).join('\n');
    const html = new Marked({ gfm: true }).parse(text, { async: false });
    assert.doesNotMatch(html, /<(?:a|img)\b/);
    assert.match(html, /\[WIP\]: https:\/\/evil\.example \(just now\)/);
  });

  test('says that no model is attached: in help, when one would be needed, and when asked who it is', () => {
    const state = liveState();
    for (const question of ['help', 'write a poem', 'who are you?'])
      assert.match(answerTo(question, state), /No model is attached/i, question);
    assert.match(new StatusResident().note, /No model is attached/);
    assert.match(new StatusResident({ demo: true }).note, /^DEMO/);
  });
});

describe('plain answers about the home', () => {
  const say = (text: string, state = liveState()) => answerTo(text, state);

  test('how to move and take a photo, from the rows of the help', () => {
    assert.match(say('how do I take a photo?'), /\*\*P\*\*: photo/);
    assert.match(say('how do I walk?'), /\*\*W A S D\*\*: walk/);
    assert.equal(say('what does V do?'), '**V**: walk or orbit.');
    assert.equal(say('what does the q key do'), 'Q does nothing here. **?** lists all the keys.');
    assert.match(say('controls'), /\*\*F\*\*: enter the portal before you/);
  });

  test('explains each state of an agent', () => {
    for (const [state, told] of [
      ['working', 'WORKING'],
      ['idle', 'IDLE'],
      ['dormant', 'dormant'],
      ['dead', 'DEAD'],
    ] as const)
      assert.ok(say(`what does ${state} mean?`).includes(told), state);
  });

  test('the buttons it names are those of the header', async () => {
    const header = await readFile(join(import.meta.dirname, '../../../components/app/header.ts'), 'utf8');
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

  test('what an owner sets, and what a visitor does', () => {
    const place = say('how do I change the weather place?');
    assert.match(place, /`weather\.latitude` and `weather\.longitude` in `config\.json`/);
    assert.doesNotMatch(place, /71\.7|Add/);
    assert.match(say('where do I change the graphics quality?'), /settings/);
  });

  test('the oath is what its owner wrote, and the way to its stone is offered', () => {
    const state = liveState();
    state.readings.soul.set(live('soul.md', '# Oath\n\nI keep the door open.'));
    const { text, action } = replyTo('show me the oath', state);
    assert.match(text, /I keep the door open/);
    assert.deepEqual(action, { action: 'fly', detail: { panel: 'oath' } });
    assert.equal(replyTo('what is your oath?', state).action, undefined);
    state.readings.soul.set({ state: 'empty', source: 'soul.md', fetchedAt: NOW });
    assert.equal(say('what is your oath?', state), 'No oath is written down here.');
  });

  test('who it is, with what its owner says of it', () => {
    const state = liveState();
    const config = state.config.get();
    state.config.set({ ...config, resident: { name: 'Ada', persona: 'Ada looks after <b>the</b> build.' } });
    const who = 'I am Ada, the resident of this home. Ada looks after \\<b>the\\</b> build.';
    assert.ok(say('who are you?', state).startsWith(who), say('who are you?', state));
    assert.ok(say('who is Ada?', state).startsWith('I am Ada'));
    assert.match(say('are you alive?', state), /^I am here: a program without a model, started just now/);
    assert.match(say('who made you?', state), /open source/);
  });

  test('why the sovereignty figure is what it is', () => {
    const state = liveState();
    assert.match(say('why is sovereignty 57%?', state), /without saying what was counted/);
    const parts = [
      { name: 'pages', own: true, where: '' },
      { name: 'weather', own: false, where: 'w.example' },
    ];
    state.readings.sovereignty.set(
      live('sovereignty-status.json', { score: 50, label: 'mostly own', parts }),
    );
    assert.equal(
      say('what does 50% mean?', state),
      'Sovereignty: 50% MOSTLY OWN. 1 of 2 parts are the owner’s own: pages; not own: weather (w.example).',
    );
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

  test('who committed most, in the time that was asked for', () => {
    const state = manyCommits();
    assert.equal(
      say('who committed most this week?', state),
      'In the last 7 days, of 4 commits: most by Bob Stone (3), then Ada (1).',
    );
    assert.match(
      say('who did most in the last 3 hours', state),
      /In the last 3 h, of 2 commits: most by Ada \(1\)/,
    );
    assert.equal(
      say('who did most in the last hour', liveState()),
      'In the last hour, of 1 commit: most by Ada (1).',
    );
    const six = liveState();
    six.readings.commits.set(
      live(
        'local/home',
        ['A', 'B', 'C', 'D', 'E', 'F'].map((author) => ({
          sha: author,
          author,
          authoredAt: NOW,
          title: author,
        })),
      ),
    );
    assert.match(say('who did most today', six), /E \(1\), 1 other\.$/);
  });

  test('what is new since then, and nothing older', () => {
    const state = manyCommits();
    const day = say('what is new since yesterday', state);
    assert.match(day, /^New in the last 24 h:/);
    assert.match(day, /\*\*2 commits\*\* by Ada \(1\), Bob Stone \(1\)/);
    assert.match(day, /\*\*1 pull request\*\* merged:\n- #12 A feature/);
    assert.doesNotMatch(day, /Ada 1080|Mallory|Sovereignty/);
    const one = say('what did Bob Stone do this week', state);
    assert.match(one, /^By Bob Stone in the last 7 days:\n\n\*\*3 commits\*\*/);
    assert.doesNotMatch(one, /Ada/);
    assert.match(say('what happened since Wednesday', state), /since Wednesday 00:00 UTC/);
  });

  test('a full list of commits says how far back it reaches', () => {
    const state = liveState();
    const commits = Array.from({ length: 50 }, (_, i) => ({
      sha: String(i),
      author: 'Ada',
      authoredAt: NOW - i * 60_000,
      title: 'x',
    }));
    state.readings.commits.set(live('local/home', commits));
    assert.match(
      say('what is new since yesterday', state),
      /only the latest 50 commits, which reach back to 49 min ago/,
    );
    assert.match(say('who did most this week', state), /only the latest 50 commits/);
    state.commitsKnownSince.set(0);
    for (const question of ['what is new since yesterday', 'who did most this week'])
      assert.doesNotMatch(say(question, state), /only/, 'these are all there are');
  });

  test('an address is not opened, and a pull request it names is told if it is known', () => {
    assert.equal(
      say('look at https://git.example/x/pull/12345'),
      'I open no addresses. #12345 is not among the merged pull requests I know.',
    );
    assert.match(say('look at https://git.example/x/pulls/12'), /#12 A feature — Carol, merged 1 d ago\./);
  });

  test('the way to a place is offered; what is no place here is said to be none', () => {
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

  test('yes after an offer offers it again', () => {
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

  test('a refusal is one short line, and another one the next time', () => {
    const state = liveState();
    const history: { role: 'visitor' | 'resident'; text: string }[] = [];
    const refusals = [1, 2, 3, 4].map(() => {
      const { text } = replyTo('purple elephants', state, history);
      history.push({ role: 'visitor', text: 'purple elephants' }, { role: 'resident', text });
      return text;
    });
    assert.equal(new Set(refusals).size, 4);
    for (const text of refusals) assert.ok(text.length < 100 && !text.includes('\n'), text);
  });
});

describe('answers when something cannot be seen', () => {
  test('an error names the source and the cause, with the page’s ERROR', () => {
    const state = liveState();
    state.readings.weather.set({
      state: 'error',
      source: 'api.example',
      cause: 'api.example answered 503',
      value: { temperatureF: 60, code: 1, label: 'Clear' },
      fetchedAt: NOW - 7_200_000,
    });
    state.readings.commits.set({ state: 'error', source: 'local/home', cause: 'cannot be reached' });
    const weather = answerTo('weather', state);
    assert.match(weather, /Weather: ERROR/);
    assert.match(
      weather,
      /I cannot see the weather: api\.example — api\.example answered 503\. Its last answer came 2 h ago\./,
    );
    assert.doesNotMatch(weather, /60/, 'an old figure is not passed off as today’s');
    assert.match(answerTo('agents', state), /AGENTS: ERROR/);
    const status = answerTo('status', state);
    for (const words of ['Weather: ERROR', 'AGENTS: ERROR', 'COMMITS: ERROR', 'I cannot see the commits'])
      assert.ok(status.includes(words), words);
  });

  test('calls a portal offline that the registry calls so, as the world does, whatever its check says', () => {
    const state = liveState();
    const records = state.readings.portalRecords;
    const [portal] = (records.get() as { value: readonly PortalRecord[] }).value;
    records.set(live('portals.json', [{ ...(portal as PortalRecord), status: 'offline' }]));
    assert.match(answerTo('portals', state), /playable\) — offline; This world is offline/);
    assert.match(answerTo('status', state), /Portals: 1, 0 online/);
  });

  test('loading and offline are said as such', () => {
    const state = createState(defaultConfig, { now: NOW });
    assert.match(answerTo('weather', state), /Weather: —[\s\S]*still asking api\.open-meteo\.com/);
    assert.match(answerTo('portals', state), /cannot see the portals yet/);
    state.readings.blockHeight.set({ state: 'offline', source: 'chain.example', cause: 'no network' });
    assert.match(answerTo('block', state), /I am offline and cannot ask for the block height/);
  });

  test('an empty repository is NO COMMITS, not a failure', () => {
    const state = liveState();
    state.readings.commits.set({ state: 'empty', source: 'local/home', fetchedAt: NOW, cause: 'no commits' });
    assert.match(answerTo('commits', state), /^- NO COMMITS/);
    assert.match(answerTo('status', state), /Ada: IDLE/);
  });
});

test('the answer is streamed in small pieces, and stops when it is told to', async () => {
  const resident = new StatusResident({ pauseMs: 1 });
  const context = { state: liveState(), history: [] };
  const whole: string[] = [];
  for await (const piece of resident.answer('help', context, new AbortController().signal))
    if (typeof piece === 'string') whole.push(piece);
  assert.ok(whole.length > 10);
  assert.equal(whole.join(''), answerTo('help', context.state));
  const stop = new AbortController();
  const some: string[] = [];
  for await (const piece of resident.answer('help', context, stop.signal)) {
    if (typeof piece === 'string') some.push(piece);
    if (some.length === 3) stop.abort();
  }
  assert.equal(some.length, 3);
  const long = 'a word or two '.repeat(2_000);
  const pieces = [...piecesOf(long)];
  assert.equal(pieces.join(''), long);
  assert.ok(pieces.length <= 150, 'a long answer is no slower than a middling one');
  assert.equal([...piecesOf('  a b\n\nc  ')].join(''), '  a b\n\nc  ');
});
