import { isOwnPath } from '../travel/destination.ts';
import { type Config, type ConfigProblem, EVERY_ORIGIN, defaultConfig, isOrigin } from './config.ts';
import {
  type Check,
  type Checks,
  type Loose,
  type ParsedConfig,
  emptyOr,
  flag,
  isHttpUrl,
  isObject,
  isUrl,
  listOf,
  notAnObject,
  readingChecks,
  shorten,
  takeFields,
  where,
  words,
} from './reading-config.ts';

const isSocketUrl = isUrl(['ws:', 'wss:']);
const upTo = (max: number): Check => where((value) => value.length <= max);
const isTimeZone = (value: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Every field of the file. Not in `config.ts`, which a widget loads too. */
const checks: Checks = {
  ...readingChecks,
  'weather.place': upTo(60),
  'weather.timeZone': emptyOr(isTimeZone),
  description: upTo(300),
  'resident.name': words(40),
  'resident.persona': upTo(8000),
  relays: listOf(8, where(isSocketUrl)),
  'bridge.url': emptyOr(isSocketUrl),
  'together.presence': flag,
  'together.chat': flag,
  modules: listOf(
    32,
    where((value) => isOwnPath(value) || isHttpUrl(value)),
  ),
  allowedOrigins: listOf(
    64,
    where((value) => value === EVERY_ORIGIN || isOrigin(value)),
  ),
  ambient: flag,
};

/** What each of them should be; a group should be an object. */
export const expected: Readonly<Record<string, string>> = {
  appName: 'a text of 1 to 60 characters',
  'codeHost.url': 'an http(s) URL, or "" for the local git history',
  'codeHost.owner': 'the owner’s name as in the repository’s URL',
  'codeHost.repo': 'the repository’s name as in its URL',
  'codeHost.agents': 'a list of at most 64 commit author names',
  'codeHost.authors': 'true or false',
  'weather.url': 'an http(s) URL, or "" for no weather',
  'weather.latitude': 'a number from -90 to 90',
  'weather.place': 'a text of at most 60 characters',
  'weather.timeZone': 'a time zone such as Europe/Berlin, or ""',
  'weather.longitude': 'a number from -180 to 180',
  'chain.url': 'an http(s) URL, or "" for no block height',
  recorded: 'true or false',
  description: 'a text of at most 300 characters',
  'resident.name': 'a name of 1 to 40 characters',
  'resident.persona': 'a text of at most 8,000 characters',
  relays: 'a list of at most 8 ws(s) URLs',
  'bridge.url': 'a ws(s) URL, or "" for this home’s own bridge',
  'together.presence': 'true or false',
  'together.chat': 'true or false',
  modules: 'a list of at most 32 module paths (/my-panel.js) or URLs',
  allowedOrigins: 'a list of origins such as https://home.example, or "*" for all',
  ambient: 'true or false',
};

const secretNames = /token|secret|password|api_?key/i;
/** Also names in the query of an address. */
const keyNames = /(?:^|[_-])key$|^app_?id$/i;

const NO_SECRETS =
  'no secrets here: every visitor can read config.json. Set it in the gateway’s environment instead';
const NO_KEY =
  'an address without a key in its query: every visitor can read config.json. Name a server of your own that adds the key';

const hasKey = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasKey)
    : typeof value === 'string' &&
      [...(URL.parse(value)?.searchParams.keys() ?? [])].some(
        (name) => secretNames.test(name) || keyNames.test(name),
      );

/** Secrets in the first two levels, by their names and in addresses. Their values are never repeated. */
const secretProblems = (raw: Loose, group = ''): ConfigProblem[] =>
  Object.entries(raw).flatMap(([name, value]) => {
    const field = group + name;
    if (secretNames.test(name)) return [{ field, expected: NO_SECRETS, got: '(not repeated)' }];
    if (hasKey(value)) return [{ field, expected: NO_KEY, got: '(not repeated)' }];
    return group === '' && isObject(value) ? secretProblems(value, `${name}.`) : [];
  });

/** Reads the answer of `config.json`. Never throws; fields it does not know are ignored. */
export function parseConfig(raw: unknown): ParsedConfig<Config> {
  if (!isObject(raw)) return notAnObject(raw, defaultConfig);
  const problems = secretProblems(raw);
  const config = takeFields(raw, checks, defaultConfig, (field, got) => {
    // Each field of a group that is not an object reports it.
    if (!problems.some((problem) => problem.field === field))
      problems.push({ field, expected: expected[field] ?? 'an object', got: shorten(got) });
  });
  return { config, problems };
}
