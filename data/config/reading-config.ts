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

/** The fields of `config.json` that readings need. Widgets parse only these, to stay small. */
export const readingFields = {
  appName: field(words(60), 'Home World'),
  codeHost: {
    /** The base URL of the code host; empty: this home's gateway (proxy or local git). */
    url: field(orEmpty(httpUrl, 'for the local git history'), ''),
    /** On GitLab this is a group. Groups can be inside other groups, up to 20 levels deep. */
    owner: field(slug('the owner’s name as in the repository’s URL', 20), 'local'),
    repo: field(slug('the repository’s name as in its URL'), 'home'),
    agents: field(list(64, words(80), 'commit author names'), []),
    /** Whether commit authors count as agents too. */
    authors: field(flag, false),
  },
  /**
   * The repositories of a home with several, as `owner/name`; set by the home for its pages. `codeHost` is
   * then the address at which the home answers for all of them.
   */
  repositories: field(list(64, words(500), 'repositories'), []),
  /** With an empty URL the home shows no weather; the sun still follows the place. */
  weather: {
    url: field(orEmpty(httpUrl, 'for no weather'), 'https://api.open-meteo.com'),
    // Royal Observatory, Greenwich: a place that is obviously a default.
    latitude: field(number(-90, 90), 51.4779),
    longitude: field(number(-180, 180), 0),
    /** The name of the place; empty if the owner has not set one. */
    place: field(text(60), ''),
    timeZone: field(orEmpty(timeZone), ''),
  },
  /** With an empty URL the home shows no block height. */
  chain: { url: field(orEmpty(httpUrl, 'for no block height'), 'https://mempool.space') },
  /** True for a demo: the data of the code host, the weather and the chain come from a recording. */
  recorded: field(flag, false),
};

export interface ReadingConfig extends ValuesOf<typeof readingFields> {}

const defaultReadingConfig: ReadingConfig = defaultsOf(readingFields);

/** Parses the fields that readings need. It does not report problems of single fields. */
export const parseReadingConfig = (raw: unknown): ParsedConfig<ReadingConfig> =>
  isObject(raw)
    ? { config: readFields(readingFields, raw), problems: [] }
    : notAnObject(raw, defaultReadingConfig);

/** The address at which a home with several repositories answers for all of them, in place of `owner/name`. */
export const EVERY_REPOSITORY = 'all/repositories';

/** The configuration with this repository, as `owner/name`, or as it is without a name. */
export function withRepository<C extends ReadingConfig>(config: C, name?: string): C {
  if (!name) return config;
  const end = name.lastIndexOf('/');
  return {
    ...config,
    codeHost: { ...config.codeHost, owner: name.slice(0, end), repo: name.slice(end + 1) },
  };
}
