import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingsIn } from '../../ci/house.ts';
import { countLines } from '../../ci/house/comments.ts';
import { problemWithFile, problemWithName } from '../../ci/house/names.ts';
import { type Finding, type Source, parseSource, sourcesIn } from '../../ci/house/parse.ts';
import { MAX_FILES_PER_FOLDER } from '../../ci/house/plan.ts';
import { tableOf } from '../../ci/house/table.ts';
import { folderWith } from './folder.ts';

type Files = Readonly<Record<string, string>>;

const parsed = (files: Files): Source[] =>
  Object.entries(files).map(([path, text]) => parseSource(path, text));

/** The findings of one check in these files, as `path:line`. */
const found = (check: Finding['check'], files: Files): string[] =>
  findingsIn(parsed(files))
    .filter((finding) => finding.check === check)
    .map(({ path, line }) => (line === undefined ? path : `${path}:${line}`));

const folderOf = (folder: string, count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/f${index}.ts`, 'export {};\n']));

describe('files in a folder', () => {
  it('accepts a full folder, and folders below it', () => {
    const files = { ...folderOf('data/core', MAX_FILES_PER_FOLDER), ...folderOf('data/core/inner', 5) };
    assert.deepEqual(found('folders', files), []);
  });

  it('names the folder with one file more, in data/ and world/ only', () => {
    const files = { ...folderOf('world/core', MAX_FILES_PER_FOLDER + 1), ...folderOf('harness/store', 40) };
    assert.deepEqual(found('folders', files), ['world/core/']);
  });
});

describe('the share of comments', () => {
  const source = (text: string): Source => parseSource('world/core/a.ts', text);

  it('counts comment lines and lines with code', () => {
    const text = '/**\n * Why.\n */\n\nconst a = 1; // not counted\n/* one */ const b = 2;\n// two\n';
    assert.deepEqual(countLines(source(text)), { comment: 4, code: 2 });
  });

  it('counts the comments of shaders and styles, but no comment signs in strings', () => {
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

  it('are found once in a file, and not in texts and comments', () => {
    const text = "// stance\nconst a = 'stance';\nstance(a.stance);\n";
    assert.deepEqual(found('names', { 'ci/a.ts': text }), ['ci/a.ts:3']);
  });
});

describe('the house', () => {
  it('is read from its folders and entries, without tests and built files', async (t) => {
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

  it('prints one row for each room', () => {
    const sources = parsed({
      'ci/a.ts': '// why\nconst stance = 1;\n',
      'ci/b/c.ts': 'const b = 1;\n'.repeat(9),
    });
    const [head, ...rows] = tableOf(sources, findingsIn(sources)).split('\n');
    assert.match(head ?? '', /^room +files +lines/);
    const row = rows
      .find((one) => one.startsWith('ci'))
      ?.trim()
      .split(/ +/);
    assert.deepEqual(row, ['ci', '2', '11', '9', '9', '9.1', '1', '1']);
  });
});
