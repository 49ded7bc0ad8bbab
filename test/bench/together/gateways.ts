import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { ensureProgram } from '../../../ci/programs.ts';
import { connectNats } from '../../../harness/bus/nats-connection.ts';
import { ManyVisitors } from '../../harness/bridge/many-visitors.ts';
import { startBalancer } from '../../helpers/balancer.ts';
import { NatsServer } from '../../helpers/nats.ts';
import { until } from '../../helpers/waiting.ts';
import { asking } from '../ask.ts';
import type { Figure } from '../figure.ts';

const VISITORS = 1_000;
const QUESTIONS = 5;
const ANSWERS = VISITORS * QUESTIONS;
/** The last attempts to connect come half a minute apart. */
const PATIENCE_MS = 240_000;

const ask = asking<{ readonly kind: 'listening'; readonly port: number }, string>();

async function start(folder: string, url: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, 'chats-server.ts'), [folder, '0', url], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const listening = await ask(child, 'listening');
  return { child, port: listening.port };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function countStored(url: string): Promise<number> {
  const connection = await connectNats({ url, world: 'bench' });
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info('hw_bench_messages');
  await connection.close();
  return state.messages;
}

/**
 * A thousand visitors at two gateways, both processes, ask five questions each: 10,000 messages. The
 * NATS server is killed when a third is answered, and starts again; one gateway is killed after two thirds.
 */
export async function gateways(): Promise<Figure[]> {
  if (ensureProgram('nats') === undefined) throw new Error('there is no nats-server');
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  const server = await NatsServer.start();
  const [one, two] = [await start(join(folder, '1'), server.url), await start(join(folder, '2'), server.url)];
  const balancer = await startBalancer([one.port, two.port]);
  const visitors = new ManyVisitors(balancer.url, VISITORS, QUESTIONS, Date.now);
  try {
    await until('all are connected', () => visitors.areConnected, PATIENCE_MS);
    const began = performance.now();
    visitors.ask();
    await until('a third is answered', () => visitors.answered >= ANSWERS / 3, PATIENCE_MS);
    await server.kill();
    await server.start();
    await until('two thirds are answered', () => visitors.answered >= (ANSWERS * 2) / 3, PATIENCE_MS);
    await kill(one.child);
    const isAll = (): boolean => visitors.answered >= ANSWERS;
    await until('all are answered', isAll, PATIENCE_MS).catch(() => undefined);
    const seconds = (performance.now() - began) / 1000;
    const name = `two gateways, ${VISITORS.toLocaleString('en-US')} visitors, ${(ANSWERS * 2).toLocaleString('en-US')} messages`;
    return [
      {
        name: `${name}: conversations with a fault`,
        value: visitors.faults.length,
        unit: '',
        bar: { at: 'most', value: 0 },
        note: `the NATS server and then a gateway were killed; all was answered after ${seconds.toFixed(1)} s`,
      },
      {
        name: `${name}: stored too many or too few`,
        value: Math.abs((await countStored(server.url)) - ANSWERS * 2),
        unit: '',
        bar: { at: 'most', value: 0 },
      },
    ];
  } finally {
    visitors.close();
    await balancer.close();
    await Promise.all([kill(one.child), kill(two.child)]);
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
