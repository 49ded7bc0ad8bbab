import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { linkOpenCodePackages } from '../../../../ci/coding-agents.ts';
import { SessionStore } from '../../../../harness/agent-sessions/session-store.ts';
import {
  type SessionRecord,
  sessionKey,
  stateOf,
} from '../../../../harness/agent-sessions/session-record.ts';
import { startScriptedModel } from '../../../helpers/scripted-model.ts';
import { until } from '../../../helpers/waiting.ts';
import { TOKEN } from '../../agent.ts';
import { program, runProgram } from '../../emit.ts';
import { type TestHome, startHome, temporaryFolder } from '../../helpers.ts';
import {
  type Agent,
  CODEX_TURN,
  GEMINI_SETTINGS,
  GEMINI_TURN,
  codexConfig,
  geminiEnv,
  openCodeConfig,
  runAgent,
  whyNot,
  writeBelow,
} from './real-programs.ts';

/** A store that also keeps the states of each session. */
class StatesStore extends SessionStore {
  readonly states = new Map<string, string[]>();

  override put(record: SessionRecord): void {
    super.put(record);
    const { state } = stateOf(record, record.updatedAt);
    this.states.set(record.id, [...(this.states.get(record.id) ?? []), state]);
  }
}

describe('sessions of the real programs', { skip: whyNot('codex', 'opencode', 'gemini') }, () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let store: StatesStore;
  let home: TestHome;
  before(async () => {
    place = await temporaryFolder();
    model = await startScriptedModel();
    store = new StatesStore(':memory:', { now: Date.now });
    home = await startHome({ bridge: { token: TOKEN }, sessions: store });
  });
  after(async () => {
    await home.close();
    await model.close();
    store.close();
    await place.dispose();
  });

  /** A work tree, a home folder with the hooks, and how to run the agent there. */
  async function agent(name: Agent, files: Readonly<Record<string, string>>) {
    const [user, work] = [join(place.path, name, 'user'), join(place.path, name, 'shop')];
    await mkdir(user, { recursive: true });
    await mkdir(work, { recursive: true });
    execFileSync('git', ['init', '-q', '-b', 'main', work]);
    for (const [path, text] of Object.entries(files))
      await writeBelow(path.startsWith('~') ? user : work, path.replace(/^~\//, ''), text);
    const env = {
      HOME: user,
      HOME_WORLD_BRIDGE_TOKEN: TOKEN,
      HOME_WORLD_URL: home.url,
      ...geminiEnv(model.url),
    };
    const installed = await runProgram(program, ['hooks', 'install', name], { env });
    assert.equal(installed.code, 0, installed.err);
    if (name === 'opencode' && !existsSync(join(user, '.config/opencode/node_modules')))
      linkOpenCodePackages(user);
    return { start: (...args: readonly string[]) => runAgent(name, args, work, env) };
  }
  const records = (harness: string) => store.records().filter((one) => one.harness === harness);
  /** The states of the newest session of a program, each once in a row. */
  const statesOf = (harness: string): string[] => {
    const newest = records(harness).toSorted((one, other) => other.began - one.began)[0];
    const states = store.states.get(newest?.id ?? '') ?? [];
    return states.filter((state, index) => state !== states[index - 1]);
  };

  const codexFiles = () => ({ '~/.codex/config.toml': codexConfig(model.url) });
  const codexArgs = [...CODEX_TURN, 'Say hello to PRIVATE-PROMPT'];

  test('Codex: a turn with a tool, and its end', async () => {
    const codex = await agent('codex', codexFiles());
    const run = codex.start(...codexArgs);
    assert.equal(await run.ended, 0, run.said());
    assert.match(run.said(), /Said by the scripted model/);
    await until('the session has ended', () => records('Codex')[0]?.ended === true);
    const states = statesOf('Codex');
    assert.deepEqual(
      states.filter((state) => state === 'thinking' || state === 'working').slice(0, 2),
      ['thinking', 'working'],
      states.join(),
    );
    assert.ok(states.includes('done'), states.join());
    assert.equal(states.at(-1), 'ended');
    const [record] = records('Codex');
    assert.equal(record?.folder, 'shop');
    assert.equal(record?.branch, 'main');
    assert.equal(record?.tools, 1);
    assert.doesNotMatch(JSON.stringify(store.records()), /PRIVATE-PROMPT|echo hello/);
  });

  test('Codex, killed in the middle of a turn: it works, falls silent, and ends', async () => {
    const codex = await agent('codex', codexFiles());
    const thinking = () =>
      records('Codex').find((one) => !one.ended && stateOf(one, Date.now()).state === 'thinking');
    model.model.hang = true;
    // A hook gives up after 0.1 s: on a busy machine its report may be lost.
    for (let tries = 0; tries < 4 && !thinking(); tries++) {
      const run = codex.start(...codexArgs);
      await until('it thinks', () => thinking() !== undefined, 20_000).catch(() => undefined);
      run.child.kill('SIGKILL');
      await run.ended;
    }
    model.model.hang = false;
    const record = thinking();
    assert.ok(record);
    assert.equal(stateOf(record, record.updatedAt + 12 * 60_000).state, 'silent');
    assert.equal(stateOf(record, record.updatedAt + 13 * 3_600_000).state, 'ended');
  });

  const openCodeFiles = () => ({ 'opencode.json': openCodeConfig(model.url, 'ask') });

  test('OpenCode: a turn that fails, as visitors see it', async () => {
    const opencode = await agent('opencode', openCodeFiles());
    model.model.refuse = true;
    const run = opencode.start('run', '--model', 'local/m', 'Say hello to PRIVATE-PROMPT');
    await run.ended;
    model.model.refuse = false;
    await until(
      () => `it has failed: ${statesOf('OpenCode').join()}\n${run.said()}`,
      () => statesOf('OpenCode').at(-1) === 'failed',
    );
    const answer = await (await fetch(`${home.url}/api/sessions.json`)).text();
    assert.match(answer, /"name":"OpenCode","harness":"OpenCode","state":"failed"/);
    assert.doesNotMatch(answer, /PRIVATE-PROMPT|shop/);
    home.app.home.household.end(sessionKey(records('OpenCode')[0]?.id ?? ''));
  });

  test('OpenCode: a tool that asks for permission', async () => {
    const opencode = await agent('opencode', openCodeFiles());
    const run = opencode.start('run', '--model', 'local/m', 'Say hello to PRIVATE-PROMPT');
    await run.ended;
    await until(
      () => `it is done: ${statesOf('OpenCode').join()}\n${run.said()}`,
      () => statesOf('OpenCode').at(-1) === 'done',
      10_000,
    );
    const states = statesOf('OpenCode');
    assert.ok(states.includes('waiting'), `${states.join()}\n${run.said()}`);
    assert.ok(records('OpenCode').every(({ folder }) => folder === 'shop'));
    assert.doesNotMatch(JSON.stringify(store.records()), /PRIVATE-PROMPT|echo hello/);
  });

  test('Gemini CLI: a turn with a tool', async () => {
    const gemini = await agent('gemini', {
      '~/.gemini/settings.json': JSON.stringify(GEMINI_SETTINGS),
    });
    const run = gemini.start(...GEMINI_TURN, 'Say hello to PRIVATE-PROMPT');
    assert.equal(await run.ended, 0, run.said());
    await until('it has ended', () => statesOf('Gemini CLI').at(-1) === 'ended');
    const states = statesOf('Gemini CLI');
    for (const state of ['thinking', 'working', 'done']) assert.ok(states.includes(state), states.join());
    assert.doesNotMatch(JSON.stringify(store.records()), /PRIVATE-PROMPT|echo hello/);
  });
});
