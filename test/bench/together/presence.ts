import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { randomFrom } from '../../helpers/random.ts';
import { asking } from '../ask.ts';
import type { Answer, Order } from '../bridge-server.ts';
import { type Figure, mean, quantile } from '../figure.ts';

const WALKERS = 500;
const SECONDS = 10;
const WARM_UP_SECONDS = 6;
/** The radius of the island. Metres. */
const RADIUS = 33;
const METRES_PER_SECOND = 4.2;
const POSITIONS_A_SECOND = 10;
/** The walkers send at different times: those with the same step send together. */
const STEPS = 20;

const ask = asking<Answer, Order>();

interface Walker {
  readonly socket: WebSocket;
  x: number;
  z: number;
  heading: number;
  bytes: number;
  frames: number;
}

/** A visitor who sees the others and is visible. */
async function enter(port: number, random: () => number): Promise<Walker> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/world/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  const welcomed = once(socket, 'message');
  socket.send('{"type":"hello","version":1}');
  await welcomed;
  const angle = random() * 2 * Math.PI;
  const metres = Math.sqrt(random()) * RADIUS;
  const walker: Walker = {
    socket,
    x: Math.cos(angle) * metres,
    z: Math.sin(angle) * metres,
    heading: random() * 2 * Math.PI,
    bytes: 0,
    frames: 0,
  };
  socket.on('message', (data: Buffer) => {
    // Includes the header of the WebSocket frame.
    walker.bytes += data.length + (data.length < 126 ? 2 : 4);
    walker.frames += 1;
  });
  socket.send('{"type":"presence","name":"A walker","visible":true,"watching":true}');
  return walker;
}

/** Walks for a tenth of a second, and turns round at the edge. */
function walk(walker: Walker, random: () => number): void {
  const metres = METRES_PER_SECOND / POSITIONS_A_SECOND;
  walker.heading += (random() - 0.5) * 0.4;
  const x = walker.x + Math.cos(walker.heading) * metres;
  const z = walker.z + Math.sin(walker.heading) * metres;
  if (Math.hypot(x, z) > RADIUS) walker.heading = Math.atan2(-walker.z, -walker.x);
  else [walker.x, walker.z] = [x, z];
  walker.socket.send(JSON.stringify({ type: 'position', p: [walker.x, 1.6, walker.z, walker.heading] }));
}

async function measure(child: ChildProcess, walkers: readonly Walker[]): Promise<Figure[]> {
  const random = randomFrom(2);
  let step = 0;
  let sent = 0;
  const walking = setInterval(
    () => {
      for (let index = step % STEPS; index < walkers.length; index += STEPS) {
        const walker = walkers[index];
        if (walker) walk(walker, random);
        sent += 1;
      }
      step += 1;
    },
    1000 / POSITIONS_A_SECOND / STEPS,
  );
  await pause(WARM_UP_SECONDS * 1000);
  const before = await ask(child, 'usage', { kind: 'usage' });
  sent = 0;
  for (const walker of walkers) walker.bytes = walker.frames = 0;
  const began = performance.now();
  await pause(SECONDS * 1000);
  const after = await ask(child, 'usage', { kind: 'usage' });
  const seconds = (performance.now() - began) / 1000;
  clearInterval(walking);
  const bytes = walkers.map((walker) => walker.bytes / seconds / 1000);
  const frames = mean(walkers.map((walker) => walker.frames / seconds));
  return [
    {
      name: `bytes a second to a visitor among ${WALKERS} walkers`,
      value: quantile(bytes, 0.5),
      unit: 'kB/s',
      bar: { at: 'most', value: 10 },
      note: `most ${quantile(bytes, 1).toFixed(1)} kB/s; ${frames.toFixed(1)} frames a second; ${Math.round(sent / seconds).toLocaleString('en-US')} positions a second came`,
    },
    {
      name: `processor of the home with ${WALKERS} walkers`,
      value: (after.cpuMicroseconds - before.cpuMicroseconds) / 1e6 / seconds,
      unit: 'cores',
      bar: { at: 'most', value: 1 },
      note: `left out since the start: ${JSON.stringify(after.left)}`,
    },
  ];
}

/** Walkers in this process, who see each other through a home in a separate process. */
export async function presence(): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, '../bridge-server.ts'), ['home'], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  const random = randomFrom(1);
  const walkers: Walker[] = [];
  try {
    const { port } = await ask(child, 'listening');
    while (walkers.length < WALKERS)
      walkers.push(...(await Promise.all(Array.from({ length: 50 }, () => enter(port, random)))));
    return await measure(child, walkers);
  } finally {
    for (const { socket } of walkers) socket.terminate();
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }
}
