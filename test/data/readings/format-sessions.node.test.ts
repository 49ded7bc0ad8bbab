import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  sessionCountsText,
  sessionRows,
  sessionText,
  sessionWorkText,
} from '../../../data/readings/format-sessions.ts';
import { sessionCountText, sessionsText } from '../../../data/readings/session-counts.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import { type AgentSessions, countSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { session, team, teamAtWork } from '../../helpers/sessions.ts';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const live = (value: AgentSessions): Reading<AgentSessions> => ({
  state: 'live',
  source: 'reports',
  fetchedAt: NOW,
  value,
});

describe('the words for sessions', () => {
  test('one line for each, who waits first, with the age of what does not change by itself', () => {
    assert.deepEqual(sessionRows(live(teamAtWork(NOW)), NOW), [
      { text: 'Claude Code: waits for permission, 38 min', className: 'waiting' },
      { text: 'Gemini CLI: failed, 1 min', className: 'failed' },
      { text: 'Claude Code 2: thinking', className: 'thinking' },
      { text: 'Codex: working', className: 'working' },
      { text: 'OpenCode: done, 2 h', className: 'done' },
    ]);
  });

  test('the program, where the name does not say it', () => {
    const rows = (name: string, harness: string) =>
      sessionRows(live(team([session({ name, harness, state: 'working' })])), NOW).map(({ text }) => text);
    assert.deepEqual(rows('harbour · master 2', 'Codex'), ['harbour · master 2 (Codex): working']);
    assert.deepEqual(rows('Codex 2', 'Codex'), ['Codex 2: working']);
  });

  test('all sessions in one line, without states that no session has', () => {
    assert.equal(sessionsText(live(teamAtWork(NOW))), '1 waits · 1 failed · 2 at work · 1 done');
    assert.equal(
      sessionCountText(countSessions(['waiting', 'waiting', 'silent'])),
      '2 wait · 1 without news',
    );
    assert.equal(sessionCountText(countSessions([])), 'no agents');
  });

  test('what a session needs, and how long there was no news', () => {
    const of = (given: Parameters<typeof session>[0]): string => sessionText(session(given), NOW);
    assert.equal(
      of({ name: 'a', state: 'waiting', needs: 'plan', since: NOW }),
      'waits for a look at its plan, just now',
    );
    assert.equal(
      of({ name: 'a', state: 'waiting', needs: 'answer', since: NOW - 50 * 3_600_000 }),
      'waits for an answer, 2 d',
    );
    assert.equal(of({ name: 'a', state: 'waiting', since: NOW + MINUTE }), 'waits for its owner, just now');
    assert.equal(of({ name: 'a', state: 'silent', updatedAt: NOW - 12 * MINUTE }), 'no news for 12 min');
  });

  test('its work and its counts, as far as they are known', () => {
    const one = session({
      name: 'a',
      state: 'working',
      task: 'Login',
      tool: 'Edit',
      target: 'a.ts',
      tools: 1,
      files: 2,
      moreAgents: 3,
    });
    assert.equal(sessionWorkText(one), 'Login, with Edit, a.ts');
    assert.equal(sessionCountsText(one), '3 sub-agents, 1 tool call, 2 files');
    assert.equal(sessionWorkText(session({ name: 'a', state: 'done' })), '');
  });

  test('a home that shows only counts, one with many, and one without any', () => {
    const counts: AgentSessions = {
      audience: 'counts',
      counts: countSessions(['working', 'thinking', 'working']),
      sessions: [],
      more: 3,
    };
    assert.deepEqual(sessionRows(live(counts), NOW), [{ text: '3 at work', className: 'quiet' }]);
    const many = team([session({ name: 'a', state: 'working' })], 41);
    assert.equal(sessionRows(live(many), NOW)[1]?.text, 'and 41 other sessions');
    const none = { state: 'empty', source: 'reports', fetchedAt: NOW, cause: 'none' } as const;
    assert.equal(sessionRows(none, NOW)[0]?.text, 'NO SESSIONS');
  });
});
