import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rollup';

/**
 * The file with the licence texts. Licences require that each copy contains these texts, and the minified
 * scripts have no comments.
 */
export const NOTICES = 'third-party-notices.md';

/** The folder of the package in which a module is. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

const INTRODUCTION = `# Notices of third parties

The scripts in this folder contain code of these packages. The vendor/ folder has the licence of each of its parts beside it.
`;

/** Returns the licence texts of a package, sorted by file name: `LICENSE` comes before `LICENSE-MIT`. */
async function licenseText(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^(?:licen[cs]e|notice)\b/i.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.replaceAll('\r', '').trim()).join('\n\n');
}

async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const text = await licenseText(folder);
  const fenced = text === '' ? '' : `\n~~~text\n${text}\n~~~\n`;
  return `## ${name} ${version} (${license ?? 'no licence named'})\n${fenced}`;
}

/** Notices of the packages of several bundles: those of the pages, of the widgets, of the workers. */
export class Notices {
  readonly #folders = new Set<string>();

  /** Notes the packages from which the bundle contains code. */
  collect(): Plugin {
    return {
      name: 'home-world-notices',
      generateBundle: (_options, bundle) => {
        for (const file of Object.values(bundle))
          for (const [id, { renderedLength }] of Object.entries(file.type === 'chunk' ? file.modules : {})) {
            const [folder] = PACKAGE.exec(id) ?? [];
            if (folder !== undefined && renderedLength > 0) this.#folders.add(folder);
          }
      },
    };
  }

  /**
   * Writes the notices that are collected so far. The last bundle writes the complete file. Runs before the
   * compression.
   */
  write(): Plugin {
    const text = (): Promise<string> => this.text();
    return {
      name: 'home-world-notices-file',
      async generateBundle() {
        this.emitFile({ type: 'asset', fileName: NOTICES, source: await text() });
      },
    };
  }

  async text(): Promise<string> {
    const notices = await Promise.all([...this.#folders].toSorted().map(notice));
    return [INTRODUCTION, ...notices].join('\n');
  }
}
