import * as v from 'valibot';
import { type ConfigProblem, isHttpUrl, isObject, problemsOf } from '../../data/config/fields.ts';
import { withoutNotes } from '../core/json-file.ts';
import { KEY_COMBINATION } from './game-keys.ts';

/**
 * `games` of `config.json`: which MCP servers control the desktop and return the store's data. Pages never
 * get it.
 */

const sentence = (max: number): string => `a text of 1 to ${max.toLocaleString('en')} characters`;
const text = (max: number) =>
  v.pipe(v.string(sentence(max)), v.regex(/\S/, sentence(max)), v.maxLength(max, sentence(max)));

/** Names only: a value would be a secret in a file. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const NAME = 'the name of an environment variable, such as STEAM_API_KEY, and not its value';
const variable = v.pipe(v.string(NAME), v.regex(VARIABLE, NAME), v.description(NAME));
const NAMES = 'a list of at most 32 names of environment variables';
const ARGUMENTS = 'a list of at most 32 texts of at most 1,000 characters';
const ADDRESS = 'an http(s) URL without a password';

const group = <const E extends v.ObjectEntries>(entries: E, message: string) =>
  v.pipe(v.unknown(), v.transform(withoutNotes), v.strictObject(entries, message));

/** A program on this machine, connected over its standard input and output. */
const program = group(
  {
    command: text(500),
    args: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(ARGUMENTS), v.maxLength(1_000, ARGUMENTS)), ARGUMENTS),
        v.maxLength(32, ARGUMENTS),
      ),
    ),
    /**
     * Variables that are passed to the program, besides a few standard ones. Keys of model providers are
     * never passed by default.
     */
    env: v.optional(v.pipe(v.array(variable, NAMES), v.maxLength(32, NAMES))),
  },
  'either command, with args and env if needed, or url, with tokenEnv if needed',
);
/** A server at a URL, over Streamable HTTP. */
const address = group(
  {
    url: v.pipe(v.string(ADDRESS), v.check(isHttpUrl, ADDRESS)),
    /** The variable that holds the bearer token. */
    tokenEnv: v.optional(variable),
  },
  'either command, with args and env if needed, or url, with tokenEnv if needed',
);
const server = v.lazy((input) => (isObject(input) && 'url' in input ? address : program));

const TITLE = 'the title of the game’s window: a text of 1 to 200 characters';
const COMBINATIONS = 'a list of at most 16 keys or combinations in lower case, such as "alt f4"';

const portal = group(
  {
    desktop: v.optional(server),
    statistics: v.optional(server),
    prompts: v.optional(
      v.pipe(text(500), v.description('path of the prompt file, instead of the one in training/data')),
    ),
    windowTitle: v.optional(
      v.pipe(v.string(TITLE), v.regex(/\S/, TITLE), v.maxLength(200, TITLE), v.description(TITLE)),
    ),
    allowKeys: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(COMBINATIONS), v.regex(KEY_COMBINATION, COMBINATIONS)), COMBINATIONS),
        v.maxLength(16, COMBINATIONS),
        v.description(
          'keys that leave the game’s window, such as "alt f4", which the player may press all the same',
        ),
      ),
    ),
  },
  'desktop, statistics, prompts, windowTitle and allowKeys, each if needed',
);

/** The id of a portal, as in `portals.json`. */
const PORTAL_ID = /^[\w-]{1,64}$/;
const PORTALS = 'an object with the ids of portals';
const portals = v.pipe(
  v.unknown(),
  v.transform(withoutNotes),
  v.custom<Record<string, unknown>>(isObject, PORTALS),
  v.record(v.pipe(v.string(), v.regex(PORTAL_ID, PORTALS)), portal),
);

export const gamesSchema = v.pipe(
  group(
    {
      desktop: v.optional(
        v.pipe(server, v.description('the MCP server that controls the desktop; without it the home’s own')),
      ),
      statistics: v.optional(
        v.pipe(server, v.description('an MCP server that knows the store’s statistics')),
      ),
      player: v.optional(v.pipe(text(100), v.description('the player’s user id at the store'))),
      portals: v.optional(v.pipe(portals, v.description('the settings of single portals, by their ids'))),
    },
    'desktop, statistics, player and portals, each if needed',
  ),
  v.description('MCP servers with which the resident plays games; pages never get it'),
);

export type GamesConfig = Readonly<v.InferOutput<typeof gamesSchema>>;
export type ServerAddress = Readonly<v.InferOutput<typeof server>>;

/** Reads `games` of `config.json`. */
export function parseGames(raw: unknown): { config: GamesConfig | undefined; problems: ConfigProblem[] } {
  if (raw === undefined) return { config: undefined, problems: [] };
  const { success, output, issues = [] } = v.safeParse(gamesSchema, raw);
  if (success) return { config: output, problems: [] };
  return { config: undefined, problems: problemsOf('games', issues) };
}

/** The settings of one portal: its own, otherwise those for all portals. */
export function gameSettings(config: GamesConfig | undefined, portalId: string) {
  const own = config?.portals?.[portalId];
  return {
    desktop: own?.desktop ?? config?.desktop,
    statistics: own?.statistics ?? config?.statistics,
    player: config?.player,
    prompts: own?.prompts,
    windowTitle: own?.windowTitle,
    allowKeys: own?.allowKeys ?? [],
  };
}
export type GameSettings = ReturnType<typeof gameSettings>;
