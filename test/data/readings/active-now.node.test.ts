import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hudRows } from '../../../components/hud/rows.ts';
import { namesActiveNow } from '../../../data/readings/activity.ts';
import { agentCountText } from '../../../data/readings/format-agents.ts';
import type { ShownMoment } from '../../../data/time-lapse/time-lapse.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import { readingDocument } from '../../../harness/gateway/syndication/reading-documents.ts';
import { heartbeatFigures } from '../../../world/portals/discs/heartbeat-glimpse.ts';
import { NOW, answerTo, live, liveState } from '../../harness/resident/live-state.ts';

const MINUTE = 60_000;
const agent = (name: string, minutes: number): AgentActivity => ({
  name,
  status: minutes < 24 * 60 ? 'working' : 'idle',
  lastCommitAt: NOW - minutes * MINUTE,
  issue: null,
  prsToday: null,
});
const agents = [agent('Ada', 1), agent('Brook', 31), agent('Cleo', 23 * 60), agent('Dan', 25 * 60)];

describe('agents that are active now', () => {
  test('have a commit of the last half hour, or report work', () => {
    assert.deepEqual(namesActiveNow(agents, NOW, undefined), ['Ada']);
    assert.deepEqual(namesActiveNow(agents, NOW, 'Timmy'), ['Ada', 'Timmy']);
    assert.deepEqual(namesActiveNow(agents, NOW, 'ADA'), ['Ada'], 'an agent that reports is counted once');
    assert.deepEqual(namesActiveNow([agent('Ada', 30)], NOW, undefined), []);
  });

  test('are another count than those active today', () => {
    assert.equal(agentCountText(agents, ['Ada']), '1 active now, 3 of 4 with a commit today');
    assert.equal(agentCountText(agents, []), '3 of 4 active today');
  });

  test('come first in the resident’s answers, and each row has the word of its count', () => {
    const state = liveState();
    const authors = ['Cleo', 'Ada', 'Brook'];
    state.config.set({
      ...state.config.get(),
      codeHost: { ...state.config.get().codeHost, agents: authors },
    });
    const minutes = [23 * 60, 25 * 60, 4];
    state.readings.commits.set(
      live(
        'local/home',
        authors.map((author, index) => ({
          sha: author,
          author,
          authoredAt: NOW - minutes[index]! * MINUTE,
          title: 'x',
        })),
      ),
    );
    assert.equal(
      answerTo('agents', state),
      'Agents: 1 active now, 2 of 3 with a commit today.\n\n' +
        '- Brook: WORKING (active now, last commit 4 min ago)\n' +
        '- Cleo: WORKING (active today, last commit 23 h ago)\n' +
        '- Ada: IDLE (last commit 1 d ago)',
    );
    assert.match(
      answerTo('status', state),
      /1 active now, 2 of 3 with a commit today\n- Brook: WORKING \(active now\)\n- Cleo: WORKING \(active today\)\n- Ada: IDLE\n/,
    );
  });

  test('include the resident while its agent reports work, and not once that is old', () => {
    const state = liveState();
    const { shownActiveNow } = state.derived;
    assert.deepEqual(shownActiveNow.get(), []);
    const report = { since: NOW, updatedAt: NOW } as const;
    for (const [doing, names] of [
      ['working', ['Timmy']],
      ['thinking', ['Timmy']],
      ['waiting', []],
      ['idle', []],
    ] as const) {
      state.activity.set({ state: doing, ...report });
      assert.deepEqual(shownActiveNow.get(), names, doing);
    }
    state.activity.set({ state: 'working', ...report });
    state.now.set(NOW + 11 * MINUTE);
    assert.deepEqual(shownActiveNow.get(), []);
  });

  test('are counted alike in the header, the heartbeat, the answers and the API, also in a time-lapse', () => {
    const state = liveState();
    state.activity.set({ state: 'working', since: NOW, updatedAt: NOW });
    const counts = () => ({
      header: hudRows(state).find(({ name }) => name === 'Agents')?.value,
      answer: /Agents: (.*)\./.exec(answerTo('how many agents are there', state))?.[1],
      status: /^Agents: (.*)$/m.exec(answerTo('status', state))?.[1],
      arch: heartbeatFigures(state).agents,
      api: readingDocument('agents', state, state.base).text,
    });
    const now = '1 active now, 1 of 2 with a commit today';
    const expected = {
      header: now,
      answer: now,
      status: now,
      arch: '1 of 2',
      api: ['Ada: WORKING', 'Bob Stone: IDLE'],
    };
    assert.deepEqual(counts(), expected);
    const past = { now: NOW - 7 * 24 * 60 * MINUTE, commits: live('local/home', []), knownSince: 0 };
    state.timeLapse.shown.set(past as unknown as ShownMoment);
    assert.deepEqual(state.derived.shownActiveNow.get(), []);
    assert.deepEqual(counts(), expected);
  });
});
