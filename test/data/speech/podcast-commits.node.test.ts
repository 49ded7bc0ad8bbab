import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commit, digest, live } from './day.ts';

test('names new work before maintenance, and the newest of the same worth first', () => {
  const first = (older: string, newer: string): string | undefined =>
    /Ada wrote two: “([^”]+)”/u.exec(
      digest({ commits: live([commit('Ada', newer, 1), commit('Ada', older, 2)]) }),
    )?.[1];
  assert.equal(first('feat!: new', 'fix(x): mend'), 'New');
  assert.equal(first('Say it', 'fix(x): mend'), 'Mend');
  assert.equal(first('fix(x): mend', 'Say it'), 'Say it');
  assert.equal(first('Say it', 'docs: read it'), 'Say it');
  for (const routine of ['Merge pull request', 'v1.2.3', 'wip'])
    assert.equal(first('docs: read it', routine), 'Read it');
});
