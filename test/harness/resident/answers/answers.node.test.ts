import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Marked } from 'marked';
import { defaultConfig } from '../../../../data/config/config.ts';
import { NOT_CONFIGURED, afterTrouble } from '../../../../data/readings/reading.ts';
import type { PortalRecord } from '../../../../data/readings/records.ts';
import { createState } from '../../../../data/state.ts';
import { blockText } from '../../../../data/readings/format.ts';
import { weatherText } from '../../../../data/readings/format-weather.ts';
import { agentRows } from '../../../../data/readings/format-agents.ts';
import { commitRows } from '../../../../data/readings/format-commits.ts';
import { sovereigntyTexts } from '../../../../data/readings/format-sovereignty.ts';
import { escapeMarkdown } from '../../../../harness/resident/reply-text.ts';
import { readUnderstanding } from '../../../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../../../harness/resident/answers/status-resident.ts';
import { NOW, answerTo, live, liveState } from '../live-state.ts';

describe('answers from live readings', () => {
  test('the status uses the heartbeat page’s words for every figure', () => {
    const state = liveState();
    const text = answerTo('status', state);
    const { score, label } = sovereigntyTexts(state.readings.sovereignty.get());
    const { readings, derived } = state;
    for (const words of [
      `The owner’s own: ${score} ${label}`,
      'Agents: 1 of 2 active today',
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

  test('the resident says what it does, once its agent has reported that', () => {
    const state = liveState();
    const questions = ['What are you doing?', 'What is Timmy doing?', 'what are you working on', 'status'];
    for (const question of questions) assert.doesNotMatch(answerTo(question, state), /Timmy: /);
    assert.match(answerTo('what are you working on', state), /^I answer visitors\. No agent has reported/);
    const activity = { task: '[x](http://x) `code`', since: NOW - 240_000, updatedAt: NOW } as const;
    state.activity.set({ state: 'working', ...activity });
    for (const question of questions)
      assert.ok(
        answerTo(question, state).includes(
          `Timmy: working on ${escapeMarkdown(activity.task)} (began 4 min ago)`,
        ),
        answerTo(question, state),
      );
    state.activity.set({ state: 'working', ...activity, updatedAt: NOW - 660_000 });
    assert.match(answerTo('what are you doing', state), /Timmy: last report 11 min ago: working/);
  });

  test('with many agents the status names the working ones and counts the others', () => {
    const state = liveState();
    const agents = ['Ada', ...Array.from({ length: 11 }, (_, index) => `Agent ${index}`)];
    state.config.set({ ...state.config.get(), codeHost: { ...defaultConfig.codeHost, agents } });
    assert.match(answerTo('status', state), /- Ada: WORKING \(active today\)\n- 11 others: IDLE/);
    assert.equal(answerTo('agents', state).match(/IDLE/g)?.length, 11);
  });

  test('one agent or one portal is answered by its name', () => {
    const state = liveState();
    assert.equal(
      answerTo('What is bob stone doing?', state),
      'Bob Stone: IDLE (last commit 3 d ago). Last commit: Fix it',
    );
    const portal = answerTo('tell me about the far world', state);
    assert.match(portal, /online, 42 ms; way in: https:\/\/far\.example\//);
    assert.match(portal, /A world far away\./);
  });

  test('each topic is answered with its own figures', () => {
    const state = liveState();
    assert.equal(answerTo('weather', state), 'Weather: 71.7°F Clear, 22.1 °C (51.48° N, 0.00° E)');
    assert.equal(answerTo('block height', state), 'Block height: 698767');
    assert.match(answerTo('what is the bitcoin price?', state), /no price.* 698767/);
    assert.match(answerTo('what is a zap?', state), /zap is/);
    assert.equal(answerTo('sovereignty', state), 'Sovereignty: 57% MOSTLY OWN');
    assert.match(answerTo('merged', state), /#12 A feature — Carol, merged 1 d ago/);
    assert.equal(
      answerTo('time?', state),
      'It is 2026-05-01 12:00:00 UTC. The time zone of the place is not configured.',
    );
    assert.match(answerTo('feed', state), /No relay is configured/);
  });

  test('weather and block height of a demo say that they are a recording', () => {
    const { readings, ...state } = liveState();
    for (const reading of [readings.weather, readings.blockHeight])
      reading.set({ ...reading.get(), recorded: true } as never);
    const demo = { readings, ...state };
    assert.equal(
      answerTo('weather', demo),
      'Weather: 71.7°F Clear, 22.1 °C, a recording (51.48° N, 0.00° E)',
    );
    assert.equal(answerTo('block height', demo), 'Block height: 698767, a recording');
    assert.match(
      answerTo('status', demo),
      /Weather: 71\.7°F Clear, a recording\n- Block height: 698767, a recording\n/,
    );
  });

  test('the place has its name and its local time, if the owner has configured them', () => {
    const state = liveState();
    const { weather } = state.config.get();
    const place = { ...weather, place: 'Berlin', timeZone: 'Europe/Berlin' };
    state.config.set({ ...state.config.get(), weather: place });
    assert.equal(
      answerTo('what time is it there?', state),
      'In Berlin it is 14:00 on Friday 1 May. It is 2026-05-01 12:00:00 UTC.',
    );
    assert.equal(answerTo('how is the weather', state), 'Weather: 71.7°F Clear, 22.1 °C (Berlin)');
    assert.match(answerTo('what is the weather on mars', state), /^I know only the place of this home\./);
  });

  test('the word that starts the crown is only in answers about it', () => {
    const state = liveState();
    const names = [
      'status',
      'help',
      'hi',
      'who are you?',
      'agents',
      'write a poem',
      'any problems?',
      'xyzzy',
    ];
    for (const question of names) assert.doesNotMatch(answerTo(question, state), /sovereignty/i, question);
    assert.match(answerTo('sovereignty', state), /^Sovereignty: 57% MOSTLY OWN/);
  });

  test('the word that starts the crown is not in a status whose file of that figure is broken', () => {
    const state = liveState();
    const source = 'sovereignty-status.json';
    state.readings.sovereignty.set({
      state: 'error',
      source,
      cause: `${source} is not a sovereignty status file (score: expected a number)`,
    });
    for (const question of ['status', 'any problems?', 'where do the numbers come from?'])
      assert.doesNotMatch(answerTo(question, state), /sovereignty/i, question);
    assert.match(
      answerTo('status', state),
      /how much is the owner’s own: the file of that figure is not a status file \(score: expected a number\)\./,
    );
    assert.match(
      answerTo('sovereignty', state),
      /: sovereignty-status\.json is not a sovereignty status file/,
    );
  });

  test('other people’s text stays text in the Markdown', () => {
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
      'xhttps://evil.example/a',
      '_https://evil.example/a',
      '1http://evil.example',
      'xftp://evil.example and xwww.evil.example or _www.evil.example',
    ]) {
      const html = marked.parse(`- ${escapeMarkdown(hostile)}`, { async: false });
      assert.doesNotMatch(html, /<(?:a|img)\b/, hostile);
      assert.ok(html.includes('evil.example') || html.includes('onerror'), 'and it is all still there');
    }
    assert.equal(escapeMarkdown('wss://relay.example'), 'wss://relay.example');
  });

  test('a title that defines a link changes no other title', () => {
    const rows = ['[WIP]: https://evil.example', '[WIP] repair', '[wip][] and ![wip]'];
    const text = rows.map((row) => `- ${escapeMarkdown(row)} (just now)`).join('\n');
    const html = new Marked({ gfm: true }).parse(text, { async: false });
    assert.doesNotMatch(html, /<(?:a|img)\b/);
    assert.match(html, /\[WIP\]: https:\/\/evil\.example \(just now\)/);
  });

  test('the help, an unknown question and “who are you” say that no model is attached', () => {
    const state = liveState();
    for (const question of ['help', 'write a poem', 'who are you?'])
      assert.match(answerTo(question, state), /No model is attached/i, question);
    assert.match(new StatusResident(readUnderstanding).note, /No model is attached/);
    assert.match(new StatusResident(readUnderstanding, { demo: true }).note, /^DEMO/);
  });
});

describe('answers about missing readings', () => {
  test('an error names the source and the cause, with the page’s ERROR', () => {
    const state = liveState();
    state.readings.weather.set({
      state: 'error',
      source: 'api.example',
      cause: 'api.example answered 503',
    });
    state.readings.commits.set({ state: 'error', source: 'local/home', cause: 'cannot be reached' });
    const weather = answerTo('weather', state);
    assert.match(weather, /Weather: ERROR[\s\S]*I cannot see the weather: api\.example answered 503\./);
    assert.match(answerTo('agents', state), /AGENTS: ERROR/);
    const status = answerTo('status', state);
    for (const words of ['Weather: ERROR', 'AGENTS: ERROR', 'COMMITS: ERROR', 'I cannot see the commits'])
      assert.ok(status.includes(words), words);
  });

  test('a portal is offline when the registry says so, whatever its check says', () => {
    const state = liveState();
    const records = state.readings.portalRecords;
    const [portal] = (records.get() as { value: readonly PortalRecord[] }).value;
    records.set(live('portals.json', [{ ...(portal as PortalRecord), status: 'offline' }]));
    assert.match(answerTo('portals', state), /playable\) — offline; its owner lists it as offline/);
    assert.match(answerTo('status', state), /Portals: 1, 0 online/);
  });

  test('loading and offline are named', () => {
    const state = createState(defaultConfig, { now: NOW });
    assert.match(answerTo('weather', state), /Weather: —[\s\S]*still asking api\.open-meteo\.com/);
    assert.match(answerTo('portals', state), /cannot see the portals yet/);
    state.readings.blockHeight.set({ state: 'offline', source: 'chain.example', cause: 'no network' });
    assert.match(answerTo('block', state), /I cannot ask for the block height: no network\./);
  });

  test('what the owner has switched off is no problem', () => {
    const state = liveState();
    state.readings.weather.set({ state: 'empty', source: 'weather', fetchedAt: NOW, cause: NOT_CONFIGURED });
    state.readings.blockHeight.set({
      state: 'empty',
      source: 'chain',
      fetchedAt: NOW,
      cause: NOT_CONFIGURED,
    });
    assert.equal(answerTo('weather', state), 'Weather: not configured (51.48° N, 0.00° E)');
    assert.equal(answerTo('block', state), 'Block height: not configured');
    assert.match(answerTo('is anything wrong?', state), /^All is well/);
    assert.doesNotMatch(answerTo('status', state), /Weather|Block|configured/);
  });

  test('an old agents’ file is named', () => {
    const state = liveState();
    const { agentStatus } = state.readings;
    agentStatus.set(afterTrouble(agentStatus.get(), 'cannot be read'));
    assert.match(answerTo('status', state), /the agents’ file is old/);
  });

  test('an empty repository is NO COMMITS, not a failure', () => {
    const state = liveState();
    state.readings.commits.set({ state: 'empty', source: 'local/home', fetchedAt: NOW, cause: 'no commits' });
    assert.match(answerTo('commits', state), /^- NO COMMITS/);
    assert.match(answerTo('status', state), /Ada: IDLE/);
  });
});

test('names the repository of each commit, and answers about one of several', () => {
  const state = liveState();
  const { codeHost } = state.config.get();
  const several = { ...state.config.get(), repositories: ['me/harbour', 'me/tools'], codeHost };
  state.config.set(several);
  const at = NOW - 3_600_000;
  state.readings.commits.set(
    live('all/repositories', [
      { sha: 'a', author: 'Ada', authoredAt: at, title: '[tools] Mend the lock', repo: 'tools' },
      { sha: 'b', author: 'Ada', authoredAt: at, title: '[harbour] Order the tools', repo: 'harbour' },
    ]),
  );
  const pull = { number: 12, author: 'Ada', mergedAt: at };
  state.readings.merged.set(
    live('all/repositories', [
      { ...pull, title: '[harbour] A feature', repo: 'harbour' },
      { ...pull, title: '[tools] A lock', repo: 'tools' },
    ]),
  );
  const inTools = answerTo('what happened in tools?', state);
  assert.match(inTools, /^\*\*1 commit\*\* in tools that I see\.\n\n- \[tools\] Mend the lock — Ada/);
  assert.doesNotMatch(inTools, /harbour/);
  assert.match(answerTo('what about pull request 12?', state), /A feature[\s\S]*A lock/);
  assert.match(
    answerTo('where do I find the source code?', state),
    /The commits that it shows come from me\/harbour and me\/tools\.$/,
  );
});
