import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endSession } from '../../../data/games/end-session.ts';
import { createState } from '../../../data/state.ts';
import { session, team } from '../../helpers/sessions.ts';

const codex = session({ name: 'Codex', state: 'waiting' });
const gemini = session({ name: 'Gemini CLI', state: 'done' });

/** A page that shows both sessions to the owner, and whose home answers with these. */
function startPage(...answers: readonly (Response | Error)[]) {
  const state = createState();
  state.games.owner.set('owner');
  state.readings.sessions.set({
    state: 'live',
    source: 'this home',
    value: team([codex, gemini]),
    fetchedAt: 1,
  });
  const waiting = [...answers];
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push(`${init?.method ?? 'GET'} ${new URL(url instanceof Request ? url.url : url).pathname}`);
    const next = waiting.shift() ?? new Response('', { status: 404 });
    if (next instanceof Error) throw next;
    return next;
  };
  return { state, requests, end: () => endSession(state, codex.key, fetch) };
}

describe('ending an agent session', () => {
  it('shows the new list of the home at once', async () => {
    const { state, requests, end } = startPage(
      Response.json({ sessions: team([gemini]) }),
      Response.json({ sessions: null }),
    );
    assert.equal(await end(), '');
    assert.deepEqual(requests, ['DELETE /api/sessions/codex']);
    assert.deepEqual(state.readings.sessions.get().value, team([gemini]));
    assert.equal(await end(), '');
    assert.equal(state.readings.sessions.get().state, 'empty');
  });

  it('says what went wrong, and keeps the list', async () => {
    const message = 'The home knows no session with this key.';
    for (const [answer, problem] of [
      [Response.json({ message, url: '' }, { status: 404 }), message],
      [new Response('<html>', { status: 502 }), 'The home answered 502. Try again.'],
      [Response.json({ sessions: 7 }), /does not answer/],
      [new TypeError('fetch failed'), 'The home does not answer (fetch failed). Try again.'],
    ] as const) {
      const { state, end } = startPage(answer);
      const told = await end();
      if (typeof problem === 'string') assert.equal(told, problem);
      else assert.match(told, problem);
      assert.equal(state.readings.sessions.get().value?.sessions.length, 2);
    }
  });

  it('finds out when the sign-in has ended', async () => {
    const { state, requests, end } = startPage(
      Response.json({ message: 'Only the owner', url: '' }, { status: 403 }),
      Response.json({ signIn: true, signedIn: false }),
    );
    assert.equal(await end(), 'Only the owner');
    assert.deepEqual(requests, ['DELETE /api/sessions/codex', 'GET /api/owner']);
    assert.equal(state.games.owner.get(), 'visitor');
  });
});
