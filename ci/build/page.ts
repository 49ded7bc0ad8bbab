import { join, resolve } from 'node:path';
import { rollupPluginHTML } from '@web/rollup-plugin-html';
import type { OutputBundle, Plugin } from 'rollup';
import { defaultConfig } from '../../data/config/config.ts';
import { type PageName, fillOpenGraph, openGraphOf } from '../../harness/gateway/pages/open-graph.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { fontFaces, schemeCss, themeCss } from '../../theme/css.ts';
import { theme } from '../../theme/theme.ts';
import { PLUGIN_API_FILE } from './files.ts';
import { THREE_FOLDER } from './three.ts';
import { fillGallery } from './widgets/gallery.ts';

const root = resolve(import.meta.dirname, '../..');

/** One copy of three.js for the home's chunks and for third-party modules. */
const importMap = JSON.stringify({
  imports: {
    three: `./${THREE_FOLDER}/three.module.min.js`,
    'three/addons/': `./${THREE_FOLDER}/addons/`,
    'home-world': `./${PLUGIN_API_FILE}`,
  },
});

/** The names of the chunks that the first picture needs besides the page's own script and the shell. */
const WORLD_CHUNKS: readonly string[] = ['world', 'place', 'common', 'readings'];

const preload = (path: string, hints = ''): string => `<link rel="modulepreload" href="./${path}"${hints} />`;

/**
 * Preloads the files that the shell and the first picture need. Otherwise each file would wait for the file
 * that imports it. The files of the world come after those of the shell. The tags are below the import map,
 * because some browsers ignore an import map after the first module.
 */
export function preloads(bundle: OutputBundle): string {
  const named = (names: readonly string[]): string[] =>
    Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' && names.includes(file.name) ? [file.fileName] : [],
    );
  const three = ['three.module.min.js', 'three.core.min.js'].map((file) => `${THREE_FOLDER}/${file}`);
  const later = [...three, ...named(WORLD_CHUNKS)].map((path) => preload(path, ' fetchpriority="low"'));
  return [...named(['shell']).map((path) => preload(path)), ...later].join('\n    ');
}

/**
 * Fills the placeholders that the gateway fills too, for hosts without a gateway. A static host knows neither
 * the name nor the address of the home, so the page gets the default name and a relative address of its
 * picture.
 */
const fill = (html: string, name: PageName, bundle: OutputBundle): string =>
  fillOpenGraph(html, openGraphOf(name, './', defaultConfig))
    .replace(
      '<!-- theme -->',
      `<style>${fontFaces()}\n${name === 'widgets.html' ? schemeCss() : themeCss()}</style>`,
    )
    .replace(
      '<!-- importmap -->',
      `<script type="importmap">${importMap}</script>\n    ${name === 'index.html' ? preloads(bundle) : ''}`,
    )
    .replaceAll('%THEME_CHROME%', theme.colors.chrome)
    .replaceAll('%VERSION%', packageJson.version);

/** Builds a page from its HTML file, which is the input of rollup, and the modules that the page loads. */
export const page = (name: PageName): Plugin =>
  rollupPluginHTML({
    rootDir: root,
    extractAssets: false,
    transformHtml: async (html, { bundle }) => {
      const filled = fill(html, name, bundle.bundle);
      return name === 'widgets.html' ? fillGallery(filled, join(root, 'dist')) : filled;
    },
  });
