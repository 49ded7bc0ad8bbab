import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { waitUntil } from '../../helpers/wait-until.ts';
import { HistoryElement } from '../../../components/widgets/history.ts';
import { createHomeState } from '../../../data/apps/home-state.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import type { HistoryAnswer, HistoryBar, HistorySubject } from '../../../data/readings/schemas/history.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const fetchOfPage = window.fetch;

const bars = (count: number, ...last: HistoryBar[]): HistoryBar[] => [
  ...Array.from({ length: count - last.length }, (): HistoryBar => [30, 0, 0]),
  ...last,
];

const subject = (more: Partial<HistorySubject>): HistorySubject => ({
  id: 'portal:wiki',
  kind: 'portal',
  name: 'The wiki',
  text: 'The wiki answers. 100 % of the checks of the last 24 hours were answered.',
  state: 'up',
  uptime: 1,
  latency: { p50: 42, p95: 180 },
  bars: bars(48),
  incidents: [],
  ...more,
});

const answer = (subjects: readonly HistorySubject[], more: Partial<HistoryAnswer> = {}): HistoryAnswer => ({
  schema: 1,
  span: '24h',
  headline: 'All 6 portals answer',
  begin: NOON - 86_400_000,
  end: NOON,
  barSeconds: 1_800,
  subjects,
  maintenance: [],
  ...more,
});

/** A widget whose home gives these answers, one after the other; the last one from then on. */
async function show(...answers: (HistoryAnswer | number)[]) {
  const asked: string[] = [];
  window.fetch = async (input) => {
    asked.push(input instanceof Request ? input.url : input.toString());
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return typeof next === 'number'
      ? new Response('{"message":"no"}', { status: next })
      : new Response(JSON.stringify(next));
  };
  const state = createHomeState('https://home.example/', NOON, defaultConfig);
  const element = new HistoryElement();
  element.state = state;
  const host = await fixture(html`<div style="width: 320px; background: #000008"></div>`);
  return {
    element,
    state,
    asked,
    /** Available from the first update on. */
    get root() {
      return element.shadowRoot!;
    },
    attach() {
      host.append(element);
      return element.updateComplete;
    },
    text: () => element.shadowRoot!.textContent.replaceAll(/\s+/g, ' '),
    all: (selector: string) => [...element.shadowRoot!.querySelectorAll(selector)],
  };
}

describe('the widget of the status history', () => {
  afterEach(() => {
    window.fetch = fetchOfPage;
  });

  it('shows the headline, each state in words, its bars as a sentence, and its incidents', async () => {
    const incident = {
      begin: NOON - 600_000,
      end: null,
      ending: 'ongoing',
      cause: 'it answered 503',
    } as const;
    const lab = subject({
      id: 'portal:lab',
      name: 'The lab',
      state: 'down',
      cause: 'it answered 503',
      uptime: 0.9,
      bars: bars(48, null, [20, 10, 0], [0, 0, 5], [0, 30, 0]),
      incidents: [incident],
    });
    const page = await show(
      answer([subject({}), lab], {
        headline: '1 of 2 portals does not answer',
        maintenance: [{ begin: NOON, end: NOON + 60_000, of: [], note: 'new disks' }],
      }),
    );
    await page.attach();
    await waitUntil(() => page.all('li:not(.placeholder)').length === 2, 'both are shown');
    expect(page.root.querySelector('.figure')?.textContent).to.equal('1 of 2 portals does not answer');
    expect(page.text())
      .to.include('The wiki: answers')
      .and.include('100 % · median 42 ms, 95 % within 180 ms');
    expect(page.text())
      .to.include('The lab: does not answer')
      .and.include('1 incident')
      .and.include('new disks');
    expect(page.root.querySelector('details p')?.textContent).to.match(
      /^since 2\d Nov, \d\d:\d\d: it answered 503$/,
    );
    const [first, second] = page.all('svg');
    expect(first?.getAttribute('aria-label')).to.match(/^The wiki answers\./);
    const drawn = (svg: Element | undefined) =>
      [...(svg?.querySelectorAll('path') ?? [])].map(
        (path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0,
      );
    expect(drawn(first)).to.deep.equal([48, 0, 0, 0, 0]);
    // Maintenance has two blocks.
    expect(drawn(second)).to.deep.equal([44, 1, 1, 2, 1]);
    const heights = [...second!.querySelectorAll('path')].map(
      (path) => path.getAttribute('d')?.split('h')[0]?.split(' ')[1],
    );
    expect(new Set(heights.slice(0, 3)).size, 'no state is told by its colour alone').to.equal(3);
    await expect(page.element).to.be.accessible();
  });

  it('marks a subject that is not checked otherwise than one that answers, in as much space', async () => {
    const unchecked = { state: 'unknown', uptime: null, latency: null } as const;
    const page = await show(
      answer([
        subject({}),
        subject({ ...unchecked, cause: 'no health address' }),
        subject({ ...unchecked, cause: 'its address is not on the public internet' }),
      ]),
    );
    await page.attach();
    await waitUntil(() => page.all('li:not(.placeholder)').length === 3, 'all are shown');
    const [up, short, long] = page.all('li');
    expect(getComputedStyle(short!, '::before').content).to.not.equal(
      getComputedStyle(up!, '::before').content,
    );
    for (const one of [short, long]) expect(one?.querySelectorAll('.detail').length).to.equal(1);
    expect(long?.getBoundingClientRect().height).to.equal(short?.getBoundingClientRect().height);
  });

  it('requests each span once, then once a minute, and only one subject if `of` names it', async () => {
    const page = await show(answer([subject({})]));
    page.element.setAttribute('of', 'portal:wiki');
    await page.attach();
    await waitUntil(() => page.all('svg').length === 1, 'it is shown');
    expect(page.asked).to.deep.equal(['https://home.example/api/history.json?span=24h&of=portal%3Awiki']);
    page.state.now.set(NOON + 30_000);
    await page.element.updateComplete;
    expect(page.asked.length).to.equal(1);
    page.state.now.set(NOON + 61_000);
    await page.element.updateComplete;
    expect(page.asked.length).to.equal(2);
    const select = page.root.querySelector('select')!;
    select.value = '90d';
    select.dispatchEvent(new Event('change'));
    await waitUntil(() => page.asked.length === 3, 'the other span is requested');
    expect(page.asked[2]).to.include('span=90d');
    expect(page.element.span).to.equal('90d');
    page.element.span = '30d';
    await waitUntil(() => page.asked.length === 4, 'a page sets it too');
    page.element.remove();
    page.state.now.set(NOON + 500_000);
    await page.element.updateComplete;
    expect(page.asked.length, 'a removed widget asks for nothing').to.equal(4);
  });

  it('keeps the choice of the span, with the focus, while another span loads and when it fails', async () => {
    const page = await show(answer([subject({})]), 500, answer([subject({})], { span: '30d' }));
    await page.attach();
    await waitUntil(() => page.all('svg').length === 1, 'it is shown');
    const select = page.root.querySelector('select')!;
    const choose = (span: string) => {
      select.value = span;
      select.dispatchEvent(new Event('change'));
    };
    select.focus();
    choose('90d');
    await page.element.updateComplete;
    expect(page.text(), 'it loads').to.include('HISTORY: —');
    expect(page.root.activeElement === select, 'the focus').to.equal(true);
    await waitUntil(() => page.text().includes('HISTORY: ERROR'), 'it failed');
    expect(page.root.activeElement === select, 'the focus').to.equal(true);
    expect(select.value).to.equal('90d');
    choose('24h');
    await waitUntil(() => page.text().includes('All 6 portals answer'), 'the visitor can go back');
    // A page may set again what the visitor chose before.
    page.element.span = '30d';
    await waitUntil(() => page.element.reading?.state === 'live', 'it is shown');
    page.element.span = '90d';
    await page.element.updateComplete;
    expect(select.value).to.equal('90d');
  });

  it('dispatches an event for each answer', async () => {
    const page = await show(
      answer([subject({})]),
      answer([subject({ state: 'down' })], { headline: 'The portal does not answer' }),
    );
    setTimeout(page.attach);
    await oneEvent(page.element, 'hw-load');
    expect(page.element.reading?.value?.headline).to.equal('All 6 portals answer');
    setTimeout(() => page.state.now.set(NOON + 61_000));
    await oneEvent(page.element, 'hw-update');
    expect(page.element.reading?.value?.headline).to.equal('The portal does not answer');
  });

  it('says that there is none on a static host, and what is wrong after a failure', async () => {
    const none = await show(404);
    none.attach();
    await waitUntil(() => none.text().includes('NO HISTORY'), 'there is none');
    expect(none.text()).to.include('this home has no such history');
    const failed = await show(500, answer([subject({})]));
    failed.attach();
    await waitUntil(() => failed.text().includes('HISTORY: ERROR'), 'it failed');
    failed.state.now.set(NOON + 61_000);
    await waitUntil(() => failed.text().includes('All 6 portals answer'), 'it works again');
  });

  it('says without a network that it is offline, with its last answer, and asks for nothing', async () => {
    const page = await show(answer([subject({})]));
    await page.attach();
    await waitUntil(() => page.all('svg').length === 1, 'it is shown');
    page.state.online.set(false);
    page.state.now.set(NOON + 61_000);
    await page.element.updateComplete;
    expect(page.element.reading?.state).to.equal('offline');
    expect(page.text()).to.include('All 6 portals answer').and.include('this browser has no network');
    expect(page.asked.length).to.equal(1);
    page.state.online.set(true);
    await waitUntil(() => page.asked.length === 2, 'it asks again when the network is back');
    await waitUntil(() => page.element.reading?.state === 'live', 'the answer is shown');
  });

  it('shows all subjects for a page that sets no id', async () => {
    const page = await show(answer([subject({})]));
    page.element.of = undefined;
    page.element.span = null;
    await page.attach();
    await waitUntil(() => page.all('svg').length === 1, 'it is shown');
    expect(page.asked).to.deep.equal(['https://home.example/api/history.json?span=24h']);
  });

  it('has the conventions of the other widgets: limit, compact, refresh', async () => {
    const page = await show(
      answer([subject({}), subject({ id: 'portal:lab', name: 'The lab', state: 'down' })]),
    );
    page.element.limit = 1;
    page.element.refresh = 20;
    await page.attach();
    await waitUntil(() => page.all('svg').length === 1, 'one of two is shown');
    expect(page.root.querySelector('.figure')?.className, 'the headline is that of all').to.include('dead');
    const shown = (selector: string) =>
      getComputedStyle(page.root.querySelector(selector)!).display !== 'none';
    expect(['label', '.detail', '.source'].map(shown)).to.deep.equal([true, true, true]);
    page.element.compact = true;
    await page.element.updateComplete;
    expect(['label', '.detail', '.source', 'svg'].map(shown)).to.deep.equal([false, false, false, true]);
    await expect(page.element).to.be.accessible();
    page.state.now.set(NOON + 19_000);
    await page.element.updateComplete;
    expect(page.asked.length).to.equal(1);
    page.state.now.set(NOON + 20_000);
    await waitUntil(() => page.asked.length === 2, 'the page wants it every 20 seconds');
    await waitUntil(() => page.element.reading?.fetchedAt === NOON + 20_000, 'the answer is there');
    page.element.refresh();
    await waitUntil(() => page.asked.length === 3, 'a script asks now');
    // With an invalid interval the widget refreshes once a minute.
    await waitUntil(() => page.element.reading?.state === 'live', 'the answer is there');
    page.element.setAttribute('refresh', 'often');
    page.state.now.set(NOON + 60_000);
    await page.element.updateComplete;
    expect(page.asked.length).to.equal(3);
  });

  it('has rows as high with incidents as without', async () => {
    const incident = {
      begin: NOON - 600_000,
      end: NOON,
      ending: 'answered',
      cause: 'it answered 503',
    } as const;
    const page = await show(answer([subject({}), subject({ id: 'portal:lab', incidents: [incident] })]));
    await page.attach();
    await waitUntil(() => page.all('svg').length === 2, 'both are shown');
    const [without, withOne] = page.all('li').map((row) => row.getBoundingClientRect().height);
    expect(withOne).to.equal(without);
  });

  it('writes dates and numbers as the page does, or its own attribute', async () => {
    const noon = new Date(2026, 10, 21, 14, 3).getTime();
    const incident = { begin: noon, end: null, ending: 'ongoing', cause: 'it answered 503' } as const;
    const page = await show(answer([subject({ uptime: 0.9995, incidents: [incident] })]));
    await page.attach();
    await waitUntil(() => page.all('svg').length === 1, 'it is shown');
    const shown = async (around: string, own = '') => {
      page.element.parentElement!.lang = around;
      page.element.lang = own;
      if (own === '') page.element.removeAttribute('lang');
      page.element.requestUpdate();
      await page.element.updateComplete;
      return [page.root.querySelector('details p')?.textContent, page.text().includes('99,95 %')];
    };
    const british = ['since 21 Nov, 14:03: it answered 503', false];
    expect(await shown('en')).to.deep.equal(british);
    expect(await shown('no language')).to.deep.equal(british);
    expect(await shown('de')).to.deep.equal(['since 21. Nov., 14:03: it answered 503', true]);
    const [american] = await shown('de', 'en-US');
    expect(american).to.match(/^since Nov 21, 02:03\sPM: it answered 503$/);
  });

  it('shows texts of the home as text', async () => {
    const page = await show(
      answer([subject({ name: '<img src=x onerror=alert(1)>', cause: '<b>x</b>', state: 'down' })]),
    );
    await page.attach();
    await waitUntil(() => page.all('svg').length === 1, 'it is shown');
    expect(page.root.querySelector('img, b')).to.equal(null);
  });
});
