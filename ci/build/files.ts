import { readFile, readdir, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Plugin } from 'rollup';
import { EMBED_STYLE_FILE, embedStyle } from '../../harness/gateway/syndication/embed-style.ts';

/** Removes `folder` before the first build; in watch mode later builds keep it. */
export function emptyFolder(folder: string): Plugin {
  let removed: Promise<void> | undefined;
  return {
    name: 'home-world-empty-folder',
    buildStart: () => (removed ??= rm(folder, { recursive: true, force: true })),
  };
}

/** Copies the files of `folder` as they are, including hidden files. */
export const copyFolder = (folder: string): Plugin => ({
  name: 'home-world-copy-folder',
  async buildStart() {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      this.addWatchFile(path);
      this.emitFile({ type: 'asset', fileName: relative(folder, path), source: await readFile(path) });
    }
  },
});

interface Manifest {
  readonly screenshots: readonly { readonly src: string }[];
}

/**
 * Copies the screenshots that a manifest names. `from` is the folder of the documentation in which they are.
 */
export const copyScreenshots = (manifest: string, from: string): Plugin => ({
  name: 'home-world-copy-screenshots',
  async buildStart() {
    const { screenshots } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
    for (const { src } of screenshots)
      this.emitFile({ type: 'asset', fileName: src, source: await readFile(join(from, basename(src))) });
  },
});

/** The file to which the import map resolves `home-world`. Third-party modules import it. */
export const PLUGIN_API_FILE = 'home-world.js';

/** Emits `path` with all its exports, under a name that does not change from build to build. */
export const pluginApi = (path: string): Plugin => ({
  name: 'home-world-plugin-api',
  buildStart() {
    this.emitFile({ type: 'chunk', id: path, fileName: PLUGIN_API_FILE, preserveSignature: 'strict' });
  },
});

/**
 * Writes `embed.css` for hosts without a gateway: the style sheet of a home with the usual numbers of rows.
 */
export const embedStyleFile = (): Plugin => ({
  name: 'home-world-embed-style',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: EMBED_STYLE_FILE, source: embedStyle() });
  },
});
