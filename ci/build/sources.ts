import { join, resolve } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import type { Plugin } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import { signalSource } from './signal-source.ts';

const root = resolve(import.meta.dirname, '../..');

/** Node's own modules cannot run in a page: an import of one ends the build and names the file that has it. */
const noNodeModules: Plugin = {
  name: 'home-world-no-node-modules',
  resolveId(id, importer) {
    if (id.startsWith('node:')) this.error(`${importer} imports ${id}, which pages do not have`);
  },
};

/** Resolves and compiles TypeScript: the same for pages, widgets and workers. */
export const sources = (minified: boolean): Plugin[] => [
  noNodeModules,
  signalSource(),
  nodeResolve({ browser: true, extensions: ['.ts', '.mjs', '.js'], dedupe: ['lit', 'three'] }),
  esbuild({ target: 'es2022', tsconfig: join(root, 'tsconfig.json'), legalComments: 'none' }),
  // A few seconds slower than esbuild's own minifier, with output about three percent smaller.
  ...(minified
    ? [
        terser({
          module: true,
          ecma: 2020,
          compress: { passes: 2, global_defs: { ngDevMode: false } },
          // Licences are in a file of their own (notices.ts).
          format: { comments: false },
          maxWorkers: 1,
        }),
      ]
    : []),
];
