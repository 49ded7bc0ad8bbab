import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram, onPath } from '../../ci/programs.ts';
import { TOKEN } from './agent.ts';
import { runProgram } from './emit.ts';
import { Client, withHome } from './helpers.ts';
import { echo } from './residents.ts';
import { until } from '../helpers/waiting.ts';

const example = (name: string): string => join(import.meta.dirname, '../../docs/examples', name);

const python = findProgram('python');
const noPython =
  python === undefined && 'no python3-websockets here (node ci/programs.ts python installs it)';

const examples = [
  { title: 'Node', command: process.execPath, file: 'resident.mjs', note: /^Node agent answers/ },
  { title: 'Python', command: python, file: 'resident.py', note: /^Python agent answers/ },
];

for (const { title, command, file, note } of examples)
  test(
    `the example agent in ${title} moves in, acts, answers, is replaced when it sleeps or is killed, and comes back`,
    { skip: command === undefined && noPython },
    async () => {
      await withHome({ resident: echo(), bridge: { token: TOKEN } }, async ({ url }) => {
        const asking = new Client(url);
        await asking.hello();
        const agent: ChildProcess = spawn(command ?? '', [example(file), url], {
          env: { ...process.env, HOME_WORLD_BRIDGE_TOKEN: TOKEN },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let said = '';
        agent.stdout?.on('data', (chunk) => (said += String(chunk)));
        try {
          assert.match((await asking.frame('resident')).resident.note, note);
          asking.send({ type: 'chat', id: 'c1', text: 'good morning' });
          assert.equal((await asking.answerTo('c1')).text, 'You wrote: good morning');
          assert.deepEqual((await asking.frame('world-action')).detail, { reason: 'a question' });
          await until('the agent says that it lives there', () => said.includes(`agent lives in ${url} now`));
          // As on a laptop that sleeps: the home closes the connection of an agent that lets a question wait.
          agent.kill('SIGSTOP');
          asking.send({ type: 'chat', id: 'c2', text: 'still there?' });
          assert.equal((await asking.answerTo('c2')).text, 'still there? ');
          said = '';
          agent.kill('SIGCONT');
          await until('the agent has moved in again', () => said.includes(`agent lives in ${url} now`));
          asking.send({ type: 'chat', id: 'c3', text: 'good evening' });
          assert.equal((await asking.answerTo('c3')).text, 'You wrote: good evening');
          // The question is waiting when it dies.
          agent.kill('SIGSTOP');
          asking.send({ type: 'chat', id: 'c4', text: 'and now?' });
          agent.kill('SIGKILL');
          assert.equal((await asking.answerTo('c4')).text, 'and now? ');
        } finally {
          agent.kill('SIGKILL');
        }
        await asking.close();
      });
    },
  );

const clients = [
  { command: process.execPath, file: 'agent.mjs' },
  { command: onPath(process.env, ['python3']).find(existsSync), file: 'agent.py' },
  { command: process.execPath, file: 'resident.mjs' },
  { command: python, file: 'resident.py' },
];
for (const { command, file } of clients)
  test(
    `${file} says in one line that no home answers, or that the secret is wrong`,
    { skip: command === undefined && 'this machine has no Python for it' },
    async () => {
      const outcome = async (url: string): Promise<string> => {
        const env = { HOME_WORLD_BRIDGE_TOKEN: 'a-wrong-secret', HOME_WORLD_URL: url };
        const { out, err } = await runProgram(command ?? '', [example(file), url], { env });
        return out + err;
      };
      assert.match(await outcome('http://127.0.0.1:1'), /^.*http:\/\/127\.0\.0\.1:1\b.*\n$/);
      await withHome({ resident: echo(), bridge: { token: TOKEN } }, async ({ url }) => {
        const text = await outcome(url);
        assert.match(text, /HOME_WORLD_BRIDGE_TOKEN is|unauthorized/i);
        assert.doesNotMatch(text, /Traceback|\n\s+at |a-wrong-secret/);
      });
    },
  );
