import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { causeOf as causeInWords } from '../../../harness/outbound/fetch.ts';
import { pinnedFetch } from '../../../harness/outbound/pinned-fetch.ts';
import { type Lookup, guardRedirects } from '../../../harness/outbound/redirects.ts';
import { freePort } from '../../helpers/free-port.ts';
import { type Handler, listen } from '../../helpers/loopback.ts';

/** Runs a server on 127.0.0.1 while `body` runs. */
async function withServer(answer: Handler, body: (port: string) => Promise<void>): Promise<void> {
  await using server = await listen(answer);
  await body(new URL(server.url).port);
}

const causeOf = async (response: Promise<Response>): Promise<unknown> =>
  response.then(
    () => assert.fail('it answered'),
    (error: unknown) => {
      assert.ok(error instanceof TypeError, String(error));
      return error.cause;
    },
  );

describe('a pinned fetch', () => {
  test('connects to the given address and sends the host name', async () => {
    await withServer(
      (request, response) => {
        response.setHeader('x-host', request.headers.host ?? '');
        response.end(`${request.method} ${request.url} ${request.headers['if-none-match']}`);
      },
      async (port) => {
        const init = { headers: { 'if-none-match': '"a"' } };
        const answer = await pinnedFetch(`http://pinned.example:${port}/path?a=1`, init, ['127.0.0.1']);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('x-host'), `pinned.example:${port}`);
        assert.equal(await answer.text(), 'GET /path?a=1 "a"');
      },
    );
  });

  test('does not look the name up', async () => {
    await withServer(
      (_request, response) => void response.end(),
      async (port) => {
        // The system finds “localhost” at 127.0.0.1, where this server answers.
        const cause = await causeOf(pinnedFetch(`http://localhost:${port}/`, {}, []));
        assert.match(String(cause), /has no address/);
      },
    );
  });

  test('reaches the checked address although the name server changes its answer', async () => {
    await withServer(
      (request, response) => void response.end(request.headers.host),
      async (port) => {
        let lookups = 0;
        const changing: Lookup = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['203.0.113.7']);
        const fetch = guardRedirects(pinnedFetch, changing);
        const answer = await fetch(`http://changing.example:${port}/`);
        assert.equal(await answer.text(), `changing.example:${port}`);
        assert.equal(lookups, 1);
      },
    );
  });

  test('follows no redirect and reads no body of HEAD, 204 and 304', async () => {
    await withServer(
      (request, response) => {
        response.statusCode = Number(request.url?.slice(1));
        response.setHeader('location', '/200');
        response.end();
      },
      async (port) => {
        for (const status of [302, 204, 304]) {
          const answer = await pinnedFetch(`http://a.example:${port}/${status}`, {}, ['127.0.0.1']);
          assert.equal(answer.status, status);
          assert.equal(await answer.text(), '');
        }
        const head = await pinnedFetch(`http://a.example:${port}/200`, { method: 'HEAD' }, ['127.0.0.1']);
        assert.equal(head.body, null);
      },
    );
  });

  test('rejects with the signal’s reason, before and during the answer', async () => {
    await withServer(
      (request, response) => {
        if (request.url === '/body') response.write('half an answer');
      },
      async (port) => {
        const silent = pinnedFetch(`http://a.example:${port}/`, { signal: AbortSignal.timeout(50) }, [
          '127.0.0.1',
        ]);
        await assert.rejects(silent, { name: 'TimeoutError' });
        const signal = AbortSignal.timeout(1_000);
        const half = await pinnedFetch(`http://a.example:${port}/body`, { signal }, ['127.0.0.1']);
        await assert.rejects(half.text(), { name: 'TimeoutError' });
        await assert.rejects(pinnedFetch(`http://a.example:${port}/`, { signal }, ['127.0.0.1']), {
          name: 'TimeoutError',
        });
      },
    );
  });

  test('rejects a truncated body, and asks for no compression', async () => {
    await withServer(
      (request, response) => {
        response.setHeader('content-length', 100);
        response.write(`accepts ${request.headers['accept-encoding']}`);
        setTimeout(() => request.socket.destroy(), 50);
      },
      async (port) => {
        const answer = await pinnedFetch(`http://a.example:${port}/`, {}, ['127.0.0.1']);
        const reader = answer.body?.getReader();
        const { value } = (await reader?.read()) ?? {};
        assert.equal(new TextDecoder().decode(value), 'accepts identity');
        const broken = await reader?.read().catch((error: unknown) => error);
        assert.equal(causeInWords(broken, 1_000), 'it broke the connection off');
      },
    );
  });

  test('rejects as fetch does when a server is unreachable or its answer invalid', async () => {
    const refused = await causeOf(pinnedFetch(`http://a.example:${await freePort()}/`, {}, ['127.0.0.1']));
    assert.equal((refused as { code?: string }).code, 'ECONNREFUSED');
    await causeOf(pinnedFetch('http://user:secret@a.example/', {}, ['127.0.0.1']));
    await withServer(
      (request) => void request.socket.end('HTTP/1.1 999 What\r\n\r\n'),
      async (port) => {
        const odd = await causeOf(pinnedFetch(`http://a.example:${port}/`, {}, ['127.0.0.1']));
        assert.ok(odd instanceof RangeError, String(odd));
      },
    );
  });
});
