import * as v from 'valibot';
import { type ConfigProblem, EVERY_ORIGIN, isOrigin } from '../../data/config/config.ts';
import { shorten } from '../../data/config/reading-config.ts';
import { type GamesConfig, parseGames } from './games-config.ts';
import { type MaintenanceWindow, parseMaintenance } from './maintenance.ts';

/**
 * The fields of `config.json` that only the server uses. Pages never get them, and a static host has
 * no use for them.
 */
export interface ServerConfig {
  /** Origins whose pages may frame the pages of single widgets; `*` for all. */
  readonly frameAncestors: readonly string[];
  readonly maintenance: readonly MaintenanceWindow[];
  /** Servers for games; undefined where the owner names none. */
  readonly games: GamesConfig | undefined;
}

export const defaultServerConfig: ServerConfig = { frameAncestors: [], maintenance: [], games: undefined };

const MAX_ORIGINS = 64;
const ORIGINS = `a list of at most ${MAX_ORIGINS} origins such as https://blog.example, or "*" for all`;
const origins = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check((value) => value === EVERY_ORIGIN || isOrigin(value)),
    ),
  ),
  v.maxLength(MAX_ORIGINS),
);

/** Reads the server's fields of `config.json`; one that is left out or wrong has its default. */
export function parseServerConfig(raw: Readonly<Record<string, unknown>>): {
  config: ServerConfig;
  problems: ConfigProblem[];
} {
  const { frameAncestors: given = [] } = raw;
  const frames = v.safeParse(origins, given);
  const maintenance = parseMaintenance(raw['maintenance']);
  const games = parseGames(raw['games']);
  const wrong = { field: 'frameAncestors', expected: ORIGINS, got: shorten(given) };
  return {
    config: {
      frameAncestors: frames.success ? frames.output : [],
      maintenance: maintenance.windows,
      games: games.config,
    },
    problems: [...(frames.success ? [] : [wrong]), ...maintenance.problems, ...games.problems],
  };
}
