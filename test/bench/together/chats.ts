import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManyVisitors } from '../../harness/bridge/many-visitors.ts';
import { until } from '../../helpers/waiting.ts';
import { asking } from '../ask.ts';
import type { Figure } from '../figure.ts';

const VISITORS = 1_000;
const QUESTIONS = 3;
/** The last attempts to connect come half a minute apart. */
const PATIENCE_MS = 180_000;

const ask = asking<{ readonly kind: 'listening'; readonly port: number }, string>();

async function start(folder: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, 'chats-server.ts'), [folder, String(port)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const listening = await ask(child, 'listening');
  return { child, port: listening.port };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** A thousand visitors ask at once; the home is killed when a third is answered, and starts again. */
export async function chats(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  let home = await start(folder, 0);
  const visitors = new ManyVisitors(`http://127.0.0.1:${home.port}/`, VISITORS, QUESTIONS, Date.now);
  try {
    await until('all are connected', () => visitors.areConnected, PATIENCE_MS);
    const began = performance.now();
    visitors.ask();
    await until('a third is answered', () => visitors.answered >= VISITORS, PATIENCE_MS);
    const third = performance.now() - began;
    await kill(home.child);
    home = await start(folder, home.port);
    const isAll = (): boolean => visitors.answered >= VISITORS * QUESTIONS;
    await until('all are answered', isAll, PATIENCE_MS).catch(() => undefined);
    return [
      {
        name: `conversations of ${VISITORS.toLocaleString('en-US')} at once with a fault`,
        value: visitors.faults.length,
        unit: '',
        bar: { at: 'most', value: 0 },
        note: `${QUESTIONS} questions each; the home was killed after ${(third / 1000).toFixed(1)} s and ${VISITORS.toLocaleString('en-US')} answers, all were there after ${((performance.now() - began) / 1000).toFixed(1)} s`,
      },
    ];
  } finally {
    visitors.close();
    await kill(home.child);
    rmSync(folder, { recursive: true, force: true });
  }
}
