import { expect, fixture, html } from '@open-wc/testing';
import type { HomeElement } from '../../../components/widgets/home-element.ts';
import '../../../components/widgets/relay-feed.ts';
import type { HomeState } from '../../../data/apps/home-state.ts';
import type { FeedEvent } from '../../../data/readings/records.ts';
import type { RelayFeedReport } from '../../../data/readings/schemas/relay-feed.ts';
import * as given from './readings.ts';

type Event = RelayFeedReport['events'][number];
const event = (minutes: number, differs: Partial<Event> = {}): Event => ({
  id: 'a'.repeat(8),
  pubkey: '1a2b3c4d',
  content: 'a note',
  kind: 1,
  created_at: given.NOW / 1000 - minutes * 60,
  ...differs,
});
const feed = (events: readonly FeedEvent[], differs: Partial<RelayFeedReport> = {}): RelayFeedReport => ({
  state: 'live',
  events: events as Event[],
  connected: 2,
  relays: 3,
  ...differs,
});

async function show(state: HomeState, attributes: Record<string, string> = {}): Promise<HomeElement> {
  // The world's page has another element of this name.
  const tag: string = 'hw-relay-feed';
  const element = document.createElement(tag) as HomeElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.state = state;
  const host = await fixture(html`<div style="width: 320px"></div>`);
  host.append(element);
  await element.updateComplete;
  return element;
}
const all = (element: Element, selector: string): string[] =>
  [...(element.shadowRoot?.querySelectorAll(selector) ?? [])].map((found) =>
    found.textContent.trim().replace(/\s+/g, ' '),
  );

describe('hw-relay-feed', () => {
  const { getImageData } = CanvasRenderingContext2D.prototype;
  before(() => {
    // As on a system without a font with emoji: what the probe draws has no colour.
    CanvasRenderingContext2D.prototype.getImageData = () => new ImageData(16, 16);
  });
  after(() => {
    CanvasRenderingContext2D.prototype.getImageData = getImageData;
  });

  it('has kind, amount, author, age and emoji of each event in words, and what it says as text', async () => {
    const state = given.homeState();
    given.live(
      state.readings.relayFeed,
      feed([
        event(0, { content: '<b>hello</b> 🚀 \u202etxt' }),
        event(4, { kind: 7, content: '🔥' }),
        event(120, { kind: 9735, content: 'Thanks', sats: 2100 }),
        event(2880, { kind: 9735, content: '21 sats', sats: 21 }),
      ]),
    );
    for (const theme of ['light', 'dark']) {
      const element = await show(state, { theme });
      expect(all(element, 'li > :first-child')).to.deep.equal([
        'note <b>hello</b> (rocket) txt',
        'reaction fire',
        'zap 2,100 sats Thanks',
        'zap 21 sats',
      ]);
      expect(all(element, 'li .detail')).to.deep.equal(
        ['just now', '4 min ago', '2 h ago', '2 d ago'].map((age) => `[1a2b3c4d] ${age}`),
      );
      expect(all(element, 'ul + .detail, .source')).to.deep.equal([
        '2 of 3 relays connected',
        'relays, checked by the home · 1 min ago',
      ]);
      expect(element.shadowRoot?.querySelectorAll('li.zap')).to.have.lengthOf(2);
      await expect(element).to.be.accessible();
      expect(element.shadowRoot?.querySelector('section')?.scrollWidth).to.be.at.most(320);
    }
  });

  it('shows ten events, or as many as limit says', async () => {
    const state = given.homeState();
    given.live(state.readings.relayFeed, feed(Array.from({ length: 20 }, (_, minutes) => event(minutes))));
    const element = await show(state);
    expect(all(element, 'li')).to.have.lengthOf(10);
    element.limit = 15;
    await element.updateComplete;
    expect(all(element, 'li')).to.have.lengthOf(15);
  });

  it('is stale while the home itself has no relay, as old as the newest event', async () => {
    const state = given.homeState();
    const lost = {
      state: 'stale',
      fetchedAt: given.NOW - given.HOUR,
      cause: 'no relay is connected',
    } as const;
    given.live(state.readings.relayFeed, feed([event(60)], { ...lost, connected: 0 }));
    const element = await show(state);
    expect(element.reading?.state).to.equal('stale');
    expect(all(element, '.source')).to.deep.equal([
      'relays, checked by the home · stale · no relay is connected · last answer 1 h ago',
    ]);
    expect(all(element, 'li')).to.have.lengthOf(1);
  });

  it('says that there are no events, and that they cannot be read', async () => {
    const state = given.homeState();
    const element = await show(state);
    expect(all(element, 'li:not(.placeholder)')).to.deep.equal(['RELAY EVENTS: —']);
    given.empty(state.readings.relayFeed);
    await element.updateComplete;
    expect(all(element, 'li')).to.deep.equal(['NO RELAY EVENTS']);
    given.failed(state.readings.relayFeed, 'no relay is connected');
    await element.updateComplete;
    expect(all(element, 'li')).to.deep.equal(['RELAY EVENTS: ERROR']);
    expect(all(element, '.source').join()).to.contain('no relay is connected');
    await expect(element).to.be.accessible();
  });
});
