import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import { blockText } from '../../../../data/readings/format.ts';
import { weatherText } from '../../../../data/readings/format-weather.ts';
import { agentRows } from '../../../../data/readings/format-agents.ts';
import { badgeSvg } from '../../../../harness/gateway/badges/badge-formats.ts';
import { History } from '../../../../harness/history/history.ts';
import { theme } from '../../../../theme/theme.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { raw } from '../raw-requests.ts';
import { failReadings, setReadings } from '../syndication/readings.ts';
import { health, readingAs } from '../../../helpers/home-readings.ts';

const names = ['agents', 'block-height', 'commits', 'sovereignty', 'weather'];

/** What an SVG shows and says; throws if it is not XML. */
function read(svg: string): { label: string; title: string; texts: string[]; fills: string[] } {
  const parser = new SaxesParser();
  const found = { label: '', title: '', texts: [] as string[], fills: [] as string[] };
  const path: string[] = [];
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (name === 'svg') found.label = String(attributes['aria-label']);
    if (name === 'rect') found.fills.push(String(attributes['fill']));
  });
  parser.on('closetag', () => void path.pop());
  parser.on('text', (text) => {
    if (path.at(-1) === 'title') found.title += text;
    if (path.at(-1) === 'text') found.texts.push(text);
  });
  parser.on('error', (error) => assert.fail(`${error.message}\n${svg}`));
  parser.write(svg).close();
  return found;
}

describe('badges', () => {
  let home: TestHome;
  before(async () => {
    home = await startHome();
    // The portals come from the files of the home.
    const { readings } = home.app.home.state;
    const record = { description: '', status: 'online', owner: 'me' };
    const destination = { type: 'url', params: {} };
    const garden = { ...record, id: 'garden', name: 'The “Garden” <1>', destination };
    readings.portalRecords.set(readingAs('live', 'x', [garden] as never, Date.now()));
    readings.portalHealth.set(readingAs('live', 'x', [health('garden', 'online')], Date.now()));
  });
  after(() => home.close());
  const get = async (path: string) => {
    const response = await fetch(`${home.url}/badge/${path}`);
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const refusal = async (path: string, status: number): Promise<string> => {
    const response = await fetch(`${home.url}/badge/${path}`);
    assert.equal(response.status, status, path);
    return ((await response.json()) as { message: string }).message;
  };

  it('have a dash before the first answer', async () => {
    for (const name of names) assert.match(read(await get(`${name}.svg`)).title, /—/, name);
  });

  it('show each reading in the words of the pages, as title, name and text', async () => {
    const { state } = home.app.home;
    setReadings(state, Date.now());
    const expected: Record<string, string> = {
      weather: weatherText(state.readings.weather.get()),
      'block-height': blockText(state.readings.blockHeight.get()),
      sovereignty: '85% OWN <B>',
      commits: '<script>alert("x")</script> — Ada & Co',
      agents: agentRows(state.derived.agents.get())
        .map(({ text }) => text)
        .join(' · '),
    };
    for (const [name, message] of Object.entries(expected)) {
      const { label, title, texts } = read(await get(`${name}.svg`));
      assert.equal(title, `${name.replace('-', ' ')}: ${message}`);
      assert.equal(label, title);
      assert.ok(texts.includes(message), name);
    }
    for (const [checks, word, color] of [
      ['passed', 'passed', theme.colors.connected],
      ['pending', 'running', theme.colors.sovereigntyMid],
    ] as const) {
      const work = { checks: { state: checks, sha: 'abcdef1', failed: [] }, pulls: [], hasMore: false };
      state.readings.openWork.set(readingAs('live', 'a test', work, Date.now()));
      const badge = read(await get('checks.svg'));
      assert.equal(badge.title, `checks: ${word}`);
      assert.ok(badge.fills.includes(color));
    }
    assert.ok(read(await get('sovereignty.svg')).fills.includes(theme.colors.sovereigntyHigh));
  });

  it('may be used for a minute, and are asked again with their tag', async () => {
    const first = await raw(home.url, '/badge/weather.svg');
    assert.equal(first.headers['cache-control'], 'max-age=60');
    assert.equal(first.headers['content-type'], 'image/svg+xml; charset=utf-8');
    const tag = String(first.headers.etag);
    const again = await raw(home.url, '/badge/weather.svg', { 'if-none-match': tag });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    const compressed = await raw(home.url, '/badge/weather.svg', { 'accept-encoding': 'br' });
    assert.equal(compressed.headers['content-encoding'], 'br');
    const head = await raw(home.url, '/badge/weather.svg', {}, 'HEAD');
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.equal((await raw(home.url, '/badge/weather.svg', {}, 'POST')).status, 405);
  });

  it('show one agent by its name in any case, and one portal by its id', async () => {
    assert.equal(read(await get(`agent/${encodeURIComponent('ada & CO')}.svg`)).title, 'Ada & Co: WORKING');
    assert.equal(read(await get(`agent/${encodeURIComponent('j.d@…')}.svg`)).title, 'j.d@…: IDLE');
    assert.equal(read(await get('portal/garden.svg')).title, 'The “Garden” <1>: ONLINE');
    assert.match(await refusal('agent/unknown.svg', 404), /no agent of this name/);
    assert.match(await refusal('portal/../weather.svg%2f', 404), /no portal|nothing|no such badge/i);
    assert.match(await refusal('portal/nowhere.svg', 404), /no portal with this id/);
    assert.match(await refusal('nope.svg', 404), /There are: sovereignty, agents/);
    assert.match(await refusal('constructor.svg', 404), /no such badge/);
    assert.match(await refusal('weather.png', 404), /\.svg or \.json/);
  });

  it('show the uptime of a portal or an upstream over a span, and no data as such', async () => {
    const history = new History(':memory:');
    const at = Date.now();
    history.record([
      ...[0, 1, 2, 3].map((minutes) => ({
        id: 'portal:far',
        at: at - minutes * 60_000,
        online: minutes !== 2,
        latencyMs: null,
      })),
      { id: 'upstream:weather', at, online: true, latencyMs: 80 },
    ]);
    await using watched = await startHome({ history, fetch: async () => new Response('') });
    await watched.app.home.checkPortals();
    const shown = async (file: string) => (await fetch(`${watched.url}/badge/uptime/${file}`)).text();
    const far = read(await shown('portal:far.svg'));
    assert.equal(far.title, 'Far World, 24 hours: 75 %');
    assert.ok(far.fills.includes('#dd4343'), 'red');
    assert.equal(read(await shown('portal%3Afar.svg?span=90d')).title, 'Far World, 90 days: 75 %');
    const weather = JSON.parse(
      await shown('upstream:weather.json?span=30d&label=sky&style=flat-square'),
    ) as object;
    assert.deepEqual(weather, {
      schemaVersion: 1,
      label: 'sky',
      message: '100 %',
      style: 'flat-square',
      color: theme.colors.connected.slice(1),
      labelColor: theme.colors.panelBackground.slice(1),
      cacheSeconds: 60,
    });
    assert.match(read(await shown('portal:driven.svg')).title, /^Driven, 24 hours: no data$/);
    const missing = await fetch(`${watched.url}/badge/uptime/portal:removed.svg`);
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /history\.json lists what it watches/);
    assert.match(await shown('portal:far.svg?span=1y'), /“span” is one of: 24h, 30d, 90d/);
  });

  it('take another label, color and style', async () => {
    const { title, fills } = read(await get('weather.svg?label=over%20%3Cus%3E&color=c0ffee&style=plastic'));
    assert.match(title, /^over <us>: /);
    assert.ok(fills.includes('#c0ffee'));
    assert.doesNotMatch(read(await get('weather.svg?label=')).title, /:/);
    const looks = new Set<string>();
    for (const style of ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'])
      looks.add(await get(`weather.svg?style=${style}`));
    assert.equal(looks.size, 5);
    await get('weather.svg?utm=x&label=a');
  });

  it('say what is wrong with a parameter', async () => {
    for (const [query, expected] of [
      [`label=${'x'.repeat(61)}`, /“label” is one text of at most 60/],
      ['label=a&label=b', /“label” is one text/],
      ['color=url(x)', /“color” is a hex value/],
      ['color=constructor', /“color” is a hex value/],
      ['color=%23fff', /“color” is a hex value/],
      ['style=round', /“style” is one of: flat, flat-square, plastic/],
    ] as const)
      assert.match(await refusal(`weather.svg?${query}`, 400), expected, query);
  });

  it('are endpoints of Shields with .json', async () => {
    const weather = JSON.parse(await get('weather.json')) as object;
    assert.deepEqual(weather, {
      schemaVersion: 1,
      label: 'weather',
      message: '71.7°F Clear',
      color: theme.colors.panelText.slice(1),
      labelColor: theme.colors.panelBackground.slice(1),
      cacheSeconds: 60,
    });
    const other = JSON.parse(await get('portal/garden.json?style=plastic&label=x&color=blue')) as object;
    assert.deepEqual(
      { style: 'plastic', label: 'x', color: 'blue', message: 'ONLINE' },
      {
        ...(({ style, label, color, message }: Record<string, unknown>) => ({
          style,
          label,
          color,
          message,
        }))(other as Record<string, unknown>),
      },
    );
  });

  it('have the fixed colours of a dormant and a dead agent', async () => {
    const { state } = home.app.home;
    const ago = (hours: number): number => Date.now() - hours * 3_600_000;
    const commit = { sha: 'a', author: 'Ada & Co', authoredAt: ago(200), title: 'One' };
    state.readings.commits.set({ state: 'live', source: 'x', fetchedAt: Date.now(), value: [commit] });
    const color = async (): Promise<unknown> => JSON.parse(await get('agent/ada%20%26%20co.json')).color;
    assert.equal(await color(), '2a4060');
    const value = [{ name: 'Ada & Co', status: 'dead', issue: null, prs_today: 0 }] as const;
    state.readings.agentStatus.set({ state: 'live', source: 'x', fetchedAt: Date.now(), value });
    assert.equal(await color(), '3a2040');
  });

  it('say that a reading failed, in red whatever the address wants', async () => {
    failReadings(home.app.home.state);
    for (const [name, message] of [
      ['weather', 'ERROR'],
      ['commits', 'COMMITS: ERROR'],
      ['agents', 'AGENTS: ERROR'],
      ['agent/timmy', 'AGENTS: ERROR'],
      ['portal/garden', 'PORTALS: ERROR'],
      ['sovereignty', 'ERROR'],
    ] as const) {
      const { texts, fills } = read(await get(`${name}.svg?color=brightgreen`));
      assert.ok(texts.includes(message), name);
      assert.deepEqual(fills, read(await get(`${name}.svg`)).fills);
      const shields = JSON.parse(await get(`${name}.json?color=brightgreen`)) as Record<string, unknown>;
      assert.deepEqual([shields['isError'], shields['color']], [true, 'red']);
    }
  });
});

it('a badge has no characters that XML forbids, and cuts long text', () => {
  const badge = { label: 'x', color: 'grey', isError: false };
  const { texts } = read(badgeSvg({ ...badge, message: 'a\u0000b\u001b[31m\ud800c\u202e' }));
  assert.equal(texts.at(-1), 'a b [31mc');
  assert.equal(read(badgeSvg({ ...badge, message: '🚀'.repeat(200) })).texts.at(-1), `${'🚀'.repeat(79)}…`);
});
