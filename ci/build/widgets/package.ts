import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { OutputBundle, OutputChunk, Plugin } from 'rollup';
import { create } from 'tar';
import { EMBED_STYLE_FILE, embedStyle } from '../../../harness/gateway/syndication/embed-style.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { NOTICES, type Notices } from '../notices.ts';
import { type Widget, customElements, widgets } from './manifest.ts';
import { declarations } from './types.ts';
import { webTypes } from './web-types.ts';

const root = resolve(import.meta.dirname, '../../..');
const NAME = 'home-world-widgets';
/** The name of the package file that a home serves. */
export const PACKAGE_FILE = `${NAME}.tgz`;
/** The time that npm gives the files of its packages, so that the same files make the same package. */
const NO_TIME = new Date('1985-10-26T08:15:00Z');

type Files = ReadonlyMap<string, string>;

const hashOf = (files: Files): string => {
  const hash = createHash('sha256');
  for (const [name, code] of files) hash.update(name).update(code);
  return hash.digest('hex').slice(0, 12);
};
const integrity = (code: string): string => `sha384-${createHash('sha384').update(code).digest('base64')}`;

/** The name of the file that defines only this element: `agents` for `hw-agents`. */
const entryOf = ({ tag }: Pick<Widget, 'tag'>): string => tag.replace(/^hw-/, '');

const packageFile = (list: readonly Widget[]) => ({
  name: NAME,
  version: packageJson.version,
  description: 'Widgets that show live readings of a Home World.',
  license: packageJson.license,
  type: 'module',
  exports: {
    '.': { types: './index.d.ts', default: './embed.js' },
    ...Object.fromEntries(
      list.map((widget) => [
        `./${entryOf(widget)}.js`,
        { types: './index.d.ts', default: `./${entryOf(widget)}.js` },
      ]),
    ),
    [`./${EMBED_STYLE_FILE}`]: `./${EMBED_STYLE_FILE}`,
    './react': { types: './react.d.ts' },
    './vue': { types: './vue.d.ts' },
    './svelte': { types: './svelte.d.ts' },
    './custom-elements.json': './custom-elements.json',
    './web-types.json': './web-types.json',
  },
  types: './index.d.ts',
  customElements: 'custom-elements.json',
  'web-types': './web-types.json',
  sideEffects: true,
});

const readme = `# ${NAME}

\`import '${NAME}'\` defines the widgets of a Home World when their tags are in the page:
\`<hw-agents src="https://home.example"></hw-agents>\`; \`import '${NAME}/agents.js'\` defines this one at once.
\`import '${NAME}/${EMBED_STYLE_FILE}'\` keeps their places. Attributes, events and slots are in the home's guide, docs/embedding.md.
For types in templates, add \`import '${NAME}/react'\`, \`/vue\` or \`/svelte\` to a declaration file.
`;

/**
 * Writes the package's folder, and removes all files of an earlier build from it.
 * @param scriptOf The name of the script that defines a widget.
 */
export async function writePackage(
  folder: string,
  scripts: Files,
  scriptOf: (widget: Widget) => string,
): Promise<void> {
  const list = await widgets();
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const files = new Map([
    ...scripts,
    ...list.map((widget) => [`${entryOf(widget)}.js`, `import './${scriptOf(widget)}';\n`] as const),
    ...Object.entries(declarations(list)),
    [EMBED_STYLE_FILE, embedStyle()],
    ['custom-elements.json', json(customElements(list))],
    ['web-types.json', json(webTypes(NAME, packageJson.version, list))],
    ['package.json', json(packageFile(list))],
    ['README.md', readme],
  ]);
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** The content of the folder, packed as `npm pack` packs it. */
export async function packed(folder: string): Promise<Buffer> {
  const options = { cwd: folder, prefix: 'package', gzip: true, portable: true, mtime: NO_TIME };
  return create(options, (await readdir(folder)).toSorted()).concat();
}

/** The name of the file of the bundle that contains the class of a widget. */
function fileOf({ path }: Widget, bundle: OutputBundle): string {
  const chunks = Object.values(bundle).filter((file): file is OutputChunk => file.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, path)));
  if (!chunk) throw new Error(`${path} is in no file of the widgets`);
  return chunk.fileName;
}

/**
 * Makes more files from the built widgets besides `embed.js`: a copy at an address with a hash of its
 * content, `embed.json` with the hashes for subresource integrity, and the npm package in `folder` and as a
 * file.
 */
export const widgetsPackage = (folder: string, notices: Notices): Plugin => ({
  name: 'home-world-widgets-package',
  async generateBundle(_options, bundle) {
    const scripts = new Map(
      Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [[file.fileName, file.code] as const] : [],
      ),
    );
    const at = `assets/widgets-${hashOf(scripts)}`;
    for (const [name, source] of scripts) this.emitFile({ type: 'asset', fileName: `${at}/${name}`, source });
    const hashes = Object.fromEntries([...scripts].map(([name, code]) => [`${at}/${name}`, integrity(code)]));
    const source = `${JSON.stringify({ version: packageJson.version, script: `${at}/embed.js`, integrity: hashes })}\n`;
    this.emitFile({ type: 'asset', fileName: 'embed.json', source });
    await writePackage(folder, new Map([...scripts, [NOTICES, await notices.text()]]), (widget) =>
      fileOf(widget, bundle),
    );
    this.emitFile({ type: 'asset', fileName: PACKAGE_FILE, source: await packed(folder) });
  },
});
