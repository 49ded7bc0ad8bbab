import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { serverFrame } from '../../../data/chat/protocol.ts';
import { presenceServerFrame } from '../../../data/presence/protocol.ts';
import { toResidentFrame } from '../../../data/chat/resident-protocol.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { createState } from '../../../data/state.ts';
import { Bridge } from '../../../harness/bridge/bridge.ts';
import { Keys } from '../../../harness/keys/keys.ts';
import { Readers } from '../../../harness/keys/readers.ts';
import { ResidentRoom } from '../../../harness/resident/room/resident-room.ts';
import { Store } from '../../../harness/store/store.ts';
import { randomFrom } from '../../helpers/random.ts';
import { echo } from '../residents.ts';

const SLOTS = 24;
const TOKEN = 'token-of-the-bridge';
/** This coordinate is used for nothing else, so that it can be found in the sent frames. */
const HIDDEN_X = 61.61;
const known = v.variant('type', [serverFrame, presenceServerFrame, toResidentFrame]);

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const ODD: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 53,
  '',
  ' ',
  'x'.repeat(5_000),
  '\u202eabc\u0000\ud800',
  '__proto__',
  'constructor',
  [],
  [[[[[[[[]]]]]]]],
  [1, 2, 3, 4, 5],
  ['1e400', 0, 0, 0],
  {},
  { type: 'hello' },
];

/** The part of a socket that the bridge uses. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly CLOSED = 3;
  readyState = 1;
  bufferedAmount = 0;
  readonly #heard: (text: string) => void;

  constructor(heard: (text: string) => void) {
    super();
    this.#heard = heard;
  }

  send(text: string): void {
    this.#heard(text);
  }

  close(): void {
    this.readyState = 2;
  }

  terminate(): void {
    if (this.readyState === this.CLOSED) return;
    this.readyState = this.CLOSED;
    this.emit('close');
  }

  ping(): void {}
  pause(): void {}
}

/** One client that reconnects again and again, with the secrets that it may know. */
interface Slot {
  socket: FakeSocket;
  secret: string | undefined;
  /** The newest question to it, if it is an agent. */
  question: string | undefined;
}

interface FuzzOptions {
  readonly frames: number;
  readonly seed: number;
  /** Advances the mocked timers of the bridge. */
  readonly pass: (milliseconds: number) => void;
  readonly now: () => number;
  /** Is called after each tenth of the frames. */
  readonly onTenth?: () => void;
}

export interface FuzzResult {
  /** The frames that must not have been sent, or are not in the protocol. */
  readonly faults: readonly string[];
  readonly heard: ReadonlyMap<string, number>;
  /** What is left after all have gone. */
  readonly left: {
    readonly sockets: number;
    readonly visitors: number;
    readonly visible: number;
    readonly watching: number;
  };
}

/**
 * Sends frames of all kinds, valid and invalid, from clients that come and go. Nothing may throw, and no
 * client may receive the data of another one: a secret, a conversation, or the position of a hidden visitor.
 */
export async function fuzz({ frames, seed, pass, now, onTenth }: FuzzOptions): Promise<FuzzResult> {
  const random = randomFrom(seed);
  const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const faults: string[] = [];
  const heard = new Map<string, number>();
  const slots: Slot[] = [];
  const owners = new Map<string, number>();
  const store = new Store(':memory:');
  const keys = new Keys(':memory:');
  const bridge = new Bridge({
    keys,
    readers: new Readers('public', keys),
    store,
    resident: new ResidentRoom(echo()),
    state: createState({ ...defaultConfig, together: { presence: true, chat: true } }),
    now,
    log: (line) => {
      if (/could not be/.test(line)) faults.push(line);
    },
    token: TOKEN,
    maxSocketsPerIp: SLOTS * 4,
  });

  const hear = (index: number, text: string): void => {
    const frame = JSON.parse(text) as { type: string; session?: string; id?: string };
    const count = (heard.get(frame.type) ?? 0) + 1;
    heard.set(frame.type, count);
    // Checks the first frames of each type, and then only some of them, because a check takes longer than the
    // work.
    if ((count < 50 || count % 50 === 0) && !v.safeParse(known, frame).success)
      faults.push(`not in the protocol: ${text.slice(0, 200)}`);
    const slot = slots[index];
    if (slot && frame.type === 'question') slot.question = frame.id;
    if (frame.type === 'welcome' && frame.session !== undefined) {
      if (slot) slot.secret = frame.session;
      owners.set(frame.session, index);
    }
    for (const [word] of text.matchAll(/[\w-]{43}/g))
      if ((owners.get(word) ?? index) !== index) faults.push(`a secret of another: ${text.slice(0, 200)}`);
    const mark = /private-(\d+)-/.exec(text)?.[1];
    if (mark !== undefined && Number(mark) !== index && frame.type !== 'question')
      faults.push(`words of another: ${text.slice(0, 200)}`);
    if (text.includes(String(HIDDEN_X))) faults.push(`a place of one that hides: ${text.slice(0, 200)}`);
  };
  const open = (index: number): FakeSocket => {
    const socket = new FakeSocket((text) => hear(index, text));
    bridge.accept(socket as unknown as WebSocket, `198.51.100.${index % 7}`);
    return socket;
  };

  const isHidden = (index: number): boolean => index % 5 === 0;
  /** A valid frame. */
  const good = (index: number): { readonly [key: string]: Json } => {
    const metres = (): number => (random() - 0.5) * 60;
    const x = isHidden(index) ? HIDDEN_X : metres();
    const id = `c${Math.floor(random() * 50)}`;
    const hello = { type: 'hello', version: 1 };
    const { secret, question = id } = slots[index] ?? {};
    const frame = any<{ readonly [key: string]: Json }>([
      secret === undefined ? hello : { ...hello, session: secret, cursor: Math.floor(random() * 9) },
      index % 8 === 1 ? { ...hello, role: 'resident', token: TOKEN } : hello,
      { type: 'position', p: [x, 1.6, metres(), random() * 9] },
      { type: 'position', p: [x, 1.6, metres(), random() * 9] },
      { type: 'position', p: null },
      { type: 'presence', name: 'A name', visible: !isHidden(index), watching: random() < 0.8 },
      { type: 'emote', emote: any(['wave', 'heart', 'spark', 'cheer']) ?? '' },
      { type: 'player-chat', text: 'said aloud' },
      { type: 'player-report', number: Math.floor(random() * 40), reason: 'why not' },
      { type: 'chat', id, text: `private-${index}-word` },
      { type: 'stop', id },
      { type: 'activity', activity: { state: 'working', task: 'A task' } },
      { type: 'enter', name: 'An agent' },
      { type: 'leave' },
      { type: 'answer-delta', id: question, text: 'a piece' },
      { type: 'answer-end', id: question, end: 'complete' },
      { type: 'act', action: 'fireworks', detail: {} },
      { type: 'ping' },
      { type: 'pong' },
    ]);
    return frame ?? { type: 'ping' };
  };
  /** A frame with one field changed, removed or added. */
  const bent = (frame: { readonly [key: string]: Json }): { readonly [key: string]: Json } => {
    const key = any(Object.keys(frame)) ?? 'type';
    const { [key]: value, ...rest } = frame;
    const how = random();
    if (how < 0.2) return rest;
    if (how < 0.3) return { ...frame, [`${key}-more`]: any(ODD) ?? null };
    if (how < 0.5 && Array.isArray(value))
      return { ...frame, [key]: value.map((part: Json) => (random() < 0.4 ? (any(ODD) ?? null) : part)) };
    return { ...frame, [key]: any(ODD) ?? null };
  };
  const textOf = (index: number): string | Buffer => {
    const how = random();
    if (how < 0.02) return Buffer.from([1, 2, 3]);
    if (how < 0.55) return JSON.stringify(good(index));
    const frame = bent(good(index));
    // A hidden visitor sends no frame with `visible`, because the test expects that its position stays
    // secret.
    const text = JSON.stringify(isHidden(index) && frame['visible'] !== undefined ? { type: 'ping' } : frame);
    if (how < 0.85) return text;
    const at = Math.floor(random() * text.length);
    return how < 0.93 ? text.slice(0, at) : `${text.slice(0, at)}"${text.slice(at)}`;
  };

  for (let index = 0; index < SLOTS; index++)
    slots.push({ socket: open(index), secret: undefined, question: undefined });
  for (let done = 1; done <= frames; done++) {
    const index = Math.floor(random() * SLOTS);
    const slot = slots[index];
    if (!slot) continue;
    if (slot.socket.readyState !== 1 || random() < 0.004) {
      slot.socket.terminate();
      slot.socket = open(index);
    }
    slot.socket.bufferedAmount = random() < 0.02 ? 200_000 : 0;
    const data = textOf(index);
    slot.socket.emit('message', Buffer.from(data), typeof data !== 'string');
    pass(5);
    // Lets the event loop run, because the resident answers asynchronously.
    if (done % 20 === 0) await turn();
    if (onTenth && done % Math.floor(frames / 10) === 0) onTenth();
  }
  for (const { socket } of slots) socket.terminate();
  pass(2_000);
  await turn();
  const { sockets, visitors } = bridge.counts;
  const { visible, watching } = bridge.players.counts;
  bridge.close();
  store.close();
  return { faults, heard, left: { sockets, visitors, visible, watching } };
}
