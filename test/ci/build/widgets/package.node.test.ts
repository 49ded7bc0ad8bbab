import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { attributes } from '../../../../ci/build/widgets/manifest.ts';
import { widgetsPackage, writePackage } from '../../../../ci/build/widgets/package.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the package of the widgets', () => {
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'home-world-widgets-'));
    await writePackage(join(folder, 'package'), new Map([['embed.js', 'export const define = () => {};']]));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the script, declarations for four frameworks, the manifest and the licence', () => {
    assert.deepEqual(readdirSync(join(folder, 'package')).toSorted(), [
      'LICENSE',
      'README.md',
      'custom-elements.json',
      'embed.js',
      'index.d.ts',
      'package.json',
      'react.d.ts',
      'svelte.d.ts',
      'vue.d.ts',
    ]);
  });

  it('names every widget with its attributes, and describes it', () => {
    const { modules } = JSON.parse(readFileSync(join(folder, 'package/custom-elements.json'), 'utf8')) as {
      modules: { declarations: { tagName: string; description: string; attributes: { name: string }[] }[] }[];
    };
    const declared = modules.flatMap(({ declarations }) => declarations);
    const tags = [...read('embed.ts').matchAll(/'(hw-[\w-]+)':/g)].map(([, tag]) => tag);
    assert.deepEqual(
      declared.map(({ tagName }) => tagName),
      tags,
    );
    for (const { tagName, description, attributes: names } of declared) {
      assert.ok(description.length > 10, tagName);
      assert.equal(names.length, attributes.length);
    }
  });

  it('has the attributes that the elements observe and the guide lists', () => {
    const code = read('components/widgets/home-element.ts');
    const reflected = /reflect\(HomeElement\.prototype, \{([^}]*)\}/.exec(code)?.[1] ?? '';
    const observed = [...reflected.matchAll(/(\w+): (\w+),/g)].map(([, name = '', kind = '']) => [
      name,
      kind.toLowerCase(),
    ]);
    assert.deepEqual(Object.fromEntries(attributes.map(({ property, type }) => [property, type])), {
      ...Object.fromEntries(observed),
      refresh: 'number',
    });
    const guide = read('docs/embedding.md');
    for (const { name } of attributes) assert.ok(guide.includes(`| \`${name}\` |`), name);
  });

  it('has types that know tags, properties, events and define, and refuse what is wrong', async () => {
    const file = join(folder, 'use.ts');
    const good = `import { define } from './package/index.js';
const widget = document.createElement('hw-agents');
widget.limit = 3;
widget.refresh = 60;
widget.refresh();
widget.addEventListener('hw-error', ({ detail }) => detail.cause?.trim());
define(widget);
`;
    const check = () =>
      promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [
        '--noEmit',
        '--strict',
        '--ignoreConfig',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--target',
        'es2022',
        '--types',
        '',
        file,
      ]);
    writeFileSync(file, good);
    await check();
    writeFileSync(file, `${good}widget.limit = 'three';\n`);
    await assert.rejects(check());
  });
});

it('the copy of the script has an address of its own content, and its hashes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-widgets-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const made = async (code: string): Promise<{ script: string; integrity: Record<string, string> }> => {
    const emitted = new Map<string, string>();
    const { generateBundle } = widgetsPackage(join(folder, 'package'));
    assert.ok(typeof generateBundle === 'function');
    const context = {
      emitFile: (file: { fileName: string; source: string }) => emitted.set(file.fileName, file.source),
    };
    const bundle = { 'embed.js': { type: 'chunk', fileName: 'embed.js', code } };
    await Reflect.apply(generateBundle, context, [{}, bundle, true]);
    const index = JSON.parse(emitted.get('embed.json') ?? '') as Awaited<ReturnType<typeof made>>;
    assert.equal(emitted.get(index.script), code);
    return index;
  };
  const one = await made('1;');
  assert.match(one.script, /^assets\/widgets-[\da-f]{12}\/embed\.js$/);
  assert.match(one.integrity[one.script] ?? '', /^sha384-[\w+/]{64}$/);
  assert.notEqual((await made('2;')).script, one.script);
  assert.deepEqual(await made('1;'), one);
});
