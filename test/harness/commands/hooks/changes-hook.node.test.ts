import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ChangesAnswer } from '../../../../data/changes/changes.ts';
import { listenFor } from '../../../helpers/loopback.ts';
import { until } from '../../../helpers/waiting.ts';
import { type Outcome, program, runProgram } from '../../emit.ts';
import { type TestHome, startHome, temporaryFolder } from '../../helpers.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let home: TestHome;
let key: string;
let work: string;
/** How far the clock of the home is ahead. */
let ahead: number;
beforeEach(async () => {
  ahead = 0;
  place = await temporaryFolder();
  home = await startHome({ now: () => Date.now() + ahead });
  key = home.app.home.keys.agents.add('laptop') ?? '';
  work = join(place.path, 'shop');
  execFileSync('git', ['init', '-q', '-b', 'main', work]);
  writeFileSync(join(work, 'a.ts'), 'one\n');
});
afterEach(async () => {
  await home.close();
  await place.dispose();
});

type Fields = Readonly<Record<string, unknown>>;
const claude = (hook_event_name: string, more: Fields = {}): Fields => ({
  session_id: '5e55-10a4',
  cwd: work,
  hook_event_name,
  ...more,
});
const tool = (more: Fields = {}): Fields => claude('PreToolUse', { tool_name: 'Bash', ...more });
const run = (event: Fields, { url = home.url, args = ['--changes'], path = '' } = {}): Promise<Outcome> =>
  runProgram(process.execPath, [program, 'hook', 'claude-code', '--url', url, ...args], {
    input: JSON.stringify(event),
    env: { HOME: place.path, HOME_WORLD_AGENT_KEY: key },
    path,
  });
const read = (): ChangesAnswer | undefined =>
  home.app.home.changes.read(home.app.home.letters.list().sessions[0]?.key ?? '');
const ask = (): unknown => home.app.home.changes.ask(home.app.home.letters.list().sessions[0]?.key ?? '');
/** Runs a hook until the home has told it that the owner asks: on a busy machine, it may not answer in time. */
async function untilTold(event = tool(), more: Parameters<typeof run>[1] = {}): Promise<void> {
  while (read()?.toldAt === undefined && read()?.taken === undefined) {
    const { code, out } = await run(event, more);
    assert.deepEqual([code, out], [0, '']);
  }
}
const untilTaken = (): Promise<void> => until('it is sent', () => read()?.taken !== undefined);
async function untilSending(more: Parameters<typeof run>[1] = {}): Promise<void> {
  await run(claude('SessionStart'), more);
  await until('the hook has said that it sends it', () => read()?.way === 'reports');
}

describe('home-world hook --changes', () => {
  it('sends the diff after the next event, and prints nothing', async () => {
    await untilSending();
    ask();
    await untilTold();
    await untilTaken();
    assert.match(JSON.stringify(read()?.taken), /diff --git a\/a\.ts b\/a\.ts.*\+one/);
  });

  it('sends it to a home elsewhere after any event, and the agent waits for nothing', async () => {
    const url = home.url.replace('127.0.0.1', '0.0.0.0');
    await untilSending({ url });
    ask();
    await run(tool(), { url });
    await untilTaken();
  });

  it('sends it with a letter, which is printed as always', async () => {
    const args = ['--letters', '--changes'];
    await untilSending({ args });
    ask();
    const { letters } = home.app.home;
    letters.write(letters.list().sessions[0]!.key, { text: 'Hello.', about: 'a.ts:1' }, 'A test');
    const prompt = claude('UserPromptSubmit', { prompt: 'Go on' });
    let out = '';
    while (out === '') ({ out } = await run(prompt, { args }));
    assert.match(out, /written in Home World, about a\.ts:1:/);
    await untilTaken();
  });

  it('says nothing of it without the flag, for a sub-agent, and without a folder', async () => {
    await run(claude('SessionStart'), { args: ['--letters'] });
    await until('the session is there', () => read() !== undefined);
    await run(tool(), { args: [] });
    await run(tool({ agent_id: 'a1', agent_type: 'Explore' }));
    await run(tool({ cwd: '' }));
    assert.equal(read()?.way, 'hooks');
    assert.equal(typeof ask(), 'string');
  });

  it('leaves the agent alone while git hangs, and is asked again when it was killed', async () => {
    const bin = join(place.path, 'bin');
    mkdirSync(bin);
    // The first process of git tells who waits for it.
    writeFileSync(join(bin, 'git'), `#!/bin/sh\necho $PPID $$ > ${place.path}/waits\nexec sleep 60\n`);
    chmodSync(join(bin, 'git'), 0o755);
    await untilSending();
    ask();
    await untilTold(tool(), { path: bin });
    const file = join(place.path, 'waits');
    const pids = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await until('git is started', () => pids().endsWith('\n'));
    for (const pid of pids().trim().split(' ')) process.kill(Number(pid), 'SIGKILL');
    await run(tool());
    assert.equal(read()?.taken, undefined);
    // The home tells a hook again after 25 seconds. On a busy machine, that hook may not wait for the answer either.
    for (let told = 0; told < 20 && read()?.taken === undefined; told++) {
      ahead += 26_000;
      await run(tool());
      for (let waited = 0; waited < 40 && read()?.taken === undefined; waited++)
        await new Promise((done) => setTimeout(done, 100));
    }
    assert.notEqual(read()?.taken, undefined, 'it is sent');
  });

  it('ends in time at a home that never answers', async (t) => {
    const url = await listenFor(t, () => undefined);
    const { code, out, err } = await run(tool(), { url, args: ['--changes', '--verbose'] });
    assert.deepEqual([code, out], [0, '']);
    assert.match(err, /the home did not answer within 100 ms/);
  });
});
