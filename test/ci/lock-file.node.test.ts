import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

interface LockedPackage {
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as { packages: Readonly<Record<string, LockedPackage>> };

/** Whether the package in `folder` finds another: in its own `node_modules`, or in one further up. */
function finds(folder: string, name: string): boolean {
  if (join(folder, 'node_modules', name) in packages) return true;
  return folder !== '' && finds(folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name);
}

it('names each package that a package asks for, the optional ones of every platform too', () => {
  const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !finds(folder, name))
      .map((name) => `${name}, for ${folder}`),
  );
  assert.deepEqual(missing, [], 'npm ci refuses such a lock file (docs/decisions/0006)');
});

it('has the hash of each package', () => {
  const unknown = Object.entries(packages).filter(([folder, { integrity }]) => folder !== '' && !integrity);
  assert.deepEqual(unknown, []);
});
