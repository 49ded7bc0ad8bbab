import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '../helpers.ts';
import { Notes } from '../../../harness/resident/model/notes.ts';
import { program, runProgram } from '../emit.ts';
import { common, dist, end, fails, place, serving, start } from '../program.ts';
import { refused } from '../refused.ts';
import { KEY } from '../resident/model/model-home.ts';
import {
  type Reply,
  calls,
  inTurn,
  providerServer,
  refusals,
  says,
} from '../resident/model/provider-server.ts';

/** The flags of a home that asks nothing outside, without `serve --port 0`. */
const home = async (name: string): Promise<string[]> => (await common(name)).slice(3);

async function thinks(
  name: string,
  reply: Reply | readonly Reply[],
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const replies = Array.isArray(reply) ? (reply as readonly Reply[]) : [reply as Reply];
  await using server = await providerServer(inTurn(...replies));
  const run = start(['think', ...(await home(name)), '--groq-model', 'groq/scripted', ...args], {
    GROQ_API_KEY: KEY,
    GROQ_BASE_URL: server.url,
    ...env,
  });
  const code = await run.code;
  assert.doesNotMatch(run.err(), /\n\s+at /, 'a sentence, not a stack');
  assert.ok(!`${run.out()}${run.err()}`.includes(KEY));
  return { code, out: run.out(), err: run.err(), requests: server.requests };
}

describe('think', () => {
  test('prints the answer to a question, with the readings of the home', async () => {
    const { code, out, err, requests } = await thinks('think', says('All is well.'), ['how', 'are you?']);
    assert.deepEqual([code, out, err], [0, 'All is well.\n', '']);
    assert.match(requests[0]?.body ?? '', /how are you\?/);
    assert.match(requests[0]?.body ?? '', /Block height/);
    assert.doesNotMatch(requests[0]?.body ?? '', /"name":"fly"/);
  });

  test('escapes in JSON what would control the terminal', async () => {
    const answer = 'a \u009b31mred \u202etxet';
    const { out } = await thinks('think-escape', says(answer), ['--json', 'hi']);
    assert.doesNotMatch(out, /[\u007f-\u009f\u202e]/);
    assert.equal((JSON.parse(out) as { answer: string }).answer, answer);
  });

  test('notes nothing for every conversation of a text that is piped in', async () => {
    const note = calls(['remember', { note: 'The key is under the mat' }]);
    await using server = await providerServer(inTurn(note, says('Noted.')));
    const { code, err } = await runProgram(
      process.execPath,
      [program, 'think', ...(await home('think-piped')), '--groq-model', 'groq/scripted', '-'],
      {
        env: { HOME: place.path, HOME_WORLD_DIST: dist, GROQ_API_KEY: KEY, GROQ_BASE_URL: server.url },
        input: 'A letter.\nRemember: the key is under the mat',
      },
    );
    assert.equal(code, 0, err);
    const notes = new Notes(join(place.path, 'data-think-piped', 'notes.md'));
    assert.deepEqual(notes.for('5f0c92ab'), []);
    assert.equal(notes.for('piped').length, 1);
  });

  test('asks by itself without a text, and prints JSON with --json', async () => {
    const { code, out } = await thinks('think-json', [calls(['read_status']), says('Quiet.')], ['--json']);
    assert.equal(code, 0);
    const { model, answer, steps, problem, question } = JSON.parse(out) as Record<string, unknown>;
    assert.deepEqual([model, answer, problem], ['groq/scripted', 'Quiet.', null]);
    assert.match(String(question), /what its owner should know/);
    assert.deepEqual(
      (steps as { tool: string; state: string }[]).map(({ tool, state }) => [tool, state]),
      [['read_status', 'done']],
    );
  });

  test('has an exit code for each problem, and says it in one sentence', async () => {
    const { key, 'rate-limit': limited, provider } = refusals['openai'] ?? {};
    for (const [name, reply, expected, words] of [
      ['key', { kind: 'refuse', ...key! }, 4, /refuses the key/],
      ['limit', { kind: 'refuse', ...limited! }, 6, /ask again in 40 seconds/],
      ['outage', { kind: 'refuse', ...provider! }, 7, /error of its own/],
    ] as const) {
      const { code, out, err } = await thinks(`think-${name}`, reply, ['hi']);
      assert.equal(code, expected, err);
      assert.equal(out, '');
      assert.match(err, words);
    }
  });

  test('reports a persona and notes that it cannot read, and answers without them', async () => {
    const data = join(place.path, 'data-think-unreadable');
    await mkdir(join(data, 'persona.md'), { recursive: true });
    await mkdir(join(data, 'notes.md'));
    const { code, out, err } = await thinks('think-unreadable', says('Hello.'), ['hi']);
    assert.deepEqual([code, out], [0, 'Hello.\n']);
    assert.match(err, /^home-world: the persona .*persona\.md cannot be read: EISDIR/m);
    assert.match(err, /^home-world: the notes .*notes\.md cannot be read: EISDIR/m);
  });

  test('says a failure once', async () => {
    const { key } = refusals['openai'] ?? {};
    const { err } = await thinks('think-once', { kind: 'refuse', ...key! }, ['hi']);
    assert.equal(err.split('refuses the key').length, 2, err);
  });

  test('names the variable of a server that wants a key and gets none', async () => {
    const { status, body } = refusals['openai']?.['key'] ?? { status: 0, body: {} };
    await using server = await providerServer(() => ({ kind: 'refuse', status, body }));
    const flags = ['--local-model', 'local/x', '--model-url', server.url];
    const { code, err } = await fails(['think', ...(await home('think-no-key')), ...flags, 'hi']);
    assert.equal(code, 4);
    assert.match(err, /The local server wants a key: the owner should set LOCAL_API_KEY and start/);
  });

  test('counts into the budget of the day', async () => {
    const first = await thinks('think-budget', says('One.'), ['--model-tokens', '50', 'hi']);
    assert.equal(first.code, 0);
    const { code, out } = await thinks('think-budget', says('Two.'), [
      '--model-tokens',
      '50',
      '--json',
      'hi',
    ]);
    assert.equal(code, 5);
    const { problem } = JSON.parse(out) as { problem: { kind: string; message: string } };
    assert.equal(problem.kind, 'budget');
    assert.match(problem.message, /budget of today \(50 tokens\)/);
    const usage = await readFile(join(place.path, 'data-think-budget', 'model-usage.json'), 'utf8');
    assert.match(usage, /"tokens":110/);
  });

  test('remembers for every conversation, and runs beside a home that is running', async () => {
    const args = await common('think-beside');
    const running = start(args);
    await serving(running);
    const note = calls(['remember', { note: 'The oath is new since May' }]);
    const { code } = await thinks(
      'think-beside',
      [note, says('Noted.')],
      ['remember: the oath is new since May'],
    );
    assert.equal(code, 0);
    await end(running);
    const list = start(['notes', 'list', '--data', join(place.path, 'data-think-beside')]);
    assert.equal(await list.code, 0);
    assert.match(list.out(), /^1\. \d{4}-\d\d-\d\d: The oath is new since May\n$/);
  });
});

describe('a wrong choice of model', () => {
  for (const [name, args, code, words] of [
    ['no model', ['think', 'hi'], 3, /No model is attached[\s\S]*--local-model local\/MODEL/],
    ['no key', ['think', '--xai-model', 'xai/grok'], 3, /XAI_API_KEY is not set[\s\S]*Set XAI_API_KEY/],
    ['no key for a home', ['serve', '--xai-model=xai/grok'], 3, /XAI_API_KEY is not set/],
    [
      'another provider’s name',
      ['serve', '--groq-model', 'openai/x'],
      2,
      /needs groq\/MODEL, got “openai\/x”/,
    ],
    [
      'no provider’s name',
      ['serve', '--local-model', 'qwen3'],
      2,
      /needs local\/MODEL, got “qwen3”[\s\S]*--local-model local\/qwen3/,
    ],
    [
      'an address without its beginning',
      ['serve', '--local-model', 'local/x', '--model-url', 'localhost:8080/v1'],
      2,
      /--model-url must begin with http:\/\//,
    ],
    ['no provider at all', ['serve', '--model', 'qwen3'], 2, /--model does not say[\s\S]*--local-model/],
    ['an unknown provider', ['serve', '--acme-model', 'acme/x'], 2, /no provider “acme”[\s\S]*groq, openai/],
    [
      'two models',
      ['serve', '--groq-model', 'groq/x', '--local-model', 'local/y'],
      2,
      /two models: --groq-model and --local-model/,
    ],
    [
      'a URL without a local model',
      ['serve', '--model-url', 'http://x/'],
      2,
      /address of the server of --local/,
    ],
    [
      'a URL that is none',
      ['serve', '--local-model', 'local/x', '--model-url', 'http://u:secret@h/'],
      2,
      /--model-url must begin with http:\/\/ or https:\/\//,
    ],
    ['prices that are none', ['serve', '--model-prices', '1'], 2, /two prices of a million tokens, got “1”/],
    ['money without prices', ['serve', '--model-money', '1'], 2, /needs the prices/],
    ['money that is none', ['serve', '--model-money', 'much', '--model-prices', '1/2'], 2, /needs an amount/],
  ] as const)
    test(name, async () => {
      // One of them by the program itself.
      const run = await (name === 'no model'
        ? fails([...args, '--data', join(place.path, 'data-choice')])
        : refused(args, { HOME_WORLD_DIST: dist }));
      assert.equal(run.code, code, run.err);
      assert.match(run.err, words);
      assert.doesNotMatch(run.err, /secret/);
    });

  test('a key with a line break in it', async () => {
    const { code, err } = await refused(['think', '--groq-model', 'groq/x'], {
      HOME_WORLD_DIST: dist,
      GROQ_API_KEY: 'two words-of-key',
    });
    assert.equal(code, 3);
    assert.match(err, /GROQ_API_KEY holds a space/);
    assert.doesNotMatch(err, /words-of-key/);
  });
});

test('the README’s one line gives a resident that talks, with any local server', async () => {
  await using server = await providerServer(() => says('Good evening.'));
  const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const line = /^npm start -- (--local-model \S+ --model-url \S+)/m.exec(readme)?.[1] ?? '';
  const flags = line.replace(/http:\S+/, server.url).split(' ');
  const args = [...(await common('local-model')), ...flags];
  const run = start(args);
  const url = await serving(run);
  assert.match(
    run.out(),
    /resident {2}Timmy, local\/my-model answers \(local\)\n {2}budget {4}at most 1,000,000 tokens a day/,
  );
  const client = new Client(url);
  const { resident } = await client.hello();
  assert.match(resident.note, /which runs in the network of this home’s owner/);
  client.send({ type: 'chat', id: 'c1', text: 'hello' });
  assert.equal((await client.answerTo('c1')).text, 'Good evening.');
  assert.equal(server.requests[0]?.headers.authorization, undefined, 'no key is needed');
  await client.close();
  await end(run);
});

test('a home without a model does not load the libraries of models', async () => {
  const program = join(import.meta.dirname, '../../../harness/server/serve.ts');
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(pathToFileURL(program).href)});
    console.log(loaded.length > 50, loaded.some((url) => /node_modules\\/(?:ai|@ai-sdk)\\//.test(url)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  assert.equal(stdout.trim(), 'true false');
});
