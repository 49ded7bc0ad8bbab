import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewpointNames, viewpointPanels } from '../../../data/view/viewpoint.ts';
import { panelNamed } from '../../../harness/resident/places.ts';
import { plainWords } from '../../../harness/resident/words.ts';

test('the resident knows each panel by what the home calls it', () => {
  for (const name of viewpointPanels)
    assert.equal(panelNamed(plainWords(viewpointNames[name])), name, viewpointNames[name]);
});

test('the resident knows the panel “Now” in a visitor’s words', () => {
  for (const text of ['the panel “Now”', 'the now panel', 'the activity board', 'what you’re doing'])
    assert.equal(panelNamed(plainWords(text)), 'now', text);
  for (const text of ['take me there now', 'what now?', 'hello'])
    assert.equal(panelNamed(plainWords(text)), undefined, text);
});
