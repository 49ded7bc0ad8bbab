import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rollup';

const MARK = '.own';
/**
 * These packages are not copied: signals of two copies would not work together, and one copy of Lit's
 * templates is smaller.
 */
const SHARED = /\/node_modules\/(?:signal-polyfill\/|lit-html\/lit-html\.js$)/;

/** `room.own.ts` is the copy of `room.ts`. The extension stays at the end, because other plugins check it. */
const copyOf = (path: string): string => path.replace(/\.\w+$/, `${MARK}$&`);
/** The path of the module that was copied; undefined if `id` is not a copy. */
const original = (id: string): string | undefined => {
  const path = id.replace(/\.own(\.\w+)$/, '$1');
  return path === id ? undefined : path;
};

/**
 * Gives a module, and everything that it imports, separate copies in the bundle. Rollup keeps each module
 * once, in the first file that needs it. So without copies, the parts of Lit and Valibot that only the chat
 * uses would be in `embed.js`, which every page with a widget loads. A copied module shares no state with the
 * original.
 * @param imported How the import names the module, as in `./room.ts`.
 */
export const ownCopy = (imported: string): Plugin => ({
  name: 'home-world-own-copy',
  async resolveId(source, importer) {
    const from = importer === undefined ? undefined : original(importer);
    if (from === undefined && source !== imported) return null;
    const found = await this.resolve(source, from ?? importer, { skipSelf: true });
    if (!found || found.external !== false || found.id.startsWith('\0')) return found;
    if (SHARED.test(found.id)) return found;
    return { ...found, id: copyOf(found.id) };
  },
  async load(id) {
    const path = original(id);
    if (path === undefined) return null;
    this.addWatchFile(path);
    return readFile(path, 'utf8');
  },
});
