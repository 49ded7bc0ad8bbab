import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type RunningHome, startHomeWith } from '../../ci/home.ts';
import type { Ask } from '../../data/asks/ask.ts';
import { waitForAnswer } from '../../harness/commands/hooks/wait.ts';
import { KEYS_FILE, Keys } from '../../harness/keys/keys.ts';
import { type Figure, quantile } from './figure.ts';

const ROUNDS = 40;
/** How often the process of the home is killed; `--kills` sets another number. */
export const PROCESS_KILLS = 50;
const HOOKS_A_KILL = 4;
/** A run of 1,000 kills takes most of an hour, so it prints its progress after this many. */
const KILLS_A_LINE = 50;
const CUTS = 1_000;
const CUTS_AT_ONCE = 20;
/** How long an agent may still wait after its home was killed, as docs/agents.md states it. */
const STATED_MS = 12_000;

const program = resolve(import.meta.dirname, '../../harness/home-world.js');

/** A data folder with a key of an agent and a sign-in of the owner. */
function makeData() {
  const data = mkdtempSync(join(tmpdir(), 'home-world-asks-'));
  const keys = new Keys(join(data, KEYS_FILE));
  const key = keys.agents.add('bench') ?? '';
  const cookie = keys.signIns.begin({ browser: 'Bench', isSecure: false }).split(';')[0] ?? '';
  keys.close();
  return { data, key, cookie, remove: () => rmSync(data, { recursive: true, force: true }) };
}
type Data = ReturnType<typeof makeData>;

const start = ({ data }: Data): Promise<RunningHome> =>
  startHomeWith({}, ['--data', data, '--rate-limit', '1000000']);

/** Runs the hook of Claude Code; resolves with what it printed, and when it ended. */
function runHook(url: string, key: string): Promise<{ readonly out: string; readonly endedAt: number }> {
  const child = spawn(process.execPath, [program, 'ask', 'claude-code', '--url', url], {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), HOME_WORLD_AGENT_KEY: key },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(
    JSON.stringify({
      hook_event_name: 'PermissionRequest',
      session_id: 'b1',
      cwd: tmpdir(),
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
    }),
  );
  return new Promise((done) => child.on('close', () => done({ out, endedAt: performance.now() })));
}

/** Calls back with the asks of each event of the owner's stream. */
async function follow(
  url: string,
  cookie: string,
  heard: (asks: readonly Ask[]) => void,
): Promise<() => void> {
  const ending = new AbortController();
  const { body } = await fetch(`${url}api/asks/stream`, { headers: { cookie }, signal: ending.signal });
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events)
        if (event.startsWith('data: ')) heard((JSON.parse(event.slice(6)) as { asks: Ask[] }).asks);
    }
  };
  void read().catch(() => undefined);
  return () => ending.abort();
}

async function times(): Promise<Figure[]> {
  const data = makeData();
  const home = await start(data);
  const [toStream, toEnd]: [number[], number[]] = [[], []];
  try {
    let found: (ask: Ask) => void = () => undefined;
    const stop = await follow(home.url, data.cookie, (asks) => {
      const open = asks.find(({ state }) => state === 'open');
      if (open) found(open);
    });
    for (let round = -1; round < ROUNDS; round++) {
      const asked = new Promise<Ask>((done) => (found = done));
      const began = performance.now();
      const ended = runHook(home.url, data.key);
      const { id, nonce } = await asked;
      const shown = performance.now();
      const answer = await fetch(`${home.url}api/asks/${id}/answer`, {
        method: 'POST',
        headers: { cookie: data.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ nonce, choice: 'allow' }),
      });
      const { out, endedAt } = await ended;
      if (!answer.ok || !out.includes('"allow"')) throw new Error(`the hook printed: ${out}`);
      // The first round compiles the hook.
      if (round < 0) continue;
      toStream.push(shown - began);
      toEnd.push(endedAt - shown);
    }
    stop();
  } finally {
    await home.stop();
    data.remove();
  }
  const figure = (name: string, values: readonly number[]): Figure => ({
    name,
    value: quantile(values, 0.95),
    unit: 'ms',
    bar: { at: 'most', value: 300 },
    note: `median ${quantile(values, 0.5).toFixed(0)} ms`,
  });
  return [
    figure('from the hook’s start to the ask in the stream, p95', toStream),
    figure('from the answer to the hook’s end, p95', toEnd),
  ];
}

/** What the hook adds to a permission while no home is there. */
async function homeAway(): Promise<Figure> {
  const values: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const began = performance.now();
    const { out, endedAt } = await runHook('http://127.0.0.1:1/', 'a-key');
    if (out !== '') throw new Error(`the hook printed: ${out}`);
    if (round >= 0) values.push(endedAt - began);
  }
  return {
    name: 'a hook that asks, home away, p95',
    value: quantile(values, 0.95),
    unit: 'ms',
    bar: { at: 'most', value: 200 },
    note: `median ${quantile(values, 0.5).toFixed(0)} ms`,
  };
}

/** Kills the process of the home while hooks begin and wait. */
async function processKills(kills: number): Promise<Figure> {
  const data = makeData();
  const late: number[] = [];
  try {
    for (let round = 0; round < kills; round++) {
      const home = await start(data);
      const hooks = Array.from({ length: HOOKS_A_KILL }, () => runHook(home.url, data.key));
      // From before the first connection until all of them wait.
      await new Promise((next) => setTimeout(next, (round / kills) * 500));
      if (home.pid !== undefined) process.kill(home.pid, 'SIGKILL');
      const killedAt = performance.now();
      for (const { out, endedAt } of await Promise.all(hooks))
        late.push(out === '' ? endedAt - killedAt : Number.POSITIVE_INFINITY);
      await home.stop();
      const done = round + 1;
      if (done % KILLS_A_LINE === 0 && done < kills)
        console.error(`  ${done} of ${kills} kills, the longest took ${Math.max(...late).toFixed(0)} ms`);
    }
  } finally {
    data.remove();
  }
  return {
    name: `hooks blocked longer than ${STATED_MS / 1000} s after ${kills} kills of the process`,
    value: late.filter((milliseconds) => milliseconds > STATED_MS).length,
    unit: '',
    bar: { at: 'most', value: 0 },
    note: `of ${late.length}; the longest took ${Math.max(...late).toFixed(0)} ms`,
  };
}

/** A server in front of the home that can cut all connections at any moment. */
async function cuttable(home: string) {
  const { hostname, port } = new URL(home);
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => (sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/asks`),
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () => server.close(),
  };
}

/** Cuts the connections of asks as a killed home does: at once, at any moment of an ask. */
async function cuts(): Promise<Figure> {
  const data = makeData();
  const home = await start(data);
  const late: number[] = [];
  let decided = 0;
  try {
    const body = JSON.stringify({
      kind: 'permission',
      title: 'Bash',
      command: 'npm test',
      seconds: 60,
      session: { id: 'b1', harness: 'Bench' },
    });
    const one = async (index: number): Promise<void> => {
      const proxy = await cuttable(home.url);
      const answer = waitForAnswer({ url: proxy.url, token: data.key }, body, 60);
      await new Promise((next) => setTimeout(next, (index % 100) / 2));
      const cutAt = performance.now();
      proxy.close();
      proxy.cut();
      if (typeof (await answer) !== 'string') decided++;
      late.push(performance.now() - cutAt);
    };
    for (let index = 0; index < CUTS; index += CUTS_AT_ONCE)
      await Promise.all(Array.from({ length: CUTS_AT_ONCE }, (_, place) => one(index + place)));
  } finally {
    await home.stop();
    data.remove();
  }
  return {
    name: `asks blocked longer than ${STATED_MS / 1000} s, or decided, after ${CUTS} cuts`,
    value: late.filter((milliseconds) => milliseconds > STATED_MS).length + decided,
    unit: '',
    bar: { at: 'most', value: 0 },
    note: `of ${late.length}; the longest took ${Math.max(...late).toFixed(0)} ms`,
  };
}

/** Asks of coding agents: how fast they reach the owner and come back, and that no agent is blocked by a dead home. */
export async function asks(kills = PROCESS_KILLS): Promise<Figure[]> {
  return [...(await times()), await homeAway(), await processKills(kills), await cuts()];
}
