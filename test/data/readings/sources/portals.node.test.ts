import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import { parseStates } from '../../../../data/readings/sources/portal-states.ts';
import { createPortals, parsePortals } from '../../../../data/readings/sources/portals.ts';
import { gatewayIo, legacyPortal, outcomeOf } from '../../../helpers/sources.ts';
import { serveFiles } from '../../../helpers/upstreams.ts';

test('refuses only the bad portal, with the field and the reason', async () => {
  await using host = await serveFiles({
    '/portals.json': JSON.stringify([
      legacyPortal('one'),
      legacyPortal('two', { readiness_state: 'sleeping' }),
      legacyPortal('one', { name: 'second of this name' }),
      'nonsense',
      legacyPortal('three'),
    ]),
  });
  const found = await outcomeOf(createPortals(), defaultConfig, gatewayIo(`${host.url}/`));
  assert.equal(found.kind, 'value');
  assert.deepEqual(found.kind === 'value' && found.value.map(({ id, name }) => [id, name]), [
    ['one', 'one'],
    ['three', 'three'],
  ]);
  assert.deepEqual(
    found.problems?.map(({ record }) => record),
    ['two', 'one', 'entry 4'],
  );
  assert.match(found.problems?.[0]?.reason ?? '', /^readiness_state: /);
  assert.match(found.problems?.[1]?.reason ?? '', /^id: another portal/);
});

test('adds the metadata to a legacy portal and keeps colour, position and rotation', () => {
  const visual = {
    color: '#ff8800',
    position: { x: 1, y: 2, z: 3 },
    rotation: { x: 0, y: 0.5, z: 0 },
  };
  const { records, problems } = parsePortals([legacyPortal('old', visual)]);
  assert.deepEqual(problems, []);
  const [record] = records;
  assert.deepEqual({ color: record?.color, position: record?.position, rotation: record?.rotation }, visual);
  assert.equal(record?.readiness_state, 'prototype');
  assert.equal(record?.owner, 'unknown');
  assert.equal(record?.destination.action_label, 'Enter');
});

test('keeps every type, environment, access and readiness of the specification', () => {
  for (const [field, words] of [
    ['portal_type', ['game-world', 'operator-room', 'research-space', 'experiment']],
    ['environment', ['production', 'staging', 'local']],
    ['access_mode', ['public', 'operator', 'local-only']],
    ['readiness_state', ['playable', 'active', 'prototype', 'rebuilding', 'blocked', 'offline']],
  ] as const)
    for (const word of words) {
      const { records, problems } = parsePortals([legacyPortal('one', { [field]: word })]);
      assert.deepEqual([records[0]?.[field], problems], [word, []]);
    }
});

test('null means that a field is missing, in the world and in a widget', () => {
  const portal = legacyPortal('wiki', { access_mode: null, readiness_state: null });
  for (const parse of [parsePortals, parseStates]) {
    const { records, problems } = parse([portal]);
    assert.deepEqual(
      [records[0]?.access_mode, records[0]?.readiness_state, problems],
      ['public', 'prototype', []],
    );
  }
});

test('reads colour and place in the formats of older files', () => {
  for (const [written, kept] of [
    ['#f60', '#ff6600'],
    ['0xff6600', '#ff6600'],
    [0xff6600, '#ff6600'],
  ]) {
    const { records, problems } = parsePortals([legacyPortal('old', { color: written })]);
    assert.deepEqual([records[0]?.color, problems], [kept, []], String(written));
  }
  const { records, problems } = parsePortals([
    legacyPortal('old', { position: [1, 2, 3], rotation: { x: 0.2 }, app_id: null, color: null }),
    legacyPortal('flat', { position: { x: 4, z: 5 }, rotation: [0, 1, 0] }),
  ]);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    records.map(({ position, rotation }) => [position, rotation]),
    [
      [
        { x: 1, y: 2, z: 3 },
        { x: 0.2, y: 0, z: 0 },
      ],
      [
        { x: 4, y: 0, z: 5 },
        { x: 0, y: 1, z: 0 },
      ],
    ],
  );
});

test('keeps a portal without an invalid optional field, and names the field', () => {
  const { records, problems } = parsePortals([
    legacyPortal('old', { color: { toString: 1 }, position: 'left', owner: 7, portal_type: 'castle' }),
    legacyPortal('locked', { access_mode: 'friends', color: 'orange' }),
  ]);
  assert.deepEqual(
    records.map(({ id, color, position, owner, portal_type }) => [id, color, position, owner, portal_type]),
    [['old', undefined, undefined, 'unknown', 'experiment']],
  );
  assert.deepEqual(
    problems.map(({ record, reason, fieldOnly }) => [record, reason.split(':')[0], fieldOnly]),
    [
      ['old', 'portal_type', true],
      ['old', 'owner', true],
      ['old', 'color', true],
      ['old', 'position', true],
      // Access is never guessed.
      ['locked', 'access_mode', undefined],
    ],
  );
});

test('moves a portal that is too far away to a place in the ring', () => {
  const portal = (id: string, x: number) => ({
    id,
    name: id,
    description: '',
    status: 'online',
    destination: { url: '/' },
    position: { x, y: 0, z: 0 },
  });
  const { records, problems } = parsePortals([portal('here', -9), portal('far', 1e308)]);
  assert.deepEqual(
    records.map(({ id, position }) => [id, position]),
    [
      ['here', { x: -9, y: 0, z: 0 }],
      ['far', undefined],
    ],
  );
  assert.match(problems[0]?.reason ?? '', /^position\.x/);
});
