import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Reading } from '../../../../data/readings/reading.ts';
import { createState } from '../../../../data/state.ts';
import { countsStyle, embedStyle } from '../../../../harness/gateway/syndication/embed-style.ts';
import { homeCounts } from '../../../../harness/gateway/syndication/home-counts.ts';
import { listNames } from '../../../../harness/gateway/syndication/widget-heights.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { raw } from '../raw-requests.ts';

const BLOG = 'https://blog.example';

describe('embed.css', () => {
  let home: TestHome;
  before(async () => {
    home = await startHome({ settings: { allowedOrigins: [BLOG] } });
  });
  after(() => home.close());
  const ask = (headers: Record<string, string>) => raw(home.url, '/embed.css', headers);

  it('keeps the place of every widget', () => {
    const style = embedStyle();
    for (const name of [...listNames, 'now', 'weather', 'block-height', 'heartbeat', 'chat'])
      assert.match(style, new RegExp(`hw-${name}:not\\(:defined\\)::before\\{min-height:calc`), name);
    assert.doesNotMatch(style, /NaN|undefined|Infinity/);
    assert.match(style, /@media \(pointer:coarse\)\{&::before\{--t:44px\}\}/, 'rows that a finger hits');
  });

  it('says how many rows the home has to pages that may read it, and to no other', async () => {
    const hasRows = async (headers: Record<string, string>): Promise<boolean> => {
      const { status, headers: answered, body } = await ask(headers);
      assert.equal(status, 200);
      assert.match(String(answered['content-type']), /^text\/css/);
      assert.match(String(answered.vary), /origin/i);
      return String(body).includes(':root{');
    };
    assert.equal(await hasRows({ 'sec-fetch-site': 'same-origin' }), true);
    assert.equal(await hasRows({ 'sec-fetch-site': 'none' }), true);
    assert.equal(await hasRows({ 'sec-fetch-site': 'same-origin', origin: home.url }), true);
    assert.equal(await hasRows({ origin: BLOG }), true);
    assert.equal(await hasRows({ origin: 'https://evil.example' }), false);
    // A link without `crossorigin` to a home over plain HTTP has neither header.
    assert.equal(await hasRows({}), false);
    assert.equal(await hasRows({ 'sec-fetch-site': 'same-site' }), false);
    assert.equal(await hasRows({ 'sec-fetch-site': 'cross-site', origin: BLOG }), true);
    // A link without `crossorigin` has no origin.
    assert.equal(await hasRows({ 'sec-fetch-site': 'cross-site' }), false);
    assert.equal(await hasRows({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }), false);
  });

  it('can be linked to with crossorigin by every page, as the script', async () => {
    const origin = 'https://evil.example';
    const { headers } = await ask({ origin });
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal((await ask({ origin, 'if-none-match': String(headers.etag) })).status, 304);
  });
});

describe('what a home has', () => {
  const status = { view: () => ({ subjects: [1, 2, 3] }) } as never;
  const live = <T>(value: T): Reading<T> => ({ state: 'live', source: '', value, fetchedAt: 0 });

  it('is counted where it is known, and is one row where there is nothing', () => {
    const state = createState();
    assert.deepEqual(
      homeCounts(state, status, () => true),
      { 'history-rows': 3 },
    );
    const { commits, sovereignty, portalRecords } = state.readings;
    commits.set(live([{ sha: 'a', author: 'Ada', authoredAt: 0, title: 'One' }]));
    const part = {
      name: 'weather',
      own: false,
      where: '',
      why: 'The forecast comes from a server of others.',
    };
    sovereignty.set(live({ score: 50, label: 'half', parts: [part, { ...part, name: 'pages' }] }));
    portalRecords.set({ state: 'empty', source: '', fetchedAt: 0 });
    const { 'agents-rows': _agents, ...rows } = homeCounts(state, status, () => true);
    assert.deepEqual(rows, {
      'commits-rows': 1,
      'portals-rows': 1,
      'history-rows': 3,
      'sovereignty-rows': 2,
      // “weather: not own. The forecast | comes from a server of others.”
      'sovereignty-lines': 4,
      'sovereignty-lines-narrow': 4,
    });
    sovereignty.set(live({ score: 50, label: 'half' }));
    const { 'sovereignty-rows': parts, 'sovereignty-lines': lines } = homeCounts(state, status, () => true);
    assert.deepEqual([parts, lines], [0, 0]);
    assert.equal(
      countsStyle({ 'agents-rows': 2, 'history-rows': 3 }),
      ':root{--hw-agents-rows:2;--hw-history-rows:3}\n',
    );
  });

  it('stays while a source fails', () => {
    const state = createState();
    const { commits } = state.readings;
    const value = [{ sha: 'a', author: 'Ada', authoredAt: 0, title: 'One' }];
    commits.set({ state: 'stale', source: '', fetchedAt: 0, cause: 'down', value });
    assert.equal(homeCounts(state, status, () => true)['commits-rows'], 1);
  });
});
