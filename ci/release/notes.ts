/**
 * The release notes of one version: its part of CHANGELOG.md.
 *
 *   node ci/release/notes.ts [version]    without one, of the version or tag in TAG, else of package.json
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { UserError } from '../../harness/core/user-error.ts';
import { runStep, setting } from '../pipeline/step.ts';

const CHANGES = join(resolve(import.meta.dirname, '../..'), 'CHANGELOG.md');

/** Markdown; a `v` before the version is that of its tag. */
export function notesOf(changes: string, wanted: string): string {
  const parts = changes.split(/^## (\S+).*$/m).slice(1);
  const versions = parts.filter((_, index) => index % 2 === 0);
  const at = versions.indexOf(wanted.replace(/^v(?=\d)/, ''));
  const notes = parts[2 * at + 1]?.trim() ?? '';
  if (at === -1)
    throw new UserError(
      `CHANGELOG.md has no version ${wanted}.`,
      `It has ${versions.join(', ') || 'none'}; write a heading “## ${wanted.replace(/^v/, '')}” with the changes below it.`,
    );
  if (notes === '')
    throw new UserError(
      `CHANGELOG.md has no changes below the version ${wanted}.`,
      'Write them below its heading.',
    );
  return notes;
}

if (import.meta.main)
  await runStep(async () => {
    const wanted = process.argv[2] ?? setting(process.env, 'TAG') ?? packageJson.version;
    console.log(notesOf(await readFile(CHANGES, 'utf8'), wanted));
  });
