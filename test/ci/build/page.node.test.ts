import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OutputBundle } from 'rollup';
import { preloads } from '../../../ci/build/page.ts';

const chunk = (name: string): object => ({ type: 'chunk', name, fileName: `assets/${name}-1a2b.js` });
const names = ['chat', 'world', 'place', 'common', 'readings', 'shell'];
const bundle = Object.fromEntries(names.map((name) => [name, chunk(name)])) as unknown as OutputBundle;

test('the page requests all files of the first picture at once, the shell’s before the world’s', () => {
  const lines = preloads(bundle).split('\n');
  const urgent = lines.filter((line) => !line.includes('fetchpriority="low"'));
  assert.equal(urgent.length, 1);
  assert.match(lines[0] ?? '', /href="\.\/assets\/shell-1a2b\.js"/);
  for (const file of [
    'three.module.min',
    'three.core.min',
    'world-1a2b',
    'place-1a2b',
    'common-1a2b',
    'readings-1a2b',
  ])
    assert.ok(
      lines.some((line) => line.includes(`/${file}.js`)),
      file,
    );
  assert.ok(!lines.some((line) => line.includes('chat')), 'nothing that comes later');
});

test('the heartbeat page reloads itself every minute only where scripts are off', () => {
  const html = readFileSync(join(import.meta.dirname, '../../../heartbeat.html'), 'utf8');
  const [refresh = '', ...more] = html.match(/<meta[^>]*http-equiv="refresh"[^>]*>/g) ?? [];
  assert.match(refresh, /content="60"/);
  assert.ok(html.includes(`<noscript>${refresh}</noscript>`));
  assert.deepEqual(more, []);
});
