import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NormalizedOutputOptions, OutputBundle } from 'rollup';
import { ShellList, shellFile } from '../../../ci/build/service-worker.ts';
import { pageScripts } from '../../../ci/build/version-file.ts';

test('the service worker copies what the pages load, and no reading', () => {
  for (const url of [
    'index.html',
    'heartbeat.html',
    'assets/index-AbCd1234.js',
    'vendor/three-0.183.0/three.core.min.js',
    'vendor/ibm-plex-mono-5.3.0/latin-400.woff2',
    'home-world.js',
    'config.json',
    'manifest.json',
    'door-manifest.json',
    'icons/icon-192.png',
  ])
    assert.ok(shellFile(url, 'content'), url);
  for (const url of [
    'portals.json',
    'sovereignty-status.json',
    'soul.md',
    'version.json',
    'embed.js',
    'social.jpg',
    'icons/maskable-512.png',
    'vendor/three-0.183.0/addons/lines/Line2.js',
    'vendor/three-0.183.0/LICENSE',
  ])
    assert.equal(shellFile(url, 'content'), undefined, url);
});

test('a file that is not named after its content has a revision of its content', () => {
  assert.equal(shellFile('assets/index-AbCd1234.js', 'one')?.revision, null);
  const [one, same, other] = ['one', 'one', 'other'].map(
    (content) => shellFile('index.html', content)?.revision,
  );
  assert.equal(one, same);
  assert.notEqual(one, other);
});

/** The list of a build whose page has this content. */
function listOf(content: string) {
  const list = new ShellList();
  const bundle = {
    page: { type: 'asset', fileName: 'index.html', source: content },
    script: { type: 'chunk', fileName: 'assets/index-AbCd1234.js', code: 'code' },
  } as unknown as OutputBundle;
  const { writeBundle } = list.collect();
  if (typeof writeBundle === 'function')
    void writeBundle.call(undefined as never, {} as NormalizedOutputOptions, bundle);
  return list.shell;
}

test('every change of a file is another build', () => {
  assert.equal(listOf('<p>one').build, listOf('<p>one').build);
  assert.notEqual(listOf('<p>one').build, listOf('<p>two').build);
  assert.deepEqual(
    listOf('<p>one').files.map(({ url }) => url),
    ['assets/index-AbCd1234.js', 'index.html'],
  );
});

test('a build names the scripts of its pages', () => {
  assert.deepEqual(
    pageScripts([
      '<script type="importmap">{}</script><script type="module" src="./assets/index-a.js"></script>',
      '<script type="module" crossorigin src="assets/heartbeat-b.js"></script>',
    ]),
    ['index-a.js', 'heartbeat-b.js'],
  );
});

test('only a finished build has a service worker: not the one of “npm run dev”', async () => {
  const path = new URL('../../../rollup.config.mjs', import.meta.url).href;
  const { default: configsFor } = (await import(path)) as {
    default: (flags: { watch?: boolean }) => readonly { input: unknown }[];
  };
  const inputs = (watch: boolean) => JSON.stringify(configsFor({ watch }).map(({ input }) => input));
  assert.match(inputs(false), /"sw\.ts"/);
  assert.doesNotMatch(inputs(true), /sw\.ts/);
});
