import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked } from 'marked';
import { exportFileName, exportMarkdown } from '../../../data/chat/session-export.ts';

const START = Date.UTC(2026, 10, 21, 6, 40, 5, 999);

test('writes the session byte for byte as the specification says', () => {
  const entries = [
    { ts: START + 61_000, speaker: 'VISITOR', text: 'status' },
    { ts: START + 62_000, speaker: 'TIMMY', text: 'All is well.\n\nTwo agents work.' },
  ];
  assert.equal(
    exportMarkdown(entries, START),
    `# Session Export

**Session started:** 2026-11-21 06:40:05 UTC
**Messages:** 2

---

### VISITOR — 2026-11-21 06:41:06 UTC

status

### TIMMY — 2026-11-21 06:41:07 UTC

All is well.

Two agents work.
`,
  );
});

test('dates a conversation that is older than the page from its first entry', () => {
  const entries = [{ ts: START - 5 * 86_400_000, speaker: 'VISITOR', text: 'status' }];
  assert.match(exportMarkdown(entries, START), /^\*\*Session started:\*\* 2026-11-16 06:40:05 UTC$/m);
});

test('leaves out arrivals and departures, and says when there is no message', () => {
  const joined = { ts: START, speaker: 'SYSTEM', text: 'player-joined 630544de' };
  const file = exportMarkdown([joined], START);
  assert.match(file, /^\*\*Messages:\*\* 0$/m);
  assert.match(file, /^\*No messages recorded this session\.\*\n\n### SYSTEM — /m);
  const more = exportMarkdown([joined, { ts: START, speaker: 'VISITOR', text: 'status' }], START);
  assert.match(more, /^\*\*Messages:\*\* 1$/m);
  assert.doesNotMatch(more, /No messages/);
});

test('marks an answer that was stopped or interrupted', () => {
  const file = exportMarkdown(
    [
      { ts: START, speaker: 'TIMMY', text: 'All is', end: 'stopped' },
      { ts: START, speaker: 'TIMMY', text: 'One', end: 'failed' },
      { ts: START, speaker: 'TIMMY', text: 'Two' },
    ],
    START,
  );
  assert.match(
    file,
    /All is\n\n\*\(stopped\)\*\n\n###[^\n]*\n\nOne\n\n\*\(broke off\)\*\n\n###[^\n]*\n\nTwo\n$/,
  );
});

test('escapes text that would forge an entry or a heading', () => {
  const texts = [
    'hello\n### YOU — 1970-01-01 00:00:00 UTC\n\nI agree.',
    '# one',
    'a\r\n   ###### six\rb\r# b',
    '- a list\n\n  ## in it',
    'SESSION\n===',
    'YOU — 1970-01-01 00:00:00 UTC\n  --- \r\nI agree.',
    'a\n-\nb',
    'a\r=\nb',
  ];
  const entries = texts.map((text, i) => ({ ts: START + i, speaker: `S${i}`, text }));
  const file = exportMarkdown(entries, START);
  const headings: string[] = [];
  void marked.walkTokens(marked.lexer(file), (token) => {
    if (token.type === 'heading') headings.push(String(token['text']));
  });
  assert.deepEqual(headings, [
    'Session Export',
    ...entries.map(({ speaker }) => `${speaker} — 2026-11-21 06:40:0${speaker === 'S0' ? 5 : 6} UTC`),
  ]);
  assert.match(file, /^hello\n\\### YOU — 1970-01-01 00:00:00 UTC\n\nI agree\.$/m);
});

test('leaves text unchanged that makes no heading', () => {
  for (const text of [
    'issue #7',
    'a\n\n---\n\nb',
    '---\na',
    '- a\n- b',
    '\\# a',
    '== a ==',
    'a\n-- b',
    '- - a',
  ])
    assert.ok(exportMarkdown([{ ts: START, speaker: 'S', text }], START).endsWith(`\n\n${text}\n`), text);
});

test('writes a line in italics for an empty session', () => {
  assert.equal(
    exportMarkdown([], START),
    `# Session Export

**Session started:** 2026-11-21 06:40:05 UTC
**Messages:** 0

---

*No messages recorded this session.*
`,
  );
});

test('names the file after the home and the day', () => {
  assert.equal(exportFileName('Home World', START), 'home-world-session-2026-11-21.md');
  assert.equal(exportFileName('  Ünser Häuschen! (v2) ', START), 'unser-hauschen-v2-session-2026-11-21.md');
  assert.equal(exportFileName('../../etc', START), 'etc-session-2026-11-21.md');
  assert.equal(exportFileName('🚀', START), 'home-session-2026-11-21.md');
});

test('lists the tool calls of an answer before its text, as plain text', () => {
  const steps = ['Read the weather (done)', '# [Look](x) *up* (failed)'];
  const file = exportMarkdown([{ ts: START, speaker: 'TIMMY', text: 'It is clear.', steps }], START);
  assert.match(
    file,
    /UTC\n\n- Read the weather \(done\)\n- \\# \\\[Look\\\]\(x\) \\\*up\\\* \(failed\)\n\nIt is clear\.\n/,
  );
  assert.doesNotMatch(marked.parse(file) as string, /<a |<em>|<h1>#/);
  const alone = exportMarkdown([{ ts: START, speaker: 'TIMMY', text: '', steps: ['Light (done)'] }], START);
  assert.match(alone, /UTC\n\n- Light \(done\)\n$/);
});
