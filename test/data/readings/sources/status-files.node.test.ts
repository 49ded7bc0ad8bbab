import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import { agentStatus } from '../../../../data/readings/sources/owner-files.ts';
import { sovereignty } from '../../../../data/readings/sources/sovereignty.ts';
import { causeOf, gatewayIo, outcomeOf, valueOf } from '../../../helpers/sources.ts';
import { serveFiles } from '../../../helpers/upstreams.ts';

test('reads the status files and says what is wrong with a bad one', async () => {
  await using host = await serveFiles({
    '/agent-status.json': JSON.stringify({
      agents: [{ name: 'timmy', status: 'working', issue: null, prs_today: 2 }],
    }),
    '/sovereignty-status.json': JSON.stringify({ score: 72, label: 'Mostly sovereign' }),
  });
  const home = gatewayIo(`${host.url}/`);
  assert.deepEqual(await valueOf(agentStatus, defaultConfig, home), [
    { name: 'timmy', status: 'working', issue: null, prs_today: 2 },
  ]);
  host.files['/agent-status.json'] = '{"agents":[{"name":"timmy","status":"dead"}]}';
  assert.deepEqual(await valueOf(agentStatus, defaultConfig, home), [
    { name: 'timmy', status: 'dead', issue: null, prs_today: null },
  ]);
  assert.deepEqual(await valueOf(sovereignty, defaultConfig, home), {
    score: 72,
    label: 'Mostly sovereign',
  });
  host.files['/sovereignty-status.json'] = '{"score":"72","label":""}';
  assert.match(
    await causeOf(outcomeOf(sovereignty, defaultConfig, home)),
    /sovereignty status file \(score: /,
  );
  host.files['/sovereignty-status.json'] = undefined;
  assert.match(await causeOf(outcomeOf(sovereignty, defaultConfig, home)), /answered 404$/);
  host.files['/agent-status.json'] = '{"agents":[]}';
  assert.equal((await outcomeOf(agentStatus, defaultConfig, home)).kind, 'empty');
});

test('rounds a score to a tenth', async () => {
  await using host = await serveFiles({
    '/sovereignty-status.json': JSON.stringify({ score: (4 / 7) * 100, label: 'mostly own' }),
  });
  const { score } = await valueOf(sovereignty, defaultConfig, gatewayIo(`${host.url}/`));
  assert.equal(score, 57.1);
});
