import { expect } from '@open-wc/testing';
import '../../../components/widgets/agents.ts';
import { HomeElement } from '../../../components/widgets/home-element.ts';
import '../../../components/widgets/heartbeat.ts';
import { createHomeConnector } from '../../../data/apps/widgets.ts';
import type { HomeState } from '../../../data/apps/home-state.ts';
import { createIntervalLoop } from '../../../data/core/interval-loop.ts';
import { survivors } from '../../helpers/collection.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { NOW } from '../../components/widgets/readings.ts';

const COMMITS = [
  {
    sha: 'a',
    commit: { author: { name: 'Timmy', date: '2026-11-21T10:00:00+02:00' }, message: 'One\n\nmore' },
  },
];

/** A home on this test's network: it answers with the given files and counts the requests. */
function world(files: Record<string, unknown>) {
  const asked: string[] = [];
  const page = new EventTarget();
  const loop = createIntervalLoop<HomeState>(document);
  const modules = new Set<string>();
  let starts = 0;
  let stops = 0;
  const connector = createHomeConnector({
    environment: {
      fetch: async (input) => {
        const url = new URL(String(input instanceof Request ? input.url : input));
        asked.push(url.href);
        const found = Object.entries(files).find(([path]) => url.href.includes(path));
        if (!found) return new Response('{}', { status: 404 });
        return new Response(JSON.stringify(found[1]));
      },
      now: () => NOW,
      window: page,
      random: Math.random,
      isOnline: () => true,
    },
    loop: {
      add(name, module, state) {
        modules.add(name);
        loop.add(name, module, state);
      },
      remove(name) {
        modules.delete(name);
        loop.remove(name);
      },
      start: () => void (starts += 1),
      stop: () => void (stops += 1),
    },
  });
  const running = () => [...modules];
  return { asked, page, connector, running, loops: () => [starts, stops] };
}

const files = () => ({
  'config.json': {
    codeHost: { url: 'https://code.example', owner: 'timmy', repo: 'home', agents: ['Timmy'] },
  },
  '/commits': COMMITS,
  'agent-status.json': { agents: [{ name: 'Timmy', status: 'idle', issue: null, prs_today: 1 }] },
});

/** Waits long enough for an immediate effect, in tests that expect none. */
const settled = () => new Promise((next) => setTimeout(next, 5));
const add = (tag: string, src: string): HomeElement => {
  const element = document.createElement(tag) as HomeElement;
  element.setAttribute('src', src);
  document.body.append(element);
  return element;
};
const words = (element: Element): string => element.shadowRoot?.textContent ?? '';
const live = (...elements: readonly Element[]): Promise<void> =>
  waitUntil(() => elements.every((element) => words(element).includes('Timmy: WORKING')));

describe('the connection of widgets to a home', () => {
  it('reads the repository that a widget names, and all of them for another widget', async () => {
    const codeHost = { url: '', owner: 'all', repo: 'repositories', agents: ['Timmy'] };
    const home = world({ ...files(), 'config.json': { codeHost, repositories: ['me/a', 'me/group/b'] } });
    HomeElement.connector = home.connector;
    const one = add('hw-agents', 'https://home.example/');
    one.setAttribute('repo', 'me/group/b');
    const all = add('hw-agents', 'https://home.example/');
    await live(one, all);
    const lists = home.asked.filter((url) => url.includes('/commits')).map((url) => new URL(url).pathname);
    expect(lists.toSorted()).to.deep.equal([
      '/api/v1/repos/all/repositories/commits',
      '/api/v1/repos/me%2Fgroup/b/commits',
    ]);
    expect(words(one)).to.include('me/group/b, this home');
    one.remove();
    all.remove();
  });

  afterEach(() => {
    HomeElement.connector = undefined;
    for (const element of document.querySelectorAll('hw-agents, hw-heartbeat')) element.remove();
  });

  it('is shared by all widgets of one home and requests each source once', async () => {
    const home = world(files());
    HomeElement.connector = home.connector;
    const first = add('hw-agents', 'https://home.example');
    const second = add('hw-agents', 'https://home.example/');
    await live(first, second);
    expect(home.asked.filter((url) => url.endsWith('config.json'))).to.have.lengthOf(1);
    expect(home.asked.filter((url) => url.includes('/commits'))).to.have.lengthOf(1);
    expect(home.asked.some((url) => url.includes('forecast'))).to.equal(false);
    expect(home.loops()).to.deep.equal([1, 0]);
  });

  it('stops with the last widget and starts again with the next', async () => {
    const home = world(files());
    HomeElement.connector = home.connector;
    const first = add('hw-agents', 'https://home.example');
    const second = add('hw-agents', 'https://home.example');
    await live(first, second);
    first.remove();
    await settled();
    expect(home.running()).to.include('https://home.example/ commits');
    second.remove();
    await waitUntil(() => home.running().length === 0);
    expect(home.loops()).to.deep.equal([1, 1]);
    const third = add('hw-agents', 'https://home.example');
    await live(third);
    expect(home.loops()).to.deep.equal([2, 1]);
  });

  it('stays open while a widget is moved within the page', async () => {
    const home = world(files());
    HomeElement.connector = home.connector;
    const element = add('hw-agents', 'https://home.example');
    await live(element);
    const before = home.asked.length;
    document.body.prepend(element);
    await settled();
    expect(home.asked).to.have.lengthOf(before);
    expect(words(element)).to.contain('Timmy: WORKING');
  });

  it('runs only the sources that a widget still needs', async () => {
    const home = world(files());
    HomeElement.connector = home.connector;
    add('hw-agents', 'https://home.example');
    const whole = add('hw-heartbeat', 'https://home.example');
    await waitUntil(() => home.running().includes('https://home.example/ weather'));
    whole.remove();
    await waitUntil(() => !home.running().includes('https://home.example/ weather'));
    expect(home.running()).to.have.members(
      ['clock', 'network', 'commits', 'agentStatus'].map((name) => `https://home.example/ ${name}`),
    );
  });

  it('reports that no home answers and never shows the defaults as readings', async () => {
    const home = world({});
    HomeElement.connector = home.connector;
    const element = add('hw-agents', 'https://nobody.example');
    await waitUntil(() => words(element).includes('No home answers this page at https://nobody.example/'));
    expect(words(element)).to.contain('allowedOrigins');
    expect(home.asked).to.deep.equal(['https://nobody.example/config.json']);
  });

  it('says that the policy of the page blocks the home, before and after the request has failed', async () => {
    const home = world({});
    HomeElement.connector = home.connector;
    const violate = (blockedURI: string, disposition: SecurityPolicyViolationEventDisposition) =>
      home.page.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', {
          blockedURI,
          disposition,
          documentURI: location.href,
          effectiveDirective: 'connect-src',
          originalPolicy: "connect-src 'self'",
          statusCode: 200,
          violatedDirective: 'connect-src',
        }),
      );
    const blocked = (address: string) =>
      `The Content-Security-Policy of this page blocks ${address}. Add it to connect-src.`;
    const early = add('hw-agents', 'https://early.example');
    await early.updateComplete;
    violate('https://early.example/config.json', 'enforce');
    const late = add('hw-agents', 'https://late.example/home/');
    late.setAttribute('repo', 'me/site');
    await waitUntil(() => words(late).includes('No home answers this page at https://late.example/home/ ('));
    expect(words(early)).to.contain(blocked('https://early.example'));
    violate('https://late.example/other.json', 'enforce');
    violate('https://late.example/home/config.json', 'report');
    await settled();
    expect(words(late)).to.contain('No home answers this page');
    violate('https://late.example/home/config.json', 'enforce');
    await waitUntil(() => words(late).includes(blocked('https://late.example')));
  });

  it('leaves nothing behind after 500 widgets were added and removed', async function () {
    this.timeout(60_000);
    const home = world(files());
    HomeElement.connector = home.connector;
    const refs: WeakRef<HomeElement>[] = [];
    for (let round = 0; round < 5; round++) refs.push(...(await comeAndGo(100)));
    expect(await survivors(refs)).to.equal(0);
    expect(home.running()).to.deep.equal([]);
  });

  it('lets removed widgets be collected while others of the same home stay', async function () {
    this.timeout(60_000);
    const home = world(files());
    HomeElement.connector = home.connector;
    await live(add('hw-agents', 'https://home.example'));
    const refs = Array.from({ length: 500 }, () => {
      const element = add('hw-agents', 'https://home.example');
      return new WeakRef(element);
    });
    await settled();
    for (const ref of refs) ref.deref()?.remove();
    expect(await survivors(refs)).to.equal(0);
    expect(home.running()).to.include('https://home.example/ commits');
  });
});

/** A separate function, so that no stack frame of the test keeps a widget alive. */
async function comeAndGo(count: number): Promise<WeakRef<HomeElement>[]> {
  const batch = Array.from({ length: count }, () => add('hw-agents', 'https://home.example'));
  // `waitUntil` would keep its condition, and so the widgets, until its time is over.
  while (!batch.every((element) => words(element).includes('Timmy: WORKING'))) await settled();
  for (const element of batch) element.remove();
  return batch.map((element) => new WeakRef(element));
}
