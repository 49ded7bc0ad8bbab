import { safeUrl } from '../travel/destination.ts';

/** What readings need of the configuration. A widget takes no more: it is to be small. */
export interface ReadingConfig {
  readonly appName: string;
  readonly codeHost: {
    /** Base URL of a Gitea or Forgejo; empty: this home's gateway (proxy or local git). */
    readonly url: string;
    readonly owner: string;
    readonly repo: string;
    readonly agents: readonly string[];
    /** Whether authors of commits are agents too. */
    readonly authors?: boolean;
  };
  /** Without an address the home shows no weather; the sun still follows the place. */
  readonly weather: {
    readonly url: string;
    readonly latitude: number;
    readonly longitude: number;
    /** What people call the place, and its time zone; empty where the owner names none. */
    readonly place?: string;
    readonly timeZone?: string;
  };
  /** Without an address the home shows no block height. */
  readonly chain: { readonly url: string };
  /** A demo: code host, weather and chain are replayed from a recording. */
  readonly recorded: boolean;
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

export const defaultReadingConfig: ReadingConfig = {
  appName: 'Home World',
  codeHost: { url: '', owner: 'local', repo: 'home', agents: [], authors: false },
  // Royal Observatory, Greenwich: a place that is obviously a default.
  weather: { url: 'https://api.open-meteo.com', latitude: 51.4779, longitude: 0, place: '', timeZone: '' },
  chain: { url: 'https://mempool.space' },
  recorded: false,
};

/** A URL's host may hold `;` and `,`, which would end a directive of the page's security policy. */
export const isUrl = /* @__NO_SIDE_EFFECTS__ */ (protocols: readonly string[]) => (value: string) => {
  const url = safeUrl(value, undefined, protocols);
  return url !== undefined && /^[\w.:[\]-]*$/.test(url.host);
};
export const isHttpUrl = isUrl(['http:', 'https:']);

/**
 * The value to take, or undefined where it is not what was expected. By hand: valibot would add 2.2
 * kB to the shell, which reads this file before anything else works and may have 30 kB. The makers of
 * checks are marked as free of side effects, so that a widget leaves out the fields it has no use for.
 */
export type Check = (value: unknown) => unknown;

export const where =
  /* @__NO_SIDE_EFFECTS__ */
  (good: (value: string) => boolean): Check =>
    (value) =>
      typeof value === 'string' && good(value) ? value : undefined;
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
const slug = where((value) => /^[\w.-]{1,100}$/.test(value));

/** The check of each field by its dotted path. */
export type Checks = Readonly<Record<string, Check>>;

export const readingChecks: Checks = {
  appName: words(60),
  'codeHost.url': emptyOr(isHttpUrl),
  'codeHost.owner': slug,
  'codeHost.repo': slug,
  'codeHost.agents': listOf(64, words(80)),
  'codeHost.authors': flag,
  'weather.url': emptyOr(isHttpUrl),
  'weather.latitude': between(-90, 90),
  'weather.longitude': between(-180, 180),
  'chain.url': emptyOr(isHttpUrl),
  recorded: flag,
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

/** The field, or the group that is not an object. */
type Refuse = (field: string, got: unknown) => void;

/** The defaults with these fields of the file in their place; a bad one is refused. */
export function takeFields<T extends object>(raw: Loose, checks: Checks, defaults: T, refuse: Refuse): T {
  const config = structuredClone(defaults);
  for (const [field, check] of Object.entries(checks)) {
    const [group = '', name] = field.split('.');
    const given = raw[group];
    if (given === undefined) continue;
    if (name === undefined) {
      const value = check(given);
      if (value === undefined) refuse(field, given);
      else Reflect.set(config, group, value);
    } else if (!isObject(given)) refuse(group, given);
    else if (given[name] !== undefined) {
      const value = check(given[name]);
      const fields: unknown = Reflect.get(config, group);
      if (value === undefined) refuse(field, given[name]);
      else if (isObject(fields)) fields[name] = value;
    }
  }
  return config;
}

export interface ParsedConfig<T> {
  readonly config: T;
  readonly problems: readonly ConfigProblem[];
}

export const notAnObject = <T>(raw: unknown, config: T): ParsedConfig<T> => ({
  config,
  problems: [{ field: 'config.json', expected: 'a JSON object', got: shorten(raw), isWholeFile: true }],
});

/** What readings need of `config.json`. It does not report problems of single fields. */
export const parseReadingConfig = (raw: unknown): ParsedConfig<ReadingConfig> =>
  isObject(raw)
    ? { config: takeFields(raw, readingChecks, defaultReadingConfig, () => undefined), problems: [] }
    : notAnObject(raw, defaultReadingConfig);
