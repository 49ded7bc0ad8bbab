/**
 * Builds `dist/`: plain ES modules, pages and pre-compressed copies that any static server can serve.
 *
 *   node ci/build.ts           build
 *   node ci/build.ts --watch   build again on each change
 *
 * `build-if-needed.ts` leaves pages alone that are newer than their sources.
 */
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { rollupPluginHTML } from '@web/rollup-plugin-html';
import { type GetModuleInfo, type Plugin, type RollupOptions, rollup, watch } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import { defaultConfig } from '../data/config/config.ts';
import { type PageName, fillSharing, sharedPage } from '../harness/gateway/open-graph.ts';
import { themeCss } from '../theme/css.ts';
import { theme } from '../theme/theme.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
export const THREE_VERSION = '0.183.0';
const THREE_HOME = `vendor/three-${THREE_VERSION}`;
/** What other people's modules may reach as `three/addons/…`; the loaders with their megabytes of decoders stay out. */
const ADDON_FOLDERS = [
  'controls',
  'geometries',
  'lines',
  'math',
  'misc',
  'objects',
  'postprocessing',
  'shaders',
  'utils',
];
const COMPRESSIBLE = /\.(?:js|css|html|json|svg|md|txt|xml|webmanifest|map)$/;
/** Below this a compressed copy costs more in headers than it saves. Bytes. */
const COMPRESS_FROM = 512;

/** Resolves and transforms our sources: the same for pages, widgets and workers. `small` is for visitors; who builds on each change wants it soon. */
const compile = (small: boolean): Plugin[] => [
  nodeResolve({
    browser: true,
    extensions: ['.ts', '.mjs', '.js'],
    dedupe: ['lit', 'signal-polyfill', 'three'],
  }),
  esbuild({ target: 'es2022', tsconfig: join(root, 'tsconfig.json'), legalComments: 'none' }),
  // A few seconds slower than esbuild's own, and some three percent smaller.
  ...(small ? [terser({ module: true, ecma: 2020, compress: { passes: 2 }, maxWorkers: 1 })] : []),
];

/**
 * `new URL('./x-worker.ts', import.meta.url)` becomes a file of its own that shares nothing with the page: a chunk of the
 * page holds elements, and a worker that imports one dies of it.
 */
function workers(small: boolean): Plugin {
  const pattern = /new URL\(\s*'(\.[^']+-worker\.ts)',\s*import\.meta\.url\s*\)/;
  return {
    name: 'home-world-workers',
    async transform(code, id) {
      const found = id.endsWith('.ts') ? pattern.exec(code) : null;
      if (!found) return null;
      const path = resolve(dirname(id), found[1] ?? '');
      const bundle = await rollup({ input: path, plugins: compile(small) });
      const { output: files } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
      for (const file of bundle.watchFiles) this.addWatchFile(file);
      await bundle.close();
      const reference = this.emitFile({
        type: 'asset',
        name: `${basename(path, '.ts')}.js`,
        source: files[0].code,
      });
      return code.replace(pattern, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
    },
  };
}

/** What modules of others import as `home-world`. */
const GUEST_FILE = 'home-world.js';
const SHADER = /(\/\* glsl \*\/\s*`)([^`]*)(`)/g;
/** A shader's text without its comments and indentation: no minifier looks into a string. */
export const slimShader = (text: string): string =>
  text
    .replaceAll(/\/\/[^\n]*/g, '')
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .replaceAll(/[ \t]{2,}/g, ' ');

/** Visitors do not read our shaders. */
const slimShaders = (): Plugin => ({
  name: 'home-world-shaders',
  transform(code, id) {
    if (!id.endsWith('.glsl.ts')) return null;
    return code.replaceAll(
      SHADER,
      (_all, open: string, text: string, close: string) => open + slimShader(text) + close,
    );
  },
});

const STYLE = /(\bcss`)([^`]*)(`)/g;
/** A style sheet's text without its comments and its needless spaces; quoted words and what is put in keep theirs. */
export const slimStyle = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /'[^']*'|\$\{[^}]*\}| ?([{};]) ?|([:,]) /g,
      (all, mark = '', sign = '') => mark || sign || all,
    );

/** Nor do they read our style sheets. */
const slimStyles = (): Plugin => ({
  name: 'home-world-styles',
  transform(code, id) {
    if (!id.startsWith(join(root, 'components/'))) return null;
    return code.replaceAll(
      STYLE,
      (_all, open: string, text: string, close: string) => open + slimStyle(text) + close,
    );
  },
});

/** The world page's import map: one copy of three, for our own chunks and for modules of others. */
const importMap = JSON.stringify({
  imports: {
    three: `./${THREE_HOME}/three.module.min.js`,
    'three/addons/': `./${THREE_HOME}/addons/`,
    'home-world': `./${GUEST_FILE}`,
  },
});

/** Guests get the world's own functions under a name that stays, whatever the chunk they are in is called. */
const guestEntry = (): Plugin => ({
  name: 'home-world-guests',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: join(root, 'world/plugin-api.ts'),
      fileName: GUEST_FILE,
      preserveSignature: 'strict',
    });
  },
});

/** A static host knows neither the home's name nor its own address: the pages then say the defaults, and name their picture from where they are. */
function fillPage(html: string, name: PageName, version: string): string {
  return fillSharing(html, sharedPage(name, './', defaultConfig))
    .replace('<!-- theme -->', `<style>${themeCss()}</style>`)
    .replace('<!-- importmap -->', `<script type="importmap">${importMap}</script>`)
    .replaceAll('%THEME_CHROME%', theme.colors.chrome)
    .replaceAll('%VERSION%', version);
}

async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/**
 * The world page, the heartbeat page and the widgets are three bundles that share no chunk: nobody loads two of them in a row,
 * and together rollup would cut the shared data room into dozens of small files that compress badly (a tenth more on each page).
 */
const BUNDLES = ['index.html', 'heartbeat.html', 'embed.ts'] as const;

const options = (entry: (typeof BUNDLES)[number], version: string, small: boolean): RollupOptions => ({
  ...(entry === 'embed.ts' ? { input: { embed: join(root, entry) } } : {}),
  logLevel: 'warn',
  external: ['three', /^\/vendor\//],
  // The pages' own problems are errors; libraries' notes are not ours to read on every build.
  onwarn(warning, warn) {
    if (warning.code === 'CIRCULAR_DEPENDENCY' && warning.ids?.every((id) => id.includes('node_modules')))
      return;
    if (warning.code === 'THIS_IS_UNDEFINED') return;
    warn(warning);
  },
  plugins: [
    workers(small),
    ...(entry === 'index.html' ? [guestEntry(), slimShaders()] : []),
    ...(small ? [slimStyles()] : []),
    ...compile(small),
    ...(entry === 'embed.ts'
      ? []
      : [
          rollupPluginHTML({
            input: join(root, entry),
            rootDir: root,
            extractAssets: false,
            transformHtml: (html: string) => fillPage(html, entry, version),
          }),
        ]),
  ],
});

/**
 * All that a page loads before it runs is one chunk, and all that the world loads before it starts is another: brotli packs one large
 * file better than twelve small ones (2.5 kB on the shell), and nothing waits for a file that is only asked for by the file before it.
 */
function chunkOf(id: string, { getModuleInfo }: { getModuleInfo: GetModuleInfo }): string | undefined {
  const importers = new Set([id]);
  for (const at of importers)
    for (const importer of getModuleInfo(at)?.importers ?? []) importers.add(importer);
  const isOf = (entry: string): boolean => importers.has(join(root, entry));
  if (isOf('index.ts')) return id === join(root, 'index.ts') ? undefined : 'shell';
  // What an element or the data room needs as well stays apart: neither must fetch the world, and three.js with it.
  const components = join(root, 'components/');
  if ([...importers].some((importer) => importer.startsWith(components))) return undefined;
  if (isOf('data/apps/page.ts') || isOf('data/apps/page-deferred.ts')) return undefined;
  return isOf('world/create-world.ts') || isOf('world/modules.ts') ? 'place' : undefined;
}

const output = {
  dir: dist,
  format: 'es',
  entryFileNames: (chunk: { name: string }) =>
    chunk.name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
  manualChunks: chunkOf,
  // Otherwise what the first chunk imports is drawn into it, the part it shares with a worker too.
  onlyExplicitManualChunks: true,
} as const;

/** The widgets' few shared lines go into embed.js, which every page with a widget has: two requests a widget in place of five. */
const outputOf = (entry: (typeof BUNDLES)[number]) =>
  entry === 'embed.ts' ? { ...output, experimentalMinChunkSize: 2_000 } : output;

async function vendorThree(): Promise<void> {
  const from = join(root, 'node_modules/three');
  const to = join(dist, THREE_HOME);
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version: string };
  if (version !== THREE_VERSION)
    throw new Error(
      `three ${version} is installed, the home needs exactly ${THREE_VERSION}: run “npm install three@${THREE_VERSION} --save-exact”`,
    );
  await mkdir(join(to, 'addons'), { recursive: true });
  for (const file of ['three.module.min.js', 'three.core.min.js'])
    await cp(join(from, 'build', file), join(to, file));
  await cp(join(from, 'LICENSE'), join(to, 'LICENSE'));
  for (const folder of ADDON_FOLDERS)
    await cp(join(from, 'examples/jsm', folder), join(to, 'addons', folder), { recursive: true });
}

/** A `.br` and a `.gz` beside each file that gains from it: the gateway and nginx send those. */
async function compress(): Promise<void> {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  const pack = async (path: string): Promise<void> => {
    const bytes = await readFile(path);
    if (bytes.length < COMPRESS_FROM) return;
    const hint = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(`${path}.br`, await brotli(bytes, { params: hint }));
    await writeFile(`${path}.gz`, await gz(bytes, { level: 9 }));
  };
  const paths: string[] = [];
  for await (const path of glob('**/*', { cwd: dist }))
    if (COMPRESSIBLE.test(path)) paths.push(join(dist, path));
  await Promise.all(paths.map(pack));
}

/** One hash over everything served: the heartbeat page reloads when it changes. */
async function writeVersion(version: string): Promise<void> {
  const hash = createHash('sha256');
  const paths: string[] = [];
  for await (const path of glob('{*.html,*.js,assets/*}', { cwd: dist })) paths.push(path);
  for (const path of paths.sort()) hash.update(path).update(await readFile(join(dist, path)));
  const build = hash.digest('hex').slice(0, 12);
  await writeFile(join(dist, 'version.json'), `${JSON.stringify({ version, build })}\n`);
}

async function finish(version: string, compressed: boolean): Promise<void> {
  await cp(join(root, 'public'), dist, { recursive: true });
  await vendorThree();
  await writeVersion(version);
  if (compressed) await compress();
}

export async function build(): Promise<void> {
  const version = await packageVersion();
  await rm(dist, { recursive: true, force: true });
  for (const entry of BUNDLES) {
    const bundle = await rollup(options(entry, version, true));
    await bundle.write(outputOf(entry));
    await bundle.close();
  }
  await finish(version, true);
}

/** Builds on each change, uncompressed; resolves never. */
export async function buildOnChange(
  onBuilt: (milliseconds: number) => void,
  onError: (message: string) => void,
): Promise<void> {
  const version = await packageVersion();
  await rm(dist, { recursive: true, force: true });
  let began = performance.now();
  const bundles = BUNDLES.map((entry) => ({
    ...options(entry, version, false),
    output: outputOf(entry),
    watch: { clearScreen: false },
  }));
  watch(bundles).on('event', (event) => {
    if (event.code === 'START') began = performance.now();
    else if (event.code === 'BUNDLE_END') void event.result.close();
    else if (event.code === 'END') {
      void finish(version, false).then(() => onBuilt(Math.round(performance.now() - began)));
    } else if (event.code === 'ERROR') {
      onError(event.error.message);
    }
  });
}

if (import.meta.main) {
  const flag = process.argv[2];
  if (flag === '--watch') {
    await buildOnChange(
      (ms) => console.log(`built in ${ms} ms; reload the page`),
      (message) => console.error(`build failed: ${message}`),
    );
  } else {
    console.log('building the pages …');
    await build();
  }
}
