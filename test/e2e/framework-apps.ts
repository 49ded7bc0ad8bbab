import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Plugin, build } from 'esbuild';
import { compile } from 'svelte/compiler';
import { compileScript, parse } from 'vue/compiler-sfc';

const root = resolve(import.meta.dirname, '../..');
const examples = join(root, 'docs/examples/widgets');

/** The example in a framework, and how such an app is put into a page and taken out of it. */
interface App {
  readonly file: string;
  readonly entry: string;
}
export const apps = {
  'React 19': {
    file: 'weather.tsx',
    entry: `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
const root = createRoot(document.getElementById('app'));
root.render(createElement(App));
window.unmount = () => root.unmount();`,
  },
  'Vue 3': {
    file: 'weather.vue',
    entry: `import { createApp } from 'vue';
const app = createApp(App);
app.mount('#app');
window.unmount = () => app.unmount();`,
  },
  'Svelte 5': {
    file: 'weather.svelte',
    entry: `import { mount, unmount } from 'svelte';
const app = mount(App, { target: document.getElementById('app') });
window.unmount = () => unmount(app);`,
  },
} as const satisfies Readonly<Record<string, App>>;

/** The page in plain HTML needs no build. */
export const plainPage = readFileSync(join(examples, 'weather.html'), 'utf8');

const vueModule = (source: string, filename: string): string => {
  const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('hw-') };
  const { descriptor } = parse(source, { filename });
  return compileScript(descriptor, { id: 'app', inlineTemplate: true, templateOptions: { compilerOptions } })
    .content;
};

/** What the plugins of these frameworks for bundlers do, with the frameworks' own compilers. */
const singleFileComponents: Plugin = {
  name: 'single-file-components',
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, async ({ path }) => ({
      contents: vueModule(await readFile(path, 'utf8'), path),
      loader: 'ts',
      resolveDir: examples,
    }));
    onLoad({ filter: /docs\/.*\.svelte$/ }, async ({ path }) => ({
      contents: compile(await readFile(path, 'utf8'), { filename: path }).js.code,
      resolveDir: examples,
    }));
  },
};

/** The scripts of an app by their names, of which `main.js` is the first, with the built package of the widgets. */
export async function buildApp({ file, entry }: App): Promise<Map<string, string>> {
  // As after `npm install` of the folder.
  const modules = mkdtempSync(join(tmpdir(), 'home-world-modules-'));
  symlinkSync(join(root, 'home-world-widgets'), join(modules, 'home-world-widgets'));
  try {
    const { outputFiles } = await build({
      stdin: {
        contents: `import App from './${file}';\n${entry}`,
        resolveDir: examples,
        sourcefile: 'main.js',
      },
      entryNames: 'main',
      outdir: '/out',
      nodePaths: [modules],
      plugins: [singleFileComponents],
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      conditions: ['production'],
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
      write: false,
    });
    return new Map(outputFiles.map(({ path, text }) => [path.replace(/^\/out\//, ''), text]));
  } finally {
    rmSync(modules, { recursive: true });
  }
}
