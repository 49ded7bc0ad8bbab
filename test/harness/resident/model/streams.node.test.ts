import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { serverFrame } from '../../../../data/chat/protocol.ts';
import { KEY, withModelHome } from './model-home.ts';
import { type Reply, eventStream, inTurn, recorded } from './provider-server.ts';

const stream = (text: string): Reply => ({ kind: 'stream', text });
const openAiText = stream(eventStream(recorded('openai-text.chunks.txt')));
const wholeText = (lines: string): string =>
  lines
    .trim()
    .split('\n')
    .map(
      (line) =>
        (JSON.parse(line) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '',
    )
    .join('');

const openAiChunks = recorded('openai-text.chunks.txt');
const xaiCall = recorded('xai-tool-call.chunks.txt')
  .replace('"name":"weather"', '"name":"read_weather"')
  .replace(String.raw`{\"location\":\"San Francisco\"}`, '{}');
const layeredCall = recorded('anthropic-fallback-tool-call.sse').replace('"read_file"', '"read_weather"');

describe('a recorded stream becomes frames of the bridge', () => {
  for (const provider of ['groq', 'openai', 'mistral', 'openrouter', 'deepseek', 'xai', 'local'])
    test(`a text in OpenAI’s form, from ${provider}`, () =>
      withModelHome({ provider, next: () => openAiText }, async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'Invent a holiday' });
        const answer = await client.answerTo('c1');
        assert.equal(answer.text, wholeText(openAiChunks));
        assert.equal(answer.end, 'complete');
        const deltas = client.frames.filter(({ type }) => type === 'chat-delta');
        assert.ok(deltas.length > 50, 'it streams');
        for (const frame of client.frames) v.parse(serverFrame, frame);
        assert.equal(requests[0]?.headers.authorization, `Bearer ${KEY}`);
        assert.equal(requests[0]?.path, '/v1/chat/completions');
      }));

  test('a text in Anthropic’s form', () =>
    withModelHome(
      { provider: 'anthropic', next: () => stream(recorded('anthropic-text.sse')) },
      async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'hi' });
        assert.equal((await client.answerTo('c1')).text, 'The home is quiet this evening.');
        assert.equal(requests[0]?.headers['x-api-key'], KEY);
        assert.equal(requests[0]?.path, '/v1/messages');
      },
    ));

  test('a text in Google’s form', () =>
    withModelHome(
      { provider: 'google', next: () => stream(recorded('google-text.sse')) },
      async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'hi' });
        assert.equal((await client.answerTo('c1')).text, 'The home is quiet this evening.');
        assert.equal(requests[0]?.headers['x-goog-api-key'], KEY);
        assert.match(requests[0]?.path ?? '', /models\/scripted:streamGenerateContent/);
      },
    ));

  for (const [name, provider, first, second] of [
    ['xAI’s, with reasoning', 'xai', stream(eventStream(xaiCall)), openAiText],
    ['a compatibility layer’s', 'openrouter', stream(layeredCall), openAiText],
    [
      'Anthropic’s, with reasoning',
      'anthropic',
      stream(recorded('anthropic-tool-call.sse')),
      stream(recorded('anthropic-text.sse')),
    ],
    [
      'Google’s, with reasoning',
      'google',
      stream(recorded('google-tool-call.sse')),
      stream(recorded('google-text.sse')),
    ],
  ] as const)
    test(`a tool call in the form of ${name}`, () =>
      withModelHome({ provider, next: inTurn(first, second) }, async ({ requests, store }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'how is the weather?' });
        const answer = await client.answerTo('c1');
        assert.equal(answer.end, 'complete', answer.text);
        assert.doesNotMatch(
          answer.text,
          /I read it|the user is asking|read the weather first/,
          'no reasoning',
        );
        const steps = client.frames.filter((frame) => frame.type === 'chat-step');
        assert.deepEqual(
          steps.map(({ tool, title, state }) => [tool, title, state]),
          [
            ['read_weather', 'Read the weather', 'running'],
            ['read_weather', 'Read the weather', 'done'],
          ],
        );
        assert.match(steps[1]?.detail ?? '', /Weather: 71.7/);
        assert.equal(answer.steps?.length, 1);
        assert.equal(answer.steps?.[0]?.state, 'done');
        assert.match(requests[1]?.body ?? '', /Weather: 71.7/, 'the model got the result');
        for (const frame of client.frames) v.parse(serverFrame, frame);
        const { session } = await client.frame('welcome');
        assert.deepEqual(
          store.message(store.openSession(session).id, 'a-c1'),
          answer,
          'stored with its steps',
        );
      }));

  for (const [provider, keeps] of [
    ['groq', false],
    ['mistral', false],
    ['deepseek', true],
    ['xai', true],
  ] as const)
    test(`${keeps ? 'gives' : 'does not give'} ${provider} its model’s thoughts back`, () =>
      withModelHome(
        { provider, next: inTurn(stream(eventStream(xaiCall)), openAiText) },
        async ({ requests }, client) => {
          client.send({ type: 'chat', id: 'c1', text: 'how is the weather?' });
          assert.equal((await client.answerTo('c1')).steps?.[0]?.state, 'done');
          assert.equal((requests[1]?.body ?? '').includes('reasoning_content'), keeps);
          assert.equal((requests[0]?.body ?? '').includes('stream_options'), provider !== 'mistral');
        },
      ));

  test('two requests whose tool calls have the same id are two steps', () =>
    withModelHome(
      { next: inTurn(stream(eventStream(xaiCall)), stream(eventStream(xaiCall)), openAiText) },
      async (_home, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'how is the weather?' });
        const { steps } = await client.answerTo('c1');
        assert.deepEqual(
          steps?.map(({ step, state }) => [step, state]),
          [
            ['1-call_79382389', 'done'],
            ['2-call_79382389', 'done'],
          ],
        );
      },
    ));

  test('a call of a tool that the home does not have is not shown, and the answer follows', () =>
    withModelHome(
      {
        provider: 'xai',
        next: inTurn(stream(eventStream(recorded('xai-tool-call.chunks.txt'))), openAiText),
      },
      async (_home, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'how is the weather?' });
        const answer = await client.answerTo('c1');
        assert.equal(answer.text, wholeText(openAiChunks));
        assert.equal(answer.steps, undefined);
      },
    ));
});
