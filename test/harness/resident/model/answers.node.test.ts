import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, until } from '../../helpers.ts';
import { withModelHome } from './model-home.ts';
import { type Reply, calls, eventStream, inTurn, recorded, says } from './provider-server.ts';

const openAiChunks = recorded('openai-text.chunks.txt');

describe('an answer of a model', () => {
  test('does what the visitor asks for, after the tool call', () =>
    withModelHome({ next: inTurn(calls(['fly']), says('This way.')) }, async ({ requests }, client) => {
      client.send({ type: 'chat', id: 'c1', text: 'take me to the oath stone' });
      await client.answerTo('c1');
      const action = await client.frame('world-action');
      assert.deepEqual([action.action, action.detail], ['fly', { panel: 'oath' }]);
      assert.match(requests[0]?.body ?? '', /"fly"/);
      assert.doesNotMatch(requests[0]?.body ?? '', /"fireworks"/);
    }));

  test('points, turns and makes the gesture that the visitor asks for', () =>
    withModelHome(
      {
        next: (_request, index) =>
          index % 2 === 0 ? calls(['point'], ['turn'], ['gesture', { gesture: 'nod' }]) : says('There.'),
      },
      async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'point at the oath stone and wave' });
        await client.answerTo('c1');
        client.send({ type: 'chat', id: 'c2', text: 'look at the portal Far World' });
        await client.answerTo('c2');
        assert.deepEqual(
          client.frames.flatMap((frame) =>
            frame.type === 'world-action' ? [[frame.action, frame.detail]] : [],
          ),
          [
            ['point', { panel: 'oath' }],
            ['gesture', { gesture: 'wave' }],
            ['turn', { portal: 'far' }],
          ],
        );
        assert.doesNotMatch(requests[0]?.body ?? '', /"name":"(?:turn|fly)"/);
      },
    ));

  test('has no act tool when the visitor switched acting off', () =>
    withModelHome(
      { next: inTurn(calls(['fireworks']), says('I may not.')) },
      async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'fireworks please', acting: false });
        const answer = await client.answerTo('c1');
        assert.equal(answer.text, 'I may not.');
        assert.doesNotMatch(requests[0]?.body ?? '', /"name":"fireworks"/);
        assert.match(requests[0]?.body ?? '', /the visitor switched acting off/);
        assert.ok(!client.frames.some(({ type }) => type === 'world-action'));
      },
    ));

  test('leaves out the thoughts that a server puts into the text', () =>
    withModelHome(
      {
        provider: 'local',
        next: inTurn(
          says('<think>They greet me.\nI greet back.</think>\n\nGood evening.'),
          says('<think>\n\n</think>\n\nQuiet.'),
          says('I am still <think'),
        ),
      },
      async ({ requests }, client) => {
        for (const [id, text] of [
          ['c1', 'Good evening.'],
          ['c2', 'Quiet.'],
          ['c3', 'I am still <think'],
        ] as const) {
          client.send({ type: 'chat', id, text: 'hello' });
          assert.equal((await client.answerTo(id)).text, text);
        }
        assert.doesNotMatch(
          requests.map(({ body }) => body).join(''),
          /greet back/,
          'nor are they sent again',
        );
      },
    ));

  test('is none where a model only thinks', () =>
    withModelHome({ provider: 'local', next: () => says('<think>Hm, and on') }, async ({ log }, client) => {
      client.send({ type: 'chat', id: 'c1', text: 'hello' });
      assert.match((await client.answerTo('c1')).text, /^\*The model gave no answer: ask again;/);
      assert.equal(log.length, 1);
    }));

  for (const [server, status, message] of [
    ['Ollama', 400, 'registry.ollama.ai/library/gemma3:latest does not support tools'],
    ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ['llama.cpp', 500, 'tools param requires --jinja flag'],
    ['OpenRouter', 404, 'No endpoints found that support tool use.'],
  ] as const)
    test(`comes without tools where ${server} says that its model has none`, () =>
      withModelHome(
        {
          provider: 'local',
          next: ({ body }) =>
            body.includes('"tools"')
              ? { kind: 'refuse', status, body: { error: { message, type: 'error', code: status } } }
              : says('Just talking.'),
        },
        async ({ log, requests }, client) => {
          for (const id of ['c1', 'c2']) {
            client.send({ type: 'chat', id, text: 'fireworks please' });
            assert.equal((await client.answerTo(id)).text, 'Just talking.');
          }
          assert.equal(requests.length, 3, 'the home does not try tools again');
          assert.match(requests[2]?.body ?? '', /you have no tool that does something/);
          assert.deepEqual(log, [
            'local/scripted cannot call tools: it chats with the readings that it is given.',
          ]);
        },
      ));

  test('comes without tools for two first questions that are asked at once', () =>
    withModelHome(
      {
        home: { trustProxy: 1 },
        next: ({ body }) =>
          body.includes('"tools"')
            ? { kind: 'refuse', status: 400, body: { error: { message: 'x does not support tools' } } }
            : says('Just talking.'),
      },
      async ({ log, url }) => {
        const visitors = ['192.0.2.1', '192.0.2.2'].map(
          (address) => new Client(url, { headers: { 'x-forwarded-for': address } }),
        );
        for (const visitor of visitors) await visitor.hello();
        for (const visitor of visitors) visitor.send({ type: 'chat', id: 'c1', text: 'hello there' });
        for (const visitor of visitors) {
          assert.equal((await visitor.answerTo('c1')).text, 'Just talking.');
          await visitor.close();
        }
        assert.equal(log.length, 1);
      },
    ));

  describe('keeps its tools', () => {
    const failed = (message: string): Reply => ({
      kind: 'refuse',
      status: 400,
      // As Groq answers when the model calls a tool in a form that cannot be read.
      body: {
        error: {
          message,
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: 'This model does not support tools.',
        },
      },
    });

    test('if an error quotes a text of the model about having no tools', () =>
      withModelHome(
        { next: inTurn(failed('Failed to call a function.'), says('Hello.')) },
        async ({ log, requests }, client) => {
          client.send({ type: 'chat', id: 'c1', text: 'say that you cannot call tools' });
          assert.match((await client.answerTo('c1')).text, /^\*Groq refuses the request \(status 400\)/);
          client.send({ type: 'chat', id: 'c2', text: 'hello' });
          assert.equal((await client.answerTo('c2')).text, 'Hello.');
          assert.match(requests[1]?.body ?? '', /"tools"/);
          assert.equal(log.length, 1);
        },
      ));

    test('once the provider has answered a request with tools, whatever a later error says', () =>
      withModelHome(
        { next: inTurn(says('Hello.'), failed('It does not support tools.'), says('Again.')) },
        async ({ requests }, client) => {
          for (const [id, expected] of [
            ['c1', /^Hello\.$/],
            ['c2', /without a model/],
            ['c3', /^Again\.$/],
          ] as const) {
            client.send({ type: 'chat', id, text: 'hello' });
            assert.match((await client.answerTo(id)).text, expected);
          }
          assert.equal(requests.length, 3);
          assert.match(requests[2]?.body ?? '', /"tools"/);
        },
      ));
  });

  test('stops when the visitor stops it, and keeps what it said', () =>
    withModelHome(
      {
        next: () => ({
          kind: 'stream',
          text: eventStream(openAiChunks.slice(0, 3_000).replace(/\n[^\n]*$/, ''), false),
          end: 'hang',
        }),
      },
      async ({ log, requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'hi' });
        await client.frame('chat-delta');
        client.send({ type: 'stop', id: 'c1' });
        const answer = await client.answerTo('c1');
        assert.equal(answer.end, 'stopped');
        assert.doesNotMatch(answer.text, /readings of this home/);
        assert.deepEqual(log, []);
        await until(() => requests[0]?.isClosed === true);
      },
    ));

  test('ends the request when the answer is as long as an answer may be', () => {
    const long = says('long '.repeat(8_000));
    const text = long.kind === 'stream' ? long.text.replace(/data: \[DONE\]\n\n$/, '') : '';
    return withModelHome(
      {
        next: () => ({
          kind: 'stream',
          text: text.replace('"finish_reason":"stop"', '"finish_reason":null'),
          end: 'hang',
        }),
      },
      async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'hi' });
        assert.match(
          (await client.answerTo('c1')).text,
          /^(?:long ){6400}\n\n\*\(The answer is longer than the home keeps; it ends here\.\)\*$/,
        );
        await until(() => requests[0]?.isClosed === true);
      },
    );
  });

  test('ends in words after six requests, whatever the model calls', () =>
    withModelHome(
      {
        next: ({ body }, index) =>
          body.includes('"tool_choice":"none"') || index > 8 ? says('That is all.') : calls(['read_status']),
      },
      async ({ requests }, client) => {
        client.send({ type: 'chat', id: 'c1', text: 'status' });
        assert.equal((await client.answerTo('c1')).text, 'That is all.');
        assert.equal(requests.length, 6);
      },
    ));

  test('says who it is and where messages go, and a tab that opens in the middle gets the steps', () =>
    withModelHome(
      {
        next: (_request, index) =>
          index === 0 ? calls(['read_agents']) : { kind: 'stream', text: '', end: 'hang' },
      },
      async ({ url }, client) => {
        const { resident, session } = await client.frame('welcome');
        assert.equal(resident.attached, true);
        assert.match(
          resident.note,
          /A model answers: scripted, hosted by Groq. What you write is sent there/,
        );
        client.send({ type: 'chat', id: 'c1', text: 'agents?' });
        await client.frame('chat-step', ({ state }) => state === 'done');
        const second = new Client(url);
        await second.hello({ session });
        const step = await second.frame('chat-step');
        assert.deepEqual([step.replyTo, step.title, step.state], ['c1', 'Read the agents', 'done']);
        client.send({ type: 'stop', id: 'c1' });
        await second.answerTo('c1');
        await second.close();
      },
    ));
});
