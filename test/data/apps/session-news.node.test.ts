import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSessionNews } from '../../../data/apps/session-news.ts';
import { createState } from '../../../data/state.ts';
import type { AgentSession } from '../../../data/readings/schemas/agent-sessions.ts';
import { session, team } from '../../helpers/sessions.ts';

/** A page with the module, whose home answers with these sessions. */
function page() {
  const state = createState();
  let refreshed = 0;
  const news = createSessionNews({ refresh: () => void refreshed++ });
  news.init(undefined, state);
  const answer = (...sessions: readonly AgentSession[]): void => {
    state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: 0, value: team(sessions) });
    news.update(0, 0);
  };
  const lines = (): string[] => state.log.get().map(({ text }) => text);
  return { state, news, answer, lines, refreshed: () => refreshed };
}
const secret = { folder: 'private-folder', name: 'private-folder · main', harness: 'Codex' };

describe('news of agent sessions', () => {
  test('are lines of the log: who waits, fails, is done; none for what is there when the page opens', () => {
    const { answer, lines } = page();
    answer(session({ ...secret, state: 'waiting' }));
    assert.deepEqual(lines(), []);
    answer(session({ ...secret, state: 'working' }));
    answer(session({ ...secret, state: 'waiting', needs: 'permission' }));
    answer(session({ ...secret, state: 'done' }));
    assert.deepEqual(lines(), ['Codex: waits for permission', 'Codex: done']);
  });

  test('a new session adds no line, unless it waits', () => {
    const { answer, lines } = page();
    answer();
    answer(session({ name: 'Codex', state: 'done' }), session({ name: 'Gemini CLI', state: 'waiting' }));
    assert.deepEqual(lines(), ['Gemini CLI: waits for its owner']);
  });

  test('are at most four a time', () => {
    const { answer, lines } = page();
    answer();
    answer(...Array.from({ length: 30 }, (_, index) => session({ name: `s${index}`, state: 'failed' })));
    assert.equal(lines().length, 4);
  });

  test('the owner who signs out leaves nothing of theirs, and the page asks again', () => {
    const { state, news, answer, lines, refreshed } = page();
    state.games.owner.set('owner');
    news.update(0, 0);
    assert.equal(refreshed(), 1);
    answer(session({ ...secret, state: 'working' }));
    answer(session({ ...secret, state: 'waiting' }));
    state.games.owner.set('visitor');
    news.update(0, 0);
    assert.equal(refreshed(), 2);
    assert.equal(state.readings.sessions.get().state, 'loading');
    assert.doesNotMatch(JSON.stringify([state.readings.sessions.get(), lines()]), /private/);
  });
});
