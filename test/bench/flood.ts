import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startHome } from '../../ci/home.ts';
import type { ServerFrame } from '../../data/chat/protocol.ts';
import type { Figure } from './figure.ts';

const ADDRESSES = 68;
const SOCKETS_PER_ADDRESS = 8;
const SECONDS = 40;
/** Each connection sends the longest message this often: somewhat less than the home reads from it. */
const EVERY_MS = 1_500;
const QUESTIONS = 4;

const parse = (data: Buffer): ServerFrame => JSON.parse(data.toString('utf8')) as ServerFrame;

/** A visitor from an address of this machine. */
class Visitor {
  readonly socket: WebSocket;
  readonly frames: ServerFrame[] = [];

  constructor(home: string, localAddress: string) {
    const url = `${home.replace(/^http/, 'ws')}api/world/ws`;
    this.socket = new WebSocket(url, { localAddress, perMessageDeflate: false });
    this.socket.on('message', (data: Buffer) => this.frames.push(parse(data)));
    this.socket.on('error', () => undefined);
  }

  /** Resolves with the secret of the session. */
  async hello(session?: string): Promise<string> {
    await once(this.socket, 'open');
    this.send({ type: 'hello', version: 1, ...(session === undefined ? {} : { session }) });
    for (;;) {
      const welcome = this.frames.find((frame) => frame.type === 'welcome');
      if (welcome) return welcome.session;
      await once(this.socket, 'message');
    }
  }

  send(frame: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** Asks, and waits for the answer; false if it is refused. */
  async ask(id: string): Promise<boolean> {
    this.send({ type: 'chat', id, text: `What time is it (${id})?` });
    for (;;) {
      for (const frame of this.frames) {
        if (frame.type === 'chat-message' && frame.replyTo === id) return true;
        if (frame.type === 'error' && frame.ref === id) return false;
      }
      await once(this.socket, 'message');
    }
  }
}

/**
 * Visitors that write as much as they can until `stop` is aborted. Resolves with the numbers of stored and
 * refused messages.
 */
async function flood(home: string, stop: AbortSignal): Promise<{ stored: number; refused: number }> {
  const counts = { stored: 0, refused: 0 };
  const text = '字'.repeat(7_000);
  const visitors = Array.from(
    { length: ADDRESSES * SOCKETS_PER_ADDRESS },
    (_, index) => new Visitor(home, `127.0.5.${1 + (index % ADDRESSES)}`),
  );
  await Promise.all(visitors.map((visitor) => visitor.hello()));
  for (const { socket } of visitors)
    socket.on('message', (data: Buffer) => {
      const frame = parse(data);
      if (frame.type === 'chat-message' && frame.role === 'visitor') counts.stored += 1;
      if (frame.type === 'error') counts.refused += 1;
    });
  for (let round = 0; !stop.aborted; round++) {
    for (const visitor of visitors) visitor.send({ type: 'chat', id: `f${round}`, text });
    await pause(EVERY_MS);
  }
  for (const { socket } of visitors) socket.terminate();
  return counts;
}

/** An honest visitor, and a flood from many addresses against a home with a small store. */
export async function floodOfMessages(): Promise<Figure[]> {
  const home = await startHome('--demo', '--max-store', '20');
  try {
    const honest = new Visitor(home.url, '127.0.0.1');
    const session = await honest.hello();
    for (let index = 0; index < QUESTIONS; index++) await honest.ask(`q${index}`);
    honest.socket.terminate();
    const ending = new AbortController();
    const flooding = flood(home.url, ending.signal);
    const other = new Visitor(home.url, '127.0.0.2');
    await other.hello();
    let answered = 0;
    for (let second = 0; second < SECONDS; second++) {
      if (second % 4 === 0 && (await other.ask(`q${second}`))) answered += 1;
      await pause(1_000);
    }
    ending.abort();
    const { stored, refused } = await flooding;
    const again = new Visitor(home.url, '127.0.0.1');
    await again.hello(session);
    // The history follows the welcome at once, before the answer to this question.
    await again.ask('last');
    const kept = again.frames.filter((frame) => frame.type === 'chat-message').length - 2;
    again.socket.terminate();
    other.socket.terminate();
    const megabytes = ((stored + refused) * 21) / 1000;
    return [
      {
        name: `honest messages kept, of ${QUESTIONS * 2}`,
        value: kept,
        unit: '',
        bar: { at: 'least', value: QUESTIONS * 2 },
        note: `honest messages kept: ${kept} of ${QUESTIONS * 2}, while ${ADDRESSES} addresses sent ${megabytes.toFixed(0)} MB at --max-store 20: ${stored} messages stored, ${refused} refused; another visitor had ${answered} of ${SECONDS / 4} answers`,
      },
    ];
  } finally {
    await home.stop();
  }
}
