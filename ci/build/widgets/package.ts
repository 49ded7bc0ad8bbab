import { createHash } from 'node:crypto';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'rollup';
import packageJson from '../../../package.json' with { type: 'json' };
import { NOTICES, type Notices } from '../notices.ts';
import { customElements, widgets } from './manifest.ts';
import { declarations } from './types.ts';

const root = resolve(import.meta.dirname, '../../..');
const NAME = 'home-world-widgets';

type Files = ReadonlyMap<string, string>;

const hashOf = (files: Files): string => {
  const hash = createHash('sha256');
  for (const [name, code] of files) hash.update(name).update(code);
  return hash.digest('hex').slice(0, 12);
};
const integrity = (code: string): string => `sha384-${createHash('sha384').update(code).digest('base64')}`;

const packageFile = {
  name: NAME,
  version: packageJson.version,
  description: 'Widgets that show live readings of a Home World.',
  license: packageJson.license,
  type: 'module',
  exports: {
    '.': { types: './index.d.ts', default: './embed.js' },
    './react': { types: './react.d.ts' },
    './vue': { types: './vue.d.ts' },
    './svelte': { types: './svelte.d.ts' },
    './custom-elements.json': './custom-elements.json',
  },
  types: './index.d.ts',
  customElements: 'custom-elements.json',
  sideEffects: true,
};

const readme = `# ${NAME}

\`import '${NAME}'\` defines the widgets of a Home World when their tags are in the page:
\`<hw-agents src="https://home.example"></hw-agents>\`. Attributes, events and slots are in the home's guide, docs/embedding.md.
For types in templates, add \`import '${NAME}/react'\`, \`/vue\` or \`/svelte\` to a declaration file.
`;

/** Writes the package's folder; nothing of an earlier build stays in it. */
export async function writePackage(folder: string, scripts: Files): Promise<void> {
  const list = await widgets();
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const files = new Map([
    ...scripts,
    ...Object.entries(declarations(list)),
    ['custom-elements.json', json(customElements(list))],
    ['package.json', json(packageFile)],
    ['README.md', readme],
  ]);
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/**
 * What is made of the built widgets besides `embed.js`: a copy at an address that is named after its
 * content, with the hashes for subresource integrity in `embed.json`, and the npm package in `folder`.
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
    await writePackage(folder, new Map([...scripts, [NOTICES, await notices.text()]]));
  },
});
