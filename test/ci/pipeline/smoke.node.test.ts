import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../../helpers/loopback.ts';
import { runStepProgram } from './step-program.ts';

const check = (url: string) => runStepProgram('smoke.sh', { STAGING_URL: url });

describe('the smoke check of staging', () => {
  it('fails for every status but 200, and names it without the query', async (t) => {
    let status = 200;
    const staging = await listen((_, response) => {
      response.writeHead(status, { location: '/' });
      response.end(status === 204 || status === 304 ? undefined : 'a page');
    });
    t.after(() => staging.close());
    const url = `${staging.url}/?key=secret`;
    assert.deepEqual(await check(url), { code: 0, output: `Staging answers 200 at ${staging.url}/.\n` });
    for (status of [201, 204, 301, 302, 304, 401, 403, 404, 429, 500, 502, 503])
      assert.deepEqual(await check(url), {
        code: 1,
        output: `Staging answers ${status} instead of 200 at ${staging.url}/.\n  Look at its log: “docker compose logs staging” on the server.\n`,
      });
    assert.equal(staging.seen.length, 13);
  });

  it('says why there is no answer, and prints no password', async () => {
    const gone = await listen(() => undefined);
    await gone.close();
    const lost = await check(`${gone.url}/?key=secret`);
    assert.equal(lost.code, 1);
    assert.match(lost.output, /^Staging does not answer at http:\/\/[\d.:]+\/: curl: .*onnect/);
    assert.doesNotMatch(lost.output, /secret/);
    for (const wrong of ['staging', 'ftp://home.example/', gone.url.replace('//', '//owner:hunter2@')]) {
      const { code, output } = await check(wrong);
      assert.equal(code, 2, wrong);
      assert.doesNotMatch(output, /hunter2/);
    }
  });

  it('does nothing without an address', async () => {
    assert.equal((await check('')).code, 0);
  });
});
