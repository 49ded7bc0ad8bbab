import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { emit } from '../../../harness/commands/emit.ts';
import { listenFor } from '../../helpers/loopback.ts';
import { type TestHome, startHome } from '../helpers.ts';
import { type Outcome, program, runProgram } from '../emit.ts';
import { refused } from '../refused.ts';

const token = 'the-secret-of-the-bridge';
const withToken = { HOME_WORLD_BRIDGE_TOKEN: token };
let home: TestHome;
before(async () => void (home = await startHome({ bridge: { token } })));
after(() => home.close());

const run = (
  args: readonly string[],
  env: Record<string, string> = withToken,
  input = '',
): Promise<Outcome> => runProgram(process.execPath, [program, 'emit', ...args], { env, input });
/** With more time than the usual two seconds, for a busy machine. */
const toHome = (args: readonly string[], input?: string): Promise<Outcome> =>
  run([...args, '--url', home.url, '--timeout', '30'], withToken, input);
const present = () => home.app.home.bridge.activity.current;

describe('home-world emit', () => {
  it('sends a report and prints nothing', async () => {
    const target = ['--target', 'issue:12', '--target-url', 'https://example.org/12'];
    const flags = ['--task', 'Spring cleaning', '--step', 'attic', '--tool', 'broom', '--progress', '.4'];
    assert.deepEqual(await toHome(['working', ...flags, ...target]), { code: 0, out: '', err: '' });
    const { since: _since, updatedAt: _updatedAt, ...sent } = present() ?? {};
    assert.deepEqual(sent, {
      state: 'working',
      task: 'Spring cleaning',
      step: 'attic',
      tool: 'broom',
      progress: 0.4,
      target: { kind: 'issue', name: '12', url: 'https://example.org/12' },
    });
  });

  it('makes a link of an address, and takes the state behind the flags', async () => {
    await toHome(['--target', 'url:https://example.org/a', 'thinking']);
    assert.deepEqual(present()?.target, {
      kind: 'url',
      name: 'https://example.org/a',
      url: 'https://example.org/a',
    });
    assert.equal(present()?.state, 'thinking');
  });

  it('finds the home in the environment, and below a path', async (t) => {
    const asked: string[] = [];
    const url = await listenFor(t, ({ url: path }, answer) => {
      asked.push(path);
      answer.end('{}');
    });
    const { code, err } = await run(['idle', '--timeout', '30'], {
      ...withToken,
      HOME_WORLD_URL: `${url}/home`,
    });
    assert.deepEqual([code, err, asked], [0, '', ['/home/api/events']]);
  });

  it('has a help that names every flag', async () => {
    const { code, out } = await run(['--help']);
    assert.equal(code, 0);
    assert.match(out, /^Usage: home-world emit \[flags\] STATE/);
    for (const { name } of emit.flags) assert.ok(out.includes(`--${name}`), name);
  });
});

describe('home-world emit --session', () => {
  const session = ['--session', 'nightly-7', '--harness', 'make', '--session-name', 'Nightly'];
  const shown = () => home.app.home.household.view('owner')?.sessions ?? [];

  it('reports a session, and leaves the report of the resident as it is', async () => {
    const before = present();
    const working = ['working', ...session, '--task', 'Build', '--tool', 'cc', '--target', 'file:a.c'];
    assert.deepEqual(await toHome(working), { code: 0, out: '', err: '' });
    const [first] = shown();
    assert.deepEqual(
      [first?.name, first?.harness, first?.state, first?.task, first?.tool, first?.target],
      ['Nightly', 'make', 'working', 'Build', 'cc', 'a.c'],
    );
    assert.ok(first?.folder !== undefined, 'the current folder');
    await toHome(['waiting', ...session, '--needs', 'plan']);
    assert.deepEqual([shown()[0]?.state, shown()[0]?.needs], ['waiting', 'plan']);
    await toHome(['thinking', ...session, '--agent', 'a1']);
    assert.deepEqual(shown()[0]?.agents.length, 1);
    await toHome(['done', ...session]);
    assert.deepEqual([shown()[0]?.state, shown()[0]?.agents], ['done', []]);
    await toHome(['ended', ...session]);
    assert.deepEqual(shown(), []);
    assert.deepEqual(present(), before);
  });

  it('is not needed where the name is that of the terminal, and its program is the shell', async () => {
    const named = { ...withToken, HOME_WORLD_SESSION_NAME: 'Nightly', HOME_WORLD_URL: home.url };
    assert.deepEqual(await run(['thinking', '--timeout', '30'], named), { code: 0, out: '', err: '' });
    assert.deepEqual([present()?.state, shown()], ['thinking', []]);
    await run(['done', '--session', 'a', '--timeout', '30'], named);
    assert.deepEqual(
      shown().map(({ name, harness }) => [name, harness]),
      [['Nightly', 'shell']],
    );
    await toHome(['ended', '--session', 'a']);
  });
});

const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no state', [], /emit needs a state \(idle, thinking, working, waiting, failed\), got nothing/],
  ['an unknown state', ['sleeping'], /got “sleeping”/],
  ['two states', ['idle', 'working'], /“working” is one word too many/],
  [
    'a progress that is no number',
    ['working', '--progress', 'half'],
    /--progress needs a number from 0 to 1, got “half”/,
  ],
  ['a progress over 1', ['working', '--progress', '40'], /--progress needs/],
  [
    'a target without a kind',
    ['working', '--target', 'src/a.ts'],
    /--target needs file:… or issue:… or url:…, got “src\/a.ts”/,
  ],
  ['a target without a name', ['working', '--target', 'file: '], /visible character/],
  [
    'a target that is no address',
    ['working', '--target', 'url:javascript:x'],
    /--target needs an http\(s\) address/,
  ],
  [
    'an address without a target',
    ['working', '--target-url', 'https://a.example/'],
    /--target-url needs --target/,
  ],
  ['an address that is none', ['working', '--url', 'localhost:4200'], /--url needs the http\(s\) address/],
  [
    'a password in the address',
    ['working', '--url', 'http://u:hunter2@h/'],
    /--url needs the http\(s\) address of the home, got “http:\/\/\(not/,
  ],
  ['a state of sessions alone', ['done'], /The state “done” needs --session/],
  ['a need without a session', ['waiting', '--needs', 'plan'], /--needs needs --session/],
  ['a program without a session', ['working', '--harness', 'make'], /--harness needs --session, the id/],
  ['a name without a session', ['working', '--session-name', 'Nightly'], /--session-name needs --session/],
  ['a sub-agent without a session', ['working', '--agent', 'a'], /--agent needs --session/],
  [
    'an unknown need',
    ['waiting', '--session', 's', '--needs', 'tea'],
    /permission or answer or plan, got “tea”/,
  ],
  [
    'an unknown state of a session',
    ['sleeping', '--session', 's'],
    /\(idle, .*, done, failed, ended\), got “sleeping”/,
  ],
  [
    'a session that is no id',
    ['done', '--session', 'a b'],
    /The report of the session is wrong: session\.id/,
  ],
  ['an unknown flag', ['working', '--taks', 'x'], /--taks/],
  ['an empty text', ['working', '--task', ''], /--task needs a value/],
];

describe('home-world emit with a wrong command line', () => {
  for (const [index, [what, args, message]] of wrong.entries())
    it(`exits with 2 and says what to do, with ${what}`, async () => {
      // One of them by the program itself.
      const { code, out, err } = await (index === 0 ? run(args) : refused(['emit', ...args], withToken));
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(err, message);
      assert.doesNotMatch(err, /hunter2/);
      assert.match(err, /^home-world: [^\n]+\n {2}[^\n]+\n$/, 'a sentence and the fix');
    });
});

describe('home-world emit that cannot report', () => {
  const cannot = async (
    args: readonly string[],
    message: RegExp,
    env: Record<string, string> = withToken,
  ) => {
    const loud = await run([...args], env);
    assert.equal(loud.code, 1, loud.err);
    assert.equal(loud.out, '');
    assert.match(loud.err, message);
    assert.match(loud.err, /^home-world: [^\n]+\n {2}[^\n]+\n$/, 'a sentence and the fix');
    assert.ok(!loud.err.includes(token), 'never the token');
    assert.deepEqual(await run([...args, '--quiet'], env), { code: 0, out: '', err: '' });
  };

  it('names the variable without a token', () =>
    cannot(['idle', '--url', home.url], /HOME_WORLD_BRIDGE_TOKEN is not set[\s\S]*Set it to/, {}));
  it('says what is wrong with a token that no header can hold', () =>
    cannot(['idle', '--url', home.url], /a space or a character/, { HOME_WORLD_BRIDGE_TOKEN: 'a b' }));
  it('names the address and the token that the home refused', () =>
    cannot(['idle', '--url', home.url, '--timeout', '30'], /refused the key[\s\S]*keys add/, {
      HOME_WORLD_BRIDGE_TOKEN: 'other',
    }));
  it('says that no home answers', async () => {
    const gone = await startHome();
    await gone.close();
    await cannot(['idle', '--url', gone.url, '--timeout', '30'], /No home answers at http:.*ECONNREFUSED/);
  });
  it('does not wait for a home that does not answer', async (t) => {
    const url = await listenFor(t, () => undefined);
    await cannot(['idle', '--url', url, '--timeout', '1'], /did not answer within 1 s/);
  });
  it('knows a server that is no home, and gives the token to no other server', async (t) => {
    let stolen = 0;
    const thief = await listenFor(t, (_request, answer) => {
      stolen += 1;
      answer.end('{}');
    });
    const url = await listenFor(t, (_request, answer) => {
      answer.writeHead(307, { location: `${thief}/api/events` }).end();
    });
    await cannot(
      ['idle', '--url', url, '--timeout', '30'],
      /accepts no reports: it answered with status 307/,
    );
    assert.equal(stolen, 0);
  });
  it('repeats what the home says, in one line that cannot control the terminal', async (t) => {
    const url = await listenFor(t, (_request, answer) => {
      const message = '\u001b]0;title\u0007Too many\nrequests.\u202e';
      answer.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
    });
    await cannot(
      ['idle', '--url', url, '--timeout', '30'],
      /refused the report: \]0;title Too many requests\.\n[\s\S]*Send fewer/,
    );
  });
});

describe('home-world emit --claude-code', () => {
  const event = (hook_event_name: string, more: object = {}) =>
    JSON.stringify({ hook_event_name, cwd: '/a', ...more });

  it('reports the event on standard input', async () => {
    const input = event('PreToolUse', { tool_name: 'Edit', tool_input: { file_path: '/a/b/c.ts' } });
    assert.deepEqual(await toHome(['--claude-code', '--task', 'The login'], input), {
      code: 0,
      out: '',
      err: '',
    });
    assert.deepEqual(present()?.target, { kind: 'file', name: 'b/c.ts' });
    assert.equal(present()?.task, 'The login');
    const big = event('PostToolUse', { tool_response: 'x'.repeat(3_000_000) });
    assert.equal((await toHome(['--claude-code'], big)).code, 0);
    assert.deepEqual([present()?.state, present()?.task], ['thinking', 'The login']);
    await toHome(
      ['--claude-code', '--task-from-prompt'],
      event('UserPromptSubmit', { prompt: 'Now the logout\nplease' }),
    );
    assert.equal(present()?.task, 'Now the logout');
    await toHome(['--claude-code', '--task', 'The login'], event('SessionEnd'));
    assert.deepEqual([present()?.state, present()?.task], ['idle', undefined]);
  });

  it('sends nothing for an event without news, also if no home runs', async () => {
    const nowhere = ['--claude-code', '--url', 'http://127.0.0.1:1'];
    assert.deepEqual(await run(nowhere, {}, event('PreCompact')), { code: 0, out: '', err: '' });
  });

  it('never exits with 2, because that would block the agent', async () => {
    for (const [args, input] of [
      [['--claude-code'], 'not an event'],
      [['--claude-code', 'working'], event('Stop')],
      [['--claude-code', '--unknown'], event('Stop')],
      [['--claude-code', '--timeout', 'long'], event('Stop')],
    ] as const) {
      const { code, out, err } = await run(args, withToken, input);
      assert.deepEqual([code, out], [1, ''], args.join(' '));
      assert.notEqual(err, '');
      assert.deepEqual(await run([...args, '--quiet'], withToken, input), { code: 0, out: '', err: '' });
    }
  });
});
