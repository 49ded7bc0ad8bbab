import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { presenceClientFrame, presenceServerFrame } from '../../../data/presence/protocol.ts';

const takes = (frame: unknown): unknown => v.parse(presenceClientFrame, frame);
const refuses = (frame: unknown): void =>
  assert.equal(v.safeParse(presenceClientFrame, frame).success, false, JSON.stringify(frame));

test('a position is rounded, and its yaw is one angle', () => {
  const p = [1.23456, 1.6, -30.999, 7 * Math.PI];
  const taken = takes({ type: 'position', p }) as { p: number[] };
  assert.deepEqual(taken.p.slice(0, 3), [1.23, 1.6, -31]);
  assert.equal(Math.abs(taken.p[3] ?? 0), 3.14);
  assert.deepEqual(takes({ type: 'position', p: null }), { type: 'position', p: null });
});

test('a position outside the world, or that is no number, is refused', () => {
  for (const p of [
    [65, 0, 0, 0],
    [0, -0.1, 0, 0],
    [0, 65, 0, 0],
    [0, 0, -65, 0],
    [0, 0, 0, 1e7],
    [0, 0, 0, Number.NaN],
    [0, 0, 0, null],
    [0, 0, 0],
    ['0', 0, 0, 0],
    {},
    undefined,
  ])
    refuses({ type: 'position', p });
});

test('a name is one clean line, and may be left out', () => {
  const presence = { type: 'presence', visible: true, watching: false } as const;
  assert.deepEqual(takes(presence), { ...presence, name: '' });
  assert.deepEqual(takes({ ...presence, name: ' Ada\n\u202eLovelace\u0000 ' }), {
    ...presence,
    name: 'Ada Lovelace',
  });
  // With a character that cannot be seen, one visitor could have the name of another.
  for (const name of ['A\u200bda', 'Ada\u200d', 'A\u200cda\u2060', '\ufeffAda', 'A\u00adda'])
    assert.deepEqual(takes({ ...presence, name }), { ...presence, name: 'Ada' });
  for (const name of ['👩\u200d🚀', 'نمی\u200cدانم', '❤\ufe0f\u200d🔥'])
    assert.deepEqual(takes({ ...presence, name }), { ...presence, name }, 'joiners that are needed stay');
  refuses({ ...presence, name: 'x'.repeat(25) });
  refuses({ type: 'presence', visible: 'yes', watching: false });
});

test('words to other visitors have a length, and emotes are of four kinds', () => {
  assert.deepEqual(takes({ type: 'player-chat', text: 'hello\nthere' }), {
    type: 'player-chat',
    text: 'hello there',
  });
  refuses({ type: 'player-chat', text: ' \n ' });
  refuses({ type: 'player-chat', text: 'x'.repeat(201) });
  // Characters that cannot be seen are no text, and marks stay in their line.
  refuses({ type: 'player-chat', text: '\u115f\u1160\u2800\u3164' });
  const tall = takes({ type: 'player-chat', text: `a${'\u0316'.repeat(60)} b\u2800 ½` });
  assert.deepEqual(tall, { type: 'player-chat', text: 'a\u0316\u0316 b ½' });
  refuses({ type: 'emote', emote: 'bow' });
  refuses({ type: 'player-report', number: 0 });
  refuses({ type: 'player-report', number: 1.5 });
});

test('a page takes 50 players in a frame, and no more', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => [i + 1, 0, 1.6, 0, 0]);
  const frame = (count: number) => ({ type: 'players', at: 1, p: rows(count), gone: [], count: 7 });
  assert.ok(v.safeParse(presenceServerFrame, frame(50)).success);
  assert.ok(!v.safeParse(presenceServerFrame, frame(51)).success);
});
