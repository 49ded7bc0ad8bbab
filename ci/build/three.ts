import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'rollup';
import { filesIn } from '../files.ts';

export const THREE_VERSION = '0.183.0';
export const THREE_FOLDER = `vendor/three-${THREE_VERSION}`;

const three = resolve(import.meta.dirname, '../../node_modules/three');
/**
 * What other people's modules can import from `three/addons/`. The loaders stay out: they come with
 * megabytes of decoders.
 */
const ADDONS = 'controls,geometries,lines,math,misc,objects,postprocessing,shaders,utils';

/** The files to serve: their names in `dist/` and where they are. */
async function threeFiles(): Promise<[name: string, path: string][]> {
  const addons = join(three, 'examples/jsm');
  return [
    ['three.module.min.js', join(three, 'build/three.module.min.js')],
    ['three.core.min.js', join(three, 'build/three.core.min.js')],
    ['LICENSE', join(three, 'LICENSE')],
    ...(await filesIn(addons, `{${ADDONS}}/**/*`)).map((name): [string, string] => [
      `addons/${name}`,
      join(addons, name),
    ]),
  ];
}

/**
 * Serves three.js as it was published, so that our code and other people's modules share one copy.
 */
export const vendoredThree = (): Plugin => ({
  name: 'home-world-three',
  async generateBundle() {
    const { version } = JSON.parse(await readFile(join(three, 'package.json'), 'utf8')) as {
      version: string;
    };
    if (version !== THREE_VERSION)
      this.error(
        `three ${version} is installed, the home needs exactly ${THREE_VERSION}: run “npm install three@${THREE_VERSION} --save-exact”`,
      );
    for (const [name, path] of await threeFiles())
      this.emitFile({ type: 'asset', fileName: `${THREE_FOLDER}/${name}`, source: await readFile(path) });
  },
});
