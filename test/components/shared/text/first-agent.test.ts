import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import '../../../../components/feed/today.ts';
import '../../../../components/panels/directory.ts';
import { NO_SESSIONS } from '../../../../data/readings/sources/sessions.ts';
import type { State } from '../../../../data/state.ts';
import { teamAtWork } from '../../../helpers/sessions.ts';
import { waitUntil } from '../../../helpers/wait-until.ts';
import { NOW, inside, liveState, words } from '../../app/home-state.ts';

const own = window.fetch;
/** The requests whether this is the owner. */
let asked = 0;
const answerOwner = (signedIn: boolean): void => {
  asked = 0;
  window.fetch = async (url, init) => {
    if (!new Request(url).url.endsWith('/api/owner')) return own(url, init);
    asked++;
    return Response.json({ signIn: true, signedIn });
  };
};
const emptyHome = (): State => {
  const state = liveState();
  state.readings.sessions.set({ state: 'empty', source: 'reports', fetchedAt: NOW, cause: NO_SESSIONS });
  return state;
};
const lineIn = (element: Element): string => {
  const line = inside(element).querySelector('hw-first-agent');
  return line ? words(line) : '';
};

describe('hw-first-agent', () => {
  afterEach(() => {
    window.fetch = own;
    // The page would ask again who is there.
    localStorage.removeItem('home-world.owner-seen');
  });

  it('tells the owner of a home without agents, in Today, how to bring one in', async () => {
    answerOwner(true);
    const state = emptyHome();
    const today = await fixture(html`<hw-today .state=${state}></hw-today>`);
    await waitUntil(() => lineIn(today) !== '');
    expect(lineIn(today)).to.match(/home-world hooks install claude-code.*docs\/agents\.md/);
    expect(asked).to.equal(1);
    await expect(today).to.be.accessible();
    state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value: teamAtWork(NOW) });
    await waitUntil(() => lineIn(today) === '');
  });

  it('tells it in the home as text, once that is open', async () => {
    answerOwner(true);
    const state = emptyHome();
    const text = await fixture(html`<hw-directory .state=${state}></hw-directory>`);
    expect(asked).to.equal(0);
    state.panels.directory.set(true);
    await waitUntil(() => lineIn(text) !== '');
  });

  it('is nothing for a visitor', async () => {
    answerOwner(false);
    const state = emptyHome();
    const today = await fixture(html`<hw-today .state=${state}></hw-today>`);
    await waitUntil(() => state.games.owner.get() === 'visitor');
    expect(lineIn(today)).to.equal('');
  });

  it('sends no request if no agent can report, and shows nothing if an agent has reported', async () => {
    answerOwner(true);
    const state = liveState();
    state.readings.sessions.set({
      state: 'empty',
      source: 'reports',
      fetchedAt: NOW,
      cause: 'a static host',
    });
    const today = await fixture(html`<hw-today .state=${state}></hw-today>`);
    await aTimeout(0);
    expect(asked).to.equal(0);
    state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value: teamAtWork(NOW) });
    await waitUntil(() => words(today).includes('Claude Code: waits'));
    expect(lineIn(today)).to.equal('');
  });
});
