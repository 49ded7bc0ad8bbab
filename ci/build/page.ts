import { resolve } from 'node:path';
import { rollupPluginHTML } from '@web/rollup-plugin-html';
import type { Plugin } from 'rollup';
import { defaultConfig } from '../../data/config/config.ts';
import { type PageName, fillOpenGraph, openGraphOf } from '../../harness/gateway/pages/open-graph.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { themeCss } from '../../theme/css.ts';
import { fontFaces } from '../../theme/font-faces.ts';
import { theme } from '../../theme/theme.ts';
import { PLUGIN_API_FILE } from './plugin-api.ts';
import { THREE_FOLDER } from './three.ts';

/** One copy of three.js for our chunks and for other people's modules. */
const importMap = JSON.stringify({
  imports: {
    three: `./${THREE_FOLDER}/three.module.min.js`,
    'three/addons/': `./${THREE_FOLDER}/addons/`,
    'home-world': `./${PLUGIN_API_FILE}`,
  },
});

/**
 * Fills in what the gateway also does, for hosts that do not: a static host knows neither the
 * home's name nor its address, so the page has the default name, and the address of its picture is
 * relative.
 */
const fill = (html: string, name: PageName): string =>
  fillOpenGraph(html, openGraphOf(name, './', defaultConfig))
    .replace('<!-- theme -->', `<style>${fontFaces()}\n${themeCss()}</style>`)
    .replace('<!-- importmap -->', `<script type="importmap">${importMap}</script>`)
    .replaceAll('%THEME_CHROME%', theme.colors.chrome)
    .replaceAll('%VERSION%', packageJson.version);

/** Builds the page that is rollup's input, from the modules it loads. */
export const page = (name: PageName): Plugin =>
  rollupPluginHTML({
    rootDir: resolve(import.meta.dirname, '../..'),
    extractAssets: false,
    transformHtml: (html: string) => fill(html, name),
  });
