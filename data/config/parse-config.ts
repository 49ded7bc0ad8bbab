import { isOwnPath } from '../travel/destination.ts';
import {
  type ConfigProblem,
  EVERY_ORIGIN,
  type Fields,
  type Loose,
  type ParsedConfig,
  emptyOr,
  flag,
  isHttpUrl,
  isObject,
  isOrigin,
  isSocketUrl,
  listOf,
  notAnObject,
  readingFields,
  shorten,
  takeFields,
  upTo,
  where,
  words,
} from './config.ts';

/** Every field of the file. Not in `config.ts`, which a widget loads too. */
const fields: Fields = {
  ...readingFields,
  description: [upTo(300), 'a text of at most 300 characters'],
  'resident.name': [words(40), 'a name of 1 to 40 characters'],
  'resident.persona': [upTo(8000), 'a text of at most 8,000 characters'],
  relays: [listOf(8, where(isSocketUrl)), 'a list of at most 8 ws(s) URLs'],
  'bridge.url': [emptyOr(isSocketUrl), 'a ws(s) URL, or "" for this home’s own bridge'],
  modules: [
    listOf(
      32,
      where((value) => isOwnPath(value) || isHttpUrl(value)),
    ),
    'a list of at most 32 module paths (/my-panel.js) or URLs',
  ],
  allowedOrigins: [
    listOf(
      64,
      where((value) => value === EVERY_ORIGIN || isOrigin(value)),
    ),
    'a list of origins such as https://home.example, or "*" for all',
  ],
  ambient: [flag, 'true or false'],
};

const secretNames = /token|secret|password|api_?key/i;

/** Names in the first two levels that look like a secret. Their values are never repeated. */
const secretFields = (raw: Loose): string[] =>
  Object.entries(raw).flatMap(([name, value]) => [
    ...(secretNames.test(name) ? [name] : []),
    ...(isObject(value)
      ? Object.keys(value)
          .filter((inner) => secretNames.test(inner))
          .map((inner) => `${name}.${inner}`)
      : []),
  ]);

/** Reads the answer of `config.json`. Never throws; fields it does not know are ignored. */
export function parseConfig(raw: unknown): ParsedConfig {
  if (!isObject(raw)) return notAnObject(raw);
  const problems: ConfigProblem[] = secretFields(raw).map((field) => ({
    field,
    expected:
      'no secrets here: every visitor can read config.json. Set it in the gateway’s environment instead',
    got: '(not repeated)',
  }));
  const config = takeFields(raw, fields, (field, expected, got) => {
    // Each field of a group that is not an object reports it.
    if (!problems.some((problem) => problem.field === field))
      problems.push({ field, expected, got: shorten(got) });
  });
  return { config, problems };
}
