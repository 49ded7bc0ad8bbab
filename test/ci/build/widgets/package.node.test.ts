import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Notices } from '../../../../ci/build/notices.ts';
import { attributes, events, widgets } from '../../../../ci/build/widgets/manifest.ts';
import { packed, widgetsPackage, writePackage } from '../../../../ci/build/widgets/package.ts';
import { HomeElement } from '../../../../components/widgets/home-element.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the package of the widgets', () => {
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'home-world-widgets-'));
    const scripts = new Map([['embed.js', 'export const define = () => {};']]);
    await writePackage(join(folder, 'package'), scripts, () => 'embed.js');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the scripts, the style sheet, declarations, what editors read, and the licence', async () => {
    const elements = (await widgets()).map(({ tag }) => `${tag.replace('hw-', '')}.js`);
    assert.deepEqual(
      readdirSync(join(folder, 'package')).toSorted(),
      [
        'LICENSE',
        'README.md',
        'custom-elements.json',
        'embed.css',
        'embed.js',
        'index.d.ts',
        'package.json',
        'react.d.ts',
        'svelte.d.ts',
        'vue.d.ts',
        'web-types.json',
        ...elements,
      ].toSorted(),
    );
    assert.ok(elements.includes('agents.js'));
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
      assert.equal(names.length, attributes.length + (tagName === 'hw-history' ? 3 : 0));
    }
  });

  it('tells editors the attributes, events, parts and properties of every widget', () => {
    const { contributions } = JSON.parse(readFileSync(join(folder, 'package/web-types.json'), 'utf8')) as {
      contributions: {
        html: {
          elements: {
            name: string;
            attributes: { name: string; value: { type: string } }[];
            js: { events: { name: string }[] };
            css: { parts: { name: string }[]; properties: { name: string }[] };
          }[];
        };
      };
    };
    const [agents, ...others] = contributions.html.elements;
    assert.equal(agents?.name, 'hw-agents');
    assert.equal(others.length, 12);
    assert.deepEqual(agents.attributes.find(({ name }) => name === 'theme')?.value, {
      type: "'light' | 'dark' | 'auto'",
    });
    assert.deepEqual(
      agents.js.events.map(({ name }) => name),
      Object.keys(events),
    );
    const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
    for (const part of ['panel', 'row', 'detail']) assert.ok(names(agents.css.parts).includes(part), part);
    for (const property of ['--hw-space', '--hw-agent-idle'])
      assert.ok(names(agents.css.properties).includes(property), property);
  });

  it('has the attributes that the elements observe and the guide lists', () => {
    assert.deepEqual(
      HomeElement.observedAttributes.toSorted(),
      attributes.map(({ name }) => name).toSorted(),
    );
    const observed = [...HomeElement.elementProperties].flatMap(([property, options]) => {
      const { attribute = String(property), type, converter } = options;
      if (typeof attribute !== 'string' || options.state) return [];
      const read = typeof converter === 'function' ? converter : undefined;
      return [[attribute, type === Boolean ? 'boolean' : typeof read?.('3')]];
    });
    const kindOf = (type: string): string => (/^(?:number|boolean)$/.test(type) ? type : 'string');
    assert.deepEqual(
      Object.fromEntries(observed),
      Object.fromEntries(attributes.map(({ name, type }) => [name, kindOf(type)])),
    );
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
  /**
   * Asserts that the types refuse each of these codes. Each is a file of its own, and one run checks all: nearly all
   * of its time is for the packages.
   */
  const assertRefused = async (ending: 'ts' | 'tsx', codes: Readonly<Record<string, string>>) => {
    const all = Object.entries(codes).map(([wrong, code], index) => ({
      wrong,
      code,
      file: `wrong-${index}.${ending}`,
    }));
    for (const { file, code } of all) write(file, code);
    const { stdout } = await check(...all.map(({ file }) => file)).then(
      () => assert.fail('nothing is refused'),
      (error: { stdout: string }) => error,
    );
    for (const { file, wrong } of all) assert.match(stdout, new RegExp(`^${file}\\(`, 'm'), wrong);
  };

  it('has types that know tags, properties, events and define, and refuse what is wrong', async () => {
    const good = `import { define } from './package/index.js';
const widget = document.createElement('hw-agents');
widget.limit = 3;
widget.refresh = 60;
widget.refresh();
widget.theme = 'dark';
widget.loading = 'lazy';
widget.addEventListener('hw-load', ({ detail }) => detail.reading.state.trim());
widget.addEventListener('hw-error', ({ detail }) => detail.cause.trim() + detail.reading?.state);
const history = document.createElement('hw-history');
history.span = '30d';
history.of = 'portal:wiki';
export const headline: string | undefined = history.reading?.value?.headline;
export const name: string | undefined = document.createElement('hw-chat').reading?.value?.name;
define(widget);
`;
    write('use.ts', good);
    await check('use.ts');
    const wrongs = [
      "widget.limit = 'three'",
      "widget.theme = 'pink'",
      "widget.units = 'K'",
      "history.span = '1y'",
      "widget.span = '30d'",
      "widget.addEventListener('hw-error', ({ detail }) => detail.reading.state)",
    ];
    await assertRefused('ts', Object.fromEntries(wrongs.map((wrong) => [wrong, `${good}${wrong};\n`])));
  });

  it('installed from its file has types for the templates of React, Vue and Svelte', async () => {
    const file = join(folder, 'home-world-widgets.tgz');
    const bytes = await packed(join(folder, 'package'));
    assert.deepEqual(await packed(join(folder, 'package')), bytes, 'the same files make the same package');
    writeFileSync(file, bytes);
    write('package.json', '{ "name": "app", "private": true }');
    const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    await promisify(execFile)('npm', ['install', ...flags, './home-world-widgets.tgz'], { cwd: folder });
    for (const name of ['@types', 'react', 'svelte', 'vue', '@vue'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    copyFileSync(join(root, 'docs/examples/widgets/weather.tsx'), join(folder, 'weather.tsx'));
    const good = `import 'home-world-widgets/agents.js';
import type {} from 'home-world-widgets/svelte';
import type {} from 'home-world-widgets/vue';
import type { SvelteHTMLElements } from 'svelte/elements';
import type { GlobalComponents } from 'vue';
export const svelte: SvelteHTMLElements['hw-history'] = {
  limit: 3,
  span: '30d',
  'onhw-load': ({ detail }) => detail.reading.state.trim(),
};
export const vue: InstanceType<GlobalComponents['hw-agents']>['$props'] = {
  headingLevel: 3,
  onHwLoad: ({ detail }) => detail.reading.state.trim(),
};
`;
    write('templates.ts', good);
    await check('templates.ts', 'weather.tsx');
    const replaced = [
      ['limit: 3', 'limit: []'],
      ["span: '30d'", "span: '1y'"],
      ['Level: 3', 'Level: []'],
      ['onHwLoad: ({ detail })', 'onHwLoad: (detail: number)'],
    ] as const;
    for (const [right] of replaced) assert.ok(good.includes(right));
    await assertRefused(
      'ts',
      Object.fromEntries(replaced.map(([right, wrong]) => [wrong, good.replace(right, wrong)])),
    );
    const elements = ['<hw-agents limit={[]} />', '<hw-agents span="30d" />', '<hw-history span="1y" />'];
    const exported = (element: string): string =>
      `import type {} from 'home-world-widgets/react';\nexport default ${element};\n`;
    await assertRefused('tsx', Object.fromEntries(elements.map((wrong) => [wrong, exported(wrong)])));
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
    const moduleIds = (await widgets()).map(({ path }) => join(root, path));
    const bundle = { 'embed.js': { type: 'chunk', fileName: 'embed.js', code, moduleIds } };
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
