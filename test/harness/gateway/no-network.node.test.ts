import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, type TestHome, startHome } from '../helpers.ts';
import { until } from '../../helpers/waiting.ts';

const CAUSE = 'no server outside this home can be reached';

describe('a home on a machine without a network', () => {
  let home: TestHome;
  const get = async <T>(path: string): Promise<T> => (await (await fetch(home.url + path)).json()) as T;

  before(async () => {
    home = await startHome({ poll: true, fetch: async () => Promise.reject(new TypeError('fetch failed')) });
    const { weather, blockHeight } = home.app.home.state.readings;
    await until('both requests have failed', () =>
      [weather, blockHeight].every((reading) => !['loading', 'error'].includes(reading.get().state)),
    );
  });
  after(() => home.close());

  it('says in JSON that weather and block height are offline, not failed', async () => {
    const { readings } = await get<{ readings: Record<string, { state: string; cause: string }> }>(
      '/api/status.json',
    );
    for (const name of ['weather', 'block-height']) {
      const { state, cause } = readings[name]!;
      assert.deepEqual([state, cause], ['offline', CAUSE], name);
    }
  });

  it('says so on their badges, in grey', async () => {
    for (const name of ['weather', 'block-height']) {
      const { message, color, isError = false } = await get<Record<string, unknown>>(`/badge/${name}.json`);
      assert.deepEqual([message, color, isError], ['no network', 'grey', false], name);
    }
  });

  it('says so in the chat', async () => {
    const client = new Client(home.url);
    await client.hello();
    await client.ask('q1', 'weather');
    const { text } = await client.answerTo('q1');
    assert.ok(text.includes(`I cannot ask for the weather: ${CAUSE}.`), text);
    await client.close();
  });
});
