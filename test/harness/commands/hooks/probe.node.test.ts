import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { probe } from '../../../../harness/commands/hooks/probe.ts';
import { UserError } from '../../../../harness/core/user-error.ts';
import { TOKEN } from '../../agent.ts';
import { type Outcome, program, runProgram } from '../../emit.ts';
import { type TestHome, startHome, temporaryFolder } from '../../helpers.ts';
import { bearer, postJson } from '../../requests.ts';

const id = (number: number): string => `4f6c1b1e-0000-4000-8000-00000000000${number}`;

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let home: TestHome;
let env: Record<string, string>;
beforeEach(async () => {
  place = await temporaryFolder();
  mkdirSync(join(place.path, 'bin'));
  home = await startHome({
    bridge: { token: TOKEN },
    settings: { agentSessions: { visitorsSee: 'nothing' } },
  });
  env = {
    HOME: place.path,
    PATH: [join(place.path, 'bin'), process.env['PATH']].join(delimiter),
    HOME_WORLD_BRIDGE_TOKEN: TOKEN,
  };
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
  await place.dispose();
});

/** Puts a program on the PATH in place of Claude Code. */
function installClaude(script: string): void {
  const path = join(place.path, 'bin/claude');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
const listing = (sessions: unknown): void => {
  writeFileSync(join(place.path, 'sessions.json'), JSON.stringify(sessions, null, 2));
  installClaude(`[ "$*" = "agents --json" ] && exec cat '${place.path}/sessions.json'`);
};
/** A session as Claude Code lists it. */
const there = (number: number, status: string): object => ({
  pid: 4000 + number,
  cwd: '/home/user/harbour',
  kind: 'interactive',
  startedAt: 1_790_000_000_000,
  sessionId: id(number),
  name: `harbour-${number}`,
  status,
  ...(status === 'waiting' && { waitingFor: 'permission prompt' }),
  fieldOfALaterVersion: { of: ['any', 'kind'] },
});

const report = async (number: number, state: string, more: object = {}): Promise<void> => {
  const session = { id: id(number), harness: 'Claude Code', name: `n${number}` };
  const response = await postJson(`${home.url}/api/events`, { state, session, ...more }, bearer(TOKEN));
  assert.equal(response.status, 200);
};
const states = async (): Promise<Record<string, string>> => {
  const response = await fetch(`${home.url}/api/sessions.json`, { headers: bearer(TOKEN) });
  const { sessions } = (await response.json()) as {
    sessions: { sessions: readonly { name: string; state: string }[] } | null;
  };
  return Object.fromEntries((sessions?.sessions ?? []).map(({ name, state }) => [name, state]));
};
const run = (): Promise<Outcome> =>
  runProgram(process.execPath, [program, 'hooks', 'probe', '--url', home.url], { env });

describe('home-world hooks probe', () => {
  it('ends the sessions that were there and are gone, and no others', async () => {
    for (const number of [1, 2, 3]) await report(number, 'waiting', { needs: 'permission' });
    listing([there(1, 'waiting'), there(2, 'waiting')]);
    assert.deepEqual(await run(), {
      code: 0,
      out: 'Claude Code has 2 sessions here. Reported: 0 ended, 0 interrupted.\n',
      err: '',
    });
    listing([there(2, 'waiting')]);
    assert.match((await run()).out, /has 1 session here\. Reported: 1 ended, 0 interrupted\.\n$/);
    // The third one may be on another machine.
    assert.deepEqual(await states(), { n2: 'waiting', n3: 'waiting' });
    listing([]);
    assert.deepEqual(await probe(home.url, env), { there: 0, done: 0, ended: 1 });
    assert.deepEqual(await probe(home.url, env), { there: 0, done: 0, ended: 0 });
  });

  it('reports idle sessions as done that the home shows at work, as after Esc', async () => {
    await report(1, 'working', { tool: 'Bash' });
    await report(2, 'waiting', { needs: 'permission', call: 'c1' });
    await report(3, 'failed', { step: 'rate limit' });
    await report(4, 'working', { step: 'Waits for 2 tasks in the background' });
    await report(5, 'thinking');
    listing([1, 2, 3, 4].map((number) => there(number, 'idle')).concat(there(5, 'busy')));
    assert.deepEqual(await probe(home.url, env), { there: 5, done: 2, ended: 0 });
    assert.deepEqual(await states(), { n1: 'done', n2: 'done', n3: 'failed', n4: 'working', n5: 'thinking' });
  });

  it('takes no session for gone while one is listed without its id', async () => {
    await report(1, 'waiting');
    listing([there(1, 'waiting')]);
    await probe(home.url, env);
    const { sessionId: _id, ...nameless } = there(1, 'waiting') as { sessionId?: string };
    listing([nameless]);
    assert.deepEqual(await probe(home.url, env), { there: 1, done: 0, ended: 0 });
    listing([]);
    assert.deepEqual(await probe(home.url, env), { there: 0, done: 0, ended: 1 });
  });

  it('reports what it could not report before', async () => {
    await report(1, 'waiting');
    listing([there(1, 'waiting')]);
    await probe(home.url, env);
    listing([]);
    await assert.rejects(
      probe('http://127.0.0.1:1', env),
      (error) => error instanceof UserError && /does not answer as it should/.test(error.message),
    );
    assert.deepEqual(await probe(home.url, env), { there: 0, done: 0, ended: 1 });
  });

  for (const [what, script, message] of [
    ['is not there', undefined, /was not found on the PATH/],
    ['does not know the command', 'echo "error: unknown option" >&2; exit 1', /ended with 1/],
    ['prints something else', 'echo "Loading…"', /printed something else than a list of sessions/],
    ['prints JSON of another form', 'echo \'{"agents":[]}\'', /printed something else/],
    ['prints a list of other things', 'echo \'["a"]\'', /printed something else/],
    ['prints without an end', 'exec cat /dev/zero', /printed too much/],
    ['hangs', 'exec sleep 600', /did not end within/],
  ] as const)
    it(`ends no session where the program ${what}`, async () => {
      await report(1, 'waiting');
      listing([there(1, 'waiting')]);
      await probe(home.url, env);
      if (script !== undefined) installClaude(script);
      const PATH = script === undefined ? join(place.path, 'empty') : env['PATH'];
      await assert.rejects(probe(home.url, { ...env, PATH }, what === 'hangs' ? 300 : undefined), (error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, message);
        return true;
      });
      assert.deepEqual(await states(), { n1: 'waiting' });
    });

  it('begins again with a memory that is damaged, and keeps the secret from the program', async () => {
    listing([there(1, 'idle')]);
    await probe(home.url, env);
    const folder = join(place.path, '.local/state/home-world');
    const [file = ''] = readdirSync(folder);
    assert.equal(readFileSync(join(folder, file), 'utf8'), `${JSON.stringify([id(1)])}\n`);
    writeFileSync(join(folder, file), '[7,');
    const seen = join(place.path, 'env');
    installClaude(`env > '${seen}'; echo '[]'`);
    assert.deepEqual(await probe(home.url, env), { there: 0, done: 0, ended: 0 });
    assert.doesNotMatch(readFileSync(seen, 'utf8'), new RegExp(TOKEN));
  });
});
