import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { it } from 'node:test';
import { allMutants } from '../../ci/mutants/table.ts';

const root = resolve(import.meta.dirname, '../..');

it('has only mutants that apply to a source exactly once and have tests', async () => {
  const mutants = await allMutants(root);
  assert.ok(mutants.length >= 200, `${mutants.length} mutants`);
});
