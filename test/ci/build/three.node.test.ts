import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { THREE_VERSION } from '../../../ci/build/three.ts';

const root = resolve(import.meta.dirname, '../../..');
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Dependencies {
  readonly devDependencies: Record<string, string>;
}

it('keeps three.js and its types at the version that the pages name', () => {
  const { packages } = json('package-lock.json') as {
    packages: Record<string, Dependencies & { version: string }>;
  };
  for (const { devDependencies } of [json('package.json') as Dependencies, packages['']!]) {
    assert.equal(devDependencies['three'], THREE_VERSION);
    assert.match(devDependencies['@types/three'] ?? '', /^\d+\.\d+\.\d+$/);
  }
  assert.equal(packages['node_modules/three']?.version, THREE_VERSION);
});
