import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Sovereignty } from '../../../data/readings/records.ts';
import { type TestHome, startHome } from '../helpers.ts';
import { until } from '../../helpers/waiting.ts';
import { withoutDiffs } from '../../helpers/code-host.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('a home without weather, block height and relays', () => {
  const asked: string[] = [];
  let home: TestHome;
  const get = async <T>(path: string): Promise<T> => (await (await fetch(home.url + path)).json()) as T;

  before(async () => {
    home = await startHome({
      settings: {
        weather: { url: '', latitude: 52.5, longitude: 13.4, place: '', timeZone: '' },
        chain: { url: '' },
        relays: [],
      },
      codeHost: {
        owner: 'timmy',
        repo: 'lit',
        description: '',
        ...withoutDiffs,
        read: async () => ({ status: 200, records: [], isWhole: true }),
      },
      poll: true,
      fetch: async (url) => {
        asked.push(url);
        throw new TypeError('a test asked');
      },
    });
    const { weather, blockHeight, commits } = home.app.home.state.readings;
    await until('each source has answered', () =>
      [weather, blockHeight, commits].every((reading) => reading.get().state !== 'loading'),
    );
  });
  after(() => home.close());

  it('asks no server for them', () => {
    assert.deepEqual(
      asked.filter((url) => /forecast|tip\/height/.test(url)),
      [],
    );
  });

  it('says of each that it is not configured, in JSON and on badges', async () => {
    for (const name of ['weather', 'block-height']) {
      const { state, text, cause } = await get<Record<string, unknown>>(`/api/readings/${name}.json`);
      assert.deepEqual([state, text, cause], ['empty', ['not configured'], 'not configured'], name);
      const badge = await get<Record<string, unknown>>(`/badge/${name}.json`);
      assert.deepEqual([badge['message'], badge['isError'] ?? false], ['not configured', false], name);
    }
  });

  it('counts none of them as a part of the home', async () => {
    const { parts } = await get<Sovereignty>('/sovereignty-status.json');
    const names = parts?.map(({ name }) => name) ?? [];
    assert.ok(names.includes('bridge'), names.join(', '));
    for (const name of ['weather', 'block height', 'relays']) assert.ok(!names.includes(name), name);
  });

  it('keeps no history of them', async () => {
    const { subjects } = await get<{ subjects: { id: string }[] }>('/api/history.json?span=24h');
    assert.deepEqual(
      subjects.filter(({ id }) => /^(?:upstream|relay):/.test(id)),
      [],
    );
  });

  it('gives the check of docs/examples/check-home.sh nothing to say about them', async () => {
    const said = await new Promise<string>((done) => {
      execFile('sh', [join(root, 'docs/examples/check-home.sh'), home.url], (_error, stdout, stderr) =>
        done(stdout + stderr),
      );
    });
    assert.doesNotMatch(said, /weather|block|relay/);
  });
});
