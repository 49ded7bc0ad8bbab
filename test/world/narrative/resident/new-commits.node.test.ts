import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { Commit } from '../../../../data/readings/records.ts';
import { NewCommits } from '../../../../world/narrative/resident/resident-notices.ts';

const list = (...shas: string[]): Reading<readonly Commit[]> => ({
  source: 'local/home',
  state: 'live',
  value: shas.map((sha) => ({ sha, author: 'Ben', authoredAt: 0, title: sha })),
  fetchedAt: 0,
});

describe('new commits', () => {
  it('are those at the front of a later list', () => {
    const commits = new NewCommits();
    assert.equal(commits.heard(list('a')), false, 'the first list is no news');
    const second = list('b', 'a');
    assert.equal(commits.heard(second), true);
    assert.equal(commits.heard(second), false, 'once');
    assert.equal(commits.heard(list('b', 'a')), false, 'asked again');
  });

  it('are not older ones that the list reaches back to, nor the rest of a list that lost its first', () => {
    const commits = new NewCommits();
    commits.heard(list('c', 'b'));
    assert.equal(commits.heard(list('c', 'b', 'a')), false);
    assert.equal(commits.heard(list('b', 'a')), false);
  });

  it('wait for a live answer', () => {
    const commits = new NewCommits();
    commits.heard(list('a'));
    assert.equal(commits.heard({ source: 'x', state: 'error', cause: 'down' }), false);
    assert.equal(commits.heard(list('b', 'a')), true);
    const empty = new NewCommits();
    empty.heard({ source: 'x', state: 'empty', fetchedAt: 0 });
    assert.equal(empty.heard(list('a')), true, 'the first commit of a new repository');
  });
});
