import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Notices } from '../../../../ci/build/notices.ts';
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

  /** Checks files of the folder, in which packages are found as in any project. */
  const check = (...files: readonly string[]) => {
    const options =
      '--noEmit --strict --ignoreConfig --skipLibCheck --module esnext --moduleResolution bundler ' +
      '--target es2022 --jsx react-jsx --types';
    return promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...options.split(' '), '', ...files], {
      cwd: folder,
    });
  };
  const write = (file: string, code: string): void => writeFileSync(join(folder, file), code);

  it('has types that know tags, properties, events and define, and refuse what is wrong', async () => {
    const good = `import { define } from './package/index.js';
const widget = document.createElement('hw-agents');
widget.limit = 3;
widget.refresh = 60;
widget.refresh();
widget.addEventListener('hw-error', ({ detail }) => detail.cause?.trim());
define(widget);
`;
    write('use.ts', good);
    await check('use.ts');
    write('use.ts', `${good}widget.limit = 'three';\n`);
    await assert.rejects(check('use.ts'));
  });

  it('has types for the templates of React, Vue and Svelte, which know the example', async () => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(folder, 'package'), join(folder, 'node_modules/home-world-widgets'));
    for (const name of ['@types', 'react', 'svelte', 'vue'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    copyFileSync(join(root, 'docs/examples/widgets/weather.tsx'), join(folder, 'weather.tsx'));
    const good = `import type {} from 'home-world-widgets/svelte';
import type {} from 'home-world-widgets/vue';
import type { SvelteHTMLElements } from 'svelte/elements';
import type { GlobalComponents } from 'vue';
export const svelte: SvelteHTMLElements['hw-agents'] = {
  limit: 3,
  'onhw-error': ({ detail }) => detail.cause?.trim(),
};
export const vue: InstanceType<GlobalComponents['hw-agents']>['$props'] = { 'heading-level': 3 };
`;
    write('templates.ts', good);
    await check('templates.ts', 'weather.tsx');
    write('templates.ts', good.replace('limit: 3', 'limit: []'));
    await assert.rejects(check('templates.ts'));
    write('templates.ts', good.replace(': 3 }', ': [] }'));
    await assert.rejects(check('templates.ts'));
    write(
      'wrong.tsx',
      `import type {} from 'home-world-widgets/react';\nexport default <hw-agents limit={[]} />;\n`,
    );
    await assert.rejects(check('wrong.tsx'));
  });
});

it('the copy of the script has an address of its own content, and its hashes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-widgets-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const made = async (code: string): Promise<{ script: string; integrity: Record<string, string> }> => {
    const emitted = new Map<string, string>();
    const { generateBundle } = widgetsPackage(join(folder, 'package'), new Notices());
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
