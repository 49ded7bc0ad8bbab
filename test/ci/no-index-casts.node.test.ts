import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseSource, walk } from '../../ci/house/parse.ts';
import { noIndexCasts } from '../../ci/lint/no-index-casts.ts';

/** What the lint rule reports in a text. The forms of casts are in house.node.test.ts. */
function reported(text: string): string[] {
  const found: string[] = [];
  const { program } = parseSource('data/a.ts', text);
  const visitors = noIndexCasts.create({
    cwd: '/',
    filename: '/data/a.ts',
    report: ({ node }) => found.push(text.slice(node.start, node.end)),
  });
  walk(program, (node) => visitors[node.type]?.(node));
  return found;
}

it('home/no-index-casts reports casts of an indexed value, and nothing else', () => {
  assert.deepEqual(reported('f(x[i] as X, <X>x[i], x as X, x.y as X, x[i]);'), ['x[i] as X', '<X>x[i]']);
});
