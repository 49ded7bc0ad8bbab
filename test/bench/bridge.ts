import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Answer, Order } from './bridge-server.ts';
import { asking } from './ask.ts';
import { type Figure, quantile } from './figure.ts';

const VISITORS = 500;
const CROWD = 2000;
const ROUNDS = 5;
const BATCHES = 40;
/**
 * The number of frames in a batch. All visitors receive a batch before the next one, so that no buffering is
 * measured.
 */
const BATCH = 20;

type Kind = 'home' | 'bare';

/** Each visitor of the home has a position, sees the others, and is visible. */
const standing = (index: number): readonly string[] => [
  '{"type":"presence","visible":true,"watching":true}',
  JSON.stringify({ type: 'position', p: [(index % 60) - 30, 1.6, (Math.floor(index / 60) % 60) - 30, 0] }),
];

interface Target {
  readonly child: ChildProcess;
  readonly clients: Set<WebSocket>;
  /** Frames received since the count was set to 0. */
  received: number;
  onReceived: () => void;
}

const ask = asking<Answer, Order>();

const isNews = (data: Buffer): boolean => data.includes('"status-update"');

async function connect(target: Target, port: number, count: number): Promise<void> {
  const one = async (): Promise<void> => {
    const client = new WebSocket(`ws://127.0.0.1:${port}/api/world/ws`, { perMessageDeflate: false });
    await once(client, 'open');
    const index = target.clients.size;
    target.clients.add(client);
    const welcomed = once(client, 'message');
    client.send('{"type":"hello","version":1}');
    await welcomed;
    for (const frame of standing(index)) client.send(frame);
    client.on('message', (data: Buffer) => {
      if (!isNews(data)) return;
      target.received += 1;
      target.onReceived();
    });
  };
  for (let done = 0; done < count; done += 50) await Promise.all(Array.from({ length: 50 }, one));
}

async function open(kind: Kind): Promise<{ target: Target; port: number }> {
  const child = fork(join(import.meta.dirname, 'bridge-server.ts'), [kind], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  const { port } = await ask(child, 'listening');
  return { target: { child, clients: new Set(), received: 0, onReceived: () => undefined }, port };
}

async function close({ child, clients }: Target): Promise<void> {
  for (const client of clients) client.terminate();
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Milliseconds until every visitor has every frame, and the processor time of the server for it. */
async function spread(target: Target, listeners: number): Promise<{ milliseconds: number; cpu: number }> {
  const began = performance.now();
  let cpu = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    target.received = 0;
    const all = new Promise<void>((done) => {
      target.onReceived = () => {
        if (target.received === BATCH * listeners) done();
      };
    });
    const { cpuMicroseconds } = await ask(target.child, 'done', { kind: 'broadcast', times: BATCH });
    cpu += cpuMicroseconds / 1000;
    await all;
  }
  return { milliseconds: performance.now() - began, cpu };
}

const perSecond = (milliseconds: number): number => (BATCHES * BATCH * VISITORS * 1000) / milliseconds;

async function broadcast(): Promise<Figure[]> {
  const home = await open('home');
  const bare = await open('bare');
  try {
    await connect(home.target, home.port, VISITORS);
    await connect(bare.target, bare.port, VISITORS);
    const times = {
      home: [] as number[],
      bare: [] as number[],
      homeCpu: [] as number[],
      bareCpu: [] as number[],
    };
    // The first round warms both up and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const one = await spread(home.target, VISITORS);
      const other = await spread(bare.target, VISITORS);
      if (round === 0) continue;
      times.home.push(one.milliseconds);
      times.bare.push(other.milliseconds);
      times.homeCpu.push(one.cpu);
      times.bareCpu.push(other.cpu);
    }
    // One visitor stops reading. This must not affect the others.
    const [slow] = home.target.clients;
    slow?.pause();
    const stalled: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      stalled.push((await spread(home.target, VISITORS - 1)).milliseconds);
    const ours = quantile(times.home, 0.5);
    const theirs = quantile(times.bare, 0.5);
    return [
      {
        name: `broadcast to ${VISITORS} visitors who see each other, against bare ws`,
        value: theirs / ours,
        unit: '×',
        bar: { at: 'least', value: 0.95 },
        decides: true,
        note: `${Math.round(perSecond(ours)).toLocaleString('en-US')} messages a second, bare ${Math.round(perSecond(theirs)).toLocaleString('en-US')}`,
      },
      {
        name: 'broadcast, processor time against bare ws',
        value: quantile(times.bareCpu, 0.5) / quantile(times.homeCpu, 0.5),
        unit: '×',
        bar: { at: 'least', value: 0.95 },
      },
      {
        name: 'broadcast beside a visitor who reads nothing',
        value: ours / quantile(stalled, 0.5),
        unit: '×',
        bar: { at: 'least', value: 0.95 },
      },
    ];
  } finally {
    await close(home.target);
    await close(bare.target);
  }
}

async function memory(kind: Kind): Promise<{ live: number; resident: number; held: number }> {
  const { target, port } = await open(kind);
  try {
    // The first few connections make the server load what it loads only once.
    await connect(target, port, 100);
    const before = await ask(target.child, 'memory', { kind: 'memory' });
    await connect(target, port, CROWD - 100);
    const after = await ask(target.child, 'memory', { kind: 'memory' });
    const held = [...target.clients].filter((client) => client.readyState === WebSocket.OPEN).length;
    const perVisitor = (from: number, to: number): number => (to - from) / (CROWD - 100) / 1000;
    return {
      live: perVisitor(before.live, after.live),
      resident: perVisitor(before.resident, after.resident),
      held,
    };
  } finally {
    await close(target);
  }
}

/** The bridge in a process of its own, against the bare `ws` library in another, in the same run. */
export async function bridge(): Promise<Figure[]> {
  const figures = await broadcast();
  const ours = await memory('home');
  const theirs = await memory('bare');
  return [
    ...figures,
    { name: 'visitors held by one process', value: ours.held, unit: '', bar: { at: 'least', value: CROWD } },
    {
      name: 'memory a visitor',
      value: ours.live,
      unit: 'kB',
      bar: { at: 'most', value: 16 },
      note: `what is alive after a collection; bare ws ${theirs.live.toFixed(1)} kB`,
    },
    {
      name: 'resident set a visitor',
      value: ours.resident,
      unit: 'kB',
      note: `with what the allocator keeps from the rush of arrivals; bare ws ${theirs.resident.toFixed(1)} kB`,
    },
  ];
}
