import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { isOfDemo, demoManifest, withScript, withShell, withoutGallery } from '../../../ci/build/demo.ts';

const manifest = readFileSync(join(import.meta.dirname, '../../../public/manifest.json'), 'utf8');

it('leaves out of the demo what a static host does not need', () => {
  for (const path of ['index.html', 'sw.js', 'assets/shell-AbCd1234.js', 'pictures/start-desktop.jpg'])
    assert.ok(isOfDemo(path), path);
  for (const path of [
    'embed.js',
    'embed.css',
    'embed.json',
    'home-world-widgets.tgz',
    'assets/widgets-0a1b/embed.js',
    'widgets.html',
    'door.html',
    'door-manifest.json',
    'assets/door-devices-AbCd1234.js',
    'assets/widgets-AbC-1234.js',
    'index.html.br',
    'sw.js.gz',
  ])
    assert.ok(!isOfDemo(path), path);
});

it('loads the demo’s script before the page’s own', () => {
  const html = '<script type="importmap">{}</script><script type="module" src="./a.js"></script>';
  assert.match(
    withScript(html, 'demo.js'),
    /importmap.*src="\.\/demo\.js"><\/script><script.*src="\.\/a\.js"/,
  );
  assert.throws(() => withScript('<p></p>', 'demo.js'), /no script/);
});

it('has no link to the gallery, which it leaves out', () => {
  const html = readFileSync(join(import.meta.dirname, '../../../heartbeat.html'), 'utf8');
  assert.match(html, /widgets\.html/);
  assert.doesNotMatch(withoutGallery(html), /widgets\.html/);
});

it('makes every address of the manifest relative, and has no door, for a host’s folder', () => {
  const { id, start_url, shortcuts } = JSON.parse(demoManifest(manifest)) as {
    id: string;
    start_url: string;
    shortcuts: { url: string }[];
  };
  assert.deepEqual([id, start_url], ['./', './']);
  for (const { url } of shortcuts) assert.match(url, /^\.\//);
  assert.deepEqual(
    shortcuts.filter(({ url }) => url.includes('door')),
    [],
    'a demo has no owner',
  );
});

it('lists the changed and added files for the service worker, under another build', () => {
  const files = [
    { url: 'config.json', revision: 'old' },
    { url: 'index.html', revision: 'same' },
  ];
  const code = `start(scope,${JSON.stringify({ build: '0123456789ab', files })});`;
  const changed = withShell(
    code,
    new Map([
      ['config.json', 'new'],
      ['assets/demo.js', null],
    ]),
  );
  const shell = JSON.parse(/\{.*\}/.exec(changed)?.[0] ?? '') as { build: string; files: unknown };
  assert.notEqual(shell.build, '0123456789ab');
  assert.deepEqual(shell.files, [
    { url: 'assets/demo.js', revision: null },
    { url: 'config.json', revision: 'new' },
    { url: 'index.html', revision: 'same' },
  ]);
  assert.throws(() => withShell('start()', new Map()), /no list of files/);
});
