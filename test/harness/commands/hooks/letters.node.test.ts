import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LetterBox } from '../../../../harness/commands/hooks/letter-box.ts';
import { DAY_MS } from '../../../../data/core/time.ts';
import { listenFor, withBody } from '../../../helpers/loopback.ts';
import { until } from '../../../helpers/waiting.ts';
import { type Outcome, program, runProgram } from '../../emit.ts';
import { type TestHome, startHome, temporaryFolder } from '../../helpers.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let home: TestHome;
let key: string;
beforeEach(async () => {
  place = await temporaryFolder();
  home = await startHome();
  key = home.app.home.keys.agents.add('laptop') ?? '';
});
afterEach(async () => {
  await home.close();
  await place.dispose();
});

type Fields = Readonly<Record<string, unknown>>;
/** An event of Claude Code with the fields that a recorded one has. */
const claude = (hook_event_name: string, more: Fields = {}): Fields => ({
  session_id: '5e55-10a4',
  prompt_id: 'p-77',
  transcript_path: '/home/keeper/t.jsonl',
  cwd: '/workshop/harbour',
  permission_mode: 'default',
  hook_event_name,
  ...more,
});
const prompt = claude('UserPromptSubmit', { prompt: 'Go on' });
const batch = claude('PostToolBatch', { tool_calls: [{ tool_name: 'Bash', tool_use_id: 'toolu_1' }] });
const stop = (isActive = false): Fields =>
  claude('Stop', { stop_hook_active: isActive, background_tasks: [], session_crons: [] });

const run = (
  agent: string,
  event: Fields,
  { url = home.url, args = ['--letters'], env = {} }: { url?: string; args?: string[]; env?: object } = {},
): Promise<Outcome> =>
  runProgram(process.execPath, [program, 'hook', ...agent.split(' '), '--url', url, ...args], {
    input: JSON.stringify(event),
    env: { HOME: place.path, HOME_WORLD_AGENT_KEY: key, ...env },
  });
/** Runs a hook until its home has answered in time: on a busy machine, it may not. */
async function answered(agent: string, event: Fields, more: Parameters<typeof run>[2] = {}): Promise<Fields> {
  for (;;) {
    const { code, out, err } = await run(agent, event, { ...more, args: ['--letters', '--verbose'] });
    assert.equal(code, 0);
    if (err === 'home-world hook: done\n') return (out === '' ? {} : JSON.parse(out)) as Fields;
    assert.match(err, /did not answer within/);
    assert.equal(out, '');
  }
}
const desk = () => home.app.home.letters;
const session = () => desk().list().sessions[0];
function write(text: string): string {
  const written = desk().write(desk().list().sessions[0]!.key, { text, about: '' }, 'A test');
  assert.equal(written.outcome, 'written');
  return written.outcome === 'written' ? written.letter.id : '';
}
const states = (): string[] =>
  desk()
    .list()
    .letters.map(({ state }) => state);
const framed = (text: string): string =>
  `A message from the owner of this session, written in Home World:\n\n${text}`;

describe('home-world hook --letters', () => {
  it('gives Claude Code a letter with a prompt, after its tools, and at the end of its turn', async () => {
    await answered('claude-code', prompt);
    write('One.');
    write('Two.');
    assert.deepEqual(await answered('claude-code', prompt), {
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: `${framed('One.')}\n\n${framed('Two.')}`,
      },
    });
    assert.deepEqual(states(), ['handed', 'handed']);
    assert.deepEqual(await answered('claude-code', claude('PreToolUse', { tool_name: 'Bash' })), {});
    assert.deepEqual(states(), ['read', 'read']);
    write('Three.');
    assert.deepEqual(await answered('claude-code', batch), {
      hookSpecificOutput: { hookEventName: 'PostToolBatch', additionalContext: framed('Three.') },
    });
    write('Four.');
    assert.deepEqual(await answered('claude-code', stop()), { decision: 'block', reason: framed('Four.') });
    // The turn goes on.
    assert.equal(desk().list().sessions[0]?.state, 'thinking');
    assert.deepEqual(await answered('claude-code', stop(true)), {});
    assert.deepEqual(states(), ['read', 'read', 'read', 'read']);
    assert.equal(desk().list().sessions[0]?.state, 'done');
  });

  it('gives the other programs letters in their own forms', async () => {
    const tests = [
      ['codex', { session_id: 'c', hook_event_name: 'PostToolUse', tool_name: 'Bash' }, 'PostToolUse'],
      ['codex', { session_id: 'c', hook_event_name: 'Stop' }, { decision: 'block' }],
      ['gemini', { session_id: 'g', hook_event_name: 'BeforeAgent' }, 'BeforeAgent'],
      ['gemini', { session_id: 'g', hook_event_name: 'AfterAgent' }, { decision: 'deny' }],
      ['copilot agentStop', { sessionId: 'p', timestamp: 1 }, { decision: 'block' }],
    ] as const;
    for (const [agent, event, form] of tests) {
      await answered(agent, event);
      const session = desk()
        .list()
        .sessions.find(({ way }) => way === 'turns');
      desk().write(session?.key ?? '', { text: 'Hello.', about: '' }, 'A test');
      const expected =
        typeof form === 'string'
          ? { hookSpecificOutput: { hookEventName: form, additionalContext: framed('Hello.') } }
          : { ...form, reason: framed('Hello.') };
      assert.deepEqual(await answered(agent, event), expected, agent);
      home.app.home.household.end(session?.key ?? '');
    }
  });

  it('gives a letter to no sub-agent, to no program that takes none, and at no other event', async () => {
    await answered('claude-code', prompt);
    write('One.');
    const none = [
      claude('PostToolBatch', { agent_id: 'a1', agent_type: 'Explore' }),
      claude('PreToolUse', { tool_name: 'Bash' }),
      claude('PostToolUse', { tool_name: 'Bash' }),
      { ...stop(), conversation_id: '5e55-10a4', cursor_version: '1' },
    ];
    for (const event of none) assert.deepEqual(await answered('claude-code', event), {});
    assert.equal((await run('claude-code', stop(), { args: [] })).out, '');
    assert.deepEqual(states(), ['waiting']);
    assert.deepEqual(
      desk()
        .list()
        .sessions.map(({ harness, way }) => `${harness}: ${way}`)
        .toSorted(),
      ['Claude Code: turns', 'Cursor: none'],
    );
  });

  it('prints a letter once, however many hooks run at once', async () => {
    await answered('claude-code', prompt);
    write('One.');
    let outs: string[] = [];
    while (outs.length === 0) {
      const ended = await Promise.all(Array.from({ length: 6 }, () => run('claude-code', prompt)));
      outs = ended.map(({ out }) => out).filter((out) => out !== '');
    }
    assert.equal(outs.length, 1);
    assert.deepEqual(await answered('claude-code', prompt), {});
  });

  it('waits for a home elsewhere only at the beginning and the end of a turn', async () => {
    const url = home.url.replace('127.0.0.1', '0.0.0.0');
    await answered('codex', { session_id: 'c', hook_event_name: 'UserPromptSubmit' }, { url });
    write('One.');
    const tool = { session_id: 'c', hook_event_name: 'PostToolUse', tool_name: 'Bash' };
    const before = session()?.updatedAt;
    assert.deepEqual(await answered('codex', tool, { url }), {});
    await until('the report of a process that can print nothing', () => session()?.updatedAt !== before);
    assert.deepEqual(states(), ['waiting']);
    assert.deepEqual(await answered('codex', { session_id: 'c', hook_event_name: 'Stop' }, { url }), {
      decision: 'block',
      reason: framed('One.'),
    });
  });

  it('tells a home that answers too late again that the turn is over', async (t) => {
    await answered('claude-code', prompt);
    write('One.');
    const url = await listenFor(
      t,
      withBody(async (_request, body, response) => {
        const headers = { 'content-type': 'application/json', 'x-home-world-key': key };
        const answer = await fetch(`${home.url}/api/events`, { method: 'POST', headers, body });
        await sleep(400);
        response.setHeader('content-type', 'application/json').end(await answer.text());
      }),
    );
    assert.deepEqual(await run('claude-code', stop(), { url }), { code: 0, out: '', err: '' });
    await until('it hears that the turn is over', () => session()?.state === 'done');
    assert.deepEqual(await answered('claude-code', prompt), {
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: framed('One.') },
    });
  });

  it('takes no letters where it cannot keep which it has printed', async () => {
    writeFileSync(join(place.path, 'state'), '');
    await answered('claude-code', prompt, { env: { XDG_STATE_HOME: join(place.path, 'state') } });
    assert.equal(desk().list().sessions[0]?.way, 'hooks');
  });
});

describe('the letters of a session on the machine of the agent', () => {
  const env = () => ({ XDG_STATE_HOME: place.path });
  const folder = (): string => {
    const letters = join(place.path, 'home-world/letters');
    return join(letters, readdirSync(letters)[0] ?? '');
  };
  const box = (session = 's-1') => new LetterBox(session, env());
  /** The id of a process that has ended. */
  const deadPid = (): string => String(spawnSync(process.execPath, ['--version']).pid);

  it('lets one process print a letter, until another one confirms it', () => {
    const one = box();
    assert.deepEqual([one.claim('a'), one.claim('a'), box().claim('a')], [true, false, false]);
    assert.deepEqual(box().printed, []);
    one.keepPrinted();
    const [letter] = box().printed;
    assert.equal(letter?.id, 'a');
    assert.ok(Math.abs(letter.at - Date.now()) < 5_000 && Number.isInteger(letter.at));
    box().keepConfirmed();
    assert.deepEqual([box().printed, box().claim('a')], [[], false]);
    assert.deepEqual([box('s-2').claim('a'), box().claim('../x'), box().claim('')], [true, false, false]);
  });

  it('lets one of several processes print a letter that all of them get at once', async () => {
    box();
    const file = JSON.stringify(
      join(import.meta.dirname, '../../../../harness/commands/hooks/letter-box.ts'),
    );
    const begin = Date.now() + 1_500;
    const claims = `
      import { readdirSync, writeFileSync } from 'node:fs';
      import { LetterBox } from ${file};
      const box = new LetterBox('s-1', process.env);
      // All begin in the same millisecond. They sleep until shortly before it, because three that spin would take the processor from other tests.
      await new Promise((next) => setTimeout(next, ${begin} - 30 - Date.now()));
      while (Date.now() < ${begin});
      for (let id = 0; id < 1000; id++) if (box.claim(String(id))) console.log(id);
      // The claims of a process that has ended go to another one, so each waits for the others.
      writeFileSync(${JSON.stringify(folder())} + '/ended-' + process.pid, '');
      const ended = () => readdirSync(${JSON.stringify(folder())}).filter((name) => name.startsWith('ended-'));
      while (ended().length < 3) await new Promise((next) => setTimeout(next, 20));
    `;
    const ended = await Promise.all(
      Array.from({ length: 3 }, () =>
        runProgram(process.execPath, ['--input-type=module', '--eval', claims], { env: env() }),
      ),
    );
    const claimed = ended.flatMap(({ out }) => out.trim().split('\n'));
    assert.deepEqual([claimed.length, new Set(claimed).size], [1000, 1000]);
  });

  it('lets another process print a letter if the first was killed before', () => {
    box();
    writeFileSync(join(folder(), 'a.claim-0'), deadPid());
    writeFileSync(join(folder(), 'b.claim-0'), String(process.pid));
    writeFileSync(join(folder(), 'c.claim-0'), '');
    assert.deepEqual([box().claim('a'), box().claim('b'), box().claim('c')], [true, false, false]);
    // If several processes find the claim of a dead process, only one of them gets the letter.
    assert.equal(box().claim('a'), false);
    // The id of a process that began long after the claim.
    for (const name of ['b', 'c']) utimesSync(join(folder(), `${name}.claim-0`), 0, 0);
    assert.deepEqual([box().claim('b'), box().claim('c')], [true, true]);
  });

  it('does not print a letter again that a process has printed right before its end', () => {
    box();
    writeFileSync(join(folder(), 'a.claim-0'), deadPid());
    writeFileSync(join(folder(), 'a.printed'), '');
    assert.equal(box().claim('a'), false);
  });

  it('keeps nothing of old sessions', () => {
    box();
    const old = folder();
    utimesSync(old, new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - 2 * DAY_MS));
    mkdirSync(join(place.path, 'home-world/letters/fresh'));
    box('s-2');
    assert.equal(existsSync(old), false);
    assert.ok(existsSync(join(place.path, 'home-world/letters/fresh')));
  });
});
