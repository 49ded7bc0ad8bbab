import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { TOKEN } from './agent.ts';
import { Client, withHome } from './helpers.ts';
import { echo } from './residents.ts';

const example = (name: string): string => join(import.meta.dirname, '../../docs/examples', name);

/** A Python that has websockets: the one in the path may be another than the system's. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import websockets']).status === 0,
);

const examples = [
  { title: 'Node', command: process.execPath, file: 'resident.mjs', note: /^Node agent answers/ },
  { title: 'Python', command: python, file: 'resident.py', note: /^Python agent answers/ },
];

for (const { title, command, file, note } of examples)
  test(
    `the example agent in ${title} moves in, acts, answers, and is replaced when it is killed`,
    { skip: command === undefined && 'this machine has no python3-websockets' },
    async () => {
      await withHome({ resident: echo(), bridge: { token: TOKEN } }, async ({ url }) => {
        const asking = new Client(url);
        await asking.hello();
        const agent: ChildProcess = spawn(command ?? '', [example(file), url], {
          env: { ...process.env, HOME_WORLD_BRIDGE_TOKEN: TOKEN },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        try {
          assert.match((await asking.frame('resident')).resident.note, note);
          asking.send({ type: 'chat', id: 'c1', text: 'good morning' });
          assert.equal((await asking.answerTo('c1')).text, 'You wrote: good morning');
          assert.deepEqual((await asking.frame('world-action')).detail, { reason: 'a question' });
          // Stopped, it still holds its connection; the question is waiting when it dies.
          agent.kill('SIGSTOP');
          asking.send({ type: 'chat', id: 'c2', text: 'still there?' });
          agent.kill('SIGKILL');
          assert.equal((await asking.answerTo('c2')).text, 'still there? ');
        } finally {
          agent.kill('SIGKILL');
        }
        await asking.close();
      });
    },
  );
