/**
 * Other people's packages that reach an owner: those that an installation without build tools has, and those
 * whose code the build put into the pages and the widgets.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../harness/core/user-error.ts';
import { NOTICES, packagesIn } from '../build/notices.ts';

export interface Package {
  readonly name: string;
  readonly version: string;
  /** As its author writes it; undefined if the package names none. */
  readonly license: string | undefined;
}

interface Entry {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

/** What `npm install --omit=dev --omit=optional` installs, from `package-lock.json`. */
export async function runtimePackages(root: string): Promise<Package[]> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
    .map(([path, { version, license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      license,
    }));
}

/** What the build of this checkout bundled. */
export async function bundledPackages(root: string): Promise<Package[]> {
  const path = join(root, 'dist', NOTICES);
  if (!existsSync(path)) throw new UserError(`There is no dist/${NOTICES}.`, 'Run “npm run build” first.');
  return packagesIn(await readFile(path, 'utf8'));
}
