import type { Plugin } from 'rollup';

/** The file that the import map names `home-world`: other people's modules import it. */
export const PLUGIN_API_FILE = 'home-world.js';

/** Emits `path` with all its exports, under a name that does not change from build to build. */
export const pluginApi = (path: string): Plugin => ({
  name: 'home-world-plugin-api',
  buildStart() {
    this.emitFile({ type: 'chunk', id: path, fileName: PLUGIN_API_FILE, preserveSignature: 'strict' });
  },
});
