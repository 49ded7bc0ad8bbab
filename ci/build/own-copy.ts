import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rollup';

const MARK = '.own';
/** Signals of two copies would not know each other; of Lit's templates one copy is smaller. */
const SHARED = /\/node_modules\/(?:signal-polyfill\/|lit-html\/lit-html\.js$)/;

/** `room.own.ts` is the copy of `room.ts`: other plugins look at the ending. */
const copyOf = (path: string): string => path.replace(/\.\w+$/, `${MARK}$&`);
/** The path of the module that this is a copy of; undefined where it is none. */
const original = (id: string): string | undefined => {
  const path = id.replace(/\.own(\.\w+)$/, '$1');
  return path === id ? undefined : path;
};

/**
 * Gives a module, and everything that it imports, copies of their own in the bundle. Rollup keeps a
 * module once, in the first file that needs it: what only the chat uses of Lit and Valibot would be in
 * `embed.js`, which every page with a widget loads. Such a module shares no state with the others.
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
