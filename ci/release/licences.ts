/**
 * Checks the licences of other people's packages: each must allow an owner to use and pass on the home
 * without conditions on the home's own code.
 *
 *   node ci/release/licences.ts    after a build; prints a table, and the packages with another licence
 */
import { resolve } from 'node:path';
import { UserError } from '../../harness/core/user-error.ts';
import { runStep } from '../pipeline/step.ts';
import { type Package, bundledPackages, runtimePackages } from './packages.ts';

const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Packages whose package.json names no licence, with that of their licence file. */
const READ_BY_HAND: ReadonlyMap<string, string> = new Map([['color-convert@0.5.3', 'MIT']]);

export const idOf = ({ name, version }: Package): string => `${name}@${version}`;

export const licenseOf = (one: Package): string =>
  one.license ?? READ_BY_HAND.get(idOf(one)) ?? 'no licence named';

/** Whether an SPDX expression can be met: one part of an OR, all parts of an AND. */
export function isAllowed(expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1');
  // A bracket inside is a mixture that no package has today: a person has to read it.
  if (/[()]/.test(inner)) return false;
  return inner.split(' OR ').some((part) => part.split(' AND ').every((license) => ALLOWED.has(license)));
}

/** Markdown; throws with the names of the packages that have another licence. */
export function licenceTable(runtime: readonly Package[], bundled: readonly Package[]): string {
  const places = new Map<string, { readonly license: string; readonly places: string[] }>();
  for (const [place, packages] of [['installed', runtime] as const, ['in the pages', bundled] as const])
    for (const one of packages) {
      const row = places.get(idOf(one)) ?? { license: licenseOf(one), places: [] };
      places.set(idOf(one), row);
      if (!row.places.includes(place)) row.places.push(place);
    }
  const refused = [...places].filter(([, { license }]) => !isAllowed(license));
  if (refused.length > 0)
    throw new UserError(
      refused.map(([id, { license }]) => `${id}: the licence “${license}” is not in the list.`).join('\n'),
      'Use another package; or, if its licence asks nothing of the home’s own code, add it to ci/release/licences.ts.',
    );
  const rows = [...places].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    '| package | licence | where |',
    '|---|---|---|',
    ...rows.map(([id, row]) => `| ${id} | ${row.license} | ${row.places.join(', ')} |`),
  ].join('\n');
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..');
  await runStep(async () =>
    console.log(licenceTable(await runtimePackages(root), await bundledPackages(root))),
  );
}
