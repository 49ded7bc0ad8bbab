import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import {
  codeLines,
  exportsForTests,
  foldersInCircles,
  importsOf,
  parseSource,
  sourcesIn,
  tableOf,
  tiesOf,
} from '../../ci/house.ts';
import { folderWith } from './folder.ts';

const parsed = (files: Readonly<Record<string, string>>): ReturnType<typeof parseSource>[] =>
  Object.entries(files).map(([path, text]) => parseSource(path, text));

describe('the house report', () => {
  it('reads the rooms, entries and tests, without built files and recordings', async (t) => {
    const folder = folderWith(t, {
      'index.ts': '',
      'data/core/a.ts': '',
      'harness/b.js': '',
      'harness/demo.json': '{}',
      'test/c.ts': '',
      'test/bad-samples/f.ts': 'const = 1;',
      'dist/d.js': '',
      'ci/node_modules/e.ts': '',
    });
    const paths = (await sourcesIn(folder)).map(({ path }) => path);
    assert.deepEqual(paths, ['data/core/a.ts', 'harness/b.js', 'index.ts', 'test/c.ts']);
  });

  it('refuses a file that does not parse', () => {
    assert.throws(() => parseSource('data/a.ts', 'const = 1;'), /^Error: data\/a\.ts: does not parse: /);
  });

  it('counts lines with code, but no comments', () => {
    const code = (text: string): number => codeLines(parseSource('world/a.ts', text));
    assert.equal(code('/**\n * Why.\n */\n\nconst a = 1; // with code\n/* one */ const b = 2;\n// two\n'), 2);
    assert.equal(code("const url = '// no';\n"), 1);
  });

  it('prints one row for each room, without the rows of mutants', () => {
    const table = tableOf(
      parsed({
        'ci/a.ts': '// why\nconst a = 1;\n',
        'ci/b/c.ts': 'const b = 1;\n'.repeat(11),
        'ci/mutants/data.ts': 'const c = 1;\n'.repeat(99),
        'world/d.ts': 'const d = 1;\n',
        'test/e.ts': 'const e = 1;\n',
      }),
    );
    const cells = (name: string): string[] =>
      /^\D*(.*)$/.exec(table.split('\n').find((line) => line.startsWith(name)) ?? '')?.[1]?.split(/ +/) ?? [];
    assert.deepEqual(cells('ci'), ['2', '13', '11', '11', '1']);
    assert.deepEqual(cells('without ci and test'), ['1', '1', '1', '1', '1']);
  });

  it('finds the exports that only tests use', () => {
    const sources = parsed({
      'data/a.ts': 'export const used = 1; export const tested = 2; export const both = 3;',
      'data/b.ts': "export const loaded = 1; import { used, both } from './a.ts';",
      'world/c.ts': "const later = () => import('../data/b.ts');",
      'test/d.ts':
        "import { both, tested } from '../data/a.ts'; import { loaded } from '../data/b.ts'; import 'node:fs';",
    });
    assert.deepEqual(exportsForTests(sources, sources.flatMap(importsOf)), ['data/a.ts: tested']);
  });

  it('finds the folders of a room that import each other in a circle', () => {
    const imports = parsed({
      'harness/a/one.ts': "import type { Two } from '../b/two.ts';",
      'harness/b/two.ts': "export { three } from '../c/three.ts';",
      'harness/c/three.ts': "const later = () => import('../a/one.ts');",
      'harness/d/four.ts': "import '../a/one.ts'; import '../../data/five.ts';",
      'data/five.ts': "import '../harness/d/four.ts';",
    }).flatMap(importsOf);
    assert.deepEqual(foldersInCircles(imports, 'harness'), ['harness/a', 'harness/b', 'harness/c']);
  });

  it('finds no such folders in this home', async () => {
    const sources = await sourcesIn(resolve(import.meta.dirname, '../..'));
    assert.deepEqual(foldersInCircles(sources.flatMap(importsOf), 'harness'), []);
  });

  it('counts what other code can use of a class, and the files that import the whole state', () => {
    const scene =
      'class WorldScene { a = 1; readonly b = 2; #c = 3; private d = 4; constructor() {} get e() { return 1; } set e(x) {} f() {} }';
    const sources = parsed({
      'data/state.ts': 'export interface State {} export interface Other {}',
      'world/core/scene/scene.ts': `export ${scene}`,
      'world/one.ts': "import type { State, Other } from '../data/state.ts';",
      'world/two.ts': "import type { Other } from '../data/state.ts';",
      'test/three.ts': "import type { State } from '../data/state.ts';",
    });
    assert.deepEqual([...tiesOf(sources).values()], [1, 4, 0, 0]);
  });
});
