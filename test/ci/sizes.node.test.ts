import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { importsIn, isOver, sizesOf, sizesTable } from '../../ci/sizes.ts';
import { folderWith } from './folder.ts';

/** Text that brotli reduces to about three quarters at best. */
const noise = (bytes: number): string => `/*${randomBytes(bytes).toString('base64')}*/`;

const map = '<script type="importmap">{"imports":{"three":"./vendor/three.js"}}</script>';
const site = (extra: Record<string, string> = {}): Record<string, string> => ({
  'dist/index.html': `${map}<script type="module" src="./assets/index.js"></script>`,
  'dist/heartbeat.html': '<script type="module" src="./assets/heartbeat.js"></script>',
  'dist/door.html': '<script type="module" src="./assets/door.js"></script>',
  'dist/widgets.html':
    '<script type="module" src="./assets/gallery.js"></script><script type="module" src="./embed.js"></script>',
  'dist/embed.js': 'import("./assets/widget.js");import("./assets/whole.js");',
  'dist/assets/index.js': 'import"./common.js";import("./world.js");import("./late.js");',
  'dist/assets/common.js': 'export const common=1;',
  'dist/assets/late.js': 'import"./common.js";export const late=1;',
  'dist/assets/world.js': 'import"three";import"./common.js";import("./passes.js");',
  'dist/assets/passes.js': 'import"three";export const passes=1;',
  'dist/assets/door.js': 'import("./door-devices-AbCd1234.js");import("./door-diff-AbCd1234.js");',
  'dist/assets/door-devices-AbCd1234.js': '',
  'dist/assets/door-diff-AbCd1234.js': '',
  'dist/assets/heartbeat.js': 'import"./common.js";',
  'dist/assets/gallery.js': 'export const gallery=1;',
  'dist/assets/widget.js': 'import"./common.js";',
  'dist/assets/whole.js': 'import"./widget.js";',
  'dist/vendor/three.js': 'import"./core.js";',
  'dist/sw.js': 'export const worker=1;',
  'dist/vendor/core.js': 'export const core=1;',
  ...extra,
});

describe('sizes', () => {
  it('separate static imports, later ones and workers', () => {
    const code =
      'import a from"./a.js";export*from"./b.js";export{c}from"./c.js";const d=()=>import("./d.js");' +
      'new Worker(new URL("e-worker.js",import.meta.url));a(d,"import(\'./no.js\')");';
    assert.deepEqual(importsIn(code), {
      now: ['./a.js', './b.js', './c.js'],
      later: ['./d.js'],
      workers: ['./e-worker.js'],
    });
  });

  it('count for each figure what the browser loads for it', async (t) => {
    const sizes = sizesOf(join(folderWith(t, site()), 'dist'));
    const files = Object.fromEntries(sizes.map(({ name, files }) => [name.split(',')[0], files]));
    assert.deepEqual(files['shell'], ['assets/common.js', 'assets/index.js']);
    assert.deepEqual(files['world on top'], [
      'assets/passes.js',
      'assets/world.js',
      'vendor/core.js',
      'vendor/three.js',
    ]);
    assert.deepEqual(files['heartbeat page with its readings'], [
      'assets/common.js',
      'assets/heartbeat.js',
      'heartbeat.html',
    ]);
    assert.deepEqual(files['gallery'], ['assets/gallery.js', 'widgets.html']);
    assert.deepEqual(files['one widget'], ['assets/common.js', 'assets/widget.js', 'embed.js']);
    assert.deepEqual(files['door'], ['assets/door-devices-AbCd1234.js', 'assets/door.js', 'door.html']);
    assert.deepEqual(files['the widget of the whole heartbeat'], [
      'assets/common.js',
      'assets/whole.js',
      'assets/widget.js',
      'embed.js',
    ]);
    assert.deepEqual(files['on demand'], ['assets/late.js']);
    assert.equal(sizes.some(isOver), false);
  });

  for (const [name, file, bytes] of [
    ['shell', 'dist/assets/index.js', 40_000],
    ['heartbeat page', 'dist/assets/heartbeat.js', 36_000],
    ['door', 'dist/assets/door.js', 39_000],
    ['gallery', 'dist/assets/gallery.js', 21_000],
    ['one widget', 'dist/assets/widget.js', 23_000],
    ['the widget of the whole', 'dist/assets/whole.js', 32_000],
    ['world', 'dist/vendor/core.js', 310_000],
  ] as const)
    it(`fail when the ${name} is over its bar, and mark it in the table`, async (t) => {
      const files = site();
      const folder = folderWith(t, { ...files, [file]: `${files[file] ?? ''}${noise(bytes)}` });
      const sizes = sizesOf(join(folder, 'dist'));
      const over = sizes.filter(isOver);
      assert.equal(over.length, 1);
      assert.ok(over[0]?.name.startsWith(name));
      assert.match(sizesTable(sizes), new RegExp(`^${name}.* over$`, 'm'));
    });

  it('name an import that leads nowhere', async (t) => {
    const folder = folderWith(t, site({ 'dist/assets/heartbeat.js': 'import"lit";' }));
    assert.throws(
      () => sizesOf(join(folder, 'dist')),
      /dist\/assets\/heartbeat\.js imports lit, which nothing maps/,
    );
  });
});
