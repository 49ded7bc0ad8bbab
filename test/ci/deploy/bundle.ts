/**
 * Loads a folder's rollup configuration and every module that it bundles, without minifying and writing:
 * fails for a missing file like a build, in a fraction of its time.
 *
 *   node test/ci/deploy/bundle.ts FOLDER
 */
import { join } from 'node:path';
import { rollup } from 'rollup';
import { loadConfigFile } from 'rollup/loadConfigFile';

const [folder = ''] = process.argv.slice(2);
process.chdir(folder);
const { options } = await loadConfigFile(join(folder, 'rollup.config.mjs'), {});
for (const bundle of options) await (await rollup(bundle)).close();
