import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { lexer } from 'marked';
import { defaultConfig } from '../../../../data/config/config.ts';
import { startHome } from '../../helpers.ts';
import { setReadings } from './readings.ts';

const linksIn = (text: string): string[] => [...text.matchAll(/\]\((.*?)\)/g)].map(([, href = '']) => href);

it('llms.txt lists addresses that all answer', async () => {
  await using home = await startHome({ bridge: { token: 'secret-token' } });
  setReadings(home.app.home.state, Date.now());
  const response = await fetch(`${home.url}/llms.txt`);
  assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  const text = await response.text();
  assert.doesNotMatch(text, /secret-token/);
  const links = linksIn(text);
  for (const path of ['/api/status.json', '/badge/agents.svg', '/feed.xml', '/embed/agents', '/mcp', '/'])
    assert.ok(links.includes(home.url + path), path);
  for (const link of links) {
    const { status, body } = await fetch(link);
    await body?.cancel();
    assert.ok(status === 200 || (link.endsWith('/mcp') && status === 401), `${link} answered ${status}`);
  }
});

it('llms.txt has the form of its specification, whatever the home is called', async () => {
  await using home = await startHome({
    settings: {
      appName: '# A [b](http://x)\n## `c`',
      resident: { ...defaultConfig.resident, name: '<i>T</i>' },
    },
    publicUrl: 'https://home.example/',
  });
  const text = await (await fetch(`${home.url}/llms.txt`)).text();
  const [title, summary] = lexer(text).filter(({ type }) => type !== 'space');
  assert.deepEqual([title?.type, (title as { depth?: number }).depth], ['heading', 1]);
  assert.equal(summary?.type, 'blockquote');
  assert.doesNotMatch(text, /\/mcp/);
  assert.equal(text.match(/^# /gm)?.length, 1);
  assert.ok(linksIn(text).every((link) => link.startsWith('https://home.example/') || link === 'http://x'));
});

it('llms.txt of the owner replaces the one of the home', async () => {
  await using home = await startHome();
  await mkdir(join(home.folder, 'public'), { recursive: true });
  await writeFile(join(home.folder, 'public/llms.txt'), '# Mine\n');
  assert.equal(await (await fetch(`${home.url}/llms.txt`)).text(), '# Mine\n');
});
