import assert from 'node:assert/strict';
import { type TestContext, describe, it } from 'node:test';
import { listen, listenFor, withBody } from '../../helpers/loopback.ts';
import { recorded } from '../../helpers/recorded.ts';
import { runStepProgram } from './step-program.ts';

interface Recording {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: unknown;
  };
}

const TOKEN = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

/** The recorded calls of the code host that have the same request as this step. */
const merges = recorded<Recording[]>('gitea/http-recordings.json').filter(
  ({ request: { method, body, headers } }) =>
    method === 'POST' &&
    JSON.stringify(body) === '{"Do":"squash","delete_branch_after_merge":true}' &&
    headers['Authorization'],
);

/** The body of Gitea's answer: empty, or JSON. */
const bodyOf = ({ body }: Recording['response']): string => (body === '' ? '' : JSON.stringify(body));

interface Call {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly type: string | undefined;
  readonly body: unknown;
}

/** A code host that answers as recorded, and keeps the calls. */
async function codeHost(t: TestContext, { response: { status, body } }: Pick<Recording, 'response'>) {
  const calls: Call[] = [];
  const url = await listenFor(
    t,
    withBody(({ method, url: path, headers }, sent, response) => {
      const { authorization: token, 'content-type': type } = headers;
      calls.push({ method, path, token, type, body: JSON.parse(sent) });
      response.statusCode = status;
      response.end(bodyOf({ status, headers: {}, body }));
    }),
  );
  return { url, calls };
}

const envFor = (url: string, path: string): Record<string, string> => {
  const [, repository = '', number = ''] = /repos\/([^/]+\/[^/]+)\/pulls\/(\d+)/.exec(path) ?? [];
  return { MERGE_TOKEN: TOKEN, CODE_HOST_URL: url, REPOSITORY: repository, PULL_REQUEST: number };
};

/** The line in the log for each status of the recordings. */
const lineOf = (status: number): RegExp => {
  if (status === 200) return /^Merged\.\n$/;
  if (status === 405) return /^Counts as merged or already merged: the code host answered 405 /;
  return new RegExp(`^Not merged, the pull request stays open: the code host answered ${status} `);
};

/** The log of the step, which exits with 0 after any answer. */
async function logOf(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await runStepProgram('merge.sh', env);
  assert.equal(code, 0, output);
  return output;
}

describe('the auto-merge step', () => {
  it('has recorded answers of several statuses', () => {
    assert.deepEqual(
      [...new Set(merges.map(({ response }) => response.status))].sort((a, b) => a - b),
      [200, 401, 404, 405],
    );
  });

  for (const recording of merges)
    it(`makes the recorded call and reads its answer: ${recording.name}`, async (t) => {
      const host = await codeHost(t, recording);
      const line = await logOf(envFor(`${host.url}/`, recording.request.path));
      const { method, path, headers, body } = recording.request;
      assert.deepEqual(host.calls, [
        { method, path, token: `token ${TOKEN}`, type: headers['Content-Type'], body },
      ]);
      assert.match(line, lineOf(recording.response.status));
      const { message } = recording.response.body as { message?: string };
      if (message !== undefined) assert.ok(line.includes(message), line);
    });

  it('fails the job for no status, follows no redirect and never prints the token', async (t) => {
    for (const status of [200, 201, 302, 403, 405, 409, 500]) {
      const host = await listen((_, response) => {
        response.writeHead(status, { location: '/elsewhere' });
        response.end(`the token ${TOKEN} is \u001b[31mwrong`);
      });
      t.after(() => host.close());
      const line = await logOf(envFor(host.url, 'repos/a/b/pulls/7'));
      assert.match(line, lineOf(status));
      if (status !== 200) assert.ok(line.endsWith('the token … is [31mwrong\n'), line);
      assert.equal(host.seen.length, 1);
    }
  });

  it('says that nothing answers, and cuts a long answer', async (t) => {
    const gone = await listen(() => undefined);
    await gone.close();
    assert.match(
      await logOf(envFor(gone.url, 'repos/a/b/pulls/7')),
      /^The code host did not answer \(.*connect.*\)\. The pull request stays open\.\n$/is,
    );
    const host = await listen((_, response) => {
      response.writeHead(500);
      response.end('x'.repeat(100_000));
    });
    t.after(() => host.close());
    const line = await logOf(envFor(host.url, 'repos/a/b/pulls/7'));
    assert.equal(line.replace(/x+/, '').length + 2000, line.length);
  });

  it('does nothing without the secret and for a draft', async () => {
    const env = envFor('https://git.example', 'repos/a/b/pulls/7');
    assert.match(await logOf({ ...env, MERGE_TOKEN: '' }), /no secret MERGE_TOKEN/);
    assert.match(await logOf({ ...env, DRAFT: 'true' }), /draft/);
  });
});
