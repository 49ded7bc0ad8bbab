import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shortStateText, stateColor } from '../../../../world/narrative/sessions/session-looks.ts';
import { session } from '../../../helpers/sessions.ts';

const NOW = 1_700_000_000_000;
const one = (state: Parameters<typeof session>[0]['state'], minutes = 0) =>
  session({ name: 'a', state, since: NOW - minutes * 60_000 });

describe('the word below a name', () => {
  test('says how long a session waits or has failed, from a minute on', () => {
    assert.equal(shortStateText(one('waiting'), NOW), 'waits');
    assert.equal(shortStateText(one('waiting', 38), NOW), 'waits 38 min');
    assert.equal(shortStateText(one('failed', 1), NOW), 'failed 1 min');
    assert.equal(shortStateText(one('done', 5), NOW), 'done');
    assert.equal(shortStateText(one('silent', 12), NOW), 'no news');
  });

  test('has a colour where the owner must see it', () => {
    assert.equal(stateColor(one('waiting')), 'zap');
    assert.equal(stateColor(one('failed')), 'failed');
    assert.equal(stateColor(one('working')), undefined);
  });
});
