import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { views } from '../../ci/pictures/views.ts';
import { deferredModules } from '../../world/deferred-modules.ts';
import { worldModules } from '../../world/modules.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/world.md'), 'utf8');

describe('the map of the world', () => {
  it('names every module that shows something, and no missing one', () => {
    const [, table = ''] = /^\| module \|([\s\S]*?)\n\n/m.exec(page) ?? [];
    const named = [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    );
    const listed = [...worldModules, ...deferredModules]
      .filter(({ shows }) => shows !== false)
      .map(({ name }) => name);
    assert.deepEqual(
      named.toSorted(),
      listed.toSorted(),
      'in the table of docs/world.md, or with `shows: false` in its list of modules',
    );
  });

  it('shows only pictures that the script takes', () => {
    const taken = new Set(views.map(({ file }) => `${file}.jpg`));
    for (const [, file = ''] of page.matchAll(/\(pictures\/([\w-]+\.jpg)\)/g))
      assert.ok(taken.has(file), file);
  });
});
