import { safeUrl } from '../travel/destination.ts';

/**
 * `config.json`: what a home shows and where its readings come from. Every field has a default, so
 * an empty object is a valid file. A bad field never stops the page: it keeps its default, and a
 * problem names it with what was expected.
 */
export interface Config {
  readonly appName: string;
  /** The text of a shared link below the name; empty for the default one. */
  readonly description: string;
  readonly resident: { readonly name: string; readonly persona: string };
  readonly codeHost: {
    /** Base URL of a Gitea or Forgejo; empty: this home's gateway (proxy or local git). */
    readonly url: string;
    readonly owner: string;
    readonly repo: string;
    readonly agents: readonly string[];
  };
  readonly weather: { readonly url: string; readonly latitude: number; readonly longitude: number };
  readonly chain: { readonly url: string };
  readonly relays: readonly string[];
  /** WebSocket of the bridge; empty means `/api/world/ws` on the home's own origin. */
  readonly bridge: { readonly url: string };
  readonly modules: readonly string[];
  /**
   * Origins whose pages may read the readings. Those that are named may also open the bridge and
   * bring modules; `*` may not.
   */
  readonly allowedOrigins: readonly string[];
  /** A demo: code host, weather and chain are replayed from a recording. */
  readonly recorded: boolean;
  /** Whether there is an `ambient.mp3`: found by the gateway, set by hand on a static host. */
  readonly ambient: boolean;
}

export interface ConfigProblem {
  /** Dotted path, as in `weather.latitude`. */
  readonly field: string;
  readonly expected: string;
  /** The value that was found, shortened. */
  readonly got: string;
  /** It is about the file itself: none of it could be used, and all fields have their defaults. */
  readonly isWholeFile?: true;
}

/** In `allowedOrigins`: every page may read the readings. */
export const EVERY_ORIGIN = '*';

export const defaultConfig: Config = {
  appName: 'Home World',
  description: '',
  resident: { name: 'Timmy', persona: '' },
  codeHost: { url: '', owner: 'local', repo: 'home', agents: [] },
  // Royal Observatory, Greenwich: a place that is obviously a default.
  weather: { url: 'https://api.open-meteo.com', latitude: 51.4779, longitude: 0 },
  chain: { url: 'https://mempool.space' },
  relays: ['wss://relay.damus.io', 'wss://nos.lol', 'wss://relay.primal.net'],
  bridge: { url: '' },
  modules: [],
  allowedOrigins: [],
  recorded: false,
  ambient: false,
};

/** A URL's host may hold `;` and `,`, which would end a directive of the page's security policy. */
const isUrl = /* @__NO_SIDE_EFFECTS__ */ (protocols: readonly string[]) => (value: string) => {
  const url = safeUrl(value, undefined, protocols);
  return url !== undefined && /^[\w.:[\]-]*$/.test(url.host);
};
export const isHttpUrl = isUrl(['http:', 'https:']);
export const isSocketUrl = isUrl(['ws:', 'wss:']);
export const isOrigin = (value: string): boolean => isHttpUrl(value) && new URL(value).origin === value;

/**
 * The value to take, or undefined where it is not what was expected. By hand: valibot would add 2.2
 * kB to the shell, which reads this file before anything else works and may have 30 kB. The makers of
 * checks are marked as free of side effects, so that a widget leaves out the fields it has no use for.
 */
type Check = (value: unknown) => unknown;

export const where =
  /* @__NO_SIDE_EFFECTS__ */
  (good: (value: string) => boolean): Check =>
    (value) =>
      typeof value === 'string' && good(value) ? value : undefined;
export const upTo = /* @__NO_SIDE_EFFECTS__ */ (max: number): Check => where((value) => value.length <= max);
export const words =
  /* @__NO_SIDE_EFFECTS__ */
  (max: number): Check =>
    (value) => {
      const trimmed = typeof value === 'string' ? value.trim() : '';
      return trimmed.length >= 1 && trimmed.length <= max ? trimmed : undefined;
    };
const between =
  /* @__NO_SIDE_EFFECTS__ */
  (low: number, high: number): Check =>
    (value) =>
      typeof value === 'number' && value >= low && value <= high ? value : undefined;
export const listOf =
  /* @__NO_SIDE_EFFECTS__ */
  (max: number, check: Check): Check =>
    (value) => {
      if (!Array.isArray(value) || value.length > max) return undefined;
      const items = value.map(check);
      return items.includes(undefined) ? undefined : items;
    };
export const flag: Check = (value) => (typeof value === 'boolean' ? value : undefined);
export const emptyOr = /* @__NO_SIDE_EFFECTS__ */ (good: (value: string) => boolean): Check =>
  where((value) => value === '' || good(value));
const httpUrl = where(isHttpUrl);
const slug = where((value) => /^[\w.-]{1,100}$/.test(value));

/** The check of each field by its dotted path, and the words for its expected value. */
export type Fields = Readonly<Record<string, readonly [check: Check, expected: string]>>;

/** What readings need. A widget takes no others: it is to be small. */
export const readingFields: Fields = {
  appName: [words(60), 'a text of 1 to 60 characters'],
  'codeHost.url': [emptyOr(isHttpUrl), 'an http(s) URL, or "" for the local git history'],
  'codeHost.owner': [slug, 'the owner’s name as in the repository’s URL'],
  'codeHost.repo': [slug, 'the repository’s name as in its URL'],
  'codeHost.agents': [listOf(64, words(80)), 'a list of at most 64 commit author names'],
  'weather.url': [httpUrl, 'an http(s) URL'],
  'weather.latitude': [between(-90, 90), 'a number from -90 to 90'],
  'weather.longitude': [between(-180, 180), 'a number from -180 to 180'],
  'chain.url': [httpUrl, 'an http(s) URL'],
  recorded: [flag, 'true or false'],
};

export type Loose = Record<string, unknown>;
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a problem repeats it. */
export const shorten = (value: unknown): string => {
  // An address may hold a name and a password: they are never repeated.
  const json = (JSON.stringify(value) ?? String(value)).replace(/:[^"]*@/g, ':(not repeated)@');
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
};

type Refuse = (field: string, expected: string, got: unknown) => void;

/** The default configuration with these fields of the file; a bad one is refused. */
export function takeFields(raw: Loose, wanted: Fields, refuse: Refuse): Config {
  const config: Loose = structuredClone<Loose>({ ...defaultConfig });
  for (const [field, [check, expected]] of Object.entries(wanted)) {
    const [group = '', name] = field.split('.');
    const given = raw[group];
    if (given === undefined) continue;
    if (name === undefined) {
      const value = check(given);
      if (value === undefined) refuse(field, expected, given);
      else config[group] = value;
    } else if (!isObject(given)) refuse(group, 'an object', given);
    else if (given[name] !== undefined) {
      const value = check(given[name]);
      const into = config[group];
      if (value === undefined) refuse(field, expected, given[name]);
      else if (isObject(into)) into[name] = value;
    }
  }
  return config as unknown as Config;
}

export interface ParsedConfig {
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
}

export const notAnObject = (raw: unknown): ParsedConfig => ({
  config: defaultConfig,
  problems: [{ field: 'config.json', expected: 'a JSON object', got: shorten(raw), isWholeFile: true }],
});

/** What the readings of a widget need of `config.json`. It tells no problem of a single field. */
export const parseReadingConfig = (raw: unknown): ParsedConfig =>
  isObject(raw)
    ? { config: takeFields(raw, readingFields, () => undefined), problems: [] }
    : notAnObject(raw);
