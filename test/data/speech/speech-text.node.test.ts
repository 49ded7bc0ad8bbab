import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { soulText, markdownSentences } from '../../../data/speech/soul-text.ts';
import {
  timeAgo,
  countedInWords,
  listText,
  sentencesOf,
  speechText,
} from '../../../data/speech/speech-text.ts';

const MOST = 90;

describe('a text for a voice', () => {
  const cases: readonly (readonly [what: string, raw: string, said: string])[] = [
    ['plain words stay', 'Draw the stars', 'Draw the stars'],
    ['a link is called one', 'see https://x.y/z?a=1, and www.foo.bar.', 'see a link, and a link.'],
    ['schemes of payments and scripts too', 'javascript:alert(1) lightning:lnbc1', 'a link a link'],
    ['hashes are not spelled', 'Revert 3f2a1bc, not 0xdeadbeef', 'Revert a hash, not a hash'],
    ['words that look like hashes are words', 'facade of a decade', 'facade of a decade'],
    ['keys are not spelled', 'npub1xyzabc2020304050607080900aaaaabbbbcccc', 'a code'],
    ['a path is its file', 'fix src/a/b/c.ts', 'fix c.ts'],
    ['marks of Markdown go', 'Add **bold** `code` and snake_case', 'Add bold code and snake case'],
    ['an issue is a number', 'closes #12', 'closes number 12'],
    ['emoji go, in letters too', 'Ship 🚀 :rocket: it 🏳️‍🌈 👩🏽‍🚀', 'Ship it'],
    ['markup goes, so that no voice obeys it', '<speak><break time="9s"/>Hi</speak>', 'Hi'],
    ['markup in disguise too', '<<b>script>x &lt;break&gt; ＜audio src=y＞', 'script x break'],
    ['turns of the reading direction go', 'a\u202eb\u2066c', 'abc'],
    ['control characters go', 'a\u0000b\u001b[31m red\u0007', 'a b red'],
    ['what cannot be seen goes', 'a\u200bb\u00adc\ufeff\ud800', 'abc'],
    ['piled-up accents go', `z${'\u0301'.repeat(50)}`, 'ź\u0301\u0301'],
    ['arrows are words', 'x -> y => z', 'x to y to z'],
    ['other scripts stay', 'می‌خواهم, नमस्ते दुनिया', 'می‌خواهم, नमस्ते दुनिया'],
    ['dots and bars that divide are pauses', 'DEMO · Home | World', 'DEMO, Home, World'],
    ['nothing is nothing', '🚀 !!! — ***', ''],
  ];
  for (const [what, raw, said] of cases) it(what, () => assert.equal(speechText(raw, MOST), said));

  it('is cut at a word, with a mark', () => {
    const said = speechText('word '.repeat(10_000), MOST);
    assert.ok(said.length <= MOST, `${said.length}`);
    assert.ok(said.endsWith('word…'));
  });

  it('is short and quick for hostile input', () => {
    const started = performance.now();
    for (const piece of [
      'a',
      '<',
      '/a',
      '#1',
      ':a',
      '&#x;',
      'f1',
      '\u0301',
      '\u202e',
      'ﷺ',
      '. ',
      '@',
      '(',
      '\n',
    ])
      for (const most of [40, 80, 4000]) {
        const said = speechText(piece.repeat(200_000), most);
        assert.ok(said.length <= most, piece);
        assert.doesNotMatch(said, /[<>\p{Cc}\p{Bidi_C}]/u);
      }
    assert.ok(performance.now() - started < 5000);
  });
});

describe('sentences', () => {
  it('are split, and long ones break at commas', () => {
    assert.deepEqual(sentencesOf('One. Two! Three? ¿Qué? 我住在这里。门开着。'), [
      'One.',
      'Two!',
      'Three?',
      '¿Qué?',
      '我住在这里。',
      '门开着。',
    ]);
    const long = `I keep the door open, ${'and the light on, '.repeat(30)}always.`;
    const parts = sentencesOf(long);
    assert.ok(parts.every((part) => part.length <= 180 && part.length > 40));
    assert.equal(parts.join(' '), long);
    assert.ok(parts.slice(0, -1).every((part) => part.endsWith(',')));
  });

  it('break without a comma or a space too, and lose nothing', () => {
    assert.equal(sentencesOf('x'.repeat(1000)).join(''), 'x'.repeat(1000));
    assert.equal(sentencesOf('😀x'.repeat(300)).join(''), '😀x'.repeat(300));
    assert.deepEqual(sentencesOf(' … — '), []);
  });

  it('put numbers, lists and ages into words', () => {
    assert.deepEqual(
      [
        countedInWords(1, 'sat'),
        countedInWords(2, 'sat'),
        countedInWords(1200, 'sat'),
        countedInWords(0, 'sat'),
      ],
      ['one sat', 'two sats', '1,200 sats', 'no sats'],
    );
    assert.deepEqual(
      [listText([]), listText(['a']), listText(['a', 'b']), listText(['a', 'b', 'c', 'd', 'e'])],
      ['', 'a', 'a and b', 'a, b, c and two more'],
    );
    assert.deepEqual(
      [0, 5 * 60_000, 3_600_000, 20 * 86_400_000, -5].map((age) => timeAgo(0, age)),
      ['one minute ago', 'five minutes ago', 'one hour ago', '20 days ago', 'one minute ago'],
    );
  });
});

describe('soul.md, read aloud', () => {
  const NOW = 10 * 3_600_000;
  const value =
    '# The *oath*\n\nI keep the [door](https://x.y) open.\nDay and night. \n\n- Nobody needs a `key`.\n1. First\n\n<!-- not\nthis -->';

  it('has its headings, sentences and items, without marks', () => {
    assert.deepEqual(markdownSentences(value), [
      'The oath',
      'I keep the door open.',
      'Day and night.',
      'Nobody needs a key.',
      '1: First',
    ]);
  });

  it('says what is wrong in each state', () => {
    const source = 'soul.md';
    const cause = 'home.example answered 500';
    const text = '# Oath';
    assert.deepEqual(soulText({ state: 'loading', source }, NOW), ['I am still waiting for the oath.']);
    assert.deepEqual(soulText({ state: 'live', source, value: text, fetchedAt: 0 }, NOW), ['Oath']);
    assert.deepEqual(soulText({ state: 'stale', source, value: text, fetchedAt: 0, cause }, NOW), [
      'Oath',
      'What I know of the oath is from ten hours ago.',
    ]);
    assert.deepEqual(soulText({ state: 'empty', source, fetchedAt: 0 }, NOW), [
      'There is no oath yet: the file is empty.',
    ]);
    assert.deepEqual(soulText({ state: 'error', source, cause }, NOW), [
      'I cannot see the oath right now: home.example answered 500.',
    ]);
    assert.deepEqual(soulText({ state: 'offline', source, cause: 'no network' }, NOW), [
      'There is no network, so I cannot see the oath.',
    ]);
    assert.deepEqual(soulText({ state: 'offline', source, value: text, fetchedAt: 0, cause }, NOW), [
      'Oath',
      'This browser is offline: what I know of the oath is from ten hours ago.',
    ]);
  });

  it('says that there are no words when the file has only marks', () => {
    for (const value of ['---', '☀☀', '```\n```'])
      assert.deepEqual(soulText({ state: 'live', source: 'soul.md', value, fetchedAt: 0 }, NOW), [
        'There is no oath yet: the file is empty.',
      ]);
  });

  it('is at most as long as the file may be, in parts short enough for a voice', () => {
    const parts = markdownSentences('word, '.repeat(100_000));
    assert.ok(parts.join(' ').length <= 20_000);
    assert.ok(parts.every((part) => part.length <= 180));
  });
});
