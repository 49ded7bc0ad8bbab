import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { linkOpenCodePackages } from '../../../../ci/coding-agents.ts';
import type { Ask } from '../../../../data/asks/ask.ts';
import { startScriptedModel } from '../../../helpers/scripted-model.ts';
import { until } from '../../../helpers/waiting.ts';
import { people } from '../../asks/asking.ts';
import { program, runProgram } from '../../emit.ts';
import { type TestHome, startHome, temporaryFolder } from '../../helpers.ts';
import { startCodexServer } from './codex-server.ts';
import { codexConfig, openCodeConfig, startOpenCode, whyNot, writeBelow } from './real-programs.ts';

const COMMAND = 'echo hello > said.txt';
const REASON = 'Not in this folder, please.';

describe('what the real programs do with an answer', { skip: whyNot('codex', 'opencode') }, () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let home: TestHome;
  let owner: ReturnType<typeof people>;
  let work: string;
  before(async () => {
    model = await startScriptedModel();
    model.model.command = COMMAND;
    model.model.codex = { sandbox_permissions: 'require_escalated', justification: 'To say hello' };
  });
  after(() => model.close());
  beforeEach(async () => {
    place = await temporaryFolder();
    home = await startHome();
    owner = people(home);
    work = join(place.path, 'shop');
    execFileSync('git', ['init', '-q', '-b', 'main', work]);
  });
  afterEach(async () => {
    await home.close();
    await place.dispose();
  });
  const env = (): Record<string, string> => ({ HOME: place.path, HOME_WORLD_AGENT_KEY: owner.key });
  const install = async (name: string, seconds: number): Promise<void> => {
    const args = ['hooks', 'install', name, '--ask', '--seconds', String(seconds), '--url', home.url];
    const installed = await runProgram(program, args, { env: env() });
    assert.equal(installed.code, 0, installed.err);
  };
  const hasRun = (): boolean => existsSync(join(work, 'said.txt'));
  const states = (): string[] => home.app.home.asks.list().asks.map(({ state }) => state);
  const isAsked = async (harness: string): Promise<Ask> => {
    const ask = await owner.untilOpen();
    assert.deepEqual([ask.harness, ask.command?.text], [harness, COMMAND]);
    assert.equal(hasRun(), false);
    return ask;
  };

  async function codex(seconds = 60) {
    await writeBelow(place.path, '.codex/config.toml', codexConfig(model.url));
    await install('codex', seconds);
    const server = startCodexServer(work, env());
    await server.trustHooks();
    return server;
  }

  test('Codex: allowed, the command runs, and its terminal asks nothing', async () => {
    await using agent = await codex();
    await agent.begin('Say hello');
    const ask = await isAsked('Codex');
    assert.equal(ask.note, 'To say hello');
    await owner.answer(ask, { choice: 'allow' });
    await until('the turn has ended', agent.hasEnded);
    assert.deepEqual([hasRun(), agent.hasAsked()], [true, false]);
  });

  test('Codex: refused, the command does not run, and the model reads why', async () => {
    await using agent = await codex();
    await agent.begin('Say hello');
    await owner.answer(await isAsked('Codex'), { choice: 'refuse', text: REASON });
    await until('the turn has ended', agent.hasEnded);
    assert.deepEqual([hasRun(), agent.hasAsked()], [false, false]);
    assert.ok(model.bodies.at(-1)?.includes(REASON));
  });

  test('Codex: not answered, its own terminal asks', async () => {
    await using agent = await codex(1);
    await agent.begin('Say hello');
    await until('its terminal asks', agent.hasAsked);
    assert.deepEqual([hasRun(), states()], [false, ['undecided']]);
  });

  test('Codex: with a home that is away, its own terminal asks', async () => {
    await using agent = await codex();
    await home.close();
    await agent.begin('Say hello');
    await until('its terminal asks', agent.hasAsked);
    assert.equal(hasRun(), false);
    home = await startHome();
  });

  async function opencode(seconds = 60) {
    await writeBelow(work, 'opencode.json', openCodeConfig(model.url, 'ask'));
    await install('opencode', seconds);
    linkOpenCodePackages(place.path);
    return startOpenCode(work, env());
  }

  test('OpenCode: allowed, the command runs; refused, it does not, and the model reads why', async () => {
    await using agent = await opencode();
    await agent.begin('Say hello');
    const ask = await isAsked('OpenCode');
    assert.equal((await agent.open()).length, 1);
    await owner.answer(ask, { choice: 'allow' });
    await until('the turn has ended', agent.hasEnded);
    assert.equal(hasRun(), true);
    await rm(join(work, 'said.txt'));
    const before = model.bodies.length;
    await agent.begin('Say hello again');
    await owner.answer(await isAsked('OpenCode'), { choice: 'refuse', text: REASON });
    await until('the turn has ended', agent.hasEnded);
    assert.equal(hasRun(), false);
    assert.ok(model.bodies.slice(before).some((body) => body.includes(REASON)));
  });

  test('OpenCode: not answered, its own dialog stays open', async () => {
    await using agent = await opencode(1);
    await agent.begin('Say hello');
    await until('the deadline', () => states().join() === 'undecided');
    assert.equal((await agent.open()).length, 1);
    assert.deepEqual([hasRun(), agent.hasEnded()], [false, false]);
  });
});
