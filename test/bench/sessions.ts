import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { startHomeWith } from '../../ci/home.ts';
import { listen } from '../helpers/loopback.ts';
import { type Figure, quantile } from './figure.ts';
import { moduleCosts } from './modules.ts';
import { openPage, untilReady } from './page.ts';

const TOKEN = 'the-secret-of-the-bench';
const SESSIONS = 200;
const EVENTS = 400;
const HOOKS = 20;
const KILLS = 100;

const program = resolve(import.meta.dirname, '../../harness/home-world.js');
const start = (...flags: readonly string[]) =>
  startHomeWith({ HOME_WORLD_BRIDGE_TOKEN: TOKEN }, ['--demo', '--rate-limit', '1000000', ...flags]);

async function report(url: string, body: object): Promise<void> {
  const response = await fetch(`${url}api/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`a report was refused: ${response.status}`);
  await response.arrayBuffer();
}

const STATES = ['working', 'thinking', 'waiting', 'done'] as const;
const event = (index: number): object => ({
  state: STATES[index % STATES.length],
  tool: 'Bash',
  session: { id: `s${index % SESSIONS}`, harness: 'Codex', folder: `folder-${index % 7}`, branch: 'main' },
  at: Date.now(),
});

/** Reports of 200 sessions, and what a page of these costs. */
async function manySessions(browser: Browser): Promise<Figure[]> {
  const home = await start();
  try {
    for (let index = 0; index < SESSIONS; index++) await report(home.url, event(index));
    const times: number[] = [];
    for (let index = 0; index < EVENTS; index++) {
      const began = performance.now();
      await report(home.url, event(index * 7));
      times.push(performance.now() - began);
    }
    const answer = Buffer.from(await (await fetch(`${home.url}api/sessions.json`)).arrayBuffer());
    const { page, context } = await openPage(browser, `${home.url}?debug&quality=lowest`);
    await untilReady(page);
    await page.waitForFunction(() => {
      const { modules } = window.bench.home!.ticker.stats();
      return modules.some(({ name }) => name === 'agent-sessions');
    });
    await page.waitForTimeout(3_000);
    const [cost] = await moduleCosts(page, 'agent-sessions');
    const [whole, without] = [cost?.whole ?? [], cost?.without ?? []].map((times) => quantile(times, 0.5));
    await context.close();
    return [
      { name: 'a report among 200 sessions, p95', value: quantile(times, 0.95), unit: 'ms' },
      {
        name: 'sessions.json of 200 sessions, brotli',
        value: brotliCompressSync(answer).length / 1000,
        unit: 'kB',
      },
      {
        name: 'script of 200 sessions in the world, a frame',
        value: cost?.scriptMilliseconds,
        unit: 'ms',
        bar: { at: 'most', value: 0.3 },
      },
      {
        name: 'draw calls of 200 sessions in the moving world',
        value: cost?.calls,
        unit: '',
        // Three draw calls, and one more for the names, because a moving picture draws its words twice.
        bar: { at: 'most', value: 4 },
      },
      {
        name: 'picture of 200 sessions, a frame',
        value: whole === undefined || without === undefined ? undefined : whole - without,
        unit: 'ms',
        note: `${whole?.toFixed(1)} ms with the figures, ${without?.toFixed(1)} ms without them, in turn`,
      },
    ];
  } finally {
    await home.stop();
  }
}

/** Runs the hook once; resolves with its time in milliseconds. */
function runHook(url: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'hook', 'claude-code'], {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), HOME_WORLD_BRIDGE_TOKEN: TOKEN, HOME_WORLD_URL: url },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(
    JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 'b1', cwd: tmpdir(), prompt: 'x' }),
  );
  return new Promise((done) => child.on('close', () => done(performance.now() - began)));
}

async function hookTimes(name: string, url: string, most: number): Promise<Figure> {
  const times: number[] = [];
  await runHook(url);
  for (let round = 0; round < HOOKS; round++) times.push(await runHook(url));
  return {
    name: `a hook of Claude Code, ${name}, p95`,
    value: quantile(times, 0.95),
    unit: 'ms',
    bar: { at: 'most', value: most },
    note: `median ${quantile(times, 0.5).toFixed(0)} ms`,
  };
}

async function hooks(): Promise<Figure[]> {
  const home = await start();
  await using hanging = await listen(() => undefined);
  try {
    const there = await hookTimes('home there', home.url, 150);
    const hangs = await hookTimes('home hanging', hanging.url, 200);
    await hanging.close();
    return [there, hangs, await hookTimes('home away', hanging.url, 200)];
  } finally {
    await home.stop();
  }
}

/** Kills the home among reports; counts the answered reports whose session is lost, doubled or has another state. */
async function kills(): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'home-world-kills-'));
  let wrong = 0;
  try {
    for (let round = 0; round < KILLS; round++) {
      const home = await startHomeWith({ HOME_WORLD_BRIDGE_TOKEN: TOKEN }, [
        '--data',
        data,
        '--rate-limit',
        '1000000',
      ]);
      const session = { id: `r${round}`, harness: 'Codex', name: `Round ${round}` };
      await report(home.url, { state: round % 2 === 0 ? 'waiting' : 'failed', session });
      // Sent without a pause: the kill meets some of these.
      let answered = 0;
      const busy = { id: 'busy', harness: 'Codex', name: 'Busy' };
      const flow = async (): Promise<void> => {
        for (;;) {
          await report(home.url, { state: 'working', session: busy });
          answered++;
        }
      };
      const flows = [flow(), flow(), flow()].map((one) => one.catch(() => undefined));
      while (answered < 10) await new Promise((next) => setTimeout(next, 1));
      if (home.pid !== undefined) process.kill(home.pid, 'SIGKILL');
      await home.stop();
      await Promise.all(flows);
    }
    const home = await startHomeWith({ HOME_WORLD_BRIDGE_TOKEN: TOKEN }, ['--data', data]);
    const { DatabaseSync } = await import('node:sqlite');
    await home.stop();
    const database = new DatabaseSync(join(data, 'sessions.sqlite'), { readOnly: true });
    for (let round = 0; round < KILLS; round++) {
      const rows = database.prepare('SELECT record FROM sessions WHERE name = ?').all(`Codex/r${round}`);
      const record = JSON.parse(String(rows[0]?.['record'] ?? '{}')) as { main?: { state?: string } };
      if (rows.length !== 1 || record.main?.state !== (round % 2 === 0 ? 'waiting' : 'failed')) wrong++;
    }
    database.close();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  return [
    {
      name: `sessions lost or wrong after ${KILLS} kills`,
      value: wrong,
      unit: '',
      bar: { at: 'most', value: 0 },
    },
  ];
}

/** The sessions of coding agents: reports, hooks, kills, and their figures in the world. */
export async function sessions(browser: Browser): Promise<Figure[]> {
  return [...(await manySessions(browser)), ...(await hooks()), ...(await kills())];
}
