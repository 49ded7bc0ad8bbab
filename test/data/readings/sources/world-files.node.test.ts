import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import { adapters, parseVision, soul, vision } from '../../../../data/readings/sources/owner-files.ts';
import type { ReadingName } from '../../../../data/readings/readings-state.ts';
import type { Source, SourceIo } from '../../../../data/readings/sources/source.ts';
import { gatewayIo, outcomeOf } from '../../../helpers/sources.ts';
import { serveFiles } from '../../../helpers/upstreams.ts';

let host: Awaited<ReturnType<typeof serveFiles>>;
let io: SourceIo;
before(async () => {
  host = await serveFiles({});
  io = gatewayIo(`${host.url}/`);
});
after(() => host.close());

const ask = <N extends ReadingName>(source: Source<N>) => outcomeOf(source, defaultConfig, io);
const point = (differs: object = {}) => ({
  id: 'orchard',
  title: 'The orchard',
  text: 'Apples.',
  position: { x: 1, z: 2 },
  ...differs,
});

test('a home without adapters, oath or vision points has empty lists and no error', async () => {
  for (const source of [adapters, soul, vision])
    assert.deepEqual(await ask<ReadingName>(source), { kind: 'empty', cause: 'there is no such file' });
});

test('reads adapters as written, and refuses an unknown status', async () => {
  const list = [{ name: 'review', status: 'active', base: 'small', note: 'reads pull requests' }];
  host.files['/adapters.json'] = JSON.stringify({ adapters: list });
  assert.deepEqual(await ask(adapters), { kind: 'value', value: list, problems: [] });
  host.files['/adapters.json'] = '{"adapters":[]}';
  assert.equal((await ask(adapters)).kind, 'empty');
  const odd = [{ name: 'triage', status: 'asleep' }, { name: 'review', status: 'ready' }, 7];
  host.files['/adapters.json'] = JSON.stringify({ adapters: [...list, ...odd] });
  const found = await ask(adapters);
  assert.deepEqual(found.kind === 'value' && found.value, list, 'the bad ones are left out alone');
  assert.deepEqual(
    found.problems?.map(({ record, reason }) => [record, reason.split(':')[0]]),
    [
      ['triage', 'status'],
      ['review', 'name'],
      ['entry 4', 'expected Object, got 7'],
    ],
  );
  host.files['/adapters.json'] = '{"adapters":"review"}';
  await assert.rejects(ask(adapters), /^RequestError: adapters\.json is not a list of adapters \(adapters: /);
});

test('reads at most twenty kilobytes of the oath, and refuses an HTML page', async () => {
  host.files['/soul.md'] = '\n# Oath\n\nI keep the door open.\n';
  assert.deepEqual(await ask(soul), { kind: 'value', value: '# Oath\n\nI keep the door open.' });
  host.files['/soul.md'] = '<!doctype html><title>Not found</title>';
  assert.equal((await ask(soul)).kind, 'empty');
  host.files['/soul.md'] = 'x'.repeat(20_001);
  await assert.rejects(ask(soul), /sent more than 20 kB/);
});

test('refuses only the bad vision point, with the field and the reason', async () => {
  const { records: points, problems } = parseVision([
    point(),
    point({ title: 'The orchard again' }),
    point({ id: 'far', position: { x: 4000, z: 0 } }),
    { id: 'bare' },
    'nothing',
  ]);
  assert.deepEqual(points, [point()]);
  assert.deepEqual(
    problems.map(({ record }) => record),
    ['orchard', 'far', 'bare', 'entry 5'],
  );
  assert.match(problems[0]?.reason ?? '', /another point before it/);
  assert.match(problems[1]?.reason ?? '', /^position\.x: /);
});
