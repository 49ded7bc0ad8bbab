import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { filesIn } from '../../ci/files.ts';
import { homeSources } from '../../data/apps/home-sources.ts';
import { worldSources } from '../../data/apps/world-sources.ts';
import { createState } from '../../data/state.ts';
import { deferredModules } from '../../world/deferred-modules.ts';
import { worldModules } from '../../world/modules.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Everything that has to be in a list, and is not: each with the file to add it to. */
async function forgotten(
  patterns: string | readonly string[],
  missing: (code: string, path: string) => readonly string[],
): Promise<string[]> {
  const files = await filesIn(root, patterns);
  assert.ok(files.length > 3, `${String(patterns)} finds files`);
  return files.flatMap((path) => missing(read(path), path));
}

/** What CONTRIBUTING.md says a new source, panel, widget or module needs besides its own file. */
describe('nothing new is forgotten', () => {
  it('each reading is requested by the world’s page and the gateway, by one source', () => {
    const state = createState();
    const requested = [...homeSources(state), ...worldSources].map(({ name }) => name);
    assert.deepEqual(
      requested.toSorted(),
      Object.keys(state.readings).toSorted(),
      'each has its source in data/apps/heartbeat.ts, home-sources.ts or world-sources.ts',
    );
  });

  it('each reading stands in the home as text', () => {
    const directory = read('components/panels/directory-sections.ts');
    /** What is shown together with others. */
    const shownAs: Readonly<Record<string, string>> = {
      agentStatus: 'derived.agents',
      portalRecords: 'derived.portals',
      portalHealth: 'derived.portals',
    };
    const missing = Object.keys(createState().readings).filter(
      (name) => !directory.includes(shownAs[name] ?? `readings.${name}.`),
    );
    assert.deepEqual(missing, [], 'in components/panels/directory-sections.ts');
  });

  it('each widget is in the script for other pages, and described', async () => {
    const embed = read('embed.ts');
    const page = read('docs/embedding.md');
    assert.deepEqual(
      await forgotten('components/widgets/*.ts', (code, path) => {
        const tag = /^define\('([\w-]+)'/m.exec(code)?.[1];
        // Only the heartbeat page has it.
        if (tag === undefined || tag === 'hw-home-name') return [];
        return [
          ...(embed.includes(`'${tag}'`) ? [] : [`${path} (<${tag}>) is not in embed.ts`]),
          ...(page.includes(`<${tag}`) ? [] : [`<${tag}> is not in docs/embedding.md`]),
        ];
      }),
      [],
    );
  });

  it('each module of the world runs', async () => {
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

  it('each board has a place of its own, and a link leads to it', async () => {
    const viewpoints = read('world/camera/viewpoints.ts');
    const places = new Map<string, string>();
    assert.deepEqual(
      await forgotten('world/panels/*-panel.ts', (code, path) => {
        const name = /\bname: '([\w-]+)'/.exec(code)?.[1] ?? '';
        const slot = /\bslot: (\d)/.exec(code)?.[1];
        const other = places.get(slot ?? '');
        if (slot !== undefined) places.set(slot, path);
        return [
          ...(viewpoints.includes(`panel('${name}')`)
            ? []
            : [`${path} has no link: data/view/viewpoint.ts and world/camera/viewpoints.ts`]),
          ...(other === undefined
            ? []
            : [`${path} and ${other} both name place ${slot}: world/core/scene/panel-slots.ts`]),
        ];
      }),
      [],
    );
  });
});
