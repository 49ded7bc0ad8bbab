import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'rollup';
import { filesIn } from '../files.ts';
import { importsIn } from '../sizes.ts';

export const THREE_VERSION = '0.183.0';
export const THREE_FOLDER = `vendor/three-${THREE_VERSION}`;

const three = resolve(import.meta.dirname, '../../node_modules/three');
const addons = join(three, 'examples/jsm');

/** Adds an addon and all its imports to `found`. Returns whether they import no package but `three`. */
async function addImports(name: string, found: Set<string>): Promise<boolean> {
  if (found.has(name)) return true;
  // A path outside the folder belongs to another copy of three.
  if (name.startsWith('..')) return false;
  found.add(name);
  const { now, later } = importsIn(await readFile(join(addons, name), 'utf8'));
  for (const specifier of [...now, ...later]) {
    if (specifier === 'three') continue;
    if (!specifier.startsWith('.') || !(await addImports(join(dirname(name), specifier), found)))
      return false;
  }
  return true;
}

/**
 * The libraries that need WebAssembly. They are left out: they have several megabytes, and the
 * Content-Security-Policy of the pages does not allow them to run.
 */
const WASM = /^libs\/(?:ammo|basis|draco|meshopt_decoder|mikktspace|rhino3dm)/;

/**
 * The files that third-party modules can import from `three/addons/`: all addons that run with `three`, and
 * the libraries in `libs/`. Addons for the WebGPU renderer of three.js are left out, because the home does
 * not serve this renderer.
 */
export async function addonFiles(): Promise<string[]> {
  const all = new Set<string>();
  for (const name of await filesIn(addons, '*/**/*.js')) {
    const found = new Set<string>();
    if (!WASM.test(name) && (await addImports(name, found))) for (const file of found) all.add(file);
  }
  return [...all].sort();
}

/** The files to serve: their names in `dist/` and where they are. */
async function threeFiles(): Promise<[name: string, path: string][]> {
  return [
    ['three.module.min.js', join(three, 'build/three.module.min.js')],
    ['three.core.min.js', join(three, 'build/three.core.min.js')],
    ['LICENSE', join(three, 'LICENSE')],
    ...(await addonFiles()).map((name): [string, string] => [`addons/${name}`, join(addons, name)]),
  ];
}

/** Serves three.js as it was published, so that the home's code and third-party modules share one copy. */
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
