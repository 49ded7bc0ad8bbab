import type { Reading } from '../../../data/readings/reading.ts';
import { expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import '../../../components/widgets/agents.ts';
import '../../../components/widgets/commits.ts';
import { definer } from '../../../components/widgets/define-when-present.ts';
import '../../../components/widgets/heartbeat.ts';
import { HomeElement } from '../../../components/widgets/home-element.ts';
import '../../../components/widgets/weather.ts';
import type { HomeState } from '../../../data/apps/home-state.ts';
import { survivors } from '../../helpers/collection.ts';
import * as given from './readings.ts';

/** A widget with a state, in a box with this style. */
async function show(tag: string, state: HomeState, attributes: Record<string, string> = {}, style = '') {
  const box = await fixture<HTMLElement>(html`<div style=${style}></div>`);
  const element = document.createElement(tag) as HomeElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.state = state;
  box.append(element);
  await element.updateComplete;
  return element;
}

const find = (element: Element, selector: string): Element | null | undefined =>
  element.shadowRoot?.querySelector(selector);
const background = (element: Element): string =>
  getComputedStyle(find(element, 'section') as Element).backgroundColor;
const LIGHT = 'rgb(255, 255, 255)';
const DARK = 'rgb(10, 20, 40)';

describe('the attributes of a widget', () => {
  it('are reflected by properties, and properties by attributes', async () => {
    const element = await show('hw-commits', given.homeState(), { limit: '3', 'heading-level': '4' });
    expect([element.limit, element.headingLevel, element.compact]).to.deep.equal([3, 4, false]);
    element.compact = true;
    element.label = 'Commits';
    element.limit = undefined;
    element.src = 'https://home.example';
    await element.updateComplete;
    expect(element.getAttributeNames().toSorted()).to.deep.equal([
      'compact',
      'heading-level',
      'label',
      'src',
    ]);
    element.setAttribute('limit', 'many');
    expect(element.limit).to.equal(undefined);
  });

  it('limit shows at most so many rows', async () => {
    const state = given.homeState();
    given.live(state.readings.commits, given.commits);
    for (const tag of ['hw-commits', 'hw-agents']) {
      const element = await show(tag, state);
      expect(element.shadowRoot?.querySelectorAll('li')).to.have.lengthOf(2);
      element.limit = 1;
      await element.updateComplete;
      expect(element.shadowRoot?.querySelectorAll('li')).to.have.lengthOf(1);
    }
  });

  it('limit shows more commits than the usual five', async () => {
    const state = given.homeState();
    const [commit] = given.commits;
    if (!commit) throw new Error('no commit');
    given.live(
      state.readings.commits,
      Array.from({ length: 9 }, () => commit),
    );
    const element = await show('hw-commits', state, { limit: '8' });
    expect(element.shadowRoot?.querySelectorAll('li')).to.have.lengthOf(8);
  });

  it('units shows degrees Celsius', async () => {
    const state = given.homeState();
    given.live(state.readings.weather, given.weather);
    const element = await show('hw-weather', state, { units: '°C' });
    expect(find(element, '.figure')?.textContent).to.equal('22.1°C Clear');
    element.units = '°F';
    await element.updateComplete;
    expect(find(element, '.figure')?.textContent).to.equal('71.7°F Clear');
  });

  it('label and heading-level change the heading, accessibly', async () => {
    const element = await show('hw-weather', given.homeState(), { label: 'Outside', 'heading-level': '3' });
    const heading = find(element, 'h2');
    expect(heading?.textContent?.trim()).to.equal('Outside');
    expect(heading?.getAttribute('aria-level')).to.equal('3');
    await expect(element).to.be.accessible();
    element.label = '';
    await element.updateComplete;
    expect(heading?.hasAttribute('hidden')).to.equal(true);
    await expect(element).to.be.accessible();
  });

  it('compact hides details, and the source while all is well', async () => {
    const state = given.homeState();
    given.live(state.readings.commits, given.commits);
    const element = await show('hw-commits', state, { compact: '' });
    const shown = (selector: string) =>
      getComputedStyle(find(element, selector) as Element).display !== 'none';
    expect([shown('.detail'), shown('.source')]).to.deep.equal([false, false]);
    given.failed(state.readings.commits, 'down');
    await element.updateComplete;
    expect(shown('.source')).to.equal(true);
    await expect(element).to.be.accessible();
  });
});

describe('the colours of a widget', () => {
  it('are light on a light page and dark on a dark one, by the colour of its text', async () => {
    const state = given.homeState();
    expect(background(await show('hw-weather', state, {}, 'color: black'))).to.equal(LIGHT);
    expect(background(await show('hw-weather', state, {}, 'color: rgb(230, 230, 230)'))).to.equal(DARK);
  });

  it('follow the color-scheme where the text has another colour space', async () => {
    const style = 'color-scheme: dark; color: oklch(0.9 0 0)';
    expect(background(await show('hw-weather', given.homeState(), {}, style))).to.equal(DARK);
  });

  it('are those that the theme attribute names', async () => {
    const state = given.homeState();
    expect(background(await show('hw-weather', state, { theme: 'dark' }, 'color: black'))).to.equal(DARK);
    const element = await show('hw-weather', state, { theme: 'light' }, 'color: white');
    expect(background(element)).to.equal(LIGHT);
    element.theme = 'auto';
    await element.updateComplete;
    expect(background(element)).to.equal(DARK);
  });

  it('come from properties on anything around it, also inside the whole heartbeat', async () => {
    const style = '--hw-panel-background: rgb(1, 2, 3)';
    const element = await show('hw-heartbeat', given.homeState(), {}, style);
    const inner = find(element, 'hw-weather') as HomeElement;
    await inner.updateComplete;
    expect(background(inner)).to.equal('rgb(1, 2, 3)');
  });

  for (const theme of ['light', 'dark'])
    it(`are readable in every state of a ${theme} widget`, async () => {
      const state = given.homeState();
      given.live(state.readings.commits, given.commits);
      given.live(state.readings.agentStatus, given.agents);
      const agents = await show('hw-agents', state, { theme });
      await expect(agents).to.be.accessible();
      given.failed(state.readings.commits, 'down');
      await agents.updateComplete;
      await expect(agents).to.be.accessible();
    });
});

describe('hw-heartbeat', () => {
  it('gives its attributes and parts to the widgets inside', async () => {
    const element = await show('hw-heartbeat', given.homeState(), {
      compact: '',
      units: 'C',
      theme: 'light',
    });
    const inner = find(element, 'hw-weather') as HomeElement;
    expect([inner.compact, inner.units, inner.theme]).to.deep.equal([true, 'C', 'light']);
    expect(inner.getAttribute('exportparts')).to.match(/^panel, title, source, row, /);
    element.compact = false;
    await element.updateComplete;
    expect(inner.compact).to.equal(false);
  });
});

describe('the events of a widget', () => {
  const detail = (event: Event) =>
    (event as CustomEvent<{ readonly reading?: Reading<unknown>; readonly cause?: string }>).detail;

  it('dispatch events for the first answer, a newer one and a failure, through shadow roots', async () => {
    const state = given.homeState();
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const element = document.createElement('hw-weather') as HomeElement;
    element.state = state;
    host.attachShadow({ mode: 'open' }).append(element);
    await element.updateComplete;
    setTimeout(() => given.live(state.readings.weather, given.weather));
    const loaded = detail(await oneEvent(host, 'hw-load'));
    expect(loaded.reading?.value).to.deep.equal(given.weather);
    expect(element.reading).to.equal(loaded.reading);
    setTimeout(() => given.empty(state.readings.weather));
    expect(detail(await oneEvent(host, 'hw-update')).reading?.state).to.equal('empty');
    setTimeout(() => given.failed(state.readings.weather, 'it answered 503'));
    expect(detail(await oneEvent(host, 'hw-error')).cause).to.equal('it answered 503');
  });

  it('dispatch nothing twice: the clock advances and the reading stays', async () => {
    const state = given.homeState();
    given.live(state.readings.weather, given.weather);
    const told: string[] = [];
    const element = await show('hw-weather', state);
    for (const type of ['hw-load', 'hw-update', 'hw-error'])
      element.addEventListener(type, () => told.push(type));
    state.now.set(given.NOW + given.HOUR);
    await element.updateComplete;
    expect(told).to.deep.equal([]);
  });

  it('dispatch nothing while no request fails and there is no newer answer', async () => {
    const state = given.homeState();
    const { weather } = state.readings;
    given.live(weather, given.weather);
    const element = await show('hw-weather', state);
    const told: string[] = [];
    for (const type of ['hw-load', 'hw-update', 'hw-error'])
      element.addEventListener(type, () => told.push(type));
    given.aged(weather, 'stale', given.weather);
    await element.updateComplete;
    const source = { source: 'weather', value: given.weather, fetchedAt: given.NOW - given.HOUR };
    expect(told).to.deep.equal([]);
    weather.set({ ...source, state: 'stale', cause: 'it answered 503' });
    await element.updateComplete;
    weather.set({ ...source, state: 'offline', cause: 'this browser has no network' });
    await element.updateComplete;
    expect(told).to.deep.equal(['hw-error']);
  });

  it('report that there is no address', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    setTimeout(() => host.append(document.createElement('hw-weather')));
    expect(detail(await oneEvent(host, 'hw-error')).cause).to.contain('has no home address');
  });
});

describe('the slots of a widget', () => {
  it('take the place of the words before the first answer, and below the source', async () => {
    const state = given.homeState();
    const element = await show('hw-weather', state);
    element.innerHTML = '<b slot="loading">one moment</b><i slot="footer">by us</i>';
    const shown = (tag: string) => (element.querySelector(tag) as HTMLElement).assignedSlot?.name;
    expect([shown('b'), shown('i')]).to.deep.equal(['loading', 'footer']);
    given.live(state.readings.weather, given.weather);
    await element.updateComplete;
    expect([shown('b'), shown('i')]).to.deep.equal([undefined, 'footer']);
    await expect(element).to.be.accessible();
  });
});

describe('a widget in a page that is written from right to left', () => {
  it('has its English words from left to right, and leaves the words of the page to their own direction', async () => {
    const state = given.homeState();
    state.online.set(false);
    const direction = (node: Element | null | undefined): string =>
      getComputedStyle(node as Element).direction;
    const box = await fixture<HTMLElement>(html`<div dir="rtl" lang="he"></div>`);
    for (const tag of ['hw-weather', 'hw-heartbeat']) {
      const element = document.createElement(tag) as HomeElement;
      element.state = state;
      element.innerHTML = '<p slot="footer">שלום!</p>';
      box.append(element);
      await element.updateComplete;
      expect([direction(box), direction(find(element, 'section'))], tag).to.deep.equal(['rtl', 'ltr']);
    }
    expect(getComputedStyle(box.querySelector('p') as Element).unicodeBidi).to.equal('plaintext');
  });
});

describe('refresh', () => {
  it('as an attribute is the pause between requests, as a method asks now', async () => {
    const asked: number[] = [];
    let refreshed = 0;
    const state = given.homeState();
    HomeElement.connector = (_base, { every }) => {
      asked.push(every);
      return {
        view: { get: () => ({ phase: 'ready', state }) as const },
        refresh: () => void (refreshed += 1),
        release: () => undefined,
      };
    };
    const element = await fixture<HomeElement>(
      html`<hw-weather src="https://home.example" refresh="300"></hw-weather>`,
    );
    element.refresh();
    expect(refreshed).to.equal(1);
    element.refresh = 1;
    expect(element.getAttribute('refresh')).to.equal('1');
    await element.updateComplete;
    element.removeAttribute('refresh');
    await element.updateComplete;
    expect(asked).to.deep.equal([300, 10, 0]);
    HomeElement.connector = undefined;
  });
});

describe('the search for tags', () => {
  it('finds them in an open shadow root it is given, in those inside it, and later ones', async () => {
    const loaded: string[] = [];
    const load = (tag: string) => () => Promise.resolve(loaded.push(tag));
    const look = definer({ 'test-a': load('a'), 'test-b': load('b'), 'test-c': load('c') });
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<test-a></test-a><p></p>';
    const inner = root.querySelector('p')?.attachShadow({ mode: 'open' }) as ShadowRoot;
    inner.innerHTML = '<test-b></test-b>';
    look(document);
    expect(loaded).to.deep.equal([]);
    look(root, true);
    expect(loaded).to.deep.equal(['a', 'b']);
    inner.append(document.createElement('test-c'));
    await Promise.resolve();
    expect(loaded).to.deep.equal(['a', 'b', 'c']);
  });

  it('tries failed files again after half a minute, also the last file', async () => {
    let attempts = 0;
    const look = definer({
      'test-d': () => {
        attempts += 1;
        return attempts === 1 ? Promise.reject(new Error('no network')) : Promise.resolve();
      },
    });
    const host = await fixture<HTMLElement>(html`<div><test-d></test-d></div>`);
    const timers: [() => void, number | undefined][] = [];
    const own = window.setTimeout;
    try {
      Object.assign(window, { setTimeout: (...timer: [() => void, number]) => timers.push(timer) });
      look(host);
      expect(attempts).to.equal(1);
      for (let n = 0; n < 5; n += 1) {
        await nextFrame();
        host.append(document.createElement('p'));
      }
      expect(attempts, 'while the page changes').to.equal(1);
    } finally {
      window.setTimeout = own;
    }
    const [[again, pause] = []] = timers;
    expect([timers.length, pause]).to.deep.equal([1, 30_000]);
    again?.();
    expect(attempts).to.equal(2);
  });

  it('lets go of shadow roots that the page has removed', async function () {
    this.timeout(60_000);
    const look = definer({ 'test-e': () => Promise.resolve() });
    look(document);
    const removed = Array.from({ length: 100 }, () => {
      const host = document.createElement('div');
      const root = host.attachShadow({ mode: 'open' });
      document.body.append(host);
      look(root, true);
      host.remove();
      return new WeakRef(root);
    });
    // One can be held by the browser.
    expect(await survivors(removed)).to.be.lessThan(5);
  });
});
