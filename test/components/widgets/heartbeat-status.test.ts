import { expect, fixture, html } from '@open-wc/testing';
import type { HistoryElement } from '../../../components/widgets/history.ts';
import { createHomeState } from '../../../data/apps/home-state.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import type { HistoryAnswer } from '../../../data/readings/schemas/history.ts';
import { teamAtWork } from '../../helpers/sessions.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const fetchOfPage = window.fetch;

const answer: HistoryAnswer = {
  schema: 1,
  span: '24h',
  headline: 'The portal does not answer',
  begin: NOON - 86_400_000,
  end: NOON,
  barSeconds: 1_800,
  subjects: [
    {
      id: 'portal:wiki',
      kind: 'portal',
      name: 'The wiki',
      text: 'The wiki does not answer.',
      state: 'down',
      uptime: 0,
      latency: null,
      bars: [[0, 30, 0]],
      incidents: [],
    },
  ],
  maintenance: [],
};

describe('the title and the icon of the heartbeat page', () => {
  afterEach(() => {
    window.fetch = fetchOfPage;
  });

  it('say whether the portals answer and who waits, and nothing while it is not known', async () => {
    let status = 200;
    window.fetch = async () => new Response(JSON.stringify(answer), { status });
    const icon = document.createElement('link');
    icon.rel = 'icon';
    icon.setAttribute('href', './icon.svg');
    document.head.prepend(icon);
    document.title = 'Heartbeat';
    const state = createHomeState('https://home.example/', NOON, defaultConfig);
    const shown = () => [document.title, icon.getAttribute('href')];
    const element = await fixture<HistoryElement>(html`<hw-history></hw-history>`);
    // The page looks for its element once, when the script is loaded.
    const { followSessions } = await import('../../../components/widgets/heartbeat-status.ts');
    element.state = state;
    await waitUntil(() => document.title !== 'Heartbeat', 'the answer is there');
    expect(shown()).to.deep.equal(['The portal does not answer · Heartbeat', './icon-failing.svg']);
    followSessions(state.readings);
    expect(shown()[1]).to.equal('./icon-failing.svg');
    const sessions = { source: 'reports', fetchedAt: NOON };
    state.readings.sessions.set({ ...sessions, state: 'live', value: teamAtWork(NOON) });
    await waitUntil(() => document.title.startsWith('1 waits'), 'the sessions come first');
    expect(shown()).to.deep.equal([
      '1 waits · 1 failed · The portal does not answer · Heartbeat',
      './icon-waiting.svg',
    ]);
    state.readings.sessions.set({ ...sessions, state: 'empty' });
    await waitUntil(() => document.title.startsWith('The portal'), 'no session waits');
    expect(shown()[1]).to.equal('./icon-failing.svg');
    status = 500;
    state.now.set(NOON + 61_000);
    await waitUntil(() => element.reading?.state === 'stale', 'the next request fails');
    await element.updateComplete;
    expect(shown()).to.deep.equal(['Heartbeat', './icon.svg']);
    icon.remove();
  });
});
