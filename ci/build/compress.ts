import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'rollup';

const COMPRESSIBLE = /\.(?:js|css|html|json|svg|md|txt|xml|webmanifest|map)$/;
/** For a smaller file, the headers take more bytes than compression saves. */
const MIN_BYTES = 512;

export const isCompressed = (path: string): boolean => /\.(?:br|gz)$/.test(path);

/**
 * The addons of three.js are for plug-ins, and no page of the home loads one. The best compression makes them 9 %
 * smaller, for 13 of the 70 s of processor time that a build took with it.
 */
const RARE = /^vendor\/three-[^/]+\/addons\//;
const RARE_QUALITY = 9;

async function compressFile(dir: string, name: string): Promise<void> {
  const path = join(dir, name);
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: RARE.test(name) ? RARE_QUALITY : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}

/** Writes a `.br` and a `.gz` file beside each text file. The gateway and nginx send these files. */
export const compress = (): Plugin => ({
  name: 'home-world-compress',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
    await Promise.all(names.map((name) => compressFile(dir, name)));
  },
});
