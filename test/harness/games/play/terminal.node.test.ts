import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { encode } from 'fast-png';
import { Terminal } from '../../../../harness/games/play/terminal.ts';
import { pictureId } from '../../../../harness/games/play/screenshots.ts';
import { PLAY } from './scripted.ts';

type Keyboard = ConstructorParameters<typeof Terminal>[0]['keyboard'];

class Keys extends EventEmitter implements Keyboard {
  readonly isTTY = true;
  isRaw = false;
  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }
  resume(): void {}
  pause(): void {}
  press(keys: string): void {
    this.emit('data', Buffer.from(keys));
  }
}

test('y and n answer the question that is shown, not one that was not read yet; q stops, twice ends', () => {
  const keyboard = new Keys();
  const sent: string[] = [];
  let now = 0;
  const terminal = new Terminal({
    play: PLAY,
    keyboard,
    now: () => now,
    order: (order, from) => sent.push(`${order.order} ${'request' in order ? order.request : ''} ${from}`),
    exit: (code) => sent.push(`exit ${code}`),
  });
  const ask = (id: string): void =>
    terminal.ask({ id, action: { action: 'press_key', params: { key: 'i' } }, at: now });
  try {
    assert.equal(keyboard.isRaw, true);
    keyboard.press('y');
    ask('r1');
    now += 399;
    keyboard.press('y');
    now += 1;
    keyboard.press('xN');
    assert.deepEqual(sent.splice(0), ['refuse r1 terminal']);
    ask('r2');
    // The key was meant for the question before.
    keyboard.press('y');
    now += 500;
    keyboard.press('y');
    terminal.ask(undefined);
    keyboard.press('y');
    assert.deepEqual(sent.splice(0), ['approve r2 terminal']);
    // F2 and Shift-F2.
    keyboard.press('\u001bOQ');
    keyboard.press('\u001b[1;2Q');
    assert.deepEqual(sent, []);
    keyboard.press('q');
    // An arrow before it, in one chunk.
    keyboard.press('\u001b[A\u0003');
    assert.deepEqual(sent, ['stop  terminal', 'exit 130']);
  } finally {
    terminal.close();
  }
  assert.equal(keyboard.isRaw, false);
  keyboard.press('q');
  assert.equal(sent.length, 2);
});

test('two pictures are the same if they show the same, whenever they were made', () => {
  const picture = (value: number, text: Record<string, string> = {}) =>
    encode({ width: 2, height: 1, channels: 3, depth: 8, data: new Uint8Array(6).fill(value), text });
  const [first, later] = [picture(9, { 'date:create': 'noon' }), picture(9, { 'date:create': 'one' })];
  assert.notDeepEqual(first, later);
  assert.equal(pictureId(first), pictureId(later));
  assert.notEqual(pictureId(first), pictureId(picture(8, { 'date:create': 'noon' })));
  assert.notEqual(pictureId(Buffer.from('jpeg a')), pictureId(Buffer.from('jpeg b')));
  // A broken length ends the search; it reads nothing beyond the file.
  const broken = Buffer.from(first);
  broken.writeUInt32BE(0xffffffff, 8);
  assert.match(pictureId(broken), /^[\da-f]{64}$/);
});
