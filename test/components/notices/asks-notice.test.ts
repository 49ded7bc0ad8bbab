import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/notices/asks-notice.ts';
import type { StateElement } from '../../../components/shared/state-element.ts';
import type { State } from '../../../data/state.ts';
import { answerOf, openAsk } from '../../helpers/asks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { NOW, find, liveState, words } from '../app/home-state.ts';

const withWaiting = (state: State, waiting: number): void =>
  state.readings.sessions.set({
    state: 'live',
    source: 'reports of the agents',
    fetchedAt: NOW,
    value: {
      audience: 'all',
      sessions: [],
      counts: { waiting, failed: 0, atWork: 0, done: 0, silent: 0 },
      more: 0,
    },
  });

describe('hw-asks-notice', () => {
  const { fetch } = globalThis;
  afterEach(() => (globalThis.fetch = fetch));
  const show = async (owner: 'owner' | 'visitor') => {
    const paths: string[] = [];
    const home = { asks: [openAsk()] };
    globalThis.fetch = (async (url: URL | string) => {
      paths.push(new URL(url).pathname);
      return new Response(answerOf(home.asks));
    }) as typeof globalThis.fetch;
    const state = liveState();
    state.games.owner.set(owner);
    withWaiting(state, 1);
    const element = await fixture<StateElement>(html`<hw-asks-notice .state=${state}></hw-asks-notice>`);
    return { state, element, home, paths };
  };

  it('leads the owner to the door while an ask is open', async () => {
    const { state, element, home } = await show('owner');
    await waitUntil(() => words(element).includes('1 ask'));
    expect(find<HTMLAnchorElement>(element, 'a').getAttribute('href')).to.equal('door');
    await expect(element).to.be.accessible();
    home.asks = [openAsk(), openAsk({ id: 'a2' })];
    withWaiting(state, 2);
    await waitUntil(() => words(element).includes('2 asks'));
    withWaiting(state, 0);
    await waitUntil(() => words(element) === '');
  });

  it('asks the home nothing for a visitor', async () => {
    const { element, paths } = await show('visitor');
    await element.updateComplete;
    expect([words(element), paths.length]).to.deep.equal(['', 0]);
  });
});
