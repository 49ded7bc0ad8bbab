import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { linkOpenCodePackages } from '../../../../ci/coding-agents.ts';
import type { Letter } from '../../../../data/letters/letter.ts';
import { startScriptedModel } from '../../../helpers/scripted-model.ts';
import { until } from '../../../helpers/waiting.ts';
import { program, runProgram } from '../../emit.ts';
import { type TestHome, ownerCookie, startHome, temporaryFolder } from '../../helpers.ts';
import { postJson } from '../../requests.ts';
import { startCodexServer } from './codex-server.ts';
import {
  GEMINI_SETTINGS,
  GEMINI_TURN,
  codexConfig,
  geminiEnv,
  openCodeConfig,
  runAgent,
  startOpenCode,
  whyNot,
  writeBelow,
} from './real-programs.ts';

/** What the model does if it reads the word of the letter. */
const WORD = 'PLEASE-ALSO-WRITE';
/** A command that runs until the file `go` exists. */
const LONG_COMMAND = 'touch runs; until [ -e go ]; do sleep 0.1; done; echo hello';

describe('what the real programs do with a letter', { skip: whyNot('codex', 'opencode', 'gemini') }, () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let home: TestHome;
  let cookie: string;
  let key: string;
  let work: string;
  before(async () => {
    model = await startScriptedModel();
  });
  after(() => model.close());
  beforeEach(async () => {
    place = await temporaryFolder();
    home = await startHome();
    cookie = ownerCookie(home.app);
    key = home.app.home.keys.agents.add('laptop') ?? '';
    work = join(place.path, 'shop');
    execFileSync('git', ['init', '-q', '-b', 'main', work]);
    await writeFile(join(work, 'begun.ts'), 'const begun = true;\n');
    model.model.more = { word: WORD, command: 'echo done > letter.txt' };
    model.model.hold = undefined;
    model.bodies.length = 0;
  });
  afterEach(async () => {
    await home.close();
    await place.dispose();
  });
  const env = (): Record<string, string> => ({
    HOME: place.path,
    HOME_WORLD_AGENT_KEY: key,
    ...geminiEnv(model.url),
  });
  const install = async (name: string): Promise<void> => {
    const args = ['hooks', 'install', name, '--letters', '--changes', '--url', home.url];
    const installed = await runProgram(program, args, { env: env() });
    assert.equal(installed.code, 0, installed.err);
  };
  const desk = () => home.app.home.letters;
  const said = (): string => JSON.stringify(desk().list());
  /** Resolves with the key of the only session, once its program has told that it takes letters. */
  const untilTaking = async (way = 'turns'): Promise<string> => {
    await until(
      () => `a session takes letters: ${said()}`,
      () => desk().list().sessions[0]?.way === way,
    );
    return desk().list().sessions[0]!.key;
  };
  const write = async (session: string, text = `Hello. ${WORD} a file.`): Promise<Letter> => {
    const response = await postJson(`${home.url}/api/letters`, { session, text }, { cookie });
    assert.equal(response.status, 201, await response.clone().text());
    return ((await response.json()) as { letter: Letter }).letter;
  };
  const untilState = (id: string, state: string): Promise<void> =>
    until(
      () => `the letter is ${state}: ${said()}`,
      () =>
        desk()
          .list()
          .letters.find((one) => one.id === id)?.state === state,
    );
  /** Asks what a session has changed. */
  const ask = async (session: string): Promise<void> => {
    const response = await fetch(`${home.url}/api/changes/${session}`, {
      method: 'POST',
      headers: { cookie },
    });
    assert.equal(response.status, 200, await response.text());
  };
  const untilChanges = async (session: string, file = 'begun.ts'): Promise<void> => {
    const shown = (): string => JSON.stringify(home.app.home.changes.read(session));
    await until(
      () => `it has sent what it has changed: ${shown()}`,
      () => shown().includes(`diff --git a/${file} b/${file}`),
    );
  };
  /** Lets the long command end, once it runs. */
  const endCommand = async (): Promise<void> => {
    await until('the command runs', () => existsSync(join(work, 'runs')));
    await writeFile(join(work, 'go'), '');
  };
  const hasDone = (): boolean => existsSync(join(work, 'letter.txt'));
  /** How often a text is in the requests that have it, each number once: only 1 if nothing is doubled. */
  const timesIn = (text: string): number[] => [
    ...new Set(model.bodies.map((body) => body.split(text).length - 1).filter((times) => times > 0)),
  ];

  async function codex() {
    await writeBelow(place.path, '.codex/config.toml', codexConfig(model.url));
    await install('codex');
    const server = startCodexServer(work, env());
    await server.trustHooks();
    return server;
  }

  /**
   * Lets Codex go on until letters are read: on a busy machine, a hook may end before the home answers, and the
   * letter comes with a later turn.
   */
  async function untilRead(
    agent: Awaited<ReturnType<typeof codex>>,
    ...ids: readonly string[]
  ): Promise<void> {
    const isRead = (): boolean => {
      const { letters } = desk().list();
      return ids.every((id) => letters.find((one) => one.id === id)?.state === 'read');
    };
    for (let tries = 0; tries < 5; tries++) {
      await until('they are read', isRead, 10_000).catch(() => undefined);
      if (isRead()) return;
      const turns = agent.ended();
      await agent.goOn('Go on');
      await until('the turn has ended', () => agent.ended() > turns);
    }
    assert.fail(said());
  }

  test('Codex: a letter in the middle of a turn changes what it does', async () => {
    model.model.command = LONG_COMMAND;
    await using agent = await codex();
    await agent.begin('Say hello', 'danger-full-access');
    const session = await untilTaking();
    const letter = await write(session);
    await ask(session);
    await endCommand();
    await untilChanges(session);
    await until('the turn has ended', agent.hasEnded);
    await untilRead(agent, letter.id);
    await until('the model has done what the letter says', hasDone);
    assert.deepEqual(timesIn(WORD), [1]);
  });

  test('Codex: letters at the end of a turn continue it, and one to an idle session waits for its next turn', async () => {
    model.model.command = undefined;
    await using agent = await codex();
    let letGo = (): void => undefined;
    model.model.hold = new Promise((done) => (letGo = done));
    await agent.begin('Say hello', 'danger-full-access');
    const session = await untilTaking();
    await until('the model is asked', () => model.bodies.some((body) => body.includes('Say hello')));
    const [first, second] = [await write(session, 'The first.'), await write(session)];
    letGo();
    await until('the turn has ended', agent.hasEnded);
    await untilRead(agent, first.id, second.id);
    await until('the model has done what the letter says', hasDone);
    assert.deepEqual([timesIn(WORD), timesIn('The first.')], [[1], [1]]);

    const third = await write(session, 'The third.');
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(timesIn('The third.'), []);
    const turns = agent.ended();
    await agent.goOn('Go on');
    await until('the turn has ended', () => agent.ended() > turns);
    await untilRead(agent, third.id);
    assert.deepEqual([timesIn('The third.'), timesIn('The first.')], [[1], [1]]);
  });

  test('Gemini CLI: a letter at the end of its turn changes what it does', async () => {
    model.model.command = LONG_COMMAND;
    await writeBelow(place.path, '.gemini/settings.json', JSON.stringify(GEMINI_SETTINGS));
    await install('gemini');
    const { ended } = runAgent('gemini', [...GEMINI_TURN, 'Say hello'], work, env());
    const session = await untilTaking();
    const letter = await write(session);
    await ask(session);
    // The end of this program ends the session, and then its changes cannot be read any more.
    let letGo = (): void => undefined;
    await until('the command runs', () => existsSync(join(work, 'runs')));
    model.model.hold = new Promise((done) => (letGo = done));
    await endCommand();
    await untilChanges(session);
    letGo();
    await ended;
    await untilState(letter.id, 'read');
    await until('the model has done what the letter says', hasDone);
    assert.deepEqual(timesIn(WORD), [1]);
  });

  async function opencode() {
    await writeBelow(work, 'opencode.json', openCodeConfig(model.url, 'allow'));
    await install('opencode');
    linkOpenCodePackages(place.path);
    return startOpenCode(work, env());
  }

  test('OpenCode: a letter in the middle of a turn changes what it does, and one to an idle session begins a turn', async () => {
    model.model.command = LONG_COMMAND;
    await using agent = await opencode();
    await agent.begin('Say hello', 'plan');
    const session = await untilTaking('wakes');
    const letter = await write(session);
    await endCommand();
    await untilState(letter.id, 'read');
    await until('the model has done what the letter says', hasDone);
    assert.deepEqual(timesIn(WORD), [1]);
    await until(
      () => `it is idle: ${said()}`,
      () => desk().list().sessions[0]?.state === 'done',
    );
    // An idle session sends it too.
    await ask(session);
    await untilChanges(session, 'letter.txt');
    const second = await write(session, 'The second.');
    await untilState(second.id, 'read');
    assert.deepEqual([timesIn('The second.'), timesIn(WORD)], [[1], [1]]);
    assert.deepEqual(await agent.agents(), ['plan', 'plan', 'plan']);
  });
});
