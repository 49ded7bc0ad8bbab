import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingsIn } from '../../ci/house.ts';
import { countLines } from '../../ci/house/comments.ts';
import { groupOf } from '../../ci/house/layers.ts';
import { problemWithFile, problemWithName } from '../../ci/house/names.ts';
import { type Source, parseSource, sourcesIn } from '../../ci/house/parse.ts';
import { type Check, MAX_FILES_PER_FOLDER, MAX_FUNCTION_LINES } from '../../ci/house/plan.ts';
import { tableOf } from '../../ci/house/table.ts';
import { folderWith } from './folder.ts';

type Files = Readonly<Record<string, string>>;

const parsed = (files: Files): Source[] =>
  Object.entries(files).map(([path, text]) => parseSource(path, text));

/** What one check has against these files, as `path:line`. */
const found = (check: Check, files: Files): string[] =>
  findingsIn(parsed(files))
    .filter((finding) => finding.check === check)
    .map(({ path, line }) => (line === undefined ? path : `${path}:${line}`));

const folderOf = (folder: string, count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/f${index}.ts`, 'export {};\n']));

/** The body of a function that has this many lines, from its first to its last. */
const functionOf = (lines: number): string => `{\n${'  next();\n'.repeat(lines - 2)}}`;

describe('files a folder', () => {
  it('takes a full folder, and folders below it', () => {
    const files = { ...folderOf('data/core', MAX_FILES_PER_FOLDER), ...folderOf('data/core/inner', 5) };
    assert.deepEqual(found('folders', files), []);
  });

  it('names the folder with one file more, in data/ and world/ only', () => {
    const files = { ...folderOf('world/core', MAX_FILES_PER_FOLDER + 1), ...folderOf('harness/store', 40) };
    assert.deepEqual(found('folders', files), ['world/core/']);
  });
});

describe('the groups of a room', () => {
  it('are found by the longest name that fits', () => {
    const plan = { layers: [['readings/sources'], ['readings', 'state.ts'], ['*.ts']] };
    const groups = ['readings/sources/a.ts', 'readings/b.ts', 'state.ts', 'c.ts', 'other/d.ts'].map((path) =>
      groupOf(`data/${path}`, plan),
    );
    assert.deepEqual(groups, ['readings/sources', 'readings', 'state.ts', '*.ts', undefined]);
  });

  it('names a file for which the plan has no group', () => {
    assert.deepEqual(found('groups', { 'data/elsewhere/a.ts': '', 'data/core/b.ts': '' }), [
      'data/elsewhere/a.ts',
    ]);
  });
});

describe('imports that point up', () => {
  const core = { 'world/core/a.ts': 'export type A = 1;\nexport const a = 1;\n' };

  it('takes imports from lower layers, from the own group and from other rooms', () => {
    assert.deepEqual(
      found('layers', {
        ...core,
        'world/core/inner/b.ts': "import { a } from '../a.ts';\n",
        'world/effects/c.ts': "import { a } from '../core/a.ts';\nimport '../../data/apps/page.ts';\n",
        'data/apps/page.ts': '',
      }),
      [],
    );
  });

  for (const [kind, text] of [
    ['an import', "import { x } from '../effects/x.ts';"],
    ['a type', "import type { X } from '../effects/x.ts';"],
    ['a type in a type', "type X = import('../effects/x.ts').X;"],
    ['an export', "export * from '../effects/x.ts';"],
    ['a named export', "export { x } from '../effects/x.ts';"],
    ['an import that is loaded later', "await import('../effects/x.ts');"],
    ['a worker', "new Worker(new URL('../effects/x.ts', import.meta.url));"],
    ['an import by its built name', "import '../effects/x.js';"],
  ] as const)
    it(`names ${kind}`, () => {
      const files = { 'world/core/b.ts': `\n${text}\n`, 'world/effects/x.ts': '' };
      assert.deepEqual(found('layers', files), ['world/core/b.ts:2']);
    });

  it('names an import of a neighbour in the same layer', () => {
    const files = { 'data/photo/a.ts': "import '../relay/b.ts';\n", 'data/relay/b.ts': '' };
    assert.deepEqual(found('layers', files), ['data/photo/a.ts:1']);
  });
});

describe('circles', () => {
  it('takes files that import each other only when one is loaded later', () => {
    const files = {
      'data/core/a.ts': "import './b.ts';\n",
      'data/core/b.ts': "export const load = () => import('./a.ts');\n",
    };
    assert.deepEqual(found('circles', files), []);
  });

  it('names every file of a circle and the import that leads into it, types included', () => {
    const files = {
      'data/core/a.ts': "\nimport type { B } from './b.ts';\n",
      'data/core/b.ts': "export type { C } from './c.ts';\n",
      'data/core/c.ts': "export type C = import('./a.ts').A;\n",
      'data/core/d.ts': "import './a.ts';\n",
    };
    assert.deepEqual(found('circles', files), ['data/core/a.ts:2', 'data/core/b.ts:1', 'data/core/c.ts:1']);
    const [circle] = findingsIn(parsed(files)).filter(({ check }) => check === 'circles');
    assert.match(
      circle?.message ?? '',
      /: data\/core\/a\.ts → data\/core\/b\.ts → data\/core\/c\.ts → data\/core\/a\.ts$/,
    );
  });

  it('names a file that imports itself', () => {
    assert.deepEqual(found('circles', { 'ci/a.ts': "import './a.ts';\n" }), ['ci/a.ts:1']);
  });
});

describe('long functions', () => {
  it(`takes ${MAX_FUNCTION_LINES} lines, and a class of any length`, () => {
    const method = `  method() ${functionOf(MAX_FUNCTION_LINES)}\n`;
    assert.deepEqual(found('functions', { 'ci/a.ts': `class A {\n${method.repeat(3)}}\n` }), []);
  });

  for (const [kind, head, tail] of [
    ['a function', 'function a() ', ''],
    ['an arrow function', 'const a = () => ', ';'],
    ['a method', 'class A { a() ', ' }'],
    ['a private method', 'class A { #a() ', ' }'],
    ['a getter', 'class A { get a() ', ' }'],
    ['a method of an object', 'const a = { a() ', ' };'],
    ['a function that is handed on', 'call(() => ', ');'],
  ] as const)
    it(`names ${kind} with one line more`, () => {
      const text = `\n${head}${functionOf(MAX_FUNCTION_LINES + 1)}${tail}\n`;
      assert.deepEqual(found('functions', { 'ci/a.ts': text }), ['ci/a.ts:2']);
    });

  it('counts a nested function for itself and for the one around it', () => {
    const text = `function outer() {\n  const inner = () => ${functionOf(MAX_FUNCTION_LINES + 1)};\n}\n`;
    assert.deepEqual(found('functions', { 'ci/a.ts': text }), ['ci/a.ts:1', 'ci/a.ts:2']);
  });
});

describe('index casts', () => {
  it('takes other casts and checked indexes', () => {
    const text =
      'const a = [x as X, x.y as X, x[i] ?? 0, x[i] satisfies X, x[i] as const, (x[i] ?? 0) as X];\n';
    assert.deepEqual(found('casts', { 'ci/a.ts': text }), []);
  });

  for (const cast of [
    'x[i] as X',
    '(x[i]) as X',
    'x?.[i] as X',
    'x[i]! as X',
    '<X>x[i]',
    "x['y'] as X",
    'x[i] as unknown as X',
  ])
    it(`names ${cast}`, () => {
      assert.deepEqual(found('casts', { 'ci/a.ts': `\nconst a = ${cast};\n` }), ['ci/a.ts:2']);
    });
});

describe('the share of comments', () => {
  const source = (text: string): Source => parseSource('world/core/a.ts', text);

  it('counts lines that hold nothing but a comment, and lines with code', () => {
    const text = '/**\n * Why.\n */\n\nconst a = 1; // not counted\n/* one */ const b = 2;\n// two\n';
    assert.deepEqual(countLines(source(text)), { comment: 4, code: 2 });
  });

  it('counts the comments of shaders and styles, but not what looks like one in a text', () => {
    const text = "const glsl = `\n  // Why.\n  float a;\n  /* Why\n     not. */\n`;\nconst url = '// no';\n";
    assert.deepEqual(countLines(source(text)), { comment: 3, code: 4 });
  });

  it('names a room with too few', () => {
    const code = 'const a = 1;\n';
    const files = {
      'world/core/a.ts': `// why\n${code.repeat(6)}`,
      'components/shared/b.ts': `// why\n${code.repeat(5)}`,
      'harness/c.ts': code,
    };
    assert.deepEqual(found('comments', files), ['world/']);
  });
});

describe('forbidden words', () => {
  for (const name of [
    'stance',
    'createStance',
    'NEXT_STANCE_METRES',
    'namesAbove',
    'NAMES_ABOVE',
    'MOST_SHELLS',
    'HwSaid',
  ])
    it(`are found in ${name}`, () => assert.notEqual(problemWithName(name), undefined));

  for (const name of [
    'distance',
    'circumstance',
    'almost',
    'MOST',
    'mostRecent',
    'aboveNames',
    'MAX_SHELLS',
    'judgement',
  ])
    it(`are not found in ${name}`, () => assert.equal(problemWithName(name), undefined));

  it('are found in the names of files and folders', () => {
    const files = { 'world/stance/a.ts': '', 'world/core/join.ts': '', 'world/core/egg-crown.ts': '' };
    assert.deepEqual(found('names', files), [
      'world/stance/',
      'world/core/join.ts',
      'world/core/egg-crown.ts',
    ]);
    assert.equal(problemWithFile('line-join'), undefined);
  });

  for (const declaration of [
    'const stance = 1;',
    'const { x: stance } = y;',
    'const [, ...stance] = y;',
    'function stance() {}',
    'const a = (stance: number) => 1;',
    'const a = ({ stance = 1 }) => 1;',
    'class Stance {}',
    'class A { #stance = 1; }',
    'class A { stance() {} }',
    'class A { accessor stance = 1; }',
    'abstract class A { abstract stance(): void; }',
    'interface Stance {}',
    'interface A { stance: 1 }',
    'interface A { stance(): void }',
    'interface A { put(stance: 1): void }',
    'type Stance = 1;',
    'type A<Stance> = 1;',
    'type A = (stance: 1) => void;',
    'type A = [stance: number];',
    'const a = { stance: 1 };',
    "import stance from 'x';",
    "import * as stance from 'x';",
    "import { x as stance } from 'x';",
    'export { x as stance };',
    'try {} catch (stance) {}',
    'for (const stance of []) {}',
  ])
    it(`are found in ${declaration}`, () => {
      assert.deepEqual(found('names', { 'ci/a.ts': `\n${declaration}\n` }), ['ci/a.ts:2']);
    });

  it('are not looked for in what others declare, in texts and in comments', () => {
    const text =
      "import { stance } from 'x';\n// stance\nconst a = { stance, [stance]: 'stance', b: stance.stance };\nstance(a.stance);\n";
    assert.deepEqual(found('names', { 'ci/a.ts': text }), []);
  });
});

describe('the house', () => {
  it('is read from its folders and entries, without tests and what was built', async (t) => {
    const folder = folderWith(t, {
      'index.ts': '',
      'data/core/a.ts': '',
      'harness/b.js': '',
      'harness/demo.json': '{}',
      'test/c.ts': '',
      'dist/d.js': '',
      'ci/node_modules/e.ts': '',
    });
    const paths = (await sourcesIn(folder)).map(({ path }) => path);
    assert.deepEqual(paths, ['data/core/a.ts', 'harness/b.js', 'index.ts']);
  });

  it('refuses a file that does not parse', () => {
    assert.throws(() => parseSource('data/a.ts', 'const = 1;'), /^Error: data\/a\.ts: does not parse: /);
  });

  it('is shown with one row a room', () => {
    const sources = parsed({
      'ci/a.ts': '// why\nconst a = x[0] as X;\n',
      'ci/b/c.ts': 'const b = 1;\n'.repeat(9),
    });
    const [head, ...rows] = tableOf(sources, findingsIn(sources)).split('\n');
    assert.match(head ?? '', /^room +files +lines/);
    const row = rows
      .find((one) => one.startsWith('ci'))
      ?.trim()
      .split(/ +/);
    assert.deepEqual(row, ['ci', '2', '11', '9', '9', '9.1', '1', '0', '0', '0', '0', '1', '0']);
  });
});
