import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portalImage } from '../../../data/readings/portal-image.ts';
import { parsePortals } from '../../../data/readings/sources/portals.ts';
import { legacyPortal } from '../../helpers/sources.ts';

const answers =
  (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>, status = 200): typeof fetch =>
  async () =>
    new Response(body, { status, headers });
const ask = (fetch: typeof globalThis.fetch): Promise<Blob> =>
  portalImage('http://home.example/wiki.jpg', AbortSignal.timeout(5000), fetch);

test('fetches a picture of at most 500 kB, and nothing else', async () => {
  const type = { 'content-type': 'image/png' };
  const file = await ask(answers(new Uint8Array(500_000), type));
  assert.equal(file.size, 500_000);
  assert.equal(file.type, 'image/png');
  await assert.rejects(ask(answers(new Uint8Array(500_000 + 1), type)), /more than 500 kB/);
  await assert.rejects(ask(answers(new Uint8Array(9), { 'content-type': 'text/html' })), /no picture/);
  await assert.rejects(ask(answers(new Uint8Array(9), type, 404)), /answered 404/);
});

test('follows no redirect, and sends no cookie to another origin', async () => {
  let asked: RequestInit | undefined;
  await ask(async (_url, init) => {
    asked = init;
    return new Response(new Uint8Array(1), { headers: { 'content-type': 'image/png' } });
  });
  assert.equal(asked?.redirect, 'error');
  assert.equal(asked?.credentials, 'same-origin');
});

test('a portal may name a path of this home as its picture, and keeps standing with a wrong one', () => {
  const wrong = ['https://evil.example/x.png', '//evil.example/x.png', '/\t/evil', '/a?b', 'x.png', 7, ''];
  const { records, problems } = parsePortals([
    legacyPortal('good', { image: '/pictures/wiki.jpg' }),
    legacyPortal('plain'),
    ...wrong.map((image, i) => legacyPortal(`wrong${i}`, { image })),
  ]);
  assert.deepEqual(
    records.map(({ image }) => image),
    ['/pictures/wiki.jpg', undefined, ...wrong.map(() => undefined)],
  );
  assert.deepEqual(
    problems.map(({ reason, fieldOnly }) => [reason.split(':')[0], fieldOnly]),
    wrong.map(() => ['image', true]),
  );
});
