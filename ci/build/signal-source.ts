import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { transform } from 'esbuild';
import type { Plugin } from 'rollup';

const folder = resolve(import.meta.dirname, '../../node_modules/signal-polyfill/src');
/**
 * Compiler options without `verbatimModuleSyntax`, which would keep imports of types: this source imports
 * types without the keyword `type`.
 */
const tsconfigRaw = { compilerOptions: { useDefineForClassFields: false } };

/**
 * Compiles `signal-polyfill` from its own source. The package's script is compiled for browsers without private
 * members, and is a sixth larger.
 */
export const signalSource = (): Plugin => ({
  name: 'home-world-signal-source',
  resolveId(source, importer) {
    if (source === 'signal-polyfill') return join(folder, 'index.ts');
    if (importer?.startsWith(folder)) return join(folder, source.replace(/\.js$/, '.ts'));
    return null;
  },
  async load(id) {
    if (!id.startsWith(folder)) return null;
    const code = await readFile(id, 'utf8');
    return transform(code, { loader: 'ts', target: 'es2022', legalComments: 'none', tsconfigRaw });
  },
});
