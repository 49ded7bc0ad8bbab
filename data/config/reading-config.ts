import {
  type ParsedConfig,
  type ValuesOf,
  defaultsOf,
  field,
  flag,
  httpUrl,
  isObject,
  list,
  notAnObject,
  number,
  orEmpty,
  readFields,
  slug,
  text,
  timeZone,
  words,
} from './fields.ts';

/** The fields of `config.json` that readings need. A widget takes no more: it is to be small. */
export const readingFields = {
  appName: field(words(60), 'Home World'),
  codeHost: {
    /** Base URL of a Gitea or Forgejo; empty: this home's gateway (proxy or local git). */
    url: field(orEmpty(httpUrl, 'for the local git history'), ''),
    owner: field(slug('the owner’s name as in the repository’s URL'), 'local'),
    repo: field(slug('the repository’s name as in its URL'), 'home'),
    agents: field(list(64, words(80), 'commit author names'), []),
    /** Whether authors of commits are agents too. */
    authors: field(flag, false),
  },
  /** Without an address the home shows no weather; the sun still follows the place. */
  weather: {
    url: field(orEmpty(httpUrl, 'for no weather'), 'https://api.open-meteo.com'),
    // Royal Observatory, Greenwich: a place that is obviously a default.
    latitude: field(number(-90, 90), 51.4779),
    longitude: field(number(-180, 180), 0),
    /** What people call the place; empty where the owner names none. */
    place: field(text(60), ''),
    timeZone: field(orEmpty(timeZone), ''),
  },
  /** Without an address the home shows no block height. */
  chain: { url: field(orEmpty(httpUrl, 'for no block height'), 'https://mempool.space') },
  /** A demo: code host, weather and chain are replayed from a recording. */
  recorded: field(flag, false),
};

export interface ReadingConfig extends ValuesOf<typeof readingFields> {}

export const defaultReadingConfig: ReadingConfig = defaultsOf(readingFields);

/** What readings need of `config.json`. It does not report problems of single fields. */
export const parseReadingConfig = (raw: unknown): ParsedConfig<ReadingConfig> =>
  isObject(raw)
    ? { config: readFields(readingFields, raw), problems: [] }
    : notAnObject(raw, defaultReadingConfig);
