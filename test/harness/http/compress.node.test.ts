import assert from 'node:assert/strict';
import { it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { compressTexts } from '../../../harness/http/compress.ts';
import { sendText } from '../../../harness/http/conditional.ts';

const textOf = (name: string): string => `${name} says: ${'a text that gains from compression '.repeat(40)}`;

/** An app whose answers are named after their addresses; `changed` is added to all of them. */
function answering() {
  const app = Fastify();
  const state = { changed: '' };
  compressTexts(app);
  app.get<{ Params: { name: string } }>('/:name', async (request, reply) =>
    sendText(request, reply, {
      body: textOf(request.params.name + state.changed),
      type: 'text/plain; charset=utf-8',
    }),
  );
  const ask = (url: string, encoding: string) =>
    app.inject({ url, headers: { 'accept-encoding': encoding } });
  return { app, state, ask };
}

it('gives each of many answers its own compressed text, also those that were forgotten in between', async () => {
  const { app, ask } = answering();
  for (const round of [1, 2])
    for (let index = 0; index < 100; index += 1) {
      const answer = await ask(`/n${index}`, 'br');
      assert.equal(answer.headers['content-encoding'], 'br');
      assert.equal(String(brotliDecompressSync(answer.rawPayload)), textOf(`n${index}`), `round ${round}`);
    }
  await app.close();
});

it('gives the new text after a change, in each encoding', async () => {
  const { app, state, ask } = answering();
  for (const changed of ['', ' now']) {
    state.changed = changed;
    assert.equal(String(brotliDecompressSync((await ask('/a', 'br')).rawPayload)), textOf(`a${changed}`));
    assert.equal(String(gunzipSync((await ask('/a', 'gzip')).rawPayload)), textOf(`a${changed}`));
    assert.equal((await ask('/a', 'identity')).body, textOf(`a${changed}`));
  }
  await app.close();
});

it('compresses one answer for many requests at once', async () => {
  const { app, ask } = answering();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/a', 'br')));
  for (const { rawPayload } of answers) assert.equal(String(brotliDecompressSync(rawPayload)), textOf('a'));
  await app.close();
});

it('compresses as the browser accepts', async () => {
  const { app, ask } = answering();
  const encodings = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ] as const;
  for (const [accepted, encoding] of encodings)
    assert.equal((await ask('/a', accepted)).headers['content-encoding'], encoding, accepted);
  await app.close();
});
