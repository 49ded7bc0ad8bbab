import { type Config, configFields, defaultConfig } from './config.ts';
import {
  type ConfigProblem,
  type Loose,
  type ParsedConfig,
  isObject,
  notAnObject,
  readFields,
} from './fields.ts';

/** `tokenEnv` names an environment variable. */
const secretNames = /token(?!env)|secret|password|api_?key/i;
/** Other names of API keys, in fields of a URL's query. */
const keyNames = /(?:^|[_-])key$|^app_?id$/i;

const NO_SECRETS =
  'no secrets here: every visitor can read config.json. Set it in the gateway’s environment instead';
const NO_KEY =
  'an address without a key in its query: every visitor can read config.json. A server of your own can add it';

const hasKey = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasKey)
    : typeof value === 'string' &&
      [...(URL.parse(value)?.searchParams.keys() ?? [])].some(
        (name) => secretNames.test(name) || keyNames.test(name),
      );

/** Secrets in the first two levels, found by field names and in URLs. Their values are not repeated. */
const secretProblems = (raw: Loose, group = ''): ConfigProblem[] =>
  Object.entries(raw).flatMap(([name, value]) => {
    const field = group + name;
    if (secretNames.test(name)) return [{ field, expected: NO_SECRETS, got: '(not repeated)' }];
    if (hasKey(value)) return [{ field, expected: NO_KEY, got: '(not repeated)' }];
    return group === '' && isObject(value) ? secretProblems(value, `${name}.`) : [];
  });

/** Parses the content of `config.json`. Never throws; unknown fields are ignored. */
export function parseConfig(raw: unknown): ParsedConfig<Config> {
  if (!isObject(raw)) return notAnObject(raw, defaultConfig);
  const problems = secretProblems(raw);
  const config = readFields(configFields, raw, (problem) => {
    // A secret is reported once, without its value.
    if (!problems.some(({ field }) => field === problem.field)) problems.push(problem);
  });
  return { config, problems };
}
