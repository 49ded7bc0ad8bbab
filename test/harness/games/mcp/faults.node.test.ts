import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../../harness/games/desktop.ts';
import { connectDesktop } from '../../../../harness/games/mcp/connect-desktop.ts';
import { CallError, connectServer } from '../../../../harness/games/mcp/connection.ts';
import { UserError } from '../../../../harness/core/user-error.ts';
import { connected, program, script } from './servers.ts';

const click = { action: 'click', params: { x: 0.5, y: 0.5 } } as const;
const fails = (reason: CaptureError['reason'], message: RegExp) => (error: unknown) =>
  error instanceof CaptureError && error.reason === reason && message.test(error.message);
const isRunning = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
};
/** Waits until a process is gone: the test’s own time limit ends it otherwise. */
async function gone(pid: number | undefined): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('a server that is no desktop, or does not connect, is refused with its tools or its words', async (t) => {
  const refused: [string, RegExp][] = [
    ['no-tools', /“faulty” offers none of the nine actions.*Its tools: get_weather, add\.$/],
    ['blind', /“faulty” offers no screenshot.*Its tools: click, press_key\.$/],
    ['pages', /does not list its tools: its list of tools is too long/],
    ['wide', /does not list its tools: its list of tools is too long/],
    [
      'ends',
      /games\.desktop.*does not connect: it ended with exit code 3; its last output: DISPLAY is missing\.$/,
    ],
    ['garbage', /it writes lines that are not MCP messages/],
    ['endless', /a message of more than 12 MB/],
  ];
  await Promise.all(
    refused.map(([fault, message]) =>
      assert.rejects(
        connected(t, program('faulty-server.ts', fault)),
        (error) => error instanceof UserError && message.test(error.message) && error.fix !== '',
        fault,
      ),
    ),
  );
  await assert.rejects(
    connected(t, program('faulty-server.ts', 'mute'), { connectMs: 700 }),
    /did not answer within 0\.7 seconds/,
  );
  await assert.rejects(
    connected(t, { command: '/no/such/program' }),
    /\(\/no\/such\/program\) does not connect: it cannot be started/,
  );
  await assert.rejects(
    connected(t, { url: 'http://127.0.0.1:9/mcp' }),
    /\(127\.0\.0\.1:9\) does not connect/,
  );
  await assert.rejects(
    connected(t, { url: 'http://127.0.0.1:9/mcp', tokenEnv: 'NO_TOKEN' }, { env: {} }),
    /NO_TOKEN.*is not set/,
  );
});

test('a server that is killed in the middle of a call is reported, and the next capture starts it again', async (t) => {
  const { desktop } = await connected(t, program('faulty-server.ts', 'dies'));
  await desktop.capture();
  const { pid } = desktop;
  const result = await desktop.execute(click);
  assert.deepEqual([result.success, result.action, result.params], [false, 'click', click.params]);
  assert.match(result.cause ?? '', /^The desktop server failed: it was ended by SIGKILL\.$/);
  await gone(pid);
  const next = await desktop.execute(click);
  assert.match(next.cause ?? '', /it was ended by SIGKILL/);
  assert.equal((await desktop.capture()).screenshot.width, 40);
  assert.notEqual(desktop.pid, pid);
});

test('a silent or broken answer fails the one call, and the stop ends it at once', async (t) => {
  const { desktop } = await connected(t, program('faulty-server.ts', 'silent'));
  await desktop.capture();
  const stop = new AbortController();
  const waiting = desktop.execute(click, stop.signal);
  stop.abort();
  assert.match((await waiting).cause ?? '', /stopped before the server answered/);
  assert.match((await desktop.execute(click, stop.signal)).cause ?? '', /stopped/);
  for (const [fault, cause] of [
    ['odd', /The desktop server failed: .+/],
    ['refuses', /The desktop server failed: .*Unknown \[31mtool/],
  ] as const) {
    const other = (await connected(t, program('faulty-server.ts', fault))).desktop;
    await other.capture();
    const { success, cause: said } = await other.execute(click);
    assert.equal(success, false);
    assert.match(said ?? '', cause);
    assert.equal((await other.capture()).screenshot.height, 30, 'it still answers');
  }
  const { desktop: huge } = await connected(t, program('faulty-server.ts', 'huge'));
  await assert.rejects(huge.capture(), fails('server-gone', /more than 12 MB/));
});

test('a tool that never answers is given up, and the server still answers others', async (t) => {
  const place = { command: process.execPath, args: [script('faulty-server.ts'), 'silent'], env: {} };
  const server = await connectServer(place, { timeoutMs: 30_000 });
  t.after(() => server.close());
  const slow = server.call('click', { x: 1, y: 1 }, { timeoutMs: 50 });
  await assert.rejects(slow, (error) => error instanceof CallError && error.reason === 'too-slow');
  const { picture } = await server.call('take_screenshot', {}, { timeoutMs: 30_000 });
  assert.ok(picture && server.isOpen);
});

test('lines before the first message, pages of tools and changed tools are taken as they come', async (t) => {
  const { desktop: greeting } = await connected(t, program('faulty-server.ts', 'greets'));
  assert.equal((await greeting.capture()).screenshot.width, 40);
  const { desktop: paged } = await connected(t, program('faulty-server.ts', 'paged'));
  assert.deepEqual([...paged.supportedActions], ['click', 'press_key']);
  const { desktop } = await connected(t, program('faulty-server.ts', 'changes'));
  await desktop.capture();
  assert.ok(desktop.supportedActions.has('click') && !desktop.supportedActions.has('right_click'));
  await desktop.execute(click);
  await desktop.capture();
  assert.deepEqual([...desktop.supportedActions], ['right_click', 'press_key']);
  assert.match(
    (await desktop.execute(click)).cause ?? '',
    /no tool for click; it has: take_screenshot, right_click, press_key/,
  );
});

test('closing ends the server and its children, also one that does not want to', async (t) => {
  const { desktop, lines } = await connected(t, program('faulty-server.ts', 'stubborn'));
  const helper = Number(/faulty (\d+)/.exec(lines.join(''))?.[1]);
  assert.ok(isRunning(desktop.pid) && isRunning(helper));
  const { pid } = desktop;
  await desktop.close();
  await gone(pid);
  await gone(helper);
  assert.match((await desktop.execute(click)).cause ?? '', /is closed/);
  await assert.rejects(desktop.capture(), fails('server-gone', /closed/));
});

test('the home’s own server is not started without a display: the owner reads what is missing', async () => {
  const options = { portal: { id: 'mines', window_title: 'Mines' }, config: undefined, log: () => undefined };
  await assert.rejects(
    connectDesktop({ ...options, env: {} }),
    (error) =>
      error instanceof UserError && error.message.startsWith('DISPLAY is not set') && error.fix !== '',
  );
});

test('a server’s process gets what the owner names, and no keys', async (t) => {
  const env = {
    ...process.env,
    OPENAI_API_KEY: 'secret',
    HOME_WORLD_TOKEN: 'secret',
    NAMED: 'yes',
    DISPLAY: ':7',
  };
  const show = 'process.stderr.write(Object.keys(process.env).sort().join(" ")); process.exit(1)';
  await assert.rejects(
    connected(t, { command: process.execPath, args: ['-e', show], env: ['NAMED', 'MISSING'] }, { env }),
    (error: Error) =>
      /DISPLAY.*HOME.*NAMED.*PATH/.test(error.message) &&
      !/KEY|TOKEN/.test(error.message.replace('last output', '')),
  );
});
