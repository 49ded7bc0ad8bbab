import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rollup';
import packageJson from '../../package.json' with { type: 'json' };
import { filesIn } from '../files.ts';
import { isCompressed } from './compress.ts';

/** The name of a page's script. */
const PAGE_SCRIPT = /<script type="module"[^>]* src="(?:[^"]*\/)?([^"/]+)"/g;

/** The names of the scripts of these pages. */
export const pageScripts = (pages: readonly string[]): string[] =>
  pages.flatMap((html) => [...html.matchAll(PAGE_SCRIPT)].map(([, name = '']) => name));

/**
 * Writes `version.json` once all `entries` are built. The file has the version of the package and the build:
 * a hash of all pages and scripts, and the names of the pages' scripts. An open heartbeat page reloads when
 * the file changes. A page whose script is not named in the file comes from a cache and belongs to an earlier
 * build.
 */
export const versionFile = (entries: readonly string[]): Plugin => ({
  name: 'home-world-version-file',
  writeBundle: {
    // Rollup runs this hook of all plugins at once. This plugin reads what the other plugins write, so its
    // hook runs after theirs.
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      if (!entries.every((entry) => existsSync(join(dir, entry)))) return;
      const hash = createHash('sha256');
      const paths = await filesIn(dir, '{*.html,*.js,assets/*}');
      for (const path of paths.filter((name) => !isCompressed(name)))
        hash.update(path).update(await readFile(join(dir, path)));
      const pages = entries.filter((entry) => entry.endsWith('.html'));
      const scripts = pageScripts(await Promise.all(pages.map((page) => readFile(join(dir, page), 'utf8'))));
      const build = [hash.digest('hex').slice(0, 12), ...scripts].join(' ');
      await writeFile(
        join(dir, 'version.json'),
        `${JSON.stringify({ version: packageJson.version, build })}\n`,
      );
    },
  },
});
