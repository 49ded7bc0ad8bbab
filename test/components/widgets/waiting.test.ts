import { signal } from '@lit-labs/signals';
import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/widgets/heartbeat.ts';
import '../../../components/widgets/history.ts';
import { HomeElement } from '../../../components/widgets/home-element.ts';
import '../../../components/widgets/open-work.ts';
import '../../../components/widgets/portals.ts';
import '../../../components/widgets/relay-feed.ts';
import type { HomeState } from '../../../data/apps/home-state.ts';
import type { HomeView } from '../../../data/apps/widget-home.ts';
import { teamAtWork } from '../../helpers/sessions.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import * as given from './readings.ts';

const long =
  'Say in the title of a commit everything that one could ever want to know about it, and more of it';

/** A usual reading for each widget, and how many rows it has. */
const usual: Readonly<Record<string, { readonly rows?: number; readonly give: (state: HomeState) => void }>> =
  {
    'hw-agents': { rows: 2, give: ({ readings }) => given.live(readings.commits, given.commits) },
    'hw-commits': {
      rows: 3,
      give: ({ readings }) =>
        given.live(readings.commits, [
          ...given.commits,
          { sha: 'c3', author: 'Ada', authoredAt: given.NOW, title: `${long}. ${long}` },
        ]),
    },
    'hw-portals': {
      rows: 2,
      give: ({ readings }) =>
        given.live(readings.portalRecords, [given.portal('a', 'https://a.example/'), given.portal('b')]),
    },
    'hw-relay-feed': {
      rows: 2,
      give: ({ readings }) =>
        given.live(readings.relayFeed, {
          state: 'live',
          connected: 1,
          relays: 2,
          events: [1, 7].map((kind) => ({
            id: `0000000${kind}`,
            pubkey: '12345678',
            content: kind === 1 ? long.slice(0, 60) : '+',
            kind: kind as 1 | 7,
            created_at: given.NOW / 1000,
          })),
        }),
    },
    'hw-sovereignty': {
      rows: 2,
      give: ({ readings }) =>
        given.live(readings.sovereignty, {
          ...given.sovereignty,
          parts: [
            { name: 'pages', own: true, where: '', why: 'The home’s own server sends them.' },
            { name: 'weather', own: false, where: '', why: 'The forecast comes from a server of others.' },
          ],
        }),
    },
    'hw-team': {
      rows: 5,
      give: ({ readings }) => given.live(readings.sessions, teamAtWork(given.NOW)),
    },
    'hw-open-work': { rows: 3, give: ({ readings }) => given.live(readings.openWork, given.openWork) },
    'hw-now': { give: ({ readings }) => given.live(readings.activity, given.report) },
    'hw-weather': { give: ({ readings }) => given.live(readings.weather, given.weather) },
    'hw-block-height': { give: ({ readings }) => given.live(readings.blockHeight, 698_767) },
  };

/** The same style as in the `embed.css` of a home. */
const homeStyle = [
  ...Object.entries(usual).flatMap(([tag, { rows }]) => (rows ? [`--${tag}-rows: ${rows}`] : [])),
  '--hw-sovereignty-lines: 3',
  '--hw-sovereignty-lines-narrow: 4',
].join(';');

/** A widget in a page of a home that says how many rows it has. */
async function show(tag: string, width: number, set: (element: HomeElement) => void): Promise<HomeElement> {
  const box = await fixture<HTMLElement>(html`<div style="width: ${width}px; ${homeStyle}"></div>`);
  const element = document.createElement(tag) as HomeElement;
  set(element);
  box.append(element);
  await element.updateComplete;
  return element;
}
const heightOf = (element: Element): number => element.getBoundingClientRect().height;
const waiting = (element: Element): number =>
  element.shadowRoot?.querySelectorAll('.placeholder').length ?? 0;

describe('a widget before its reading', () => {
  for (const tag of Object.keys(usual))
    for (const width of [320, 480, 800])
      for (const compact of [false, true])
        it(`is as high as with it: ${tag}, ${width} px${compact ? ', compact' : ''}`, async () => {
          const state = given.homeState();
          const element = await show(tag, width, (one) => {
            one.note = 'home.example · asking';
            one.compact = compact;
          });
          const opening = heightOf(element);
          element.state = state;
          await element.updateComplete;
          const loading = heightOf(element);
          usual[tag]?.give(state);
          await element.updateComplete;
          expect(waiting(element)).to.equal(0);
          expect([opening, loading]).to.deep.equal([heightOf(element), heightOf(element)]);
        });

  it('has as many rows as its home says, at most limit, and a usual number without both', async () => {
    const state = given.homeState();
    const set = (one: HomeElement): void => void (one.state = state);
    const element = await show('hw-commits', 320, set);
    // The first row says that there is no reading yet.
    expect(waiting(element)).to.equal(3 - 1);
    element.limit = 2;
    await element.updateComplete;
    expect(waiting(element)).to.equal(2 - 1);
    await expect(element).to.be.accessible();
    const box = await fixture<HTMLElement>(html`<div><hw-agents></hw-agents></div>`);
    const agents = box.querySelector<HomeElement>('hw-agents')!;
    agents.state = state;
    await agents.updateComplete;
    expect(waiting(agents)).to.equal(3 - 1);
  });

  it('in the heartbeat keeps the place of each reading while the home is being opened', async () => {
    HomeElement.connector = () => ({
      view: signal<HomeView>({ phase: 'connecting', note: 'home.example · asking' }),
      refresh: () => undefined,
      release: () => undefined,
    });
    const element = await show('hw-heartbeat', 800, (one) => (one.src = 'https://home.example'));
    HomeElement.connector = undefined;
    const inner = [...(element.shadowRoot?.querySelectorAll<HomeElement>('.grid > *') ?? [])];
    await Promise.all(inner.map(({ updateComplete }) => updateComplete));
    expect(inner.map(({ localName }) => localName)).to.include.members(['hw-agents', 'hw-weather']);
    for (const widget of inner)
      expect(widget.shadowRoot?.querySelector('.source')?.textContent).to.equal('home.example · asking');
    await expect(element).to.be.accessible();
  });
});

describe('the state of a widget', () => {
  it('can be styled from outside, also that of a widget inside the heartbeat', async () => {
    const state = given.homeState();
    const element = await show('hw-now', 320, (one) => (one.state = state));
    const states = (one: Element): string[] =>
      ['loading', 'live', 'stale', 'empty', 'error', 'offline'].filter((name) =>
        one.matches(`:state(${name})`),
      );
    expect(states(element)).to.deep.equal(['loading']);
    given.live(state.readings.activity, given.report);
    await element.updateComplete;
    expect(states(element)).to.deep.equal(['live']);
    given.failed(state.readings.activity, 'down');
    await element.updateComplete;
    expect(states(element)).to.deep.equal(['error']);
    const alone = await show('hw-now', 320, () => undefined);
    expect(states(alone), 'without an address').to.deep.equal(['error']);

    given.empty(state.readings.activity);
    const heartbeat = await show('hw-heartbeat', 800, (one) => (one.state = state));
    const now = heartbeat.shadowRoot!.querySelector<HomeElement>('hw-now')!;
    await now.updateComplete;
    expect(states(now)).to.deep.equal(['empty']);
    heartbeat.before(
      Object.assign(document.createElement('style'), {
        textContent: 'hw-heartbeat::part(now):state(empty) { display: none }',
      }),
    );
    expect(getComputedStyle(now).display).to.equal('none');
  });
});

describe('loading="lazy"', () => {
  it('requests nothing until the widget is nearly in view', async () => {
    const opened: string[] = [];
    HomeElement.connector = (base) => {
      opened.push(base);
      return {
        view: signal<HomeView>({ phase: 'connecting', note: '' }),
        refresh: () => undefined,
        release: () => undefined,
      };
    };
    const box = await fixture<HTMLElement>(
      html`<div style="height: 100px; overflow: auto">
        <div style="height: 2000px"></div>
        <hw-weather src="https://late.example" loading="lazy"></hw-weather>
        <hw-weather src="https://soon.example"></hw-weather>
      </div>`,
    );
    const [late] = box.querySelectorAll<HomeElement>('hw-weather');
    await late?.updateComplete;
    // The browser reports what is in view after the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    expect(opened).to.deep.equal(['https://soon.example/']);
    expect(late?.matches(':state(loading)')).to.equal(true);
    late?.scrollIntoView();
    await waitUntil(() => opened.length === 2, 'the second home is opened');
    HomeElement.connector = undefined;
  });
});
