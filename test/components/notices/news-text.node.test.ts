import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsText } from '../../../components/notices/news-text.ts';
import type { Commit } from '../../../data/readings/records.ts';

const commit = (author: string, title: string): Commit => ({ sha: title, author, authoredAt: 0, title });

test('names author and title of one commit', () => {
  assert.equal(newsText([commit('Ben', 'minify: enable nesting')], []), 'Ben · minify: enable nesting');
  assert.equal(newsText([], []), '');
});

test('groups several, the author of the newest first', () => {
  const [ben, ada] = [commit('Ben', 'a'), commit('Ada', 'b')];
  assert.equal(newsText([ben, ada, ben], []), '3 commits by Ben and Ada');
  assert.equal(newsText([ben, ben], []), '2 commits by Ben');
  const many = ['Ann', 'Bob', 'Cid', 'Dan'].map((name) => commit(name, name));
  assert.equal(newsText(many, []), '4 commits by Dan, Cid and 2 others');
  assert.equal(newsText(many.slice(1), []), '3 commits by Dan, Cid and 1 other');
});

test('announces a merge if no commit announces it', () => {
  assert.equal(newsText([], ['Light the beam']), 'Merged: Light the beam');
  assert.equal(newsText([], ['']), 'Merged');
  assert.equal(newsText([], ['One', 'Two']), '2 merges');
  const squashed = commit('Ben', 'Light the beam (#12)');
  assert.equal(newsText([squashed], ['Light the beam']), 'Ben · Light the beam (#12)');
  assert.equal(newsText([squashed], ['Light']), 'Ben · Light the beam (#12) · Merged: Light');
  assert.equal(newsText([squashed], ['Another']), 'Ben · Light the beam (#12) · Merged: Another');
});
