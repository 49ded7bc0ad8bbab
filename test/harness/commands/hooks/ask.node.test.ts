import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { diffOf } from '../../../../harness/commands/hooks/diff.ts';
import { type Handler, listenFor } from '../../../helpers/loopback.ts';
import { until } from '../../../helpers/waiting.ts';
import { people } from '../../asks/asking.ts';
import { type Outcome, program, runProgram } from '../../emit.ts';
import { type TestHome, startHome } from '../../helpers.ts';

const root = join(import.meta.dirname, '../../../..');
const quiet: Outcome = { code: 0, out: '', err: '' };
const claude = (tool_name: string, tool_input: object, more: object = {}): string =>
  JSON.stringify({
    session_id: 's-1',
    cwd: root,
    hook_event_name: 'PermissionRequest',
    tool_name,
    tool_input,
    ...more,
  });
const bash = claude('Bash', { command: 'npm test', description: 'Runs the tests' });

const run = (args: readonly string[], url: string, key: string, input: string): Promise<Outcome> =>
  runProgram(process.execPath, [program, 'ask', ...args], {
    input,
    env: { HOME: homedir(), HOME_WORLD_AGENT_KEY: key, HOME_WORLD_URL: url },
  });

describe('home-world ask', () => {
  let home: TestHome;
  let owner: ReturnType<typeof people>;
  before(async () => {
    home = await startHome();
    owner = people(home);
  });
  after(() => home.close());

  /** Runs the hook, and answers its asks one after another. */
  async function answered(harness: readonly string[], input: string, ...answers: readonly object[]) {
    const outcome = run(harness, home.url, owner.key, input);
    const asks = [];
    for (const answer of answers) {
      const ask = await owner.untilOpen();
      asks.push(ask);
      assert.equal((await owner.answer(ask, answer)).status, 200);
      await until('the end of the ask', () =>
        home.app.home.asks.list().asks.every(({ id, state }) => id !== ask.id || state === 'decided'),
      );
    }
    const { code, out, err } = await outcome;
    assert.deepEqual([code, err], [0, '']);
    return { asks, output: out === '' ? undefined : (JSON.parse(out) as object), out };
  }
  const decision = (behavior: object) => ({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: behavior },
  });

  it('shows the whole command, and prints an approval as Claude Code reads it', async () => {
    const { asks, output } = await answered(['claude-code'], bash, { choice: 'allow' });
    const [ask] = asks;
    assert.deepEqual(
      [ask?.kind, ask?.title, ask?.command, ask?.note, ask?.harness, ask?.machine],
      ['permission', 'Bash', { text: 'npm test', left: 0 }, 'Runs the tests', 'Claude Code', 'laptop'],
    );
    assert.deepEqual(output, decision({ behavior: 'allow' }));
  });

  it('prints a refusal with the reason, which the model reads', async () => {
    const { output } = await answered(['claude-code'], bash, { choice: 'refuse', text: 'Not on a Friday.' });
    assert.deepEqual(output, decision({ behavior: 'deny', message: 'Not on a Friday.' }));
  });

  it('offers the rules of the agent for this session only, and never another mode', async () => {
    const rules = [{ toolName: 'Bash', ruleContent: 'npm test:*' }];
    const input = claude(
      'Bash',
      { command: 'npm test' },
      {
        permission_suggestions: [
          { type: 'setMode', mode: 'bypassPermissions', destination: 'session' },
          { type: 'addRules', rules, behavior: 'allow', destination: 'userSettings' },
          { type: 'addRules', rules, behavior: 'deny', destination: 'session' },
          { type: 'addDirectories', directories: ['/srv/shop'], destination: 'localSettings' },
          { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'a\u202eb' }], behavior: 'allow' },
        ],
      },
    );
    const { asks, output } = await answered(['claude-code'], input, { choice: 'always', chosen: ['r0'] });
    assert.deepEqual(asks[0]?.rules, [
      { id: 'r0', label: 'Bash(npm test:*)' },
      { id: 'r1', label: 'Folders: /srv/shop' },
    ]);
    assert.deepEqual(
      output,
      decision({
        behavior: 'allow',
        updatedPermissions: [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }],
      }),
    );
  });

  it('shows a change as a diff, with each other field of the tool', async () => {
    const edit = claude('Edit', {
      file_path: `${root}/notes.txt`,
      old_string: 'one\ntwo\nthree',
      new_string: 'one\n2\nthree',
      replace_all: true,
    });
    const { asks } = await answered(['claude-code'], edit, { choice: 'allow' });
    const path = root.startsWith(homedir()) ? root.replace(homedir(), '~') : root;
    assert.equal(
      asks[0]?.diff?.text,
      `--- ${path}/notes.txt\n+++ ${path}/notes.txt\n@@ -0,3 +0,3 @@\n one\n-two\n+2\n three\n`,
    );
    assert.match(asks[0]?.note ?? '', /^replace_all: true – .*notes\.txt$/);
    const write = claude('Write', { file_path: '/etc/motd', content: 'hello\n' });
    const { asks: written } = await answered(['claude-code'], write, { choice: 'refuse' });
    assert.match(written[0]?.diff?.text ?? '', /\+\+\+ \/etc\/motd\n@@ -0,0 \+0,1 @@\n\+hello\n$/);
    const odd = { file_path: '/a', path: `/${'b'.repeat(300)}`, content: 'x' };
    const { asks: whole } = await answered(['claude-code'], claude('Write', odd), { choice: 'refuse' });
    assert.deepEqual(JSON.parse(whole[0]?.command?.text ?? ''), odd);
    const other = claude('mcp__mail__send', { to: 'a@example.org', parts: [{ body: 'x' }] });
    const { asks: sent } = await answered(['claude-code'], other, { choice: 'refuse' });
    assert.deepEqual(JSON.parse(sent[0]?.command?.text ?? ''), {
      to: 'a@example.org',
      parts: [{ body: 'x' }],
    });
  });

  it('asks the questions of Claude Code one after another', async () => {
    const questions = [
      {
        question: 'Which colour?',
        header: 'Colour',
        options: [{ label: 'Red', description: 'Warm' }, { label: 'Blue' }],
        multiSelect: false,
      },
      {
        question: 'Which days?',
        options: [{ label: 'Mon' }, { label: 'Tue' }, { label: 'Wed' }],
        multiSelect: true,
      },
      { question: 'Which name?', options: [{ label: 'A' }, { label: 'B' }] },
    ];
    const input = claude('AskUserQuestion', { questions }, { hook_event_name: 'PreToolUse' });
    const { asks, output } = await answered(
      ['claude-code'],
      input,
      { choice: 'choose', chosen: ['o1'] },
      { choice: 'choose', chosen: ['o0', 'o2'] },
      { choice: 'write', text: 'Harbour' },
    );
    assert.deepEqual(
      asks.map(({ kind, title, note, several }) => [kind, title, note, several]),
      [
        ['question', 'Which colour?', '1 of 3 – Colour', false],
        ['question', 'Which days?', '2 of 3', true],
        ['question', 'Which name?', '3 of 3', false],
      ],
    );
    assert.deepEqual(output, {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: {
          questions,
          answers: { 'Which colour?': 'Blue', 'Which days?': 'Mon, Wed', 'Which name?': 'Harbour' },
        },
      },
    });
    // Its permission request follows, and must not ask again.
    const again = claude('AskUserQuestion', { questions });
    assert.deepEqual(await run(['claude-code'], home.url, owner.key, again), quiet);
    const refused = await answered(['claude-code'], input, { choice: 'refuse' });
    assert.match(refused.out, /"permissionDecision":"deny"/);
  });

  it('waits again with the second question, however soon the first was answered', async () => {
    const questions = ['One?', 'Two?'].map((question) => ({
      question,
      options: [{ label: 'A' }, { label: 'B' }],
    }));
    const asked = claude(
      'AskUserQuestion',
      { questions },
      { hook_event_name: 'PreToolUse', session_id: 's-two' },
    );
    const sessions = () => home.app.home.household.view('owner')?.sessions ?? [];
    const outcome = run(['claude-code'], home.url, owner.key, asked);
    await owner.answer(await owner.untilOpen(), { choice: 'choose', chosen: ['o0'] });
    await until('the second question', () =>
      home.app.home.asks.list().asks.some(({ state, title }) => state === 'open' && title === 'Two?'),
    );
    assert.ok(sessions().some(({ needs }) => needs === 'answer'));
    await owner.answer(await owner.untilOpen(), { choice: 'choose', chosen: ['o1'] });
    assert.equal((await outcome).code, 0);
    assert.ok(!sessions().some(({ needs }) => needs === 'answer'));
  });

  it('shows a patch as a diff only for the tool that applies patches: a shell runs its lines', async () => {
    const command = '*** Begin Patch\n*** Update File: notes.md\n@@\n touch /tmp/x\n*** End Patch';
    const { asks } = await answered(['claude-code'], claude('Bash', { command }), { choice: 'allow' });
    assert.deepEqual([asks[0]?.command?.text, asks[0]?.diff], [command, undefined]);
  });

  it('shows a line break that an edit adds or removes: it can end a comment, or begin one', () => {
    const hunk = (before: string, after: string) => diffOf('a', before, after).split('\n').slice(2, -1);
    assert.deepEqual(hunk('# never: ', '# never: \n'), ['@@ -0,1 +0,2 @@', ' # never: ', '+']);
    assert.deepEqual(hunk('# note\n', '# note'), ['@@ -0,2 +0,1 @@', ' # note', '-']);
    assert.deepEqual(hunk('note\n', ''), ['@@ -0,2 +0,0 @@', '-note', '-']);
    assert.deepEqual(hunk('one\n', 'two\n'), ['@@ -0,1 +0,1 @@', '-one', '+two']);
  });

  it('shows the whole input for a path that could draw a false diff', async () => {
    const file_path =
      '/srv/README.md\n+++ /srv/README.md\n@@ -1,1 +1,1 @@\n-typo\n+fixed\n/../../home/.bashrc';
    const input = { file_path, old_string: 'a', new_string: 'b' };
    const { asks } = await answered(['claude-code'], claude('Edit', input), { choice: 'allow' });
    assert.equal(asks[0]?.diff, undefined);
    assert.deepEqual(JSON.parse(asks[0]?.command?.text ?? ''), input);
  });

  it('shows the whole input if a field of it would be cut', async () => {
    const input = { command: 'note', description: `Add a note. ${'x'.repeat(420)} AND drop production` };
    const { asks } = await answered(['claude-code'], claude('mcp__notes__add', input), { choice: 'refuse' });
    assert.deepEqual(JSON.parse(asks[0]?.command?.text ?? ''), input);
    assert.equal(asks[0]?.note, '');
  });

  it('asks for a look at a plan', async () => {
    const input = claude('ExitPlanMode', { plan: '# Plan\n1. Test', planFilePath: '/tmp/plan.md' });
    const { asks, output } = await answered(['claude-code'], input, { choice: 'allow' });
    assert.deepEqual([asks[0]?.kind, asks[0]?.plan?.text], ['plan', '# Plan\n1. Test']);
    assert.deepEqual(output, decision({ behavior: 'allow' }));
  });

  it('prints for Codex nothing but a plain decision, and for Copilot a flat one', async () => {
    const codex = claude(
      'apply_patch',
      { command: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch', description: 'adds a' },
      {
        turn_id: 't',
        permission_suggestions: [{ type: 'addRules', rules: [{ toolName: 'x' }], behavior: 'allow' }],
      },
    );
    const { asks, output } = await answered(['codex'], codex, { choice: 'allow' });
    assert.match(asks[0]?.diff?.text ?? '', /^\*\*\* Begin Patch/);
    assert.deepEqual([asks[0]?.harness, asks[0]?.rules], ['Codex', []]);
    assert.deepEqual(output, decision({ behavior: 'allow' }));

    const copilot = JSON.stringify({
      sessionId: 'c-1',
      timestamp: 1,
      cwd: root,
      toolName: 'bash',
      toolArgs: '{"command":"ls"}',
    });
    const flat = await answered(['copilot', 'permissionRequest'], copilot, { choice: 'refuse', text: 'No.' });
    assert.equal(flat.asks[0]?.command?.text, 'ls');
    assert.deepEqual(flat.output, { behavior: 'deny', message: 'No.' });
  });

  it('prints nothing at the deadline, and after an answer in the terminal', async () => {
    const outcome = run(['claude-code', '--seconds', '1'], home.url, owner.key, bash);
    assert.deepEqual(await outcome, quiet);
    assert.equal(home.app.home.asks.list().asks.at(-1)?.state, 'undecided');

    const asking = run(['claude-code'], home.url, owner.key, bash);
    const ask = await owner.untilOpen();
    const done = JSON.stringify({
      ...(JSON.parse(bash) as object),
      hook_event_name: 'PostToolUse',
      tool_response: {},
    });
    await runProgram(process.execPath, [program, 'hook', 'claude-code'], {
      input: done,
      env: { HOME: homedir(), HOME_WORLD_AGENT_KEY: owner.key, HOME_WORLD_URL: home.url },
    });
    assert.deepEqual(await asking, quiet);
    assert.equal(home.app.home.asks.list().asks.find(({ id }) => id === ask.id)?.state, 'elsewhere');
  });

  it('tells no key, an unknown key and a revoked key apart', async () => {
    const { agents } = home.app.home.keys;
    const revoked = agents.add('old-laptop') ?? '';
    agents.revoke('old-laptop');
    const hook = (key: string): Promise<Outcome> =>
      runProgram(process.execPath, [program, 'hook', 'claude-code', '--verbose'], {
        input: bash,
        env: { HOME: homedir(), HOME_WORLD_AGENT_KEY: key, HOME_WORLD_URL: home.url },
      });
    for (const [key, words] of [
      ['', /HOME_WORLD_AGENT_KEY is not set/],
      [`hwk_${'x'.repeat(43)}`, /status 401: This home does not know the key that was sent\./],
      [revoked, /status 401: The key “old-laptop” was revoked\./],
    ] as const)
      for (const told of [await run(['claude-code', '--verbose'], home.url, key, bash), await hook(key)]) {
        assert.deepEqual([told.code, told.out], [0, '']);
        assert.match(told.err, words);
      }
    // An agent sends its key with each event, so a revoked key is not counted as a guess.
    for (let sent = 0; sent < 12; sent++) {
      const answer = await fetch(`${home.url}/api/asks`, {
        method: 'POST',
        headers: { 'x-home-world-key': revoked },
      });
      assert.equal(answer.status, 401);
    }
    const none = await fetch(`${home.url}/api/asks`, { method: 'POST' });
    assert.match(await none.text(), /An ask needs a key: send the header “Authorization: Bearer <key>”\./);
  });

  it('prints no control characters of another server', async (t) => {
    const url = await listenFor(t, (_request, response) =>
      response.writeHead(500).end(JSON.stringify({ message: `a\u001b]0;x\u0007${'b'.repeat(5_00)}` })),
    );
    const { err } = await run(['claude-code', '--verbose'], url, 'a-key', bash);
    assert.match(err, /status 500: a \]0;x b{100,400}\n$/);
  });

  it('waits as long as it is told, and at most ten minutes', async () => {
    for (const [given, seconds] of [
      [['--seconds', '300'], 300],
      [['--seconds=700'], 600],
      [['--seconds', 'long'], 120],
      [['--seconds', '0'], 120],
      [[], 120],
    ] as const) {
      const { asks } = await answered(['claude-code', ...given], bash, { choice: 'allow' });
      const [ask] = asks;
      const waits = ((ask?.deadline ?? 0) - (ask?.askedAt ?? 0)) / 1000;
      assert.ok(waits > seconds - 10 && waits <= seconds, `${given.join(' ')}: ${waits}`);
    }
  });

  it('that is killed leaves no open ask', async () => {
    const child = spawn(process.execPath, [program, 'ask', 'claude-code'], {
      env: { HOME: homedir(), HOME_WORLD_AGENT_KEY: owner.key, HOME_WORLD_URL: home.url },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end(bash);
    const ask = await owner.untilOpen();
    child.kill('SIGKILL');
    await until(
      'the ask is gone',
      () => home.app.home.asks.list().asks.find(({ id }) => id === ask.id)?.state === 'gone',
    );
    assert.equal((await owner.answer(ask, { choice: 'allow' })).status, 409);
  });

  it('prints nothing for an event that asks nothing, and for any other input', async () => {
    for (const input of [
      '',
      'no event',
      '[]',
      'null',
      '{}',
      claude('Bash', {}, { hook_event_name: 'PostToolUse' }),
    ])
      assert.deepEqual(await run(['claude-code'], home.url, owner.key, input), quiet, input);
    // Cursor runs the hooks of Claude Code too.
    const cursor = claude('Bash', { command: 'ls' }, { conversation_id: 'c', cursor_version: '1' });
    assert.deepEqual(await run(['claude-code'], home.url, owner.key, cursor), quiet);
    for (const args of [[], ['gemini'], ['constructor'], ['claude-code', '--url', 'ftp://x']])
      assert.deepEqual(await run(args, home.url, owner.key, bash), quiet, args.join(' '));
    assert.deepEqual(await run(['claude-code'], home.url, 'not-a-key-of-the-home', bash), quiet);
    const verbose = await run(['claude-code', '--verbose'], home.url, 'not-a-key-of-the-home', bash);
    assert.deepEqual([verbose.code, verbose.out], [0, '']);
    assert.match(verbose.err, /status 401: This home does not know the key that was sent\. .*keys add/);
    for (const input of ['', 'no event', '[]']) {
      const { err } = await run(['claude-code', '--verbose'], home.url, owner.key, input);
      assert.match(err, /^home-world ask: standard input is not the event of a hook \(docs\/door\.md/);
    }
    const help = await runProgram(process.execPath, [program, 'ask', '--help']);
    assert.match(help.out, /^Usage: home-world ask \[flags\] AGENT/);
  });
});

describe('home-world ask without a home that answers', () => {
  it('is silent at once if no home is there', async () => {
    assert.deepEqual(await run(['claude-code'], 'http://127.0.0.1:1', 'a-key', bash), quiet);
  });

  for (const [what, first] of [
    ['before its first byte', undefined],
    ['after its headers', ''],
  ] as const)
    it(`gives up on a home that hangs ${what}`, async (t) => {
      const url = await listenFor(t, (_request, response) => {
        if (first === undefined) return;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.flushHeaders();
      });
      const began = performance.now();
      const { code, out, err } = await run(['claude-code', '--verbose'], url, 'a-key', bash);
      assert.deepEqual([code, out], [0, '']);
      assert.match(err, /sent nothing for 3000 ms/);
      assert.ok(performance.now() - began < 12_000);
    });

  it('gives up on a home that falls silent while it waits', async (t) => {
    const url = await listenFor(t, (_request, response) => response.write(' '));
    const { code, out, err } = await run(['claude-code', '--verbose'], url, 'a-key', bash);
    assert.deepEqual([code, out], [0, '']);
    assert.match(err, /sent nothing for 12000 ms/);
  });

  it('prints nothing if the home is killed, or sends anything else', async (t) => {
    for (const answer of [
      ((_request, response) => {
        response.write(' ');
        setTimeout(() => response.destroy(), 50);
      }) as Handler,
      ((_request, response) => response.end(' {"state":"decided","deci')) as Handler,
      ((_request, response) => response.end(' <html>')) as Handler,
      ((_request, response) => response.end('{"state":"decided"}')) as Handler,
      ((_request, response) =>
        response.end('{"state":"decided","decision":{"choice":"odd","chosen":[]}}')) as Handler,
      ((_request, response) => response.writeHead(302, { location: '/x' }).end()) as Handler,
      ((_request, response) => response.end(' '.repeat(200_000) + 'x'.repeat(100_000))) as Handler,
    ])
      assert.deepEqual(await run(['claude-code'], await listenFor(t, answer), 'a-key', bash), quiet);
  });
});
