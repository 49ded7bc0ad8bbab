import { signal } from '@lit-labs/signals';
import { expect, fixture, html } from '@open-wc/testing';
import { AgentsElement } from '../../../components/widgets/agents.ts';
import '../../../components/widgets/heartbeat.ts';
import { HomeElement } from '../../../components/widgets/home-element.ts';
import '../../../components/widgets/home-name.ts';
import '../../../components/widgets/sovereignty.ts';
import type { HomeConnector, HomeView } from '../../../data/apps/widget-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import * as given from './readings.ts';

interface Asked {
  readonly base: string;
  readonly names: readonly string[];
  released: boolean;
  refreshed?: number;
}

const state = given.homeState();
const view = signal<HomeView>({ phase: 'ready', state });
let asked: Asked[] = [];

const words = (element: Element): string => element.shadowRoot?.textContent.replace(/\s+/g, ' ').trim() ?? '';

const connect: HomeConnector = (base, { sources }) => {
  const entry: Asked = { base, names: sources(state).map(({ name }) => name), released: false };
  asked.push(entry);
  return {
    view,
    refresh: () => void (entry.refreshed = (entry.refreshed ?? 0) + 1),
    release: () => void (entry.released = true),
  };
};

/** How often the element has been rendered since this call. */
function countUpdates(element: HomeElement): () => number {
  let count = 0;
  element.addController({ hostUpdated: () => void (count += 1) });
  return () => count;
}

describe('a single widget', () => {
  beforeEach(() => {
    asked = [];
    view.set({ phase: 'ready', state });
    HomeElement.connector = connect;
  });
  afterEach(() => {
    HomeElement.connector = undefined;
  });

  it('opens the home its src names, and requests only what it shows', async () => {
    await fixture(html`<hw-agents src="https://home.example"></hw-agents>`);
    expect(asked).to.deep.equal([
      { base: 'https://home.example/', names: ['commits', 'agentStatus'], released: false },
    ]);
  });

  it('that a page had before its script opens the home, and first reports no failure', async () => {
    HomeElement.connector = undefined;
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const told: Event[] = [];
    host.addEventListener('hw-error', (event) => told.push(event));
    host.innerHTML = '<hw-agents src="https://home.example"></hw-agents>';
    HomeElement.connector = connect;
    await host.querySelector<HomeElement>('hw-agents')?.updateComplete;
    expect(asked.map(({ base }) => base)).to.deep.equal(['https://home.example/']);
    expect(told).to.deep.equal([]);
  });

  it('closes the home when it is removed, and opens it again when it is put back', async () => {
    const element = await fixture(html`<hw-sovereignty src="https://home.example/"></hw-sovereignty>`);
    const parent = element.parentElement;
    element.remove();
    expect(asked.map(({ released }) => released)).to.deep.equal([true]);
    parent?.append(element);
    expect(asked.map(({ released }) => released)).to.deep.equal([true, false]);
  });

  it('renders when a signal that it shows changes, once for all changes, and for no other signal', async () => {
    const own = given.homeState();
    const element = document.createElement('hw-sovereignty') as HomeElement;
    element.state = own;
    (await fixture(html`<div></div>`)).append(element);
    await element.updateComplete;
    const updates = countUpdates(element);
    given.live(own.readings.weather, given.weather);
    own.configFile.set({ raw: {} });
    await element.updateComplete;
    expect(updates()).to.equal(0);
    given.live(own.readings.sovereignty, given.sovereignty);
    own.now.set(own.now.get() + 1000);
    await element.updateComplete;
    expect(updates()).to.equal(1);
    expect(words(element)).to.contain('72%');
  });

  it('that is removed with a render pending reports nothing, and shows its home when it is put back', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const told: Event[] = [];
    const element = document.createElement('hw-sovereignty') as HomeElement;
    element.addEventListener('hw-error', (event) => told.push(event));
    element.src = 'https://home.example';
    host.append(element);
    element.remove();
    await element.updateComplete;
    expect([asked.length, told.length]).to.deep.equal([0, 0]);
    given.live(state.readings.sovereignty, given.sovereignty);
    host.append(element);
    await element.updateComplete;
    expect(words(element)).to.contain('72%');
    element.label = 'Mine';
    element.remove();
    await element.updateComplete;
    expect(told).to.deep.equal([]);
    host.append(element);
    await element.updateComplete;
    expect(words(element)).to.match(/^Mine /);
  });

  it('changes homes with its src', async () => {
    const element = await fixture<HomeElement>(
      html`<hw-sovereignty src="https://a.example"></hw-sovereignty>`,
    );
    element.setAttribute('src', 'https://b.example/home');
    await element.updateComplete;
    expect(asked.map(({ base, released }) => [base, released])).to.deep.equal([
      ['https://a.example/', true],
      ['https://b.example/home/', false],
    ]);
  });

  for (const [name, value] of [
    ['src', 'https://b.example'],
    ['repo', 'me/site'],
  ] as const)
    it(`loads again when its ${name} changes`, async () => {
      given.live(state.readings.sovereignty, given.sovereignty);
      const element = await fixture<HomeElement>(
        html`<hw-sovereignty src="https://a.example"></hw-sovereignty>`,
      );
      const told: string[] = [];
      for (const type of ['hw-load', 'hw-update']) element.addEventListener(type, () => told.push(type));
      const other = given.homeState();
      given.empty(other.readings.sovereignty);
      view.set({ phase: 'ready', state: other });
      element[name] = value;
      await element.updateComplete;
      expect(told).to.deep.equal(['hw-load']);
    });

  it('says what to write if src is missing, and is accessible', async () => {
    const element = await fixture(html`<hw-agents></hw-agents>`);
    expect(words(element)).to.contain(
      'This widget has no home address. Write <hw-agents src="https://home.example">.',
    );
    await expect(element).to.be.accessible();
  });

  for (const src of [
    'home.example',
    'javascript:alert(1)',
    '',
    '//home.example',
    'https://u:p@home.example',
  ]) {
    it(`says what to write where the src is “${src}”`, async () => {
      const element = await fixture(html`<hw-agents src=${src}></hw-agents>`);
      expect(words(element)).to.contain(`“${src}” is not the address of a home`);
      expect(asked).to.deep.equal([]);
    });
  }

  it('says that it loads, then why it failed, then shows the home', async () => {
    view.set({ phase: 'connecting', note: 'home.example · asking' });
    const element = await fixture<HomeElement>(
      html`<hw-sovereignty src="https://home.example"></hw-sovereignty>`,
    );
    expect(words(element)).to.equal('Sovereignty Score — Label — home.example · asking');
    view.set({ phase: 'failed', cause: 'No home answers.' });
    await element.updateComplete;
    expect(words(element)).to.equal('Sovereignty No home answers. not connected');
    given.live(state.readings.sovereignty, given.sovereignty);
    view.set({ phase: 'ready', state });
    await element.updateComplete;
    expect(words(element)).to.contain('72%');
  });

  it('takes the state of the widget around it, and opens no home', async () => {
    const element = document.createElement('hw-sovereignty') as HomeElement;
    element.state = state;
    (await fixture(html`<div></div>`)).append(element);
    await element.updateComplete;
    expect(words(element)).to.contain('72%');
    expect(asked).to.deep.equal([]);
  });

  it('takes a src that a script set before the element was defined', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const element = document.createElement('test-late-widget') as HomeElement;
    element.src = 'https://home.example';
    host.append(element);
    customElements.define('test-late-widget', class extends AgentsElement {});
    await element.updateComplete;
    expect(asked.map(({ base }) => base)).to.deep.equal(['https://home.example/']);
    expect(element.getAttribute('src')).to.equal('https://home.example');
  });

  it('uses the theme, and the page’s own values over it', async () => {
    const host = await fixture(html`
      <div style="color: white">
        <style>
          .other {
            --hw-panel-background: rgb(1, 2, 3);
          }
        </style>
        <hw-sovereignty src="https://a.example"></hw-sovereignty>
        <hw-sovereignty class="other" src="https://a.example"></hw-sovereignty>
      </div>
    `);
    const backgrounds = [...host.querySelectorAll('hw-sovereignty')].map(
      (element) => getComputedStyle(element.shadowRoot?.querySelector('section') as Element).backgroundColor,
    );
    expect(backgrounds).to.deep.equal(['rgb(10, 20, 40)', 'rgb(1, 2, 3)']);
  });
});

describe('hw-heartbeat', () => {
  it('shows all six readings of one home, what is being done first, and is accessible', async () => {
    const element = document.createElement('hw-heartbeat') as HomeElement;
    element.state = given.homeState();
    (await fixture(html`<main></main>`)).append(element);
    await element.updateComplete;
    const tags = [...(element.shadowRoot?.querySelectorAll('.grid > *') ?? [])].map(
      ({ localName }) => localName,
    );
    // What is being done comes first.
    expect(tags).to.deep.equal([
      'hw-now',
      'hw-agents',
      'hw-commits',
      'hw-sovereignty',
      'hw-weather',
      'hw-block-height',
    ]);
    await expect(element).to.be.accessible();
  });

  it('has weather and block height below each other beside the sovereignty where it is wide', async () => {
    const box = await fixture(html`<div style="width: 900px"></div>`);
    const element = document.createElement('hw-heartbeat') as HomeElement;
    element.state = given.homeState();
    box.append(element);
    await element.updateComplete;
    const placeOf = (tag: string): DOMRect => element.shadowRoot!.querySelector(tag)!.getBoundingClientRect();
    const [own, sky, chain] = ['hw-sovereignty', 'hw-weather', 'hw-block-height'].map(placeOf);
    expect(sky?.left).to.be.above(own!.right);
    expect(chain?.left).to.equal(sky?.left);
    expect(chain?.top).to.be.above(sky!.bottom);
    expect(sky?.top).to.equal(own?.top);
    expect(chain?.bottom).to.be.closeTo(own!.bottom, 1);
    expect(placeOf('hw-now').width).to.equal(900);
    expect(placeOf('hw-agents').top).to.equal(placeOf('hw-commits').top);
  });

  it('says that the browser is offline, and which field of the config is wrong', async () => {
    const element = document.createElement('hw-heartbeat') as HomeElement;
    const own = given.homeState();
    element.state = own;
    own.online.set(false);
    own.configFile.set({ raw: { weather: { latitude: 'north' } } });
    (await fixture(html`<main></main>`)).append(element);
    await element.updateComplete;
    expect(words(element)).to.contain('You are offline.');
    expect(words(element)).to.contain('weather.latitude should be a number from -90 to 90; it is "north"');
    await expect(element).to.be.accessible();
    own.online.set(true);
    own.configFile.set({ raw: {} });
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('[role=status]')).to.equal(null);
  });
});

describe('hw-heartbeat of another page', () => {
  beforeEach(() => {
    asked = [];
    HomeElement.connector = connect;
  });
  afterEach(() => {
    HomeElement.connector = undefined;
  });

  it('gives its repository and its interval to the open work, which asks only after the home is open', async () => {
    view.set({ phase: 'connecting', note: 'asking' });
    const element = await fixture<HomeElement>(
      html`<hw-heartbeat src="https://home.example" repo="me/site" refresh="30"></hw-heartbeat>`,
    );
    const work = (): Element | null | undefined => element.shadowRoot?.querySelector('hw-open-work');
    expect(work()?.localName).to.equal(undefined);
    view.set({ phase: 'ready', state });
    await element.updateComplete;
    expect([work()?.getAttribute('repo'), work()?.getAttribute('refresh')]).to.deep.equal(['me/site', '30']);
    await waitUntil(() => asked.length === 2, 'the open work asks');
    expect(asked.map(({ base }) => base)).to.deep.equal(Array(2).fill('https://home.example/#me/site'));
  });
});

describe('hw-home-name', () => {
  it('shows the text between its tags until the home’s name is known', async () => {
    view.set({ phase: 'connecting', note: '' });
    HomeElement.connector = connect;
    const element = await fixture<HomeElement>(html`<hw-home-name src="./">A home</hw-home-name>`);
    expect(element.shadowRoot?.querySelector('slot')?.assignedNodes()[0]?.textContent).to.equal('A home');
    view.set({ phase: 'ready', state });
    await element.updateComplete;
    expect(words(element)).to.equal('Home World');
    HomeElement.connector = undefined;
  });
});
