import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LettersAnswer } from '../../../data/letters/letter.ts';
import { KEYS_FILE, Keys } from '../../../harness/keys/keys.ts';
import { ensureDir } from '../../../harness/core/folders.ts';
import { compileCache } from '../../helpers/compile-cache.ts';
import { freePort } from '../../helpers/free-port.ts';
import { randomFrom } from '../../helpers/random.ts';
import { until } from '../../helpers/waiting.ts';
import { program, startProgram } from '../emit.ts';
import { type Run, quietConfig, serving, start, place } from '../program.ts';

/** `HOME_WORLD_LETTER_ROUNDS=1000` for a thorough run, of about ten minutes. */
const ROUNDS = Number(process.env['HOME_WORLD_LETTER_ROUNDS'] ?? 16);
/** The home is killed in each of so many rounds, and a hook in one of so many runs. */
const [HOME_EVERY, HOOK_EVERY] = [8, 5];
/** How often something was killed. */
const kills = { home: 0, hooks: 0 };
/** A hook takes about this long, so a kill may come at any moment of it. */
const HOOK_MS = 90;

const random = randomFrom(20_260_301);
const isOneOf = (count: number): boolean => random() * count < 1;

let args: string[];
let port: number;
let [cookie, key] = ['', ''];
let run: Run;
/** Starts the home, with a sign-in of its owner and a key of an agent. */
async function startHome(): Promise<void> {
  port = await freePort();
  const data = join(place.path, 'data-letters');
  await ensureDir(data);
  const keys = new Keys(join(data, KEYS_FILE));
  cookie = keys.signIns.begin({ browser: 'A test', isSecure: false }).split(';')[0] ?? '';
  key = keys.agents.add('laptop') ?? '';
  keys.close();
  args = ['serve', '--port', String(port), '--data', data, '--config', await quietConfig('letters.json')];
  run = start(args);
  await serving(run);
}

const ask = (method: string, body?: object): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/letters`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
const list = async (): Promise<LettersAnswer> => (await (await ask('GET')).json()) as LettersAnswer;

async function killHome(): Promise<void> {
  kills.home++;
  run.child.kill('SIGKILL');
  await run.code;
  run = start(args);
  await serving(run);
}

interface Hooked {
  /** The letters that the agent reads, by their numbers. */
  readonly numbers: readonly number[];
  /** Whether the home answered, so that all waiting letters have come. */
  readonly isAnswered: boolean;
}

/** Runs a hook as Codex does: it reads what the hook has printed if the hook ends with 0. */
async function hook(event: string, more: object = {}, mayKill = true): Promise<Hooked> {
  const words = ['hook', 'codex', '--letters', '--verbose', '--url', `http://127.0.0.1:${port}`];
  const started = startProgram(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], HOME: place.path, HOME_WORLD_AGENT_KEY: key, ...compileCache },
  });
  const { child, out, err } = started;
  child.stdin?.end(JSON.stringify({ session_id: 's-1', cwd: place.path, hook_event_name: event, ...more }));
  const timer =
    mayKill && isOneOf(HOOK_EVERY) ? setTimeout(() => child.kill('SIGKILL'), random() * HOOK_MS) : undefined;
  const code = await started.code;
  clearTimeout(timer);
  if (code === null) kills.hooks++;
  if (code !== 0) return { numbers: [], isAnswered: false };
  const numbers = [...out().matchAll(/Letter (\d+)\./g)].map(([, number]) => Number(number));
  return { numbers, isAnswered: err() === 'home-world hook: done\n' };
}

test(
  `no letter is lost, doubled or late in ${ROUNDS} rounds with kills`,
  { timeout: 3_600_000 },
  async (t) => {
    /** How often the agent read each letter. */
    const read = new Map<number, number>();
    const late: number[] = [];
    let waiting = new Set<number>();
    const got = (events: readonly Hooked[]): boolean => {
      for (const number of events.flatMap(({ numbers }) => numbers)) {
        read.set(number, (read.get(number) ?? 0) + 1);
        waiting.delete(number);
      }
      return events.some(({ numbers }) => numbers.length > 0);
    };
    /** A letter that was stored before must come with the first hook that the home answers. */
    const check = (events: readonly Hooked[]): boolean => {
      const before = waiting;
      const hasCome = got(events);
      if (events.some(({ isAnswered }) => isAnswered)) {
        late.push(...[...before].filter((number) => waiting.has(number)));
        waiting = new Set();
      }
      return hasCome;
    };
    await startHome();
    t.after(async () => {
      run.child.kill('SIGKILL');
      await run.code;
    });
    await hook('UserPromptSubmit', {}, false);
    for (let round = 0; round < ROUNDS; round++) {
      const isDying = round % HOME_EVERY === HOME_EVERY - 1;
      const dying = isDying
        ? new Promise((next) => setTimeout(next, random() * 4 * HOOK_MS)).then(killHome)
        : undefined;
      const tool = { tool_name: 'Bash', tool_input: {} };
      const write = async (): Promise<void> => {
        // A home that is killed may have stored the letter before: the owner looks first, as the page says.
        for (;;) {
          try {
            const { sessions, letters } = await list();
            const text = `Letter ${round}.`;
            if (letters.some((one) => one.text === text)) break;
            const { status } = await ask('POST', { session: sessions[0]?.key, text });
            if (status === 201) break;
          } catch {
            await new Promise((next) => setTimeout(next, 50));
          }
        }
        waiting.add(round);
      };
      const isEarly = isOneOf(2);
      if (isEarly) await write();
      check([await hook('UserPromptSubmit')]);
      await hook('PreToolUse', tool);
      const during = isEarly ? undefined : write();
      // Two tools of one step end at the same time.
      const both = await Promise.all([hook('PostToolUse', tool), hook('PostToolUse', tool)]);
      // If the letter was written at the same time, the hooks may have come first, so it may be missing.
      if (during) got(both);
      else check(both);
      await during;
      await dying;
      // A letter at the end of a turn continues the turn, so the turn must end again.
      while (check([await hook('Stop')])) await hook('PreToolUse', tool);
    }
    // One more turn, in which no process is killed.
    check([await hook('UserPromptSubmit', {}, false)]);
    await hook('PreToolUse', {}, false);
    await hook('Stop', {}, false);
    const lost = Array.from({ length: ROUNDS }, (_, number) => number).filter((number) => !read.has(number));
    const doubled = [...read].filter(([, times]) => times > 1).map(([number]) => number);
    assert.deepEqual({ lost, doubled, late }, { lost: [], doubled: [], late: [] });
    await until('the home answers', () => run.child.exitCode === null);
    const states = new Set((await list()).letters.map(({ state }) => state));
    assert.deepEqual([...states], ['read']);
    t.diagnostic(`${kills.home} kills of the home, ${kills.hooks} of hooks`);
  },
);
