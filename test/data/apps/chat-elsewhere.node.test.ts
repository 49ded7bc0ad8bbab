import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalOf } from '../../../data/apps/chat-elsewhere.ts';

const BASE = 'https://home.example/';
const config = (allowedOrigins: readonly string[], url = '') => ({ bridge: { url }, allowedOrigins });

describe('the chat in another page', () => {
  it('is for the home’s own pages and the origins that its owner names', () => {
    assert.equal(refusalOf(BASE, config([]), 'https://home.example'), '');
    assert.equal(refusalOf(BASE, config(['https://blog.example']), 'https://blog.example'), '');
  });

  it('says to others what the owner has to write; “*” is not enough', () => {
    for (const allowed of [[], ['*'], ['https://blog.example:8443'], ['http://blog.example']])
      assert.equal(
        refusalOf(BASE, config(allowed), 'https://blog.example'),
        'This home lets no page of https://blog.example talk to its resident. Its owner has to add "https://blog.example" to "allowedOrigins" in config.json; "*" is for readings only.',
      );
    assert.match(refusalOf(BASE, config(['*']), 'null'), /without an origin/);
  });

  it('leaves it to a bridge at another address to decide', () => {
    assert.equal(refusalOf(BASE, config([], 'wss://bridge.example/'), 'https://blog.example'), '');
  });
});
