import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { filesIn } from '../../ci/files.ts';
import { homeSources, plainSections } from '../../data/apps/sources.ts';
import { createState } from '../../data/state.ts';
import { deferredModules } from '../../world/deferred-modules.ts';
import { worldModules } from '../../world/modules.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Every entry that is missing in a list, with the file to add it to. */
async function forgotten(
  patterns: string | readonly string[],
  missing: (code: string, path: string) => readonly string[],
): Promise<string[]> {
  const files = await filesIn(root, patterns);
  assert.ok(files.length > 3, `${String(patterns)} finds files`);
  return files.flatMap((path) => missing(read(path), path));
}

/**
 * Everything CONTRIBUTING.md says a new source, panel, widget or module needs besides its own file.
 */
describe('the files of a recipe', () => {
  it('request each reading on the world’s page and in the gateway, from one source', () => {
    const state = createState();
    const requested = homeSources(state).map(({ name }) => name);
    assert.deepEqual(
      requested.toSorted(),
      Object.keys(state.readings).toSorted(),
      'each has its source in data/apps/sources.ts',
    );
  });

  it('show each reading in the home as text', () => {
    const directory = read('components/panels/directory-sections.ts');
    /** These readings are shown together with others. */
    const shownAs: Readonly<Record<string, string>> = {
      agentStatus: 'derived.agents',
      portalRecords: 'derived.portals',
      portalHealth: 'derived.portals',
    };
    const state = createState();
    const plain = plainSections(state);
    const missing = Object.keys(state.readings).filter(
      (name) => !(name in plain) && !directory.includes(shownAs[name] ?? `readings.${name}.`),
    );
    assert.deepEqual(missing, [], 'in data/apps/sources.ts, or components/panels/directory-sections.ts');
  });

  it('describe each widget and add it to the script for other pages', async () => {
    const embed = read('embed.ts');
    const page = read('docs/embedding.md');
    assert.deepEqual(
      await forgotten('components/widgets/*.ts', (code, path) => {
        const tag = /^define\('([\w-]+)'/m.exec(code)?.[1];
        // Only the heartbeat page has this widget.
        if (tag === undefined || tag === 'hw-home-name') return [];
        return [
          ...(embed.includes(`'${tag}'`) ? [] : [`${path} (<${tag}>) is not in embed.ts`]),
          ...(page.includes(`<${tag}`) ? [] : [`<${tag}> is not in docs/embedding.md`]),
        ];
      }),
      [],
    );
  });

  it('are named for a source wherever two of today’s are listed together', async () => {
    const page = read('docs/rooms/recipes.md');
    const folders = ['components', 'data', 'harness', 'world'].map((folder) => `${folder}/**/*.ts`);
    assert.deepEqual(
      await forgotten([...folders, 'embed.ts'], (code, path) =>
        /\bblock-?Height\b|tip\/height\b/i.test(code) &&
        /\bweather\b/.test(code) &&
        !page.includes(`\`${path}\``)
          ? [`${path} is not in docs/rooms/recipes.md`]
          : [],
      ),
      [],
    );
  });

  it('run each module of the world', async () => {
    const lists = read('world/modules.ts') + read('world/deferred-modules.ts');
    assert.deepEqual(
      await forgotten('world/**/*.ts', (code, path) => {
        const isModule =
          /^export (?:function init\(|const \{[^}]*\binit\b)/m.test(code) && !path.endsWith('.d.ts');
        return isModule && !lists.includes(`'./${path.slice('world/'.length)}'`)
          ? [`${path} is neither in world/modules.ts nor in world/deferred-modules.ts`]
          : [];
      }),
      [],
    );
    const names = [...worldModules, ...deferredModules].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, 'names are unique');
  });

  it('give each panel a place of its own', async () => {
    const places = new Map<string, string>();
    assert.deepEqual(
      await forgotten('world/panels/*-panel.ts', (code, path) => {
        const slot = /\bslot: (\d)/.exec(code)?.[1];
        const other = places.get(slot ?? '');
        if (slot !== undefined) places.set(slot, path);
        return other === undefined
          ? []
          : [`${path} and ${other} both name place ${slot}: world/core/scene/panel-slots.ts`];
      }),
      [],
    );
    const lists = read('world/deferred-modules.ts');
    assert.deepEqual(
      await forgotten('world/panels/*-panel.ts', (_code, path) =>
        lists.includes(`'./${path.slice('world/'.length)}'`)
          ? []
          : [`${path} is not in world/deferred-modules.ts`],
      ),
      [],
    );
  });
});
