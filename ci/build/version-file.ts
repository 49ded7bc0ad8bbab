import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rollup';
import packageJson from '../../package.json' with { type: 'json' };
import { filesIn } from '../files.ts';
import { isCompressed } from './compress.ts';

/**
 * Writes `version.json` once all `entries` are built: the version of the package, and a hash of all
 * pages and scripts. An open heartbeat page reloads when it changes.
 */
export const versionFile = (entries: readonly string[]): Plugin => ({
  name: 'home-world-version-file',
  async writeBundle({ dir = '' }) {
    if (!entries.every((entry) => existsSync(join(dir, entry)))) return;
    const hash = createHash('sha256');
    const paths = await filesIn(dir, '{*.html,*.js,assets/*}');
    for (const path of paths.filter((name) => !isCompressed(name)))
      hash.update(path).update(await readFile(join(dir, path)));
    const build = hash.digest('hex').slice(0, 12);
    await writeFile(
      join(dir, 'version.json'),
      `${JSON.stringify({ version: packageJson.version, build })}\n`,
    );
  },
});
