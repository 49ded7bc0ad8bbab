import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smoke } from '../../../ci/pipeline/smoke.ts';
import { listen } from '../../helpers/loopback.ts';
import { runStepProgram } from './step-program.ts';

describe('the smoke check of staging', () => {
  it('fails for every status but 200, and names it', async (t) => {
    let status = 200;
    const staging = await listen((_, response) => {
      response.writeHead(status, { location: '/' });
      response.end(status === 204 || status === 304 ? undefined : 'a page');
    });
    t.after(() => staging.close());
    const check = () => smoke({ STAGING_URL: `${staging.url}/?key=secret` });
    assert.equal(await check(), `Staging answers 200 at ${staging.url}/.`);
    for (status of [201, 204, 301, 302, 304, 401, 403, 404, 429, 500, 502, 503])
      await assert.rejects(check, {
        message: `Staging answers ${status} instead of 200 at ${staging.url}/.`,
        exitCode: 1,
      });
    assert.equal(staging.seen.length, 13);
  });

  it('fails the job with the status in its message, as a program', async (t) => {
    const staging = await listen((_, response) => response.writeHead(503).end());
    t.after(() => staging.close());
    const { code, output } = await runStepProgram('smoke.ts', { STAGING_URL: staging.url });
    assert.equal(code, 1);
    assert.match(output, /^Staging answers 503 instead of 200 at .*\/\.\n {2}Look at its log/);
  });

  it('says why there is no answer, and prints no password', async (t) => {
    const gone = await listen(() => undefined);
    await gone.close();
    await assert.rejects(smoke({ STAGING_URL: gone.url }), /does not answer at .*: .*ECONNREFUSED/);
    const withPassword = gone.url.replace('//', '//owner:hunter2@');
    await assert.rejects(
      smoke({ STAGING_URL: withPassword }),
      ({ message }: Error) => !message.includes('hunter2'),
    );
    await assert.rejects(smoke({ STAGING_URL: 'staging' }), { exitCode: 2 });
    t.diagnostic(await smoke({}));
  });
});
