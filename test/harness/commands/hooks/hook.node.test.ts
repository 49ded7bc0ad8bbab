import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, after, before, describe, it } from 'node:test';
import { listenFor, withBody } from '../../../helpers/loopback.ts';
import { until } from '../../../helpers/waiting.ts';
import { type Outcome, program, runProgram, startProgram } from '../../emit.ts';
import { type TestHome, startHome } from '../../helpers.ts';

const root = join(import.meta.dirname, '../../../..');
const token = 'the-secret-of-the-bridge';
const quiet: Outcome = { code: 0, out: '', err: '' };
const event = (hook_event_name: string, more: object = {}): string =>
  JSON.stringify({ session_id: 's-1', cwd: root, hook_event_name, ...more });

const run = (
  args: readonly string[],
  url: string,
  input: string,
  env: Record<string, string> = {},
): Promise<Outcome> =>
  runProgram(process.execPath, [program, 'hook', ...args], {
    input,
    env: { HOME_WORLD_BRIDGE_TOKEN: token, HOME_WORLD_URL: url, ...env },
  });

/** The reports that a server gets. */
async function reports(t: TestContext) {
  const bodies: { state: string; session: Record<string, unknown>; tool?: string; at: number }[] = [];
  const url = await listenFor(
    t,
    withBody((request, body, answer) => {
      assert.equal(request.headers['x-home-world-key'], token);
      bodies.push(JSON.parse(body) as (typeof bodies)[number]);
      answer.end('{}');
    }),
  );
  return { url, bodies };
}

describe('home-world hook', () => {
  it('reports the event on standard input', async (t) => {
    const { url, bodies } = await reports(t);
    const began = Date.now();
    const input = event('PreToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: `${root}/harness/cli.ts` },
    });
    // On a busy machine the answer may come too late, but the report has come.
    assert.deepEqual(await run(['claude-code'], url, input), quiet);
    await until('the report', () => bodies.length === 1);
    const [body] = bodies;
    assert.deepEqual([body?.state, body?.tool, body?.session['id']], ['working', 'Edit', 's-1']);
    assert.ok(body && body.at >= began - 1000 && body.at <= Date.now());
  });

  it('takes the name of the event and the address from the command line', async (t) => {
    const { url, bodies } = await reports(t);
    const body = JSON.stringify({ sessionId: 's-2', timestamp: 1, cwd: root });
    assert.deepEqual(await run(['copilot', 'agentStop', '--url', url], 'http://127.0.0.1:1', body), quiet);
    await until('the report', () => bodies.length === 1);
    assert.deepEqual([bodies[0]?.state, bodies[0]?.session['harness']], ['done', 'Copilot CLI']);
  });

  it('hands a report for a home elsewhere to a process of its own', async (t) => {
    const { url, bodies } = await reports(t);
    // The hook does not recognise this address as the own machine.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
    assert.deepEqual(await run(['claude-code'], `${elsewhere}/home`, event('Stop')), quiet);
    await until('the report', () => bodies.length === 1);
    assert.equal(bodies[0]?.state, 'done');
  });

  it('sends the windows of Codex with --usage: after tools to this machine only, and at the end of a turn', async (t) => {
    const transcript_path = join(root, 'test/recorded/codex/transcript-end.jsonl');
    /** Runs a hook until both have come, or the report alone. On a busy machine, a hook may end before. */
    const sent = async (
      host: string,
      name: string,
      wanted: readonly string[],
      more: object = {},
    ): Promise<void> => {
      const paths = new Set<string>();
      const url = await listenFor(t, (request, answer) => {
        request.resume().on('end', () => {
          paths.add(request.url);
          answer.end('{}');
        });
      });
      const args = ['codex', '--usage', '--url', url.replace('127.0.0.1', host)];
      const hasCome = (): boolean => wanted.every((path) => paths.has(path));
      for (let times = 0; times < 20 && !hasCome(); times++) {
        assert.deepEqual(await run(args, '', event(name, { transcript_path, ...more })), quiet);
        await until('something comes', hasCome, 2_000).catch(() => undefined);
      }
      assert.deepEqual([...paths].toSorted(), wanted, `${name} to ${host}`);
    };
    const [near, elsewhere] = ['127.0.0.1', '0.0.0.0'];
    const [report, both] = [['/api/events'], ['/api/events', '/api/usage']];
    await sent(near, 'Stop', both);
    await sent(elsewhere, 'Stop', both);
    await sent(near, 'PostToolUse', both);
    await sent(elsewhere, 'PostToolUse', report);
    await sent(near, 'PreToolUse', report);
    await sent(near, 'SubagentStop', report, { agent_id: 'a' });
  });

  it('does not wait for the end of its input', async (t) => {
    const { url, bodies } = await reports(t);
    const child = spawn(process.execPath, [program, 'hook', 'claude-code'], {
      env: { HOME_WORLD_BRIDGE_TOKEN: token, HOME_WORLD_URL: url },
    });
    child.stdin.write(event('Stop'));
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await until('the report', () => bodies.length === 1);
  });
});

describe('home-world hook that cannot report', () => {
  let home: TestHome;
  before(async () => void (home = await startHome({ bridge: { token } })));
  after(() => home.close());

  it('is silent if no home is there, and says so only if asked', async () => {
    assert.deepEqual(await run(['claude-code'], 'http://127.0.0.1:1', event('Stop')), quiet);
    const { code, out, err } = await run(['claude-code', '--verbose'], 'http://127.0.0.1:1', event('Stop'));
    assert.deepEqual([code, out], [0, '']);
    assert.match(err, /^home-world hook: no home answers: .*ECONNREFUSED.*\n$/);
  });

  it('does not wait for a home that does not answer', async (t) => {
    const url = await listenFor(t, () => undefined);
    const began = performance.now();
    assert.deepEqual(await run(['claude-code'], url, event('Stop')), quiet);
    // The agent waits 0.2 s for it on a quiet machine.
    assert.ok(performance.now() - began < 3_000);
    assert.match(
      (await run(['claude-code', '--verbose'], url, event('Stop'))).err,
      /did not answer within 100 ms/,
    );
  });

  it('is silent with a wrong token, without one, and with an address that is none', async () => {
    const wrong = { HOME_WORLD_BRIDGE_TOKEN: 'another-secret-altogether' };
    assert.deepEqual(await run(['claude-code'], home.url, event('Stop'), wrong), quiet);
    assert.deepEqual(
      await run(['claude-code'], home.url, event('Stop'), { HOME_WORLD_BRIDGE_TOKEN: '' }),
      quiet,
    );
    assert.deepEqual(await run(['claude-code'], 'ftp://x', event('Stop')), quiet);
    const { err } = await run(['claude-code', '--verbose'], 'http://u:hunter2@127.0.0.1', event('Stop'));
    assert.match(err, /without a name and a password/);
    assert.doesNotMatch(err, /hunter2/);
  });

  it('is silent with anything on standard input, and for any word', async () => {
    for (const input of ['', 'no event', '[]', '{"hook_event_name":', '{"hook_event_name":7}', 'null', '{}'])
      assert.deepEqual(await run(['claude-code'], home.url, input), quiet, input);
    for (const args of [[], ['amp'], ['constructor'], ['claude-code', '--url'], ['codex', '--unknown']])
      assert.deepEqual(await run(args, home.url, event('Stop')), quiet, args.join(' '));
  });

  it('ends without any input', async () => {
    const { out, err, code } = startProgram(process.execPath, [program, 'hook', 'claude-code'], {
      env: { HOME_WORLD_BRIDGE_TOKEN: token },
    });
    assert.deepEqual({ code: await code, out: out(), err: err() }, quiet);
    const ignored = spawn(process.execPath, [program, 'hook', 'gemini'], { env: {}, stdio: 'ignore' });
    assert.deepEqual(await once(ignored, 'exit'), [0, null]);
  });
});

describe('the code of home-world hook, ask and emit --statusline', () => {
  for (const entry of ['hook', 'ask', 'status-line'])
    it(`imports no package and nothing of the home, since the agent waits for it: ${entry}`, () => {
      const seen = new Set<string>();
      const visit = (file: string): void => {
        if (seen.has(file)) return;
        seen.add(file);
        const imports = readFileSync(file, 'utf8').matchAll(
          /^(?:import|\} from) (?!type )[^;]*?'([^']+)';$/gm,
        );
        for (const [, name = ''] of imports) {
          if (name.startsWith('.')) visit(resolve(dirname(file), name));
          else assert.match(name, /^node:/, file);
        }
      };
      visit(join(root, `harness/commands/hooks/${entry}.ts`));
      assert.ok(seen.size > 4);
      for (const file of seen) assert.equal(dirname(file), join(root, 'harness/commands/hooks'), file);
    });

  it('has a help in the command line', async () => {
    const { code, out } = await runProgram(process.execPath, [program, 'hook', '--help']);
    assert.equal(code, 0);
    assert.match(out, /^Usage: home-world hook \[flags\] AGENT/);
  });
});
