import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import * as v from 'valibot';
import { defaultConfig } from '../../data/config/config.ts';
import { parseConfig } from '../../data/config/parse-config.ts';
import { adaptersFile, agentStatusFile } from '../../data/readings/schemas/owner-files.ts';
import { portalRecord } from '../../data/readings/schemas/portal.ts';
import { clientFrame, serverFrame } from '../../data/chat/protocol.ts';
import { residentFrame, toResidentFrame } from '../../data/chat/resident-protocol.ts';
import { playFrame, playOrderFrame } from '../../data/games/play-frames.ts';
import { presenceClientFrame, presenceServerFrame } from '../../data/presence/protocol.ts';
import { parsePortals } from '../../data/readings/sources/portals.ts';
import { parseAdapters, parseVision } from '../../data/readings/sources/owner-files.ts';
import { parseLink } from '../../data/view/deep-link.ts';
import { sovereigntyFile } from '../../data/readings/schemas/sovereignty.ts';
import { emit } from '../../harness/commands/emit.ts';
import { ownDoors } from '../../harness/commands/init-doors.ts';
import { usageCommand } from '../../harness/commands/usage.ts';
import { askCommand } from '../../harness/commands/hooks/ask-command.ts';
import { hookCommand } from '../../harness/commands/hooks/hook-command.ts';
import { hooks } from '../../harness/commands/hooks/hooks.ts';
import { serve } from '../../harness/server/serve.ts';
import { parseMaintenance } from '../../harness/config/maintenance.ts';
import { parseGames } from '../../harness/config/games-config.ts';
import { ownerFields, parseConfigFile } from '../../harness/config/config-file.ts';
import { playAnswerFrame, playCallFrame } from '../../data/games/call-frames.ts';
import { variableOf } from '../../harness/core/options.ts';
import { actToolsFor } from '../../harness/resident/model/act-tools.ts';
import { providers } from '../../harness/model/providers.ts';
import { readTools } from '../../harness/resident/model/read-tools.ts';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFile(join(root, path), 'utf8');
const json = async (path: string): Promise<unknown> => JSON.parse(await text(path));

const blocks = (markdown: string, language: string): unknown[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, body]) =>
    JSON.parse(body ?? ''),
  );

test('every example of the protocol’s pages fits the schemas, and every frame has one', async () => {
  for (const [path, language, schema] of [
    ['docs/protocol.md', 'json client', clientFrame],
    ['docs/protocol.md', 'json server', serverFrame],
    ['docs/protocol.md', 'json presence-client', presenceClientFrame],
    ['docs/protocol.md', 'json presence-server', presenceServerFrame],
    ['docs/protocol.md', 'json play', v.variant('type', [playFrame])],
    ['docs/protocol.md', 'json play-order', playOrderFrame],
    ['docs/protocol.md', 'json play-call', v.variant('type', [playCallFrame])],
    ['docs/protocol.md', 'json play-answer', v.variant('type', [playAnswerFrame])],
    ['docs/agent-as-resident.md', 'json agent', residentFrame],
    ['docs/agent-as-resident.md', 'json question', toResidentFrame],
  ] as const) {
    const page = await text(path);
    const examples = blocks(page, language);
    for (const example of examples) v.parse(schema, example);
    const shown = new Set(examples.map((example) => (example as { type: string }).type));
    const known = schema.options.map(({ entries }) => entries.type.literal);
    assert.deepEqual(
      known.filter((type) => !shown.has(type)),
      [],
    );
  }
});

test('the configuration’s page names every flag with its variable, and every field', async () => {
  const page = await text('docs/configuration.md');
  for (const flag of [
    ...serve.flags,
    ...emit.flags,
    ...hooks.flags,
    ...hookCommand.flags,
    ...askCommand.flags,
    ...usageCommand.flags,
  ]) {
    const { name, fallback } = flag;
    const env = variableOf(flag);
    const line = page.split('\n').find((row) => row.startsWith(`| \`--${name}`));
    assert.ok(line?.includes(`\`${env}\``), `--${name}`);
    if (fallback !== undefined) assert.ok(line?.includes(String(fallback)), `${name}: ${fallback}`);
  }
  for (const [group, value] of Object.entries(ownerFields)) {
    const names =
      typeof value === 'object' && !Array.isArray(value)
        ? Object.keys(value).map((name) => `${group}.${name}`)
        : [group];
    for (const name of names) assert.ok(page.includes(`\`${name}\``), name);
  }
  const [example] = blocks(page, 'json');
  assert.deepEqual(parseConfig(example).problems, []);
  const [several] = blocks(page, 'json several');
  assert.equal(parseConfigFile('config.json', JSON.stringify(several)).codeHosts?.length, 4);
  const [adapters] = blocks(page, 'json adapters');
  assert.deepEqual(parseAdapters(v.parse(adaptersFile, adapters).adapters).problems, []);
  v.parse(sovereigntyFile, blocks(page, 'json sovereignty')[0]);
  const [maintenance] = blocks(page, 'json maintenance') as { maintenance: unknown }[];
  assert.deepEqual(parseMaintenance(maintenance?.maintenance).problems, []);
  const [gameServers] = blocks(page, 'json games') as { games: unknown }[];
  assert.ok(gameServers?.games !== undefined);
  assert.deepEqual(parseGames(gameServers.games).problems, []);
  const [points] = blocks(page, 'json vision');
  assert.deepEqual(parseVision(points as unknown[]).problems, []);
});

test('the page of the resident names every provider with its key, every tool and every exit code', async () => {
  const page = await text('docs/resident.md');
  for (const { id, needsKey } of providers) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`--${id}-model ${id}/MODEL\``));
    assert.ok(row?.includes(`\`${id.toUpperCase()}_API_KEY\``), id);
    assert.equal(row?.includes('none'), !needsKey);
  }
  const oath = { kind: 'panel', name: 'oath' } as const;
  const acts = actToolsFor({
    fly: oath,
    point: oath,
    turn: oath,
    gesture: 'nod',
    view: 'photo',
    timeLapse: true,
    fireworks: true,
    speak: true,
  });
  for (const name of [...Object.keys(readTools), ...Object.keys(acts), 'remember'])
    assert.ok(page.includes(`\`${name}\``), name);
  for (let code = 0; code <= 7; code++) assert.match(page, new RegExp(`^\\| ${code} \\|`, 'm'));
});

test('the page of the portals names every field, and its example is valid', async () => {
  const page = await text('docs/portals.md');
  const [records] = blocks(page, 'json portals');
  assert.deepEqual(parsePortals(records as unknown[]).problems, []);
  const { destination, ...fields } = portalRecord.entries;
  const names = [
    ...Object.keys(fields),
    ...Object.keys(destination.entries).map((name) => `destination.${name}`),
  ];
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test('the shipped files fit their schemas and claim no uncounted figure', async () => {
  const portals = (await json('harness/demo/data/portals.json')) as unknown[];
  const { records, problems } = parsePortals(portals);
  assert.deepEqual(problems, []);
  assert.ok(records.length >= 5);
  for (const type of ['game-world', 'operator-room', 'research-space', 'experiment'])
    assert.ok(
      records.some(({ portal_type }) => portal_type === type),
      type,
    );
  const colors = records.map(({ color }) => color);
  assert.equal(new Set(colors).size, records.length, 'each its own colour');
  for (const { id, app_id, destination } of records)
    if (app_id !== undefined) assert.equal(destination.url, undefined, id);
  assert.deepEqual(
    records.flatMap(({ app_id }) => app_id ?? []),
    [261_550, 22_320],
  );
  for (const entry of portals) v.parse(portalRecord, entry);
  // Without files of its own a home has one portal, to its own page.
  const [own, ...others] = ownDoors({ ...defaultConfig.codeHost, url: '' }, undefined);
  assert.deepEqual(await json('public/portals.json'), [own]);
  assert.deepEqual(others, []);
  assert.deepEqual(own, portals[0]);
  assert.deepEqual(v.parse(agentStatusFile, await json('public/agent-status.json')).agents, []);
  assert.deepEqual(parseConfig(await json('public/config.json')).problems, []);
  assert.deepEqual(v.parse(adaptersFile, await json('public/adapters.json')).adapters, []);
  const { records: points, problems: refused } = parseVision((await json('public/vision.json')) as unknown[]);
  assert.deepEqual(refused, []);
  assert.ok(points.length >= 3);
  assert.match(await text('public/soul.md'), /^# /);
});

interface Manifest {
  readonly icons: readonly { src: string; sizes: string; type: string; purpose?: string }[];
  readonly screenshots: readonly { src: string; sizes: string; type: string; form_factor: string }[];
  readonly shortcuts: readonly { name: string; url: string; icons: readonly { src: string }[] }[];
}

test('the manifest follows the specification, and its icons are PNGs of their stated sizes', async () => {
  const manifest = (await json('public/manifest.json')) as Manifest & Record<string, unknown>;
  const specified = [
    'name',
    'short_name',
    'start_url',
    'display',
    'background_color',
    'theme_color',
  ] as const;
  assert.deepEqual(Object.fromEntries(specified.map((name) => [name, manifest[name]])), {
    name: 'Home World',
    short_name: 'Home',
    start_url: '/',
    display: 'fullscreen',
    background_color: '#050510',
    theme_color: '#050510',
  });
  assert.deepEqual(
    manifest.icons.map(({ sizes, purpose }) => [sizes, purpose]),
    [
      ['192x192', undefined],
      ['512x512', undefined],
      ['192x192', 'maskable'],
      ['512x512', 'maskable'],
    ],
  );
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = await readFile(join(root, 'public', src));
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    assert.equal(type, 'image/png');
  }
});

test('the manifest’s screenshots have their stated sizes, and its shortcuts lead somewhere', async () => {
  const { screenshots, shortcuts, icons } = (await json('public/manifest.json')) as Manifest;
  assert.deepEqual(new Set(screenshots.map(({ form_factor }) => form_factor)), new Set(['wide', 'narrow']));
  for (const { src, sizes, type } of screenshots) {
    // The build copies the screenshots from the documentation.
    const bytes = await readFile(join(root, 'docs/pictures', basename(src)));
    const { width, height, format } = await sharp(bytes).metadata();
    assert.deepEqual([`${width}x${height}`, `image/${format}`], [sizes, type], src);
  }
  for (const { name, url, icons: own } of shortcuts) {
    const { pathname, hash } = new URL(url, 'https://home.example/');
    assert.ok(
      pathname === '/' ? parseLink(hash).view !== 'normal' : ['/heartbeat.html', '/door'].includes(pathname),
      name,
    );
    for (const { src } of own)
      assert.ok(
        icons.some((icon) => icon.src === src),
        src,
      );
  }
});
