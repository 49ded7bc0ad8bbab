import { basename, dirname, resolve } from 'node:path';
import { type Plugin, rollup } from 'rollup';
import { sources } from './sources.ts';

const WORKER_URL = /new URL\(\s*'(\.[^']+-worker\.ts)',\s*import\.meta\.url\s*\)/;

/**
 * Bundles the worker that `new URL('./x-worker.ts', import.meta.url)` names into one file. The file imports
 * no chunk of the page, because such a chunk may define elements, and a worker has no DOM. `plugins` are also
 * applied to that bundle.
 */
export const workers = (minified: boolean, plugins: readonly Plugin[] = []): Plugin => ({
  name: 'home-world-workers',
  async transform(code, id) {
    const [url, worker] = (id.endsWith('.ts') && WORKER_URL.exec(code)) || [];
    if (url === undefined || worker === undefined) return null;
    const path = resolve(dirname(id), worker);
    const bundle = await rollup({ input: path, plugins: [sources(minified), ...plugins] });
    const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
    for (const file of bundle.watchFiles) this.addWatchFile(file);
    await bundle.close();
    const reference = this.emitFile({
      type: 'asset',
      name: `${basename(path, '.ts')}.js`,
      source: output[0].code,
    });
    return code.replace(url, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
  },
});
