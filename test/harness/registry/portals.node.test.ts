import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePortals } from '../../../data/readings/sources/portals.ts';
import { checkRegistry } from '../../../harness/registry/check-portals.ts';
import { upgradeRegistry } from '../../../harness/registry/upgrade-portals.ts';
import { registryOf } from './registries.ts';

const REGISTRIES = 200;
const METADATA =
  /^(?:portal_type|world_category|environment|access_mode|readiness_state|telemetry_source|owner)$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Asserts that every field of `before` is there with its value, in its order. */
function assertKept(before: unknown, after: unknown, where: string): void {
  if (!isObject(before)) return assert.deepEqual(after, before, where);
  assert.ok(isObject(after), where);
  const names = Object.keys(before);
  assert.deepEqual(
    Object.keys(after).filter((name) => names.includes(name)),
    names,
    `the order of the fields of ${where}`,
  );
  for (const [name, value] of Object.entries(before)) {
    // Null in the metadata means that the record says nothing.
    if (value === null && METADATA.test(name)) continue;
    if (name === 'destination') assertKept(value, after[name], `${where}.${name}`);
    else assert.deepEqual(after[name], value, `${where}.${name}`);
  }
}

const list = (text: string): unknown[] => JSON.parse(text) as unknown[];
const shown = (text: string) => parsePortals(list(text)).records;

test('names each defect of 200 generated registries, and no other', () => {
  let found = 0;
  for (let seed = 1; seed <= REGISTRIES; seed++) {
    const { text, defects } = registryOf(seed);
    const { problems, entries } = checkRegistry(text);
    const named = problems.filter(({ effect }) => effect !== 'note').map(({ path }) => path);
    assert.deepEqual(named, defects, `registry ${seed}`);
    for (const { problem, fix, line } of problems) assert.ok(problem && fix && line > 0);
    assert.deepEqual(
      entries.filter(({ isShown }) => isShown).map(({ portal }) => portal),
      shown(text).map(({ id }) => id),
      'the home shows the same ones',
    );
    found += named.length;
  }
  assert.ok(found > REGISTRIES, `${found} defects`);
});

test('upgrades 200 generated registries: idempotent, nothing is lost, and the home shows the same', () => {
  let changed = 0;
  for (let seed = 1; seed <= REGISTRIES; seed++) {
    const { text } = registryOf(seed);
    const upgraded = upgradeRegistry(text);
    const again = upgradeRegistry(upgraded.text);
    assert.equal(again.text, upgraded.text, `registry ${seed}`);
    assert.deepEqual(again.changes, []);
    const [before, after] = [list(text), list(upgraded.text)];
    assert.equal(after.length, before.length);
    before.forEach((entry, index) => assertKept(entry, after[index], `registry ${seed}, entry ${index}`));
    assert.deepEqual(shown(upgraded.text), shown(text), `registry ${seed}`);
    for (const { id } of shown(text)) {
      const record = after.find((entry) => isObject(entry) && entry['id'] === id);
      assert.ok(isObject(record));
      assert.equal(Object.keys(record).filter((name) => METADATA.test(name)).length, 7, id);
    }
    assert.equal(text.includes('\r\n'), upgraded.text.includes('\r\n'));
    changed += upgraded.changes.length;
  }
  assert.ok(changed > REGISTRIES, `${changed} changes`);
});

test('a registry of the current form stays as it is, to the last byte', () => {
  const text = upgradeRegistry(registryOf(3).text).text;
  assert.equal(upgradeRegistry(text).text, text);
});

test('writes the metadata behind the status, in the style of the record, and keeps comments', () => {
  const { text, problems } = upgradeRegistry(`[
  // mine
  {
    "id": "a", // the first
    "name": "A",
    "description": "",
    "status": "online",
    "destination": {"url":"/"}
  }
]`);
  assert.equal(
    text,
    `[
  // mine
  {
    "id": "a", // the first
    "name": "A",
    "description": "",
    "status": "online",
    "portal_type": "experiment",
    "world_category": "unknown",
    "environment": "production",
    "access_mode": "public",
    "readiness_state": "prototype",
    "telemetry_source": "none",
    "owner": "unknown",
    "destination": {"url":"/","type":"url","action_label":"Enter","params":{}}
  }
]`,
  );
  assert.deepEqual(
    problems.map(({ line, effect, problem }) => [line, effect, problem]),
    [
      [2, 'file', 'a comment, which JSON does not have'],
      [4, 'file', 'a comment, which JSON does not have'],
    ],
  );
});

test('names what is wrong with the file as a whole, and leaves it as it is', () => {
  for (const [text, line, words] of [
    ['', 1, /empty/],
    ['[\n  {"id": "a",}\n]', 2, /not valid JSON: property name expected/],
    ['{"portals": []}', 1, /not a list/],
    [JSON.stringify(Array.from({ length: 201 }, () => ({}))), 1, /201 entries/],
    [`["${'x'.repeat(2_000_001)}"]`, 1, /more than 2 MB/],
  ] as const) {
    const { text: after, changes, problems } = upgradeRegistry(text);
    assert.equal(after, text);
    assert.deepEqual(changes, []);
    const problem = problems.find(({ effect }) => effect === 'file');
    assert.match(problem?.problem ?? '', words);
    assert.equal(problem?.line, line);
  }
});

test('names a field that is there twice, and one that the home does not know, but no note', () => {
  const { problems } = checkRegistry(
    '[{"id":"a","name":"A","description":"","status":"online","_why":"","$x":1,"postion":{},"destination":{"url":"/","url":"/b","lable":1}}]',
  );
  assert.deepEqual(
    problems.map(({ path, effect }) => [path, effect]),
    [
      ['[0].postion', 'note'],
      ['[0].destination.url', 'twice'],
      ['[0].destination.lable', 'note'],
    ],
  );
});
