import { createHash } from 'node:crypto';
import type { OutputAsset, OutputChunk, Plugin } from 'rollup';
import type { Shell, ShellFile } from '../../data/offline/shell-files.ts';

/** Files whose names change with their content. */
const NAMED_AFTER_CONTENT = /^(?:assets|vendor)\//;
/**
 * The files that the service worker stores, so that the pages work without the server. Not the readings: the
 * page stores them itself, with their age. Not the files that only third-party modules or other sites use. Of
 * the painted home, only the pictures of the hour that the HTML file names.
 */
const SHELL =
  /^(?:[\w-]+\.html|assets\/.+|vendor\/three-[\d.]+\/three\.\w+\.min\.js|vendor\/.+\.woff2|home-world\.js|config\.json|(?:door-)?manifest\.json|favicon\.ico|icons\/icon(?:-192)?\.\w+|painted\/(?:\w+-clear-dusk\.avif|places\.json))$/;
/** The placeholder for the list in the source of the worker. */
const PLACE = 'HOME_WORLD_SHELL';

export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 12);

/** The entry of the list for a file of the build; undefined for a file that does not belong in the list. */
export const shellFile = (url: string, content: string | Uint8Array): ShellFile | undefined =>
  SHELL.test(url) ? { url, revision: NAMED_AFTER_CONTENT.test(url) ? null : hashOf(content) } : undefined;

/** The list, sorted by address, so that the same files give the same list. */
export function shellOf(unsorted: Iterable<ShellFile>): Shell {
  const files = [...unsorted].sort((one, other) => (one.url < other.url ? -1 : 1));
  return { build: hashOf(JSON.stringify(files)), files };
}

/** The files of the pages, collected while they are built. */
export class ShellList {
  readonly #files = new Map<string, ShellFile>();

  /** Collects the files of one bundle. Runs after the plugins that emit these files. */
  collect(): Plugin {
    const add = ({ fileName, ...file }: OutputAsset | OutputChunk): void => {
      const found = shellFile(fileName, file.type === 'chunk' ? file.code : file.source);
      if (found) this.#files.set(fileName, found);
    };
    return {
      name: 'home-world-shell-list',
      writeBundle: (_options, bundle) => Object.values(bundle).forEach(add),
    };
  }

  get shell(): Shell {
    return shellOf(this.#files.values());
  }
}

/** Builds `sw.js`: removes the messages for developers from Workbox, and inserts the list of files. */
export const serviceWorker = (list: ShellList): Plugin => ({
  name: 'home-world-service-worker',
  transform: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null }),
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(PLACE, () => JSON.stringify(list.shell));
  },
});
