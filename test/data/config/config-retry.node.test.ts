import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfigRetry } from '../../../data/config/config-retry.ts';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { loadConfig } from '../../../data/config/load-config.ts';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { serveFiles } from '../../helpers/upstreams.ts';
import { until } from '../../helpers/waiting.ts';

const MINUTE = 60_000;

test('requests a configuration again until it can be read, then stops', async () => {
  const host = await serveFiles({});
  const base = `${host.url}/`;
  let now = 0;
  let asked = 0;
  const counted: typeof fetch = (...question) => {
    asked += 1;
    return fetch(...question);
  };
  const { config, problems } = await loadConfig(base, fetch, parseConfig);
  const state = createState(config, { base, problems });
  const retry = createConfigRetry({ fetch: counted, monotonicNow: () => now, random: () => 0.5 });
  retry.init(undefined, state, theme);

  retry.update(0, 0);
  assert.equal(asked, 0, 'not before its time');
  now += MINUTE;
  retry.update(0, 0);
  await until('it is asked again', () => asked === 1);

  host.files['/config.json'] = '{"appName":"Back again","weather":{"latitude":"north"}}';
  await until('the file is read', () => {
    now += 2 * MINUTE;
    retry.update(0, 0);
    return state.config.get().appName === 'Back again';
  });
  assert.deepEqual(
    state.configProblems.get().map(({ field }) => field),
    ['weather.latitude'],
  );

  const before = asked;
  now += 10 * MINUTE;
  retry.update(0, 0);
  assert.equal(asked, before, 'what was read is not asked for again');
  retry.dispose?.();
  await host.close();
});
