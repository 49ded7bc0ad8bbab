import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as v from 'valibot';
import { activityStates } from '../../data/readings/schemas/activity-states.ts';
import { sessionAudiences, sessionNeeds } from '../../data/readings/schemas/agent-sessions.ts';
import {
  reportedActivity,
  residentActivity,
  targetKinds,
} from '../../data/readings/schemas/resident-activity.ts';
import { lockFolder } from '../../harness/core/sqlite.ts';
import { reportedStates, sessionReport } from '../../harness/agent-sessions/session-report.ts';
import { harnesses, targets } from '../../harness/commands/hooks/targets.ts';
import { recordedText } from '../helpers/recorded.ts';
import { type TestHome, startHome, temporaryFolder } from './helpers.ts';
import { people } from './asks/asking.ts';
import { type Outcome, program, runProgram } from './emit.ts';

const root = join(import.meta.dirname, '../..');
const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const page = await text('docs/agents.md');
const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, body = '']) => body,
  );
const blocks = (language: string): string[] => blocksOf(page, language);
const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

const token = 'the-secret-of-the-bridge';
let home: TestHome;
let tools: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  home = await startHome({ bridge: { token } });
  tools = await temporaryFolder();
  const command = join(tools.path, 'home-world');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(command, 0o755);
});
after(async () => {
  await home.close();
  await tools.dispose();
});

/** Runs a command as a shell does, with `home-world` installed and the home in the environment. */
const shell = (command: string, input = ''): Promise<Outcome> =>
  runProgram('/bin/sh', ['-euc', command], {
    path: tools.path,
    input,
    // With more time than usual, for a busy machine.
    env: { HOME_WORLD_BRIDGE_TOKEN: token, HOME_WORLD_URL: home.url, HOME_WORLD_TIMEOUT: '30' },
  });
const present = () => home.app.home.bridge.activity.current;

describe('the page about agents', () => {
  const programs = ['home-world', 'curl', 'echo', 'node', 'python3'] as const;
  const [first = '', ofKey = '', ...others] = blocks('sh').filter((block) => !block.includes('npm start'));
  const ofSessions = others.find((block) => block.includes('--session')) ?? '';
  const commands = others.filter((block) => block !== ofSessions);

  it('begins with one command for each coding agent, and each installs its hooks', async () => {
    assert.ok(page.indexOf(first) < page.indexOf('\n## '));
    assert.deepEqual(
      first.trim().split('\n'),
      harnesses.map((harness) => `home-world hooks install ${harness}`),
    );
    await using folder = await temporaryFolder();
    const { code, out, err } = await shell(`export HOME=${folder.path}\n${first}home-world hooks status`);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(out.match(/^(?!The ).* installed: /gm)?.length, harnesses.length);
  });

  it('has examples of a session that the home shows from its beginning to its end', async () => {
    const shown: (string | undefined)[] = [];
    for (const line of ofSessions.trim().split('\n')) {
      assert.deepEqual(await shell(line), { code: 0, out: '', err: '' }, line);
      shown.push(home.app.home.household.view('owner')?.sessions[0]?.state);
    }
    assert.deepEqual(shown, ['working', 'waiting', 'waiting', 'done', undefined]);
  });

  it('makes a key in a file that only its owner reads, with which the hooks report', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await mkdir(data);
    lockFolder(data).release();
    const begin = `export HOME=${folder.path} HOME_WORLD_DATA=${data}; unset HOME_WORLD_BRIDGE_TOKEN`;
    const { out } = await shell(`${begin}\n${ofKey}printenv HOME_WORLD_AGENT_KEY; ls -l ~/.home-world-key`);
    assert.match(out, /^hwk_[\w-]{43}\n-rw------- /);
  });

  it('names every value of agentSessions.visitorsSee, and every event of the hooks that are installed', () => {
    for (const audience of sessionAudiences) assert.match(page, new RegExp(`^\\| \`${audience}\` \\|`, 'm'));
    const commandLines = { posix: 'a', powershell: 'a', any: 'a' };
    for (const { groups } of Object.values(targets))
      for (const event of Object.keys(groups(commandLines))) assert.ok(page.includes(`\`${event}\``), event);
  });

  it('has an example for a shell, for curl, for Claude Code, for Node and for Python', () => {
    assert.deepEqual(
      commands.map((block) => programs.find((name) => block.startsWith(name))),
      [...programs],
    );
  });

  for (const [index, name] of programs.entries())
    it(
      `has an example with ${name} that works`,
      { skip: has(name) || name === 'home-world' ? false : `no ${name}` },
      async () => {
        const before = present()?.updatedAt ?? 0;
        const command = (commands[index] ?? '').replaceAll('http://127.0.0.1:4200', home.url);
        const { code, err } = await shell(command);
        assert.deepEqual([code, err], [0, '']);
        assert.ok((present()?.updatedAt ?? 0) > before, 'the home got a report');
      },
    );

  it('keeps the secret in a file that only its owner reads, the same for home and agent', async () => {
    const start = blocks('sh').find((block) => block.includes('npm start')) ?? '';
    assert.ok((await text('docs/agent-as-resident.md')).includes(start), 'the other page says the same');
    const command = `${start.replace('npm start', '')}\nprintenv HOME_WORLD_BRIDGE_TOKEN; ls -l ~/.home-world-secret`;
    const { out } = await shell(`export HOME=${tools.path}; unset HOME_WORLD_BRIDGE_TOKEN; ${command}`);
    assert.match(out, /^[\da-f]{64}\n-rw------- /);
  });

  it('has answers that fit the schema', () => {
    const [answer] = blocks('json answer').map((block) => JSON.parse(block) as { activity: unknown });
    const [reading] = blocks('json reading').map((block) => JSON.parse(block) as { activity: unknown });
    for (const example of [answer, reading]) v.parse(residentActivity, example?.activity);
    for (const block of blocks('json session')) v.parse(sessionReport, JSON.parse(block));
  });

  it('names every field, state and kind of target', () => {
    for (const name of Object.keys({ ...reportedActivity.entries, ...sessionReport.entries }))
      assert.match(page, new RegExp(`^\\| \`${name}\` \\|`, 'm'));
    for (const word of [...activityStates, ...reportedStates, ...sessionNeeds, ...targetKinds])
      assert.ok(page.includes(`\`${word}\``), word);
  });

  it('has clients of at most twenty lines, without packages', async () => {
    for (const path of ['docs/examples/agent.mjs', 'docs/examples/agent.py']) {
      const client = await text(path);
      assert.ok(client.trimEnd().split('\n').length <= 20, path);
      assert.doesNotMatch(client, /^import (?!json$|os$|urllib\.request$)|require\(/m, path);
    }
  });
});

describe('the page of the door', () => {
  it('has an example of an ask by hand, with what it prints for each answer', async () => {
    const door = await text('docs/door.md');
    const [example = ''] = blocksOf(door, 'sh');
    await using folder = await temporaryFolder();
    lockFolder(folder.path).release();
    const owner = people(home, 'try');
    // The example makes a key in the data folder of its home. Here, the home has its keys in memory.
    const ask = (command: string): Promise<Outcome> =>
      shell(
        `export HOME_WORLD_DATA=${folder.path}\n${command.replace(/^home-world ask/m, `HOME_WORLD_AGENT_KEY=${owner.key} home-world ask`)}`,
      );
    for (const [answer, printed] of [
      [{ choice: 'allow' }, 'json allow'],
      [{ choice: 'refuse', text: 'Keep it for now.' }, 'json refuse'],
    ] as const) {
      const asking = ask(example.replaceAll('keys add try', `keys add ${answer.choice}`));
      const card = await owner.untilOpen();
      assert.deepEqual(
        [card.title, card.command?.text, card.note, card.harness],
        ['Bash', 'rm -rf dist', 'Removes the last build', 'Claude Code'],
      );
      await owner.answer(card, answer);
      const { code, out, err } = await asking;
      assert.equal(code, 0, err);
      assert.deepEqual(JSON.parse(out), JSON.parse(blocksOf(door, printed)[0] ?? ''));
    }
    const { out, err } = await ask(example.replace('--seconds 60', '--seconds 1'));
    assert.equal(out, '');
    const [said = ''] = /`(the ask ended[^`]*)`/.exec(door)?.slice(1) ?? [];
    assert.ok(err.endsWith(`home-world ask: ${said}\n`), err);
  });
});

describe('the clients of the page', () => {
  it('report over the bridge, in Node', async () => {
    const { code, out, err } = await shell('node docs/examples/agent.mjs');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^the home shows: working, Write the guide\nclosed: 1005/);
    assert.equal(present()?.task, 'Write the guide');
  });

  it('report over HTTP, in Python', { skip: has('python3') ? false : 'no python3' }, async () => {
    const { code, out, err } = await shell('python3 docs/examples/agent.py');
    assert.deepEqual([code, err, out], [0, '', 'the home shows: working Water the plants\n']);
    assert.equal(present()?.state, 'idle');
  });
});

interface Hook {
  readonly type: string;
  readonly command: string;
  readonly timeout: number;
}

describe('the settings for Claude Code', () => {
  const session = recordedText('claude-code/session.jsonl').trim().split('\n');
  const eventOf = (line: string): string => (JSON.parse(line) as { hook_event_name: string }).hook_event_name;

  it('run one command for each event of the page', async () => {
    const { hooks } = JSON.parse(await text('docs/examples/claude-code-hooks.json')) as {
      hooks: Record<string, { hooks: Hook[] }[]>;
    };
    const named = [...page.matchAll(/^\| (`[A-Z]\w+`(?:, `[A-Z]\w+`)*) \|/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    assert.deepEqual(Object.keys(hooks).sort(), named.sort());
    assert.deepEqual(new Set(session.map(eventOf)), new Set(named));
    for (const groups of Object.values(hooks))
      assert.deepEqual(groups, [
        { hooks: [{ type: 'command', command: 'home-world emit --claude-code --quiet', timeout: 5 }] },
      ]);
  });

  it('show a session on the home, and nothing of its texts', async () => {
    const { hooks } = JSON.parse(await text('docs/examples/claude-code-hooks.json')) as {
      hooks: Record<string, { hooks: Hook[] }[]>;
    };
    const shown: string[] = [];
    for (const line of session) {
      const command = hooks[eventOf(line)]?.[0]?.hooks[0]?.command ?? 'false';
      assert.deepEqual(await shell(command, line), { code: 0, out: '', err: '' }, line);
      const answer = await (await fetch(`${home.url}/api/activity.json`)).text();
      assert.doesNotMatch(answer, /hunter2|\/home/);
      const { activity } = JSON.parse(answer) as { activity: { state: string; tool?: string } };
      shown.push([activity.state, activity.tool].filter((part) => part).join(' '));
    }
    assert.deepEqual(
      shown.filter((words, index) => words !== shown[index - 1]),
      [
        'idle',
        'thinking',
        'working Read',
        'thinking',
        'working Edit',
        'thinking',
        'working Read',
        'thinking',
        'working Bash',
        'waiting',
        'thinking',
        'waiting AskUserQuestion',
        'thinking',
        'working Agent',
        'thinking',
        'working WebFetch',
        'working',
        'failed',
        'idle',
      ],
    );
  });

  it('do not disturb Claude Code while no home runs', async () => {
    const [line = ''] = session;
    await using gone = await startHome({ bridge: { token } });
    const { url } = gone;
    await gone.close();
    const command = `HOME_WORLD_URL=${url} home-world emit --claude-code --quiet`;
    assert.deepEqual(await shell(command, line), { code: 0, out: '', err: '' });
  });
});
