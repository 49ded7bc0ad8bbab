import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Shell } from '../../data/offline/shell-files.ts';

const dist = resolve(import.meta.dirname, '../../dist');
const read = (name: string) => readFile(join(dist, name), 'utf8');

/** The list in a built `sw.js`. */
const LIST = /\{"build":"[^"]+","files":\[.*?\]\}/;
const shellIn = (worker: string): Shell => JSON.parse(LIST.exec(worker)?.[0] ?? '') as Shell;

/** The build of the service worker in `dist/`. */
export const builtShell = async (): Promise<string> => shellIn(await read('sw.js')).build;

/**
 * Puts another build of the world's page among the owner's files, as `npm run build` would: the
 * script has other content and another name, and the page, the service worker and the version with
 * it. Its page has `data-build` on its root. Returns the name of the build.
 */
export async function deployBuild(ownerFiles: string, number: number): Promise<string> {
  const page = await read('index.html');
  const script = /assets\/index-[\w-]{8}\.js/.exec(page)?.[0] ?? '';
  const name = `build-${number}`;
  const renamed = `assets/index-build00${number}.js`;
  const worker = await read('sw.js');
  const { files } = shellIn(worker);
  const shell: Shell = {
    build: name,
    files: files.map(({ url, revision }) => ({
      url: url === script ? renamed : url,
      revision: url === 'index.html' ? name : revision,
    })),
  };
  const written: Readonly<Record<string, string>> = {
    'index.html': page.replaceAll(script, renamed),
    [renamed]: `document.documentElement.dataset.build=${JSON.stringify(name)};${await read(script)}`,
    'sw.js': worker.replace(LIST, () => JSON.stringify(shell)),
    'version.json': JSON.stringify({ version: '9.9.9', build: `${name} ${basename(renamed)}` }),
  };
  await mkdir(join(ownerFiles, 'assets'), { recursive: true });
  for (const [path, text] of Object.entries(written)) await writeFile(join(ownerFiles, path), text);
  return name;
}
