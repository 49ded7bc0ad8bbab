import { defaultConfig } from '../../data/config/config.ts';
import { expected } from '../../data/config/parse-config.ts';
import { VARIABLE } from '../../harness/config/games-config.ts';
import { KEY_COMBINATION } from '../../harness/config/game-keys.ts';
import { SUBJECT } from '../../harness/config/maintenance.ts';
import { defaultServerConfig } from '../../harness/config/server-config.ts';
import { type JsonSchema, listOf } from './json-schema.ts';

/** An address without a user name and password; the parser also checks hosts, which a pattern cannot. */
const url = (protocols: string): JsonSchema => ({
  type: 'string',
  pattern: `^${protocols}://[^\\s/?#@;,"']+([/?#].*)?$`,
});
const httpUrl = url('https?');
const socketUrl = url('wss?');
const orEmpty = (schema: JsonSchema): JsonSchema => ({ anyOf: [{ const: '' }, schema] });
const words = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '\\S',
});
const upTo = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
const between = (minimum: number, maximum: number): JsonSchema => ({ type: 'number', minimum, maximum });
const slug: JsonSchema = { type: 'string', pattern: '^[\\w.-]{1,100}$' };
const flag: JsonSchema = { type: 'boolean' };
const origin: JsonSchema = {
  anyOf: [{ const: '*' }, { type: 'string', pattern: `^https?://[^\\s/?#@;,"'A-Z]+$` }],
};
const moment: JsonSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:\\d\\d)$',
};

/** Names that begin with `_`, `$` or `//` are notes of the owner; another unknown name is an error. */
const withNotes = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: 'object',
  patternProperties: { '^(_|\\$|//)': {} },
  additionalProperties: false,
});

const maintenanceWindow = withNotes({
  properties: {
    begin: { ...moment, description: 'a time with its zone, such as 2026-12-24T22:00:00Z' },
    end: { ...moment, description: 'at most 14 days after its begin' },
    every: { enum: ['day', 'week'], description: 'repeats the window' },
    of: {
      ...listOf({ type: 'string', pattern: SUBJECT.source }, 32),
      description: 'ids as in /api/history.json; all without it',
    },
    note: { ...upTo(200), description: 'why; everyone can read it' },
  },
  required: ['begin', 'end'],
});

const variable: JsonSchema = {
  type: 'string',
  pattern: VARIABLE.source,
  description: 'the name of an environment variable, and not its value',
};

/** A server for games. Whether it has `url` decides which of both forms it has. */
const mcpServer: JsonSchema = {
  if: { type: 'object', required: ['url'] },
  // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema.
  then: withNotes({ properties: { url: httpUrl, tokenEnv: variable } }),
  else: withNotes({
    properties: {
      command: words(500),
      args: listOf(upTo(1_000), 32),
      env: listOf(variable, 32),
    },
    required: ['command'],
  }),
};

const gamePortal = withNotes({
  properties: {
    desktop: mcpServer,
    statistics: mcpServer,
    prompts: { ...words(500), description: 'path of the prompt file' },
    windowTitle: { ...words(200), description: 'title of the game’s window' },
    allowKeys: {
      ...listOf({ type: 'string', pattern: KEY_COMBINATION.source }, 16),
      description:
        'keys that leave the game’s window, such as "alt f4", which the player may press all the same',
    },
  },
});

const games = withNotes({
  properties: {
    desktop: {
      ...mcpServer,
      description: 'the MCP server that controls the desktop; without it the home’s own',
    },
    statistics: { ...mcpServer, description: 'an MCP server that knows the store’s statistics' },
    player: { ...words(100), description: 'the player’s user id at the store' },
    portals: {
      type: 'object',
      patternProperties: { '^(_|\\$|//)': {}, '^(?!_)[\\w-]{1,64}$': gamePortal },
      additionalProperties: false,
      description: 'what holds for one portal, by its id',
    },
  },
});

/**
 * The form of each field. By hand, as its check in `data/config/` is: a test holds both together with good
 * and bad values. The words are those with which the parser refuses a value.
 */
const forms: Readonly<Record<string, JsonSchema>> = {
  appName: words(60),
  description: upTo(300),
  'resident.name': words(40),
  'resident.persona': upTo(8000),
  'codeHost.url': orEmpty(httpUrl),
  'codeHost.owner': slug,
  'codeHost.repo': slug,
  'codeHost.agents': listOf(words(80), 64),
  'codeHost.authors': flag,
  'weather.url': orEmpty(httpUrl),
  'weather.latitude': between(-90, 90),
  'weather.longitude': between(-180, 180),
  'weather.place': upTo(60),
  'weather.timeZone': { type: 'string', pattern: '^[\\w+/-]*$' },
  'chain.url': orEmpty(httpUrl),
  relays: listOf(socketUrl, 8),
  'bridge.url': orEmpty(socketUrl),
  'together.presence': flag,
  'together.chat': flag,
  modules: listOf({ anyOf: [{ type: 'string', pattern: '^/([^/\\\\]|$)' }, httpUrl] }, 32),
  allowedOrigins: listOf(origin, 64),
  frameAncestors: listOf(origin, 64),
  recorded: flag,
  ambient: flag,
  maintenance: listOf(maintenanceWindow, 32),
  games,
};

const serverWords: Readonly<Record<string, string>> = {
  frameAncestors: 'origins of pages that may show a widget in a frame, or "*" for all; pages never get it',
  maintenance: 'planned times in which portals or upstreams may fail',
  games: 'MCP servers with which the resident plays games; pages never get it',
};

function fieldOf(path: string, fallback: unknown): JsonSchema {
  const form = forms[path];
  if (!form) throw new Error(`ci/schemas/config.ts has no form for ${path} of config.json`);
  return {
    description: expected[path] ?? serverWords[path] ?? path,
    ...(fallback !== undefined &&
      typeof fallback !== 'object' && { default: fallback as JsonSchema['default'] }),
    ...form,
  };
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && !Array.isArray(value);

/** `config.json`: every field of the defaults, so that a new one without a form fails at once. */
export function configSchema(): JsonSchema {
  const fields = Object.entries({ ...defaultConfig, ...defaultServerConfig }).map(
    ([name, value]): [string, JsonSchema] => {
      if (!isGroup(value)) return [name, fieldOf(name, value)];
      const properties = Object.entries(value).map(([inner, fallback]) => [
        inner,
        fieldOf(`${name}.${inner}`, fallback),
      ]);
      return [name, withNotes({ properties: Object.fromEntries(properties) as JsonSchema['properties'] })];
    },
  );
  return withNotes({ properties: Object.fromEntries(fields) });
}
