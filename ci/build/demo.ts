import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OutputOptions, Plugin, RollupOptions } from 'rollup';
import { defaultConfig } from '../../data/config/config.ts';
import { authorName } from '../../data/readings/sources/code-host.ts';
import { demoConfig } from '../../harness/demo/demo-config.ts';
import { upstreams } from '../../harness/demo/page/addresses.ts';
import { readDemoPortals, readRecordedDiffs, readRecordedFiles } from '../../harness/demo/recordings.ts';
import { QUESTIONS_FILE } from '../../harness/resident/model/resident-setup.ts';
import { runProgram } from '../run.ts';
import { isCompressed } from './compress.ts';
import type { Shell } from '../../data/offline/shell-files.ts';
import { hashOf, shellOf } from './service-worker.ts';
import { sources } from './sources.ts';
import { versionFile } from './version-file.ts';
import { workers } from './workers.ts';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const PAGES = ['index.html', 'heartbeat.html'] as const;
/**
 * The files of the door and of the widgets for other pages. Both send requests to the server of a home, and a
 * static demo has no server.
 */
const NEEDS_SERVER =
  /^(?:door(?:-manifest)?\.\w+|assets\/door-.+\.js|embed\.(?:css|js(?:on)?)|home-world-widgets\.tgz|widgets\.html|assets\/widgets-[\w-]+(?:\.js|\/.*)?)$/;
const PAGE_SCRIPT = '<script type="module"';
const SHELL = /\{"build":"[0-9a-f]{12}","files":\[.*?\]\}/;

/** Whether a file of the ordinary build belongs in the demo. Few static hosts send compressed copies. */
export const isOfDemo = (path: string): boolean => !isCompressed(path) && !NEEDS_SERVER.test(path);

/** The page without its link to the gallery of widgets. */
export const withoutGallery = (html: string): string =>
  html.replace(/<a href="widgets\.html">[^<]*<\/a>/, '');

/** The page with the script of the demo before its own script. */
export function withScript(html: string, script: string): string {
  if (!html.includes(PAGE_SCRIPT)) throw new Error('the page has no script');
  return html.replace(PAGE_SCRIPT, () => `<script type="module" src="./${script}"></script>${PAGE_SCRIPT}`);
}

/**
 * The manifest without the door. Its addresses are relative, because a demo may be in any folder of a host.
 */
export function demoManifest(text: string): string {
  const built = JSON.parse(text) as { readonly shortcuts: readonly { readonly url: string }[] };
  const shortcuts = built.shortcuts.filter(({ url }) => url !== '/door');
  const json = JSON.stringify({ ...built, shortcuts }, null, 2);
  return `${json.replaceAll(/"(id|start_url|url)":\s*"\//g, '"$1": "./')}\n`;
}

/** `config.json` of the demo. The agents are the authors of the recorded commits, newest first. */
async function configFile(): Promise<string> {
  const { forecast, commits, arriving } = await readRecordedFiles();
  const config = demoConfig(defaultConfig, forecast, upstreams);
  const names = [...arriving.toReversed(), ...commits].map(({ commit }) => authorName(commit.author.name));
  const agents = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].slice(0, 64);
  return `${JSON.stringify({ ...config, codeHost: { ...config.codeHost, agents } }, null, 2)}\n`;
}

/** Copies the ordinary build. If this build is missing or old, it is made first. */
async function copyBuild(folder: string): Promise<void> {
  const built = await runProgram(process.execPath, ['ci/build-if-needed.ts'], { cwd: root });
  if (!built.ok) throw new Error(built.output);
  await rm(folder, { recursive: true, force: true });
  await cp(dist, folder, {
    recursive: true,
    filter: (path) => isOfDemo(path.slice(dist.length + 1).replaceAll('\\', '/')),
  });
}

/** The service worker with the files of the demo in its list. */
export function withShell(code: string, changed: ReadonlyMap<string, string | null>): string {
  const [list] = SHELL.exec(code) ?? [];
  if (list === undefined) throw new Error('sw.js has no list of files');
  const { files } = JSON.parse(list) as Shell;
  const kept = files.filter(({ url }) => isOfDemo(url));
  const revisions = new Map([...kept.map(({ url, revision }) => [url, revision] as const), ...changed]);
  const shell = shellOf([...revisions].map(([url, revision]) => ({ url, revision })));
  return code.replace(list, () => JSON.stringify(shell));
}

/**
 * Makes the copied build a demo. `scripts` are the scripts of the demo; the pages load the script `entry`.
 */
async function makeDemo(folder: string, entry: string, scripts: readonly string[]): Promise<void> {
  const changed = new Map<string, string | null>(scripts.map((name) => [name, null]));
  const write = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, name), text);
    changed.set(name, hashOf(text));
  };
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  for (const page of PAGES) await write(page, withScript(withoutGallery(await read(page)), entry));
  await write('manifest.json', demoManifest(await read('manifest.json')));
  await write('config.json', await configFile());
  await write('recordings.json', JSON.stringify(await readRecordedFiles()));
  await write('diffs.json', JSON.stringify(await readRecordedDiffs()));
  await write('portals.json', await readDemoPortals());
  await write('questions.txt', await readFile(QUESTIONS_FILE, 'utf8'));
  await copyFile(join(root, 'harness/demo/data/README.md'), join(folder, 'recordings.md'));
  await writeFile(join(folder, 'sw.js'), withShell(await read('sw.js'), changed));
}

/** Makes the ordinary build a demo once the demo's script is written beside it. */
const demoFolder = (folder: string): Plugin => ({
  name: 'home-world-demo',
  buildStart: () => copyBuild(folder),
  async writeBundle(_options, bundle) {
    const files = Object.values(bundle);
    const entry = files.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '';
    await makeDemo(
      folder,
      entry,
      files.map(({ fileName }) => fileName),
    );
  },
});

/**
 * `npm run build -- --demo`: the folder `folder` for any static host, with the ordinary build and one
 * more script, which stands in for the home's server (`harness/demo/page/`).
 */
export const demoBuild = (output: OutputOptions, folder: string): RollupOptions => ({
  input: { demo: 'harness/demo/page/entry.ts' },
  output: { ...output, dir: folder },
  plugins: [demoFolder(folder), workers(true), sources(true), versionFile(PAGES)],
});
