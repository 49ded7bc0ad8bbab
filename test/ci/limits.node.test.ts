import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MAX_SCRIPT_BYTES,
  MAX_SOURCE_LINES,
  pageProblems,
  scriptSizeProblems,
  sourceLengthProblems,
} from '../../ci/limits.ts';
import { folderWith } from './folder.ts';

const lines = (count: number): string => 'export {};\n'.repeat(count);
const page = (body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>Home</title></head>\n<body>${body}</body>\n</html>\n`;

describe('script sizes', () => {
  it('accepts a script of exactly 512,000 bytes, vendored or not', async (t) => {
    const folder = folderWith(t, { 'dist/vendor/a.js': Buffer.alloc(MAX_SCRIPT_BYTES, ' ') });
    assert.deepEqual(await scriptSizeProblems(folder), []);
  });

  it('names the script that is one byte larger, its size and the limit', async (t) => {
    const folder = folderWith(t, { 'dist/vendor/a.js': Buffer.alloc(MAX_SCRIPT_BYTES + 1, ' ') });
    assert.deepEqual(await scriptSizeProblems(folder), [
      'dist/vendor/a.js:1: 512,001 bytes, the limit is 512,000',
    ]);
  });
});

describe('source lengths', () => {
  it('accepts a source of 777 lines and a test of any length', async (t) => {
    const folder = folderWith(t, { 'data/a.ts': lines(MAX_SOURCE_LINES), 'test/b.ts': lines(2000) });
    assert.deepEqual(await sourceLengthProblems(folder), []);
  });

  it('names the source with one line more', async (t) => {
    const folder = folderWith(t, {
      'data/a.ts': lines(MAX_SOURCE_LINES + 1),
      'node_modules/x/c.js': lines(2000),
    });
    assert.deepEqual(await sourceLengthProblems(folder), ['data/a.ts:778: 778 lines, the limit is 777']);
  });
});

describe('pages', () => {
  it('accepts pages that parse', async (t) => {
    const good = page('<p style="color: var(--hw-text)">Home&#160;<a href="#abc">world</a></p>');
    const all = { 'index.html': good, 'heartbeat.html': good, 'door.html': good, 'widgets.html': good };
    assert.deepEqual(await pageProblems(folderWith(t, all)), []);
  });

  it('names a page that is missing', async (t) => {
    assert.deepEqual(
      await pageProblems(
        folderWith(t, { 'index.html': page(''), 'door.html': page(''), 'widgets.html': page('') }),
      ),
      ['heartbeat.html:1: missing, and it is one of the pages'],
    );
  });

  it('names the place of a parse error', async (t) => {
    const folder = folderWith(t, {
      'index.html': page('<p class="a" class="b">x</p>'),
      'heartbeat.html': page(''),
      'door.html': page(''),
      'widgets.html': page(''),
    });
    const [problem, ...more] = await pageProblems(folder);
    assert.match(problem ?? '', /^index\.html:4:\d+: does not parse: duplicate-attribute$/);
    assert.deepEqual(more, []);
  });

  it('names a colour in a style element, a style attribute, an SVG attribute and a meta element', async (t) => {
    const folder = folderWith(t, {
      'index.html': page(
        '<style>p { color: #48f }</style><p style="color: rgb(1, 2, 3)">x</p><svg><path fill="#012345"/></svg>' +
          '<meta name="theme-color" content="#050510">',
      ),
      'heartbeat.html': page(''),
      'door.html': page(''),
      'widgets.html': page(''),
    });
    const problems = (await pageProblems(folder)).join('\n');
    for (const colour of ['#48f', 'rgb(1, 2, 3)', '#012345', '#050510'])
      assert.ok(problems.includes(colour), colour);
  });
});
