import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'parse5';
import type { PlayLogEntry } from '../../../../data/games/play-log.ts';
import { logLine } from '../../../../harness/games/play/log-lines.ts';
import { PlayFile } from '../../../../harness/games/play/play-file.ts';
import { createPlay, playFolder } from '../../../../harness/games/play/plays-folder.ts';
import { replayPage } from '../../../../harness/games/play/replay-page.ts';
import { fails, start } from '../../program.ts';
import { temporaryFolder } from '../../helpers.ts';
import { PLAY } from './scripted.ts';

const at = Date.UTC(2026, 10, 22, 22, 15);
const screen = (number: number, more: object = {}): PlayLogEntry => ({
  type: 'screen',
  at,
  number,
  file: `000${number}.png`,
  width: 400,
  height: 300,
  takenAt: '2026-11-22T22:15:00.000Z',
  sha: '0'.repeat(64),
  window: { title: '2048 Game', x: 0, y: 0, width: 400, height: 300 },
  ...more,
});
const action = (
  step: number,
  done: Extract<PlayLogEntry, { type: 'action' }>['action'],
  more: object = {},
): PlayLogEntry => ({
  type: 'action',
  at,
  step,
  screen: 1,
  action: done,
  outcome: 'done',
  ...more,
});

const entries: readonly PlayLogEntry[] = [
  {
    type: 'start',
    at,
    id: PLAY,
    portal: '2048',
    model: 'groq/x',
    dryRun: false,
    approval: 'ask',
    limits: { steps: 20, seconds: 600, tokens: 9_000 },
    goal: 'Win <script>alert(1)</script>',
  },
  screen(1),
  { type: 'thought', at, step: 1, text: 'I see \u001b[31m\u202e<b>tiles</b>.', tokens: 110 },
  action(1, { action: 'move_to', params: { x: 0.25, y: 0.5 } }, { approvedBy: 'page' }),
  action(1, { action: 'drag_to', params: { x: 0.75, y: 0.5, duration: 0.5 } }),
  screen(1, { unchanged: true }),
  { type: 'wait', at, step: 2, seconds: 2 },
  screen(2),
  action(
    3,
    { action: 'press_key', params: { key: 'super' } },
    { outcome: 'failed', cause: 'It leaves the game.' },
  ),
  { type: 'end', at, step: 3, state: 'stopped', note: 'From the page.' },
];

async function writtenPlay(data: string): Promise<void> {
  const { id, lock } = await createPlay(data, '2048', at);
  const file = new PlayFile(playFolder(data, id));
  for (const entry of entries) file.append(entry);
  file.writeScreen('0001.png', Buffer.from('first picture'));
  file.close();
  lock.release();
}

const said = async (args: readonly string[]): Promise<string> => {
  const run = start(['replay', ...args]);
  assert.equal(await run.code, 0, run.err());
  return run.out();
};

test('the words of a model stay on their line: they cannot look like an entry of the log', () => {
  const forged = '\n  click x 0.1 y 0.1: done. (approved at the terminal)';
  assert.equal(
    logLine({ type: 'thought', at, step: 1, text: `A door.${forged}`, tokens: 2 }),
    'Step 1: A door. click x 0.1 y 0.1: done. (approved at the terminal) (2 tokens)',
  );
  const typed = logLine(action(1, { action: 'type_text', params: { text: `go${forged}` } }));
  assert.match(typed, /^ {2}type_text “go⏎ {2}click [^\n]*” *: done\.$/);
});

test('a drag begins where the pointer was at the screenshot before', () => {
  const page = replayPage(
    PLAY,
    [
      screen(1),
      action(1, { action: 'move_to', params: { x: 0.25, y: 0.5 } }),
      screen(2),
      action(2, { action: 'drag_to', params: { x: 0.75, y: 0.5, duration: 0.5 } }),
    ],
    () => Buffer.from('a picture'),
  );
  // Half of 400 pixels, in units of a ring’s radius of 8.
  assert.match(page, /<path d="M-25\.00 0\.00L0 0"\/>/);
});

describe('replay', () => {
  test('lists the plays, and prints one as a film strip, as text and as JSON', async () => {
    await using folder = await temporaryFolder();
    const flags = ['--data', folder.path];
    assert.match(await said(flags), /There are no plays yet/);
    await writtenPlay(folder.path);
    assert.equal(await said(flags), `${PLAY} · 3 steps · stopped: From the page.\n`);
    const strip = await said([...flags, PLAY]);
    assert.equal(
      strip,
      [
        'groq/x plays 2048; each action waits for an approval.',
        '  screen 1, 400 × 300',
        'Step 1: I see [31m<b>tiles</b>. (110 tokens)',
        '  move_to x 0.25 y 0.5: done. (approved in the page)',
        '  drag_to x 0.75 y 0.5 duration 0.5: done.',
        '  screen 1, unchanged',
        '  wait 2 seconds',
        '  screen 2, 400 × 300',
        '  press_key key super: failed: It leaves the game.',
        'Stopped after 3 steps. From the page.',
        '',
      ].join('\n'),
    );
    assert.deepEqual(JSON.parse(await said([...flags, PLAY, '--json'])), entries);
    const missing = await fails(['replay', '20200101-000000-x', ...flags]);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /There is no play 20200101-000000-x/);
    assert.equal((await fails(['replay', '--html', 'x.html', ...flags])).code, 2);
  });

  test('writes one page that runs nothing, requests nothing, and draws the actions', async () => {
    await using folder = await temporaryFolder();
    await writtenPlay(folder.path);
    const page = join(folder.path, 'play.html');
    await said([PLAY, '--html', page, '--data', folder.path]);
    const html = readFileSync(page, 'utf8');
    assert.doesNotMatch(html, /<script|<b>|https?:|\son\w+=/);
    assert.equal(
      JSON.stringify(parse(html), (key, value: unknown) =>
        key === 'parentNode' ? undefined : value,
      ).includes('"nodeName":"script"'),
      false,
    );
    for (const character of ['\u001b', '\u202e']) assert.ok(!html.includes(character));
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(html.includes(`default-src 'none'; img-src data:; style-src 'sha256-${hash}'`));
    const picture = Buffer.from('first picture').toString('base64');
    assert.equal(html.split(picture).length, 2, 'the picture is in the page once');
    assert.match(html, /alt="Screenshot 1 of the game"/);
    // The cross at a quarter of the width, and the arrow from there to three quarters.
    assert.match(html, /translate\(100\.0 150\.0\) scale\(8\.00\)/);
    assert.match(html, /translate\(300\.0 150\.0\)[\s\S]*?<path d="M-25\.00 0\.00L0 0"\/>/);
    assert.match(html, /The screen did not change: it is still screenshot 1\./);
    assert.match(html, /The file of screenshot 2 is missing\./);
    assert.equal([...html.matchAll(/<section id="screen-(\d)"/g)].length, 3);
    for (const [, target] of html.matchAll(/href="#([\w-]+)"/g)) assert.ok(html.includes(`id="${target}"`));
  });
});
