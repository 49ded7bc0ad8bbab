import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { findCodingAgent, linkOpenCodePackages } from '../../../../ci/coding-agents.ts';
import type { Ask } from '../../../../data/asks/ask.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { startScriptedModel } from '../../../helpers/scripted-model.ts';
import { PATIENCE_MS, until } from '../../../helpers/waiting.ts';
import { people } from '../../asks/asking.ts';
import { program, runProgram } from '../../emit.ts';
import { type TestHome, startHome, temporaryFolder } from '../../helpers.ts';
import { startCodexServer } from './codex-server.ts';

const missing =
  (['codex', 'opencode'] as const).some((name) => findCodingAgent(name) === undefined) &&
  'the coding agents cannot be installed here';
const COMMAND = 'echo hello > said.txt';
const REASON = 'Not in this folder, please.';

describe('what the real programs do with an answer', { skip: missing }, () => {
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
    await mkdir(join(place.path, '.codex'), { recursive: true });
    await writeFile(
      join(place.path, '.codex/config.toml'),
      `model_provider = "local"\nmodel = "m"\n[model_providers.local]\nname = "local"\nbase_url = "${model.url}/v1"\nwire_api = "responses"\n`,
    );
    await install('codex', seconds);
    const server = startCodexServer(work, env());
    await server.trustHooks();
    return { ...server, [Symbol.asyncDispose]: server.stop };
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

  /** OpenCode without its terminal: its own dialog is a request that stays open. */
  async function opencode(seconds = 60) {
    await writeFile(
      join(work, 'opencode.json'),
      JSON.stringify({
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model.url}/v1` },
            models: { m: { name: 'm' } },
          },
        },
        permission: { bash: 'ask' },
      }),
    );
    await install('opencode', seconds);
    linkOpenCodePackages(place.path);
    const port = await freePort();
    const child = spawn(findCodingAgent('opencode') ?? '', ['serve', '--port', String(port)], {
      cwd: work,
      env: { PATH: process.env['PATH'], ...env() },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2 * PATIENCE_MS,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    await until('OpenCode listens', () => said.includes('listening'));
    const url = `http://127.0.0.1:${port}`;
    const post = async (path: string, body: object): Promise<{ id?: string }> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { id?: string };
    };
    let hasEnded = false;
    return {
      async begin(text: string): Promise<void> {
        hasEnded = false;
        const { id } = await post('/session', {});
        const parts = [{ type: 'text', text }];
        const turn = post(`/session/${id}/message`, { model: { providerID: 'local', modelID: 'm' }, parts });
        turn.then(() => (hasEnded = true)).catch(() => undefined);
      },
      hasEnded: () => hasEnded,
      /** The requests that its terminal shows. */
      open: async () => (await (await fetch(`${url}/permission`)).json()) as unknown[],
      async [Symbol.asyncDispose](): Promise<void> {
        const closed = new Promise((done) => child.on('close', done));
        child.kill('SIGKILL');
        await closed;
      },
    };
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
