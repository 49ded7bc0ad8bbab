import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, test } from 'node:test';
import * as v from 'valibot';
import { type SessionReport, sessionReport } from '../../../../harness/agent-sessions/session-report.ts';
import { workTreeOf } from '../../../../harness/commands/hooks/work-tree.ts';
import { install } from '../../../../harness/commands/hooks/install.ts';
import { type Loopback, listen, listenFor, withBody } from '../../../helpers/loopback.ts';
import { until } from '../../../helpers/waiting.ts';
import { people } from '../../asks/asking.ts';
import { type TestHome, startHome, temporaryFolder } from '../../helpers.ts';

const directory = join(import.meta.dirname, '../../../..');

/** The plug-in, as OpenCode calls it. */
interface Plugin {
  HomeWorld(host: { readonly directory: string; readonly client?: unknown }): Promise<{
    event?(given: { readonly event: unknown }): Promise<void>;
    'tool.execute.before'?(call: unknown, output: unknown): Promise<void>;
    'tool.execute.after'?(call: unknown, output: unknown): Promise<void>;
  }>;
}
const { HomeWorld } = (await import(join(directory, 'harness/commands/hooks/opencode-plugin.js'))) as Plugin;
const PRIVATE = 'hunter2';

let server: Loopback;
let reports: SessionReport[];
beforeEach(async () => {
  reports = [];
  server = await listen(
    withBody((_request, body, answer) => {
      assert.doesNotMatch(body, new RegExp(PRIVATE));
      reports.push(v.parse(sessionReport, JSON.parse(body)));
      answer.end('{}');
    }),
  );
  process.env['HOME_WORLD_URL'] = server.url;
  process.env['HOME_WORLD_BRIDGE_TOKEN'] = 'the-secret-of-the-bridge';
});
afterEach(async () => {
  delete process.env['HOME_WORLD_URL'];
  delete process.env['HOME_WORLD_BRIDGE_TOKEN'];
  await server.close();
});

/** Takes the place of OpenCode: calls the plug-in as OpenCode does, one event after another. */
async function host() {
  const hooks = await HomeWorld({ directory });
  const event = (type: string, properties: object = {}) => hooks.event?.({ event: { type, properties } });
  return {
    event,
    created: (id: string, more: object = {}) =>
      event('session.created', { info: { id, title: `Words: ${PRIVATE}`, directory, ...more } }),
    status: (sessionID: string, type: string) => event('session.status', { sessionID, status: { type } }),
    before: (sessionID: string, tool: string, args: object = {}) =>
      hooks['tool.execute.before']?.({ tool, sessionID, callID: 'c1' }, { args }),
    after: (sessionID: string, tool: string) =>
      hooks['tool.execute.after']?.({ tool, sessionID, callID: 'c1' }, { title: PRIVATE, output: PRIVATE }),
  };
}

/** The reports in the order in which they happened, in a few words. */
async function said(count: number): Promise<string[]> {
  await until(`${count} reports`, () => reports.length >= count);
  // A report too many would be on its way.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const inOrder = [...reports].sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  return inOrder.map(({ state, needs, tool, target, agent, step }) =>
    [state, needs, tool, target?.name, agent && `by ${agent.name ?? agent.id}`, step]
      .filter((word) => word)
      .join(' '),
  );
}

describe('the plug-in of OpenCode', () => {
  it('reports a turn with tools, and its end once', async () => {
    const opencode = await host();
    await opencode.created('ses_1');
    await opencode.status('ses_1', 'busy');
    await opencode.before('ses_1', 'edit', { filePath: `${directory}/harness/cli.ts`, newString: PRIVATE });
    await opencode.after('ses_1', 'edit');
    await opencode.status('ses_1', 'busy');
    await opencode.before('ses_1', 'bash', { command: PRIVATE });
    await opencode.before('ses_1', 'read', { filePath: `/etc/${PRIVATE}` });
    await opencode.status('ses_1', 'idle');
    await opencode.event('session.idle', { sessionID: 'ses_1' });
    await opencode.event('session.deleted', { info: { id: 'ses_1' } });
    assert.deepEqual(await said(8), [
      'done',
      'thinking',
      'working edit harness/cli.ts',
      'thinking',
      'working bash',
      'working read',
      'done',
      'ended',
    ]);
    const { branch, folder, repository } = workTreeOf(directory) ?? {};
    for (const { session } of reports)
      assert.deepEqual(session, { id: 'ses_1', harness: 'OpenCode', folder, branch, repository });
  });

  it('waits until the last of several requests is answered', async () => {
    const opencode = await host();
    const permission = (type: string, more: object) =>
      opencode.event(type, {
        sessionID: 'ses_1',
        metadata: { command: PRIVATE },
        patterns: [PRIVATE],
        ...more,
      });
    await permission('permission.asked', { id: 'per_1', permission: 'bash' });
    await permission('permission.asked', { id: 'per_2', permission: 'edit' });
    await opencode.after('ses_1', 'read');
    await opencode.status('ses_1', 'busy');
    await permission('permission.replied', { requestID: 'per_1', reply: 'once' });
    await permission('permission.replied', { requestID: 'per_9', reply: 'once' });
    await permission('permission.replied', { requestID: 'per_2', reply: 'reject' });
    await opencode.event('question.asked', {
      id: 'q1',
      sessionID: 'ses_1',
      questions: [{ question: PRIVATE }],
    });
    await opencode.event('question.rejected', { sessionID: 'ses_1', requestID: 'q1' });
    assert.deepEqual(await said(7), [
      'waiting permission bash',
      'waiting permission edit',
      'thinking',
      'waiting permission edit',
      'thinking',
      'waiting answer question',
      'thinking',
    ]);
  });

  it('reports a child session as a sub-agent of the session that its owner sees', async () => {
    const opencode = await host();
    await opencode.created('ses_1');
    await opencode.created('ses_2', { parentID: 'ses_1', title: `${PRIVATE} (@explore subagent)` });
    await opencode.created('ses_3', { parentID: 'ses_2' });
    await opencode.before('ses_2', 'grep');
    await opencode.event('session.idle', { sessionID: 'ses_2' });
    assert.deepEqual(await said(5), [
      'done',
      'thinking by explore',
      'thinking by ses_3',
      'working grep by explore',
      'done by explore',
    ]);
    assert.deepEqual(new Set(reports.map(({ session }) => session.id)), new Set(['ses_1']));
  });

  it('counts as failed until it works again, unless its owner stopped it', async () => {
    const opencode = await host();
    await opencode.status('ses_1', 'busy');
    await opencode.event('session.error', {
      sessionID: 'ses_1',
      error: { name: 'ProviderAuthError', data: { message: PRIVATE } },
    });
    await opencode.event('session.idle', { sessionID: 'ses_1' });
    await opencode.status('ses_1', 'busy');
    await opencode.event('session.error', { sessionID: 'ses_1', error: { name: 'MessageAbortedError' } });
    await opencode.event('session.idle', { sessionID: 'ses_1' });
    assert.deepEqual(await said(4), ['thinking', 'failed ProviderAuthError', 'thinking', 'done']);
  });

  it('survives events of another form, and a circle of parents', async () => {
    const opencode = await host();
    for (const properties of [undefined, null, {}, { info: null }, { sessionID: 7 }, { sessionID: 'a' }])
      for (const type of ['session.created', 'session.status', 'session.error', 'permission.asked', 'other'])
        await opencode.event(type, properties as object);
    await opencode.before('ses_1', 'bash', undefined);
    await opencode.created('ses_8', { parentID: 'ses_9' });
    await opencode.created('ses_9', { parentID: 'ses_8' });
  });

  it('never waits for the home', async (t) => {
    process.env['HOME_WORLD_URL'] = await listenFor(t, () => undefined);
    const opencode = await host();
    const began = performance.now();
    for (let i = 0; i < 20; i++) await opencode.before('ses_1', 'bash');
    assert.ok(performance.now() - began < 1_000);
    process.env['HOME_WORLD_URL'] = 'http://127.0.0.1:1';
    await (await host()).status('ses_1', 'busy');
  });

  it('does nothing without the secret', async () => {
    process.env['HOME_WORLD_BRIDGE_TOKEN'] = '';
    assert.deepEqual(await HomeWorld({ directory }), {});
  });

  it('is one file with one export, and imports nothing of the program', () => {
    const text = readFileSync(join(directory, 'harness/commands/hooks/opencode-plugin.js'), 'utf8');
    assert.equal(text.match(/^export /gm)?.length, 1);
    for (const [, name] of text.matchAll(/ from '([^']+)';$/gm)) assert.match(name ?? '', /^node:/);
  });
});

/** A request of the plug-in to OpenCode. */
interface Sent {
  readonly url: string;
  readonly path: object;
  readonly body: object;
}

/** Plays OpenCode with the plug-in as “hooks install --ask --letters --changes” writes it. */
async function askingHost(home: TestHome, folder: string, key: string, project = directory) {
  const env = { HOME: folder };
  const choices = { askSeconds: 60, extras: ['letters', 'changes'] } as const;
  await install({ harness: 'opencode', isProject: false, env, url: home.url, ...choices });
  const path = join(folder, '.config/opencode/plugins/home-world.js');
  const plugin = (await import(path)) as Plugin;
  const replies: Sent[] = [];
  const messages: object[] = [];
  process.env['HOME_WORLD_AGENT_KEY'] = key;
  const client = {
    _client: {
      post: async (reply: Sent) => void replies.push(reply),
      get: async () => ({ data: messages }),
    },
  };
  const hooks = await plugin.HomeWorld({ directory: project, client });
  delete process.env['HOME_WORLD_AGENT_KEY'];
  return {
    replies,
    messages,
    event: (type: string, properties: object) => hooks.event?.({ event: { type, properties } }),
  };
}

describe('the plug-in of OpenCode that asks', () => {
  let home: TestHome;
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let owner: ReturnType<typeof people>;
  let opencode: Awaited<ReturnType<typeof askingHost>>;
  beforeEach(async () => {
    home = await startHome();
    place = await temporaryFolder();
    owner = people(home);
    opencode = await askingHost(home, place.path, owner.key);
  });
  afterEach(async () => {
    await home.close();
    await place.dispose();
  });
  const asked = (more: object = {}) =>
    opencode.event('permission.asked', {
      id: 'per_1',
      sessionID: 'ses_1',
      permission: 'bash',
      patterns: ['rm -r build'],
      always: ['rm *'],
      metadata: { command: 'rm -r build' },
      ...more,
    });

  for (const [answer, body] of [
    [{ choice: 'allow' }, { reply: 'once' }],
    [{ choice: 'always', chosen: ['always'] }, { reply: 'always' }],
    [
      { choice: 'refuse', text: 'Keep it.' },
      { reply: 'reject', message: 'Keep it.' },
    ],
    [{ choice: 'refuse' }, { reply: 'reject', message: 'The owner refused this in Home World.' }],
  ] as const)
    it(`replies ${JSON.stringify(body)}`, async () => {
      void asked();
      const ask = await owner.untilOpen();
      assert.deepEqual(
        [ask.title, ask.command?.text, ask.rules],
        ['bash', 'rm -r build', [{ id: 'always', label: 'bash: rm *' }]],
      );
      await owner.answer(ask, answer);
      await until('the reply', () => opencode.replies.length === 1);
      const [reply] = opencode.replies;
      assert.deepEqual(
        [reply?.url, reply?.path, reply?.body],
        ['/permission/{requestID}/reply', { requestID: 'per_1' }, body],
      );
    });

  it('ends the ask when the dialog of OpenCode is answered, and replies nothing', async () => {
    void asked();
    void asked({ id: 'per_2' });
    await owner.untilOpen(2);
    await opencode.event('permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'once' });
    await owner.untilOpen(1);
    const ends = home.app.home.asks.list().asks.map(({ state }) => state);
    assert.deepEqual(ends, ['open', 'elsewhere']);
    assert.equal(home.app.home.household.view('owner')?.sessions[0]?.state, 'waiting');
    assert.deepEqual(opencode.replies, []);
  });

  it('answers questions with labels and own words, or rejects them', async () => {
    const questions = [
      {
        question: 'Which?',
        header: 'H',
        options: [{ label: 'A', description: 'a' }, { label: 'B' }],
        multiple: true,
      },
      { question: 'Why?', options: [{ label: 'C' }] },
    ];
    void opencode.event('question.asked', { id: 'q_1', sessionID: 'ses_1', questions });
    await owner.answer(await owner.untilOpen(), { choice: 'choose', chosen: ['o0', 'o1'] });
    await until('the next question', () => home.app.home.asks.list().asks[0]?.title === 'Why?');
    await owner.answer(await owner.untilOpen(), { choice: 'write', text: 'Because.' });
    await until('the reply', () => opencode.replies.length === 1);
    assert.deepEqual(opencode.replies[0]?.body, { answers: [['A', 'B'], ['Because.']] });
    void opencode.event('question.asked', { id: 'q_2', sessionID: 'ses_1', questions });
    await owner.answer(await owner.untilOpen(), { choice: 'refuse' });
    await until('the reply', () => opencode.replies.length === 2);
    assert.equal(opencode.replies[1]?.url, '/question/{requestID}/reject');
  });
});

describe('the plug-in of OpenCode that takes letters', () => {
  let home: TestHome;
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let opencode: Awaited<ReturnType<typeof askingHost>>;
  beforeEach(async () => {
    home = await startHome();
    place = await temporaryFolder();
    opencode = await askingHost(home, place.path, home.app.home.keys.agents.add('laptop') ?? '');
    await opencode.event('session.created', { info: { id: 'ses_1', title: '', directory } });
    await until('the session takes letters', () => desk().list().sessions[0]?.way === 'wakes');
  });
  afterEach(async () => {
    await home.close();
    await place.dispose();
  });
  const desk = () => home.app.home.letters;
  const write = (text: string): string => {
    const written = desk().write(desk().list().sessions[0]!.key, { text, about: '' }, 'A test');
    assert.equal(written.outcome, 'written');
    return written.outcome === 'written' ? written.letter.id : '';
  };
  const states = (): string =>
    desk()
      .list()
      .letters.map(({ state }) => state)
      .join();
  const status = (type: string) => opencode.event('session.status', { sessionID: 'ses_1', status: { type } });
  /** A part of the message with the letter. */
  const part = (letter: string) => ({
    type: 'text',
    sessionID: 'ses_1',
    messageID: 'msg_2',
    metadata: { homeWorldLetter: letter },
  });
  const answer = (more: object = {}) => ({
    id: 'msg_3',
    sessionID: 'ses_1',
    role: 'assistant',
    parentID: 'msg_2',
    time: { created: 1, completed: 2 },
    ...more,
  });

  it('gives a letter once, as a message for the agent and the model of the session', async () => {
    const model = { providerID: 'local', modelID: 'm' };
    opencode.messages.push({ info: { id: 'msg_1', role: 'user', agent: 'plan', model }, parts: [] });
    const id = write('Hello.');
    // The home hands it over in the answer to each of these reports.
    for (const type of ['busy', 'idle', 'busy', 'idle']) await status(type);
    await until('the letter', () => opencode.replies.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(opencode.replies.length, 1);
    const [{ url, path, body } = {} as Sent] = opencode.replies;
    assert.deepEqual([url, path], ['/session/{id}/prompt_async', { id: 'ses_1' }]);
    const text = 'A message from the owner of this session, written in Home World:\n\nHello.';
    const parts = [{ type: 'text', text, metadata: { homeWorldLetter: id } }];
    assert.deepEqual(body, { parts, agent: 'plan', model });
    assert.equal(states(), 'handed');
    await opencode.event('message.part.updated', { part: part(id) });
    await until('it is delivered', () => states() === 'delivered');
    // An answer that was stopped has not been given.
    await opencode.event('message.updated', { info: answer({ error: { name: 'MessageAbortedError' } }) });
    await opencode.event('message.updated', { info: answer({ time: { created: 1 } }) });
    await opencode.event('message.updated', { info: answer({ parentID: 'msg_1' }) });
    await opencode.event('message.updated', { info: answer() });
    await until('it is read', () => states() === 'read');
  });

  it('does not give a letter again that an OpenCode before it has kept', async () => {
    const id = write('Hello.');
    opencode.messages.push({ info: { id: 'msg_2', role: 'user' }, parts: [part(id)] });
    opencode.messages.push({ info: answer(), parts: [] });
    await status('busy');
    await until('it is read', () => states() === 'read');
    assert.deepEqual(opencode.replies, []);
  });

  it('gives nothing while OpenCode does not tell its messages', async () => {
    opencode.messages.push(null as never);
    write('Hello.');
    await status('busy');
    await until('it is handed over', () => states() === 'handed');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(opencode.replies, []);
  });
});

test('the plug-in of OpenCode sends what has changed in its project when the owner asks, without a report', async () => {
  await using home = await startHome();
  await using place = await temporaryFolder();
  const project = join(place.path, 'shop');
  execFileSync('git', ['init', '-q', project]);
  writeFileSync(join(project, 'a.ts'), 'one\n');
  const key = home.app.home.keys.agents.add('laptop') ?? '';
  const opencode = await askingHost(home, place.path, key, project);
  await opencode.event('session.created', { info: { id: 'ses_1', title: '', directory: project } });
  const { letters, changes } = home.app.home;
  const session = (): string => letters.list().sessions[0]?.key ?? '';
  await until('its program says that it sends it', () => changes.read(session())?.way === 'reports');
  changes.ask(session());
  await until('it is sent', () => changes.read(session())?.taken !== undefined);
  assert.match(JSON.stringify(changes.read(session())?.taken), /diff --git a\/a\.ts b\/a\.ts.*\+one/);
});
