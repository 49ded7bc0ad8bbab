import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { filesIn } from '../../../ci/files.ts';
import { panels } from '../../../components/app/panels.ts';
import { singleKeys, walking } from '../../../data/view/help-rows.ts';
import { OFFER_KEY } from '../../../data/view/offer.ts';
import { viewShortcuts, worldKeys } from '../../../data/view/shortcuts.ts';

const root = resolve(import.meta.dirname, '../../..');
const lower = (keys: readonly string[]): string[] => keys.map((key) => key.toLowerCase());
const keysOf = ([keys]: readonly [string, string]): string[] => lower(keys.split(/,? /));
const duplicates = (keys: readonly string[]): string[] => keys.filter((key, at) => keys.indexOf(key) !== at);

/** The keys of the objects that a visitor can act on; several objects share one. */
async function actionKeys(): Promise<string[]> {
  const code = (await filesIn(root, 'world/**/*.ts')).map((path) => readFileSync(join(root, path), 'utf8'));
  return [...new Set(lower(code.flatMap((text) => text.match(/(?<=\bkey: ')\w(?=')/g) ?? [])))];
}

/** The keys that have a name in the code. The other keys are only in the help. */
const namedKeys = async (): Promise<string[]> => [
  ...lower([...viewShortcuts, ...worldKeys].map(({ key }) => key)),
  ...lower(Object.values(panels).flatMap(({ key }) => key ?? [])),
  ...lower([OFFER_KEY]),
  ...(await actionKeys()),
];

describe('the keys of the page', () => {
  it('stand once each in the help', () => {
    assert.deepEqual(duplicates([...walking.rows, ...singleKeys(true).rows].flatMap(keysOf)), []);
  });

  it('are all in the help', async () => {
    const listed = singleKeys(true).rows.flatMap(keysOf);
    assert.deepEqual(
      (await namedKeys()).filter((key) => !listed.includes(key)),
      [],
      'add a row to data/view/help-rows.ts',
    );
  });

  it('do one thing each', async () => {
    const named = await namedKeys();
    const others = singleKeys(true).rows.filter(([key]) => !named.includes(key.toLowerCase()));
    const all = [...named, ...[...walking.rows, ...others].flatMap(keysOf)];
    assert.ok(all.length > 15);
    assert.deepEqual(duplicates(all), [], 'two things use this key');
  });
});
