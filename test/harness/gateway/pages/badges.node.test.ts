import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText, weatherText } from '../../../../data/readings/format.ts';
import { agentRows } from '../../../../data/readings/format-agents.ts';
import { badgeSvg, escapeXml } from '../../../../harness/gateway/pages/badge-svg.ts';
import { theme } from '../../../../theme/theme.ts';
import { startHome } from '../../helpers.ts';

test('every badge shows its reading in the page’s words, and follows it', async () => {
  await using home = await startHome();
  const { state } = home.app.home;
  const get = async (name: string) => {
    const response = await fetch(`${home.url}/badge/${name}.svg`);
    assert.equal(response.status, 200, name);
    assert.match(response.headers.get('content-type') ?? '', /^image\/svg\+xml/);
    assert.equal(response.headers.get('cache-control'), 'no-cache');
    return response.text();
  };
  for (const name of ['agents', 'block-height', 'commits', 'sovereignty', 'weather'])
    assert.match(await get(name), /—/, `${name} before the first answer`);
  const at = { source: 'x', fetchedAt: Date.now() };
  state.readings.weather.set({
    ...at,
    state: 'live',
    value: { temperatureF: 71.7, code: 1, label: 'Clear' },
  });
  state.readings.blockHeight.set({ ...at, state: 'live', value: 698_767 });
  state.readings.sovereignty.set({ ...at, state: 'live', value: { score: 85, label: 'own <b>' } });
  state.readings.commits.set({
    ...at,
    state: 'live',
    value: [{ sha: 'a', author: 'Ada & Co', authoredAt: Date.now(), title: '<script>alert("x")</script>' }],
  });
  const config = state.config.get();
  state.config.set({ ...config, codeHost: { ...config.codeHost, agents: ['Ada & Co'] } });
  assert.ok((await get('weather')).includes(`>${weatherText(state.readings.weather.get())}<`));
  assert.ok((await get('block-height')).includes(`>${blockText(state.readings.blockHeight.get())}<`));
  const sovereignty = await get('sovereignty');
  assert.ok(sovereignty.includes('>85% OWN &lt;B&gt;<'));
  assert.ok(sovereignty.includes(theme.colors.sovereigntyHigh));
  const commits = await get('commits');
  assert.ok(commits.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; — Ada &amp; Co'));
  assert.doesNotMatch(commits, /<script/);
  const [row] = agentRows(state.derived.agents.get());
  assert.ok((await get('agents')).includes(`>${escapeXml(row?.text ?? 'none')}<`));
  state.readings.weather.set({ state: 'error', source: 'x', cause: 'down' });
  state.readings.commits.set({ state: 'error', source: 'x', cause: 'down' });
  const failed = await get('weather');
  assert.ok(failed.includes('>ERROR<') && failed.includes(theme.colors.error));
  assert.ok((await get('commits')).includes('COMMITS: ERROR'));
  assert.ok((await get('agents')).includes('AGENTS: ERROR'));
  assert.equal((await fetch(`${home.url}/badge/nope.svg`)).status, 404);
});

test('characters that XML forbids are removed, and long text is cut', () => {
  assert.equal(escapeXml('a\u0000b\u001b[31m\ud800c'), 'ab[31mc');
  const svg = badgeSvg({ label: 'x', value: '🚀'.repeat(200), color: theme.colors.text });
  assert.ok(svg.includes(`>${'🚀'.repeat(79)}…<`));
});
