/**
 * Builds `dist/`: ES modules, pages and compressed copies that any static server can serve.
 *
 *   npm run build            rollup -c: once, minified and compressed
 *   npm run build -- --demo  makes `dist-demo/` of it: a demo for static hosts (docs/demo.md)
 *   npx rollup -c -w         again on each change, neither minified nor compressed; part of `npm run dev`
 */
import { join } from 'node:path';
import { chunkOf } from './ci/build/chunks.ts';
import { compress } from './ci/build/compress.ts';
import { demoBuild } from './ci/build/demo.ts';
import { copyFolder, copyScreenshots, embedStyleFile, emptyFolder, pluginApi } from './ci/build/files.ts';
import { ownCopy } from './ci/build/own-copy.ts';
import { page } from './ci/build/page.ts';
import { ShellList, serviceWorker } from './ci/build/service-worker.ts';
import { Notices } from './ci/build/notices.ts';
import { minifyShaders } from './ci/build/shaders.ts';
import { sources } from './ci/build/sources.ts';
import { minifyStyles } from './ci/build/styles.ts';
import { vendoredThree } from './ci/build/three.ts';
import { versionFile } from './ci/build/version-file.ts';
import { widgetsPackage } from './ci/build/widgets/package.ts';
import { workers } from './ci/build/workers.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');

const PAGES = ['index.html', 'heartbeat.html', 'door.html', 'widgets.html'];

/** Entries whose address others know. */
const FIXED_NAMES = ['embed', 'link', 'sw'];

/** @type {import('rollup').OutputOptions} */
const output = {
  dir: dist,
  format: 'es',
  entryFileNames: ({ name }) => (FIXED_NAMES.includes(name) ? `${name}.js` : 'assets/[name]-[hash].js'),
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
  manualChunks: chunkOf,
  // Without this, rollup would also move the imports of a named chunk into it, even if other chunks share
  // them.
  onlyExplicitManualChunks: true,
};

/** @type {import('rollup').RollupOptions} */
const common = {
  output,
  logLevel: 'warn',
  external: ['three', /^\/vendor\//],
  // No file imports the watchers of @lit-labs/signals, but their modules have code at the top level that
  // rollup would keep.
  treeshake: { moduleSideEffects: (id) => !id.includes('/@lit-labs/signals/lib/') },
  // Warnings about the code of packages are left out; those about our own are shown.
  onwarn(warning, warn) {
    if (warning.code === 'CIRCULAR_DEPENDENCY' && warning.ids?.every((id) => id.includes('node_modules')))
      return;
    if (warning.code !== 'THIS_IS_UNDEFINED') warn(warning);
  },
  watch: { clearScreen: false },
};

/**
 * The files in the folder besides the bundles. `emptyFolder` comes first, because it removes the old files.
 */
const files = () => [
  emptyFolder(dist),
  copyFolder(join(root, 'public')),
  copyScreenshots(join(root, 'public/manifest.json'), join(root, 'docs/pictures')),
  vendoredThree(),
  pluginApi(join(root, 'world/plugin-api.ts')),
];

/**
 * The world page, the heartbeat page, the door and the widgets are bundles of their own, without shared
 * chunks: few visitors load two of them, and one bundle would split data/ into dozens of small
 * files that compress worse (a tenth more for each page).
 */
export default (flags) => {
  const { watch = false, demo = false } = flags;
  // Rollup warns about flags that it does not know.
  delete flags.demo;
  if (demo) return [demoBuild(output, join(root, 'dist-demo'))];
  const minified = !watch;
  const [notices, widgetNotices] = [new Notices(), new Notices()];
  const compile = [workers(minified, [notices.collect()]), minified && minifyStyles(), sources(minified)];
  // A page that is built again on each change has no service worker.
  const entries = [...PAGES, 'embed.js', ...(minified ? ['sw.js'] : [])];
  const finish = [
    notices.collect(),
    minified && notices.write(),
    versionFile(entries),
    minified && compress(),
  ];
  const shell = new ShellList();
  /** A page whose files the service worker stores. */
  const listed = (input, first = []) => ({
    ...common,
    input,
    plugins: [...first, compile, page(input), shell.collect(), finish],
  });
  const worker = {
    ...common,
    input: { sw: 'sw.ts' },
    plugins: [compile, serviceWorker(shell), finish],
  };
  return [
    listed('index.html', [files(), minifyShaders()]),
    listed('heartbeat.html'),
    // The names tell the files of the door from those of the other pages (`ci/build/demo.ts`).
    { ...listed('door.html'), output: { ...output, chunkFileNames: 'assets/door-[name]-[hash].js' } },
    {
      ...common,
      input: { embed: 'embed.ts' },
      // The widgets import from embed.js what they share.
      preserveEntrySignatures: 'allow-extension',
      // Puts the few lines that widgets share into embed.js: two requests for a widget instead of
      // five.
      output: { ...output, experimentalMinChunkSize: 1_500 },
      plugins: [
        ownCopy('./room.ts'),
        embedStyleFile(),
        compile,
        widgetNotices.collect(),
        minified && widgetsPackage(join(root, 'home-world-widgets'), widgetNotices),
        finish,
      ],
    },
    { ...common, input: { link: 'link.ts' }, plugins: [compile, finish] },
    // This page comes after the widgets, because it names their addresses. The service worker does not store
    // it.
    { ...common, input: 'widgets.html', plugins: [compile, page('widgets.html'), finish] },
    ...(minified ? [worker] : []),
  ];
};
