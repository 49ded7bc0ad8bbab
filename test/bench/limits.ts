import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ServerFrame } from '../../data/chat/protocol.ts';
import { Store } from '../../harness/store/store.ts';
import { asking } from './ask.ts';
import { type Figure, quantile } from './figure.ts';
import type { Answer, Order } from './limits-server.ts';

/** A little less than the maximum of one address. */
const VISITORS = 60;
const READERS = 63;
const SECONDS = 10;
const LONG_HISTORY = 1_000;
const LONG_TEXT = 8_000;
/** If live memory has grown by less than this number of bytes, it counts as released. */
const NOTHING = 3_000_000;
const GIVE_UP_SECONDS = 60;

const ask = asking<Answer, Order>();

interface Home {
  readonly child: ChildProcess;
  readonly port: number;
  readonly folder: string;
}

/** Runs a home over a store that `prepare` fills. */
async function withHome<T>(prepare: (store: Store) => void, body: (home: Home) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  const store = new Store(join(folder, 'conversations.sqlite'));
  prepare(store);
  store.close();
  const child = fork(join(import.meta.dirname, 'limits-server.ts'), [folder], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  try {
    const { port } = await ask(child, 'listening');
    return await body({ child, port, folder });
  } finally {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

const parse = (data: Buffer): ServerFrame => JSON.parse(data.toString('utf8')) as ServerFrame;

/** A visitor that has been welcomed. `onFrame` gets the later frames. */
async function visit(
  port: number,
  session?: string,
  onFrame: (frame: ServerFrame) => void = () => undefined,
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/world/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  await new Promise<void>((welcomed) => {
    socket.on('message', (data: Buffer) => {
      const frame = parse(data);
      if (frame.type === 'welcome') welcomed();
      else onFrame(frame);
    });
    socket.send(JSON.stringify({ type: 'hello', version: 1, ...(session === undefined ? {} : { session }) }));
  });
  return socket;
}

const say = (socket: WebSocket, id: string, text: string): void =>
  socket.send(JSON.stringify({ type: 'chat', id, text }));

/** Milliseconds from a question to its whole answer, for visitors who ask once a second. */
async function answerTimes(messages: number): Promise<number[]> {
  const secrets: string[] = [];
  const prepare = (store: Store): void => {
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const { id, secret } = store.openSession(undefined);
      secrets.push(secret);
      for (let i = 0; i < messages; i++)
        store.append(id, {
          id: `old${i}`,
          role: 'visitor',
          speaker: 'VISITOR',
          text: 'x'.repeat(LONG_TEXT),
          ts: Date.now(),
          end: 'complete',
        });
    }
  };
  return withHome(prepare, async ({ port }) => {
    const times: number[] = [];
    const asked = new Map<string, number>();
    const heard = (frame: ServerFrame): void => {
      if (frame.type !== 'chat-message' || frame.replyTo === undefined) return;
      const at = asked.get(frame.replyTo);
      if (at !== undefined) times.push(performance.now() - at);
    };
    const visitors: WebSocket[] = [];
    for (const secret of secrets) visitors.push(await visit(port, secret, heard));
    for (let second = 0; second < SECONDS; second++)
      for (const [index, socket] of visitors.entries()) {
        const id = `q${index}-${second}`;
        asked.set(id, performance.now());
        say(socket, id, 'time');
        await pause(1000 / VISITORS);
      }
    const deadline = performance.now() + 20_000;
    while (times.length < asked.size && performance.now() < deadline) await pause(50);
    for (const socket of visitors) socket.terminate();
    return times;
  });
}

async function longHistories(): Promise<Figure> {
  const empty = quantile(await answerTimes(0), 0.5);
  const long = quantile(await answerTimes(LONG_HISTORY), 0.5);
  return {
    name: `answers to ${VISITORS} visitors with long histories`,
    value: long / empty,
    unit: '×',
    bar: { at: 'most', value: 2 },
    note: `median ${long.toFixed(0)} ms, with empty ones ${empty.toFixed(0)} ms`,
  };
}

/** Readers that answer pings but read nothing: how long the home keeps memory for them. */
const deafReaders = (): Promise<Figure> =>
  withHome(
    () => undefined,
    async ({ child, port }) => {
      // The first few connections make the server load what it loads only once.
      for (let i = 0; i < 5; i++) (await visit(port)).terminate();
      const before = await ask(child, 'memory', 'memory');
      const readers: WebSocket[] = [];
      for (let i = 0; i < READERS; i++) readers.push(await visit(port));
      for (const reader of readers) reader.pause();
      const pongs = setInterval(() => readers.forEach((reader) => reader.pong()), 1_000);
      await ask(child, 'filled', 'fill');
      const most = await ask(child, 'memory', 'memory');
      const began = performance.now();
      const seconds = (): number => (performance.now() - began) / 1000;
      let now = most;
      while (now.live - before.live > NOTHING && seconds() < GIVE_UP_SECONDS) {
        await pause(500);
        now = await ask(child, 'memory', 'memory');
      }
      const value = seconds();
      clearInterval(pongs);
      for (const reader of readers) reader.terminate();
      const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
      return {
        name: `memory back after ${READERS} readers that do not read`,
        value,
        unit: 's',
        bar: { at: 'most', value: 30 },
        note: `alive ${megabytes(before.live)}, ${megabytes(most.live)}, ${megabytes(now.live)}; resident ${megabytes(before.resident)}, ${megabytes(most.resident)}, ${megabytes(now.resident)}`,
      };
    },
  );

/**
 * The longest messages from as many sessions as one address may have, sent as fast as the home accepts them.
 */
const fullDisk = (): Promise<Figure> =>
  withHome(
    () => undefined,
    async ({ port, folder }) => {
      const size = (): number =>
        ['', '-wal']
          .map((end) => join(folder, `conversations.sqlite${end}`))
          .reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
      const before = size();
      const visitors: WebSocket[] = [];
      for (let i = 0; i < VISITORS; i++) visitors.push(await visit(port));
      for (let i = 0; i < 3 * SECONDS; i++) {
        for (const socket of visitors) say(socket, `c${i}`, '字'.repeat(LONG_TEXT));
        await pause(1_000);
      }
      for (const socket of visitors) socket.terminate();
      return {
        name: `disk that one address fills in ${3 * SECONDS} s`,
        value: (size() - before) / 1e6,
        unit: 'MB',
        bar: { at: 'most', value: 20 },
        note: 'the conversations and SQLite’s log of them; 1 MB an hour follows',
      };
    },
  );

/** How much one address can affect the others, with the ordinary limits. */
export async function limits(): Promise<Figure[]> {
  return [await longHistories(), await deafReaders(), await fullDisk()];
}
