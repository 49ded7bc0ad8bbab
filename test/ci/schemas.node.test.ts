import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import * as v from 'valibot';
import { schemaFiles } from '../../ci/schemas/files.ts';
import { adaptersFile, agentStatusFile, visionFile } from '../../data/readings/schemas/owner-files.ts';
import { sovereigntyFile } from '../../data/readings/schemas/sovereignty.ts';
import { parseAdapters, parseVision } from '../../data/readings/sources/owner-files.ts';
import { parsePortals } from '../../data/readings/sources/portals.ts';
import { portalsFile } from '../../data/readings/sources/portal-states.ts';
import { parseConfigFile } from '../../harness/config/config-file.ts';
import { upgradeRegistry } from '../../harness/registry/upgrade-portals.ts';
import { UserError } from '../../harness/core/user-error.ts';
import { randomFrom } from '../helpers/random.ts';
import { registryOf } from '../harness/registry/registries.ts';

const folder = resolve(import.meta.dirname, '../../public');
const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(folder, path), 'utf8'));

const ajv = new Ajv({ allErrors: true });
const validators = Object.fromEntries(
  Object.entries(schemaFiles()).map(([name, schema]): [string, ValidateFunction] => [
    name,
    ajv.compile(schema as SchemaObject),
  ]),
);
const fits = (name: string, value: unknown): boolean => validators[name]?.(value) === true;

/** Whether the parser of a file accepts a value without a change. */
const parsers: Readonly<Record<string, (value: unknown) => boolean>> = {
  portals: (value) => v.is(portalsFile, value) && parsePortals(value).problems.length === 0,
  vision: (value) => v.is(visionFile, value) && parseVision(value).problems.length === 0,
  adapters: (value) => v.is(adaptersFile, value) && parseAdapters(value.adapters).problems.length === 0,
  'agent-status': (value) => v.is(agentStatusFile, value),
  'sovereignty-status': (value) => v.is(sovereigntyFile, value),
  config(value) {
    try {
      parseConfigFile('config.json', JSON.stringify(value));
      return true;
    } catch (error) {
      assert.ok(error instanceof UserError);
      return false;
    }
  },
};

/** A good value of each file, with every field. */
const samples: Readonly<Record<string, unknown>> = {
  portals: [
    {
      id: 'wiki',
      name: 'The wiki',
      description: '',
      status: 'online',
      portal_type: 'game-world',
      world_category: 'rpg',
      environment: 'local',
      access_mode: 'operator',
      readiness_state: 'playable',
      telemetry_source: 'none',
      owner: 'me',
      app_id: 7,
      window_title: 'W',
      destination: { type: 'url', url: '/wiki/', action_label: 'Read', params: { world: 'x' } },
      color: '#5DB7ff',
      image: '/pictures/wiki.jpg',
      position: { x: 1, y: 2, z: 3 },
      rotation: { y: 2 },
    },
    {
      id: 'B',
      name: 'b',
      description: '',
      status: 'x',
      destination: {},
      color: '0xf60',
      position: [1, 2, 3],
      rotation: [],
      app_id: null,
    },
  ],
  vision: [{ id: 'Well', title: 'W', text: 'T', position: { x: 1, y: 2, z: -4 }, color: '#5db7FF' }],
  adapters: { $schema: 'x', adapters: [{ name: 'review', status: 'active', base: 'qwen', note: 'reads' }] },
  'agent-status': { $schema: 'x', agents: [{ name: 'Ada', status: 'idle', issue: null, prs_today: 2 }] },
  'sovereignty-status': {
    $schema: 'x',
    score: 66.5,
    label: 'two',
    parts: [{ name: 'pages', own: null, where: '', why: 'w' }],
  },
  config: {
    $schema: 'x',
    _note: 'mine',
    appName: 'Harbour',
    description: 'd',
    resident: { name: 'Timmy', persona: '' },
    codeHost: {
      url: 'https://git.example.org/code',
      owner: 'me/and.my/group',
      repo: 'a.b-c',
      agents: ['timmy'],
      kind: 'gitlab',
      fetchMinutes: 5,
    },
    weather: { url: 'http://127.0.0.1:8080', latitude: -90, longitude: 13.4, '//': 'home' },
    chain: { url: 'https://mempool.space' },
    relays: ['wss://nos.lol/?a=1'],
    bridge: { url: '' },
    together: { presence: true, chat: false },
    modules: ['/panel.js', 'https://me.example/panel.js'],
    allowedOrigins: ['*', 'https://blog.example:8443'],
    frameAncestors: ['https://blog.example'],
    recorded: false,
    ambient: true,
    maintenance: [
      {
        begin: '2026-12-24T22:00:00Z',
        end: '2026-12-24T23:30:00+01:00',
        every: 'week',
        of: ['portal:wiki'],
        note: 'n',
      },
    ],
    games: {
      _note: 'mine',
      desktop: { command: 'python3', args: ['main.py'], env: ['DISPLAY_2'], _note: 'mine' },
      statistics: { url: 'https://stats.example/mcp', tokenEnv: 'STATS_TOKEN' },
      player: 'me',
      portals: {
        _note: 'mine',
        'my-game': {
          $note: 'mine',
          desktop: { url: 'http://127.0.0.1:8000/mcp' },
          statistics: { command: 'uvx' },
          prompts: 'prompts.yaml',
          windowTitle: 'W',
          allowKeys: ['alt f4'],
        },
      },
    },
  },
};

/** Values of all kinds, which are right for some fields and wrong for the others. */
const OTHERS = [
  null,
  7,
  -1,
  1.5,
  1e9,
  true,
  '',
  'x',
  'a b',
  '#12',
  '//host',
  'https://ok.example',
  'ws://ok.example',
  'ftp://no.example',
  'https://me:pw@no.example',
  'x'.repeat(9_000),
  [],
  {},
  [1, 2],
  ['x'],
  Array.from({ length: 300 }, () => 'https://ok.example'),
];

/** Every value that differs from a sample in one place: another value there, or none. */
function* changes(value: unknown): Generator<unknown> {
  // The validators of the home take a list for an object without required fields; a schema does not.
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  yield* OTHERS.filter((other) => !(isGroup && Array.isArray(other)));
  if (typeof value !== 'object' || value === null) return;
  const copy = (): Record<string, unknown> =>
    (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(value)) {
    for (const changed of changes(inner)) {
      const other = copy();
      other[name] = changed;
      yield other;
    }
    if (Array.isArray(value)) continue;
    const { [name]: _removed, ...rest } = copy();
    yield rest;
  }
  if (!Array.isArray(value)) yield { ...value, unknown_name: 1 };
}

test('each schema is the one in public/schemas', async () => {
  for (const [name, schema] of Object.entries(schemaFiles()))
    assert.deepEqual(
      await read(`schemas/${name}.schema.json`),
      JSON.parse(JSON.stringify(schema)),
      'run “npm run schemas”',
    );
});

for (const [name, sample] of Object.entries(samples))
  test(`the schema of ${name}.json and the parser of the home take and refuse the same values`, () => {
    const parse = parsers[name] ?? (() => false);
    assert.ok(parse(sample), 'the parser takes the sample');
    assert.ok(fits(name, sample), JSON.stringify(validators[name]?.errors));
    const differing: string[] = [];
    let refused = 0;
    for (const changed of changes(sample)) {
      const isTaken = parse(changed);
      if (fits(name, changed) !== isTaken)
        differing.push(`${isTaken ? 'parser' : 'schema'} takes ${JSON.stringify(changed).slice(0, 2_000)}`);
      if (!isTaken) refused += 1;
    }
    assert.deepEqual(differing, []);
    assert.ok(refused > 50, `${refused} refused`);
  });

test('the shipped files fit their schemas, and objects name theirs', async () => {
  for (const name of Object.keys(schemaFiles())) {
    if (name === 'sovereignty-status') continue;
    const value = await read(`${name}.json`);
    assert.ok(fits(name, value), `${name}: ${JSON.stringify(validators[name]?.errors)}`);
    if (Array.isArray(value)) continue;
    const { $schema } = value as { $schema?: string };
    assert.ok(existsSync(join(folder, $schema ?? 'missing')), `$schema of ${name}.json`);
  }
});

test('a registry that was upgraded fits the schema, unless a defect was named', () => {
  const random = randomFrom(1);
  for (let count = 0; count < 50; count++) {
    const { text, problems } = upgradeRegistry(registryOf(1 + Math.floor(random() * 1e6)).text);
    const hasDefect = problems.some(({ effect }) => effect === 'record' || effect === 'field');
    // The schema cannot detect two records with the same id, or a destination that leads nowhere.
    if (problems.some(({ effect, problem }) => effect === 'closed' || /same id/.test(problem))) continue;
    assert.equal(fits('portals', JSON.parse(text)), !hasDefect, text);
  }
});
