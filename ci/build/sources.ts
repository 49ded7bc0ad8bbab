import { join, resolve } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import type { Plugin } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import { signalSource } from './signal-source.ts';

const root = resolve(import.meta.dirname, '../..');

/** Node's own modules cannot run in a page. If a file imports one, the build fails and names the file. */
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
  // Terser is a few seconds slower than the minifier of esbuild, but its output is about three percent
  // smaller.
  ...(minified
    ? [
        terser({
          module: true,
          ecma: 2020,
          compress: { passes: 2, global_defs: { ngDevMode: false } },
          // The licences are in a separate file (notices.ts).
          format: { comments: false },
          maxWorkers: 1,
        }),
      ]
    : []),
];
