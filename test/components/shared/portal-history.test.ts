import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/hud/hints.ts';
import '../../../components/panels/directory.ts';
import type { StateElement } from '../../../components/shared/state-element.ts';
import type { HistoryAnswer, HistoryBar } from '../../../data/readings/schemas/history.ts';
import { NOW, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

/** The colours of the theme, which the page defines in a style sheet. */
const COLOURS =
  '--hw-connected: #0a0; --hw-sovereignty-mid: #a80; --hw-error: #a00; --hw-accent: #00a; --hw-text-quiet: #666';

const fetchOfPage = window.fetch;

const bars: readonly HistoryBar[] = [
  ...Array.from({ length: 46 }, (): HistoryBar => [30, 0, 0]),
  null,
  [29, 1, 0],
];
const subject: HistoryAnswer['subjects'][number] = {
  id: 'portal:garden',
  kind: 'portal',
  name: 'The garden',
  text: 'The garden answers. 99.92 % of the checks of the last 24 hours were answered.',
  state: 'up',
  uptime: 0.9992,
  latency: { p50: 42, p95: 180 },
  bars,
  incidents: [{ begin: NOW - 120_000, end: NOW - 60_000, ending: 'answered', cause: 'it answered 503' }],
};
const answer: HistoryAnswer = {
  schema: 1,
  span: '24h',
  headline: 'The portal answers',
  begin: NOW - 86_400_000,
  end: NOW,
  barSeconds: 1_800,
  subjects: [subject, { ...subject, id: 'portal:forge', uptime: null }],
  maintenance: [],
};

describe('the last 24 hours of a portal', () => {
  const requested: string[] = [];
  beforeEach(() => {
    requested.length = 0;
    window.fetch = async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      return new Response(JSON.stringify(answer));
    };
  });
  afterEach(() => {
    window.fetch = fetchOfPage;
  });
  /** The bars of each row that is shown: how many answered, some failed, all failed, maintenance, no data. */
  const drawn = (element: Element): number[][] =>
    [...inside(element).querySelectorAll('svg[role=img]')].map((svg) =>
      [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0),
    );
  const WORDS = '99.92 % of checks answered · median 42 ms, 95 % within 180 ms · 1 incident';

  it('are in the home as text, for a portal with checks, and asked for once', async () => {
    const state = liveState();
    state.panels.directory.set(true);
    const element = await fixture<StateElement>(html`<hw-directory .state=${state}></hw-directory>`);
    await waitUntil(() => drawn(element).length > 0, 'the bars are there');
    expect(drawn(element), 'none for a portal without a check').to.deep.equal([[46, 1, 0, 0, 1]]);
    const garden = [...inside(element).querySelectorAll('li.portal')].find((row) =>
      row.textContent.includes('The garden'),
    );
    expect(garden?.textContent.replaceAll(/\s+/g, ' ')).to.include(WORDS);
    expect(garden?.querySelector('svg')?.getAttribute('aria-label')).to.equal(subject.text);
    expect(requested).to.deep.equal(['https://home.example/api/history.json?span=24h']);
    await expect(element).to.be.accessible();
  });

  it('are in the hint of the portal that the visitor stands before, and of nothing else', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    state.world.hint.set({ label: 'The garden: ONLINE' });
    const element = await fixture<StateElement>(html`<hw-hints style=${COLOURS} .state=${state}></hw-hints>`);
    expect(drawn(element)).to.deep.equal([]);
    expect(requested, 'nothing is asked for that is not shown').to.deep.equal([]);
    state.world.standing.set({ kind: 'portal', id: 'garden' });
    await waitUntil(() => drawn(element).length > 0, 'the bars are there');
    expect(drawn(element)).to.deep.equal([[46, 1, 0, 0, 1]]);
    expect(words(element).replaceAll(/\s+/g, ' ')).to.include('99.92 % of checks answered · 1 incident');
    const colours = [...inside(element).querySelectorAll('svg path')].map(
      (path) => getComputedStyle(path).fill,
    );
    expect(new Set(colours).size, 'each state has its colour').to.equal(5);
    await expect(element).to.be.accessible();
    state.world.standing.set({ kind: 'portal', id: 'forge' });
    await element.updateComplete;
    expect(drawn(element), 'a portal without a check').to.deep.equal([]);
  });
});
