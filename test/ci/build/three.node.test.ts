import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { THREE_VERSION, addonFiles } from '../../../ci/build/three.ts';

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

it('serves every addon that runs with three, and what it imports', async () => {
  const files = await addonFiles();
  for (const name of [
    'loaders/GLTFLoader.js',
    'utils/BufferGeometryUtils.js',
    'utils/SkeletonUtils.js',
    'loaders/FontLoader.js',
    'geometries/TextGeometry.js',
    'loaders/FBXLoader.js',
    'libs/fflate.module.js',
    'exporters/GLTFExporter.js',
    'animation/CCDIKSolver.js',
    'renderers/CSS2DRenderer.js',
    'controls/OrbitControls.js',
    'libs/lil-gui.module.min.js',
    'libs/stats.module.js',
    'libs/surfaceNet.js',
    'libs/tween.module.js',
  ])
    assert.ok(files.includes(name), name);
  assert.deepEqual(
    files.filter((name) =>
      /^(?:\.\.|tsl|libs\/(?:ammo|basis|draco|meshopt|mikktspace|rhino3dm))|webgpu/.test(name),
    ),
    [],
  );
});
