import {
  type ConfigProblem,
  type Kind,
  defaultsOf,
  field,
  list,
  number,
  oneOf,
  orEmpty,
  readFields,
  text,
  where,
} from '../../data/config/fields.ts';
import { origin } from '../../data/config/config.ts';
import { type SessionAudience, sessionAudiences } from '../../data/readings/schemas/agent-sessions.ts';
import { type Access, parseAccess } from './access.ts';
import { type GamesConfig, parseGames } from './games-config.ts';
import { type MaintenanceWindow, parseMaintenance } from './maintenance.ts';

/** The kinds of code hosts that the home reads. Forgejo has the interface of Gitea. */
export const codeHostKinds = ['gitea', 'github', 'gitlab'] as const;
export type CodeHostKind = (typeof codeHostKinds)[number];

/** The most repositories of one home. */
export const MAX_REPOSITORIES = 8;

/** The environment variable with the token of the code host. Those of further servers begin with its name. */
export const TOKEN_VARIABLE = 'HOME_WORLD_CODE_HOST_TOKEN';
/** No other variable, so that a configuration cannot send another secret of the home to a code host. */
const variable: Kind<string> = {
  name: 'pattern',
  pattern: `^${TOKEN_VARIABLE}(_[A-Z0-9_]{1,60})?$`,
  expected: `the name of an environment variable that begins with ${TOKEN_VARIABLE}, such as ${TOKEN_VARIABLE}_WORK`,
  check: where((value) => new RegExp(variable.pattern ?? '').test(value)),
};

/** The fields of `config.json` that only the server uses, besides `access`, `maintenance` and `games`. */
export const serverFields = {
  /** Origins whose pages may frame the pages of single widgets; `*` for all. */
  frameAncestors: field(list(64, origin, 'origins such as https://blog.example, or "*" for all'), []),
  /** How much visitors see of the sessions of the owner's coding agents. */
  agentSessions: { visitorsSee: field(oneOf(...sessionAudiences), 'states') },
  /** What the owner's coding agents may cost in a day before the owner is told; 0 for no budget. */
  usage: { dailyDollars: field(number(0, 1_000_000), 0) },
  /** More fields of `codeHost`, which pages do not need: they get the same records from every kind. */
  codeHost: {
    kind: field<CodeHostKind | ''>(orEmpty(oneOf(...codeHostKinds), 'to tell it by the address'), ''),
    /** The owner's name at the code host; empty if it is that of the repository's owner. */
    login: field(text(100), ''),
    /** How often the remote of a local repository is fetched; 0 for never. */
    fetchMinutes: field(number(0, 1440), 0),
    /** The folder of a local repository; empty for the one in which the home is started. */
    path: field(text(1000), ''),
    /** The environment variable with the token; empty for `HOME_WORLD_CODE_HOST_TOKEN`. */
    tokenEnv: field(orEmpty(variable), ''),
  },
};

/**
 * The fields of `config.json` that only the server uses. Pages never get them, and a static host has
 * no use for them.
 */
export interface ServerConfig {
  readonly frameAncestors: readonly string[];
  readonly agentSessions: { readonly visitorsSee: SessionAudience };
  readonly usage: { readonly dailyDollars: number };
  readonly codeHost: {
    readonly kind?: CodeHostKind | '';
    readonly login?: string;
    readonly fetchMinutes?: number;
    readonly path?: string;
    readonly tokenEnv?: string;
  };
  /** Who sees the home. */
  readonly access: Access;
  readonly maintenance: readonly MaintenanceWindow[];
  /** Servers for games; undefined where the owner names none. */
  readonly games: GamesConfig | undefined;
}

export const defaultServerConfig: ServerConfig = {
  ...defaultsOf(serverFields),
  access: 'public',
  maintenance: [],
  games: undefined,
};

/** Reads the server's fields of `config.json`. A field that is left out or wrong gets its default. */
export function parseServerConfig(raw: Readonly<Record<string, unknown>>): {
  config: ServerConfig;
  problems: ConfigProblem[];
} {
  const problems: ConfigProblem[] = [];
  const fields = readFields(serverFields, raw, (problem) => problems.push(problem));
  const access = parseAccess(raw['access']);
  const maintenance = parseMaintenance(raw['maintenance']);
  const games = parseGames(raw['games']);
  return {
    config: {
      ...fields,
      access: access.access,
      maintenance: maintenance.windows,
      games: games.config,
    },
    problems: [...problems, ...access.problems, ...maintenance.problems, ...games.problems],
  };
}
