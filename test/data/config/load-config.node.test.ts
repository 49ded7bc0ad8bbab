import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { loadConfig, unreadProblem } from '../../../data/config/load-config.ts';
import { serveFiles } from '../../helpers/upstreams.ts';

test('reads config.json beside the page', async () => {
  const host = await serveFiles({ '/world/config.json': '{"appName":"My Home"}' });
  const { config, problems } = await loadConfig(`${host.url}/world/`, fetch, parseConfig);
  assert.equal(unreadProblem(problems), undefined);
  assert.equal(config.appName, 'My Home');
  assert.deepEqual(problems, []);
  await host.close();
});

test('keeps the defaults and names the problem when the file is missing or broken', async () => {
  const host = await serveFiles({});
  const ask = () => loadConfig(`${host.url}/`, fetch, parseConfig);
  const missing = await ask();
  assert.deepEqual(missing.config, defaultConfig);
  assert.match(unreadProblem(missing.problems)?.got ?? '', /answered 404$/);
  host.files['/config.json'] = '{"appName":';
  assert.equal((await ask()).problems[0]?.got, 'not valid JSON');
  host.files['/config.json'] = `"${'x'.repeat(200_000)}"`;
  assert.match((await ask()).problems[0]?.got ?? '', /sent more than 100 kB$/);
  await host.close();
  assert.match((await ask()).problems[0]?.got ?? '', /cannot be reached$/);
});
