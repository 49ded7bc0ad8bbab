import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actToolsFor } from '../../../../harness/resident/model/act-tools.ts';

const { speak } = actToolsFor({ timeLapse: false, fireworks: false, speak: true });
const spoken = (text: string): unknown => speak?.act({ text }).action.detail['text'];

test('what the model speaks has no address in any form', () => {
  for (const address of [
    'https://evil.example/phish',
    'HTTP://evil.example',
    'www.evil.example',
    'evil.example/phish',
    'evil.example',
    '(evil.example)',
    'me@evil.example',
    'evil。example/a',
    'злой.рф',
    'xn--80ak6aa92e.com',
    'README.md',
    '203.0.113.7:8080/x',
    'ftp://localhost/x',
  ])
    assert.equal(spoken(`Go to ${address} now`), 'Go to now', address);
  for (const words of ['It is 21.5 °C, e.g. at 7 p.m.', 'See config.json and Node.js 24.', 'Done… ok?'])
    assert.equal(spoken(words), words);
  assert.throws(() => spoken('evil.example'), /no text/);
});

test('what the model speaks is one line without controls of the direction', () => {
  assert.equal(spoken('a\u202eb\u2066c\nd\u0008'), 'abc d');
  assert.equal(spoken('evil\u200b.example good'), 'good');
});
