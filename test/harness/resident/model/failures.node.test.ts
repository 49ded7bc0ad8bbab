import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Client, until } from '../../helpers.ts';
import { KEY, type ModelHome, withModelHome } from './model-home.ts';
import {
  type Reply,
  calls,
  eventStream,
  inTurn,
  providerServer,
  recorded,
  refusals,
  says,
  saysAndCalls,
} from './provider-server.ts';

const QUESTION = 'what is the block height, my dear xylophone?';
const SEPARATOR = '\n\n---\n\n';

/** Only these wait for a time-out: on a busy machine another answer may be slow. */
const hangs = (reply: Reply): boolean =>
  reply.kind === 'hang' || (reply.kind === 'stream' && reply.end === 'hang');

/** Every file of the data folder, as one text. */
async function storedText(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  return texts.join('\n');
}

/** Asks, and checks what holds after every failure; resolves with the sentence. */
async function failingAnswer({ log, folder }: ModelHome, client: Client): Promise<string> {
  client.send({ type: 'chat', id: 'c1', text: QUESTION });
  const answer = await client.answerTo('c1');
  assert.equal(answer.end, 'complete', 'the readings answer');
  const parts = answer.text.split(SEPARATOR);
  assert.equal(parts.length, 2, answer.text);
  assert.match(parts[1] ?? '', /without a model:\n\n(?:[^]*\n)?Block height: 698767/);
  const sentence = /\*([^*]+)\*$/.exec(parts[0] ?? '')?.[1] ?? '';
  assert.match(sentence, /\.$/, answer.text);
  assert.equal(log.length, 1, log.join('\n'));
  assert.equal(log[0], `${/^\S+/.exec(log[0] ?? '')?.[0]} ${sentence}`, 'the terminal says the same');
  assert.doesNotMatch(log.join('\n'), /xylophone/, 'no message in the log');
  const written = [JSON.stringify(client.frames), log.join('\n'), await storedText(folder)].join('\n');
  assert.ok(!written.includes(KEY), 'the key is nowhere');
  assert.ok(!written.includes('sk-test-'), 'nor is what a provider repeats of it');
  return sentence;
}

describe('a refused request is one sentence that says what to do, and the readings answer', () => {
  const expected: Readonly<Record<string, RegExp>> = {
    key: /refuses the key .* _?[A-Z]+_API_KEY/,
    model: /has no model “scripted”.*-model\./,
    'rate-limit': /takes no more requests for now: ask again in (?:40 seconds|5 minutes|a minute)\./,
    refused: /refuses the request \(status 429\): the owner should check the account/,
    'too-long': /too long for the model “scripted”: ask in fewer words/,
    filter: /content filter of \w+ stopped the answer: ask in other words/,
    provider: /has an error of its own \(status 5\d\d\): ask again in a minute/,
  };
  for (const [provider, kinds] of Object.entries(refusals)) {
    if (provider === 'README') continue;
    for (const [kind, refusal] of Object.entries(kinds))
      test(`${provider}: ${kind}`, () =>
        withModelHome({ provider, next: () => ({ kind: 'refuse', ...refusal }) }, async (home, client) => {
          const sentence = await failingAnswer(home, client);
          assert.match(sentence.replace(/check (\w+_API_KEY)/, '$1'), expected[kind] ?? /never/);
          assert.equal(home.requests.length, kind === 'provider' ? 2 : 1, 'only an outage is tried again');
        }));
  }

  test('a parameter that the model does not take', () =>
    withModelHome(
      {
        provider: 'openai',
        next: () => ({
          kind: 'refuse',
          status: 400,
          body: JSON.parse(recorded('reasoning-model-legacy-parameter-error.json')),
        }),
      },
      async (home, client) => {
        assert.match(await failingAnswer(home, client), /OpenAI refuses the request \(status 400\)/);
      },
    ));
});

describe('a server that is not what the owner chose', () => {
  for (const provider of ['local', 'anthropic', 'google'])
    test(`gets no key and no message by a redirect of ${provider}`, async () => {
      await using other = await providerServer(() => says('I am another server.'));
      const redirect = { kind: 'refuse', status: 307, headers: { location: other.url }, body: {} } as const;
      await withModelHome({ provider, next: () => redirect }, async (home, client) => {
        const sentence = await failingAnswer(home, client);
        assert.match(sentence, /sends the request on to another address.*(?:--model-url|_BASE_URL)\.$/);
        assert.equal(other.requests.length, 0);
      });
    });

  test('may send at most eight megabytes, counted after decompression', () => {
    const { text } = says('x'.repeat(20_000_000)) as { text: string };
    return withModelHome({ next: () => ({ kind: 'stream', text, isPacked: true }) }, async (home, client) => {
      assert.match(await failingAnswer(home, client), /gave no answer: ask again/);
    });
  });
});

describe('an answer that does not end is one sentence, and the readings answer', () => {
  const chunks = recorded('openai-text.chunks.txt').trim().split('\n').slice(0, 20).join('\n');
  const part = eventStream(chunks, false);
  for (const [name, reply, sentence] of [
    ['a connection that breaks', { kind: 'stream', text: part, end: 'cut' }, /broke off: ask again/],
    ['a stream without its end', { kind: 'stream', text: part }, /broke off: ask again/],
    ['an empty answer', says(''), /gave no answer: ask again; .* check the model/],
    ['a body that is no stream', { kind: 'stream', text: '<html>proxy</html>' }, /gave no answer: ask again/],
    ['a content filter in the middle', says('It is', 'content_filter'), /content filter of Groq/],
    ['no answer at all', { kind: 'hang' }, /did not answer in time: ask again/],
    ['silence in the middle', { kind: 'stream', text: part, end: 'hang' }, /did not answer in time/],
  ] as const satisfies readonly (readonly [string, Reply, RegExp])[])
    test(name, () =>
      withModelHome(
        { next: () => reply, timeouts: { silenceMs: hangs(reply) ? 500 : 60_000, totalMs: 60_000 } },
        async (home, client) => {
          assert.match(await failingAnswer(home, client), sentence);
        },
      ),
    );

  test('an error in the stream of Anthropic', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: `Overloaded ${KEY}` } };
    const text = `event: error\ndata: ${JSON.stringify(error)}\n\n`;
    return withModelHome(
      { provider: 'anthropic', next: () => ({ kind: 'stream', text }) },
      async (home, client) => {
        assert.match(
          await failingAnswer(home, client),
          /Anthropic has an error of its own \(status 529\): ask again/,
        );
      },
    );
  });

  test('an error of the server in a stream of OpenAI’s form, which is tried again', () => {
    const text = 'data: {"error":{"message":"overloaded"}}\n\n';
    return withModelHome(
      { provider: 'local', next: () => ({ kind: 'stream', text }) },
      async (home, client) => {
        assert.match(await failingAnswer(home, client), /local server has an error of its own: ask again/);
        assert.equal(home.requests.length, 2);
      },
    );
  });

  test('what the model said before stays above the sentence', () =>
    withModelHome({ next: () => ({ kind: 'stream', text: part, end: 'cut' }) }, async (home, client) => {
      await failingAnswer(home, client);
      const answer = await client.answerTo('c1');
      assert.match(answer.text, /^\*\*Holiday Name[\s\S]*\n\n\*The answer of the model broke off/);
    }));

  test('too long in all', () =>
    withModelHome(
      { next: () => calls(['read_status']), timeouts: { silenceMs: 10_000, totalMs: 0 } },
      async (home, client) => {
        assert.match(await failingAnswer(home, client), /did not answer in time/);
      },
    ));

  test('sends no second request if an outage has used the time of both', () =>
    withModelHome(
      {
        next: inTurn({ kind: 'refuse', status: 503, body: {} }, says('too late')),
        timeouts: { silenceMs: 10_000, totalMs: 500 },
      },
      async (home, client) => {
        assert.match(await failingAnswer(home, client), /error of its own|did not answer in time/);
        assert.equal(home.requests.length, 1);
      },
    ));

  for (const [provider, sentence] of [
    ['groq', /cannot reach Groq: the owner should check the network/],
    ['local', /cannot reach the local server: the owner should check that the server runs, and --model-url/],
  ] as const)
    test(`no server at the address of ${provider}`, async () => {
      const gone = await providerServer(() => says('never'));
      await gone.close();
      await withModelHome(
        { provider, next: () => says('never'), baseUrl: gone.url },
        async (home, client) => {
          assert.match(await failingAnswer(home, client), sentence);
        },
      );
    });
});

describe('the budget of a day', () => {
  test('is counted in tokens, and its end is one sentence', () =>
    withModelHome({ next: () => says('Hello.'), limits: { tokens: 110 } }, async (home, client) => {
      client.send({ type: 'chat', id: 'c0', text: 'hi' });
      assert.equal((await client.answerTo('c0')).text, 'Hello.');
      const sentence = await failingAnswer(home, client);
      assert.match(sentence, /used its budget of today \(110 tokens\); it answers again from 00:00 UTC/);
      assert.equal(home.requests.length, 1, 'the provider is not asked');
    }));

  test('is counted in money, and ends an answer between two requests', () =>
    withModelHome(
      {
        next: inTurn(calls(['read_status']), says('never')),
        limits: { money: 0.0001, prices: { read: 1, written: 1 } },
      },
      async (home, client) => {
        assert.match(await failingAnswer(home, client), /budget of today \(0\.0001 of money\)/);
        assert.equal(home.requests.length, 1);
      },
    ));

  test('that ends after a text and a tool call leaves no half of an answer without the sentence', () =>
    withModelHome(
      {
        next: inTurn(saysAndCalls('Let me look that up.', ['read_status']), says('never')),
        limits: { tokens: 110 },
      },
      async (home, client) => {
        assert.match(await failingAnswer(home, client), /budget of today \(110 tokens\)/);
        assert.equal(home.requests.length, 1);
      },
    ));

  test('is not passed by questions at the same time', () =>
    withModelHome({ next: () => ({ kind: 'hang' }), limits: { tokens: 2_000 } }, async (home, client) => {
      client.send({ type: 'chat', id: 'c0', text: 'hi' });
      await until(() => home.requests.length === 1);
      const other = new Client(home.url);
      await other.hello();
      assert.match(await failingAnswer(home, other), /rest of its budget of today: ask again in a minute/);
      assert.equal(home.requests.length, 1, 'the provider is not asked');
      await other.close();
    }));

  test('counts a question that is stopped before its answer begins', () =>
    withModelHome({ next: () => ({ kind: 'hang' }), limits: { tokens: 300 } }, async (home, client) => {
      client.send({ type: 'chat', id: 'c0', text: 'hi' });
      await until(() => home.requests.length === 1);
      client.send({ type: 'stop', id: 'c0' });
      await client.answerTo('c0');
      assert.match(await failingAnswer(home, client), /used its budget of today/);
      assert.equal(home.requests.length, 1);
    }));

  for (const tokens of [0, -1_000_000])
    test(`counts an answer for which the server reports ${tokens} tokens`, () => {
      const { text } = says('Hello.') as { text: string };
      const usage = text.replace(/"(prompt|completion)_tokens":\d+/g, `"$1_tokens":${tokens}`);
      return withModelHome(
        { next: () => ({ kind: 'stream', text: usage }), limits: { tokens: 300 } },
        async (home, client) => {
          client.send({ type: 'chat', id: 'c0', text: 'hi' });
          assert.equal((await client.answerTo('c0')).text, 'Hello.');
          assert.match(await failingAnswer(home, client), /used its budget of today/);
        },
      );
    });

  test('is not filled by a model that reads again and again', () =>
    withModelHome(
      { next: inTurn(calls(...Array.from({ length: 40 }, () => ['read_status'] as const)), says('Done.')) },
      async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'hi' });
        assert.equal((await client.answerTo('c1')).text, 'Done.');
        const body = requests[1]?.body ?? '';
        assert.equal(body.match(/That is enough: answer/g)?.length, 24);
      },
    ));

  test('counts an answer that broke off too', () =>
    withModelHome(
      {
        next: () => ({
          kind: 'stream',
          text: eventStream(recorded('openai-text.chunks.txt').split('\n').slice(0, 9).join('\n'), false),
          end: 'cut',
        }),
        limits: { tokens: 300 },
      },
      async ({ log }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'hi' });
        await client.answerTo('c1');
        client.send({ type: 'chat', id: 'c2', text: 'hi' });
        await client.answerTo('c2');
        assert.match(log[0] ?? '', /broke off/);
        assert.match(log[1] ?? '', /budget of today/);
      },
    ));
});
