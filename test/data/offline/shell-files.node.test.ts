import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPageOf, outdated, pageAt } from '../../../data/offline/shell-files.ts';

const SCOPE = 'https://home.example/house/';
const shell = {
  build: 'b1',
  files: [
    { url: 'index.html', revision: 'r1' },
    { url: 'assets/index-AbCd1234.js', revision: null },
    { url: 'assets/shell-EfGh5678.js', revision: null },
  ],
};
const pageWith = (...scripts: readonly string[]): string =>
  scripts.map((script) => `<script type="module" src="./assets/${script}"></script>`).join('');

test('a page is known with any query, and nothing else is a page', () => {
  for (const [address, page] of [
    ['', 'index.html'],
    ['?debug&quality=low', 'index.html'],
    ['index.html', 'index.html'],
    ['heartbeat.html?x#y', 'heartbeat.html'],
    ['wall', 'index.html'],
    ['wall/', undefined],
    ['door', 'door.html'],
    ['door.html', 'door.html'],
    ['door/', undefined],
    ['healthz', undefined],
    ['api/health/portals', undefined],
    ['garden/', undefined],
    ['../', undefined],
  ] as const)
    assert.equal(pageAt(new URL(address, SCOPE), SCOPE), page, address);
  assert.equal(pageAt(new URL('https://other.example/house/'), SCOPE), undefined);
});

test('a page belongs to a build if all of its scripts do', () => {
  assert.ok(isPageOf(shell, pageWith('index-AbCd1234.js', 'shell-EfGh5678.js')));
  assert.ok(!isPageOf(shell, pageWith('index-AbCd1234.js', 'shell-zzzz9999.js')), 'half of another build');
  assert.ok(
    !isPageOf(shell, '<h1>Back soon</h1><script src="main.js"></script>'),
    'another page in its place',
  );
});

test('of earlier builds the newest two stay, for pages that are still open', () => {
  assert.deepEqual(outdated(['a', 'b', 'c', 'd', 'own'], 'own', 2), ['a', 'b']);
  assert.deepEqual(outdated(['a', 'own'], 'own', 2), []);
});
