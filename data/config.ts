import * as v from 'valibot';

/**
 * `config.json`: what a home shows and where it looks. Every field has a default, so an empty object is a valid file.
 * A bad field never stops the page: it keeps its default and is reported with its name and what was expected.
 */
export interface Config {
  readonly appName: string;
  readonly resident: { readonly name: string; readonly persona: string };
  readonly codeHost: {
    /** Base URL of a Gitea or Forgejo; empty means the home's own origin (the gateway's proxy or the local git history). */
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
  readonly allowedOrigins: readonly string[];
}

export interface ConfigProblem {
  /** Dotted path, as in `weather.latitude`. */
  readonly field: string;
  readonly expected: string;
  /** What was found, shortened. */
  readonly got: string;
}

export const defaultConfig: Config = {
  appName: 'Home World',
  resident: { name: 'Timmy', persona: '' },
  codeHost: { url: '', owner: 'local', repo: 'home', agents: [] },
  // Royal Observatory, Greenwich: a place that is obviously a default.
  weather: { url: 'https://api.open-meteo.com', latitude: 51.4779, longitude: 0 },
  chain: { url: 'https://mempool.space' },
  relays: ['wss://relay.damus.io', 'wss://nos.lol', 'wss://relay.primal.net'],
  bridge: { url: '' },
  modules: [],
  allowedOrigins: [],
};

const isUrl = (protocols: readonly string[]) => (value: string) => {
  try {
    const url = new URL(value);
    return protocols.includes(url.protocol) && url.username === '' && url.password === '';
  } catch {
    return false;
  }
};
const isHttpUrl = isUrl(['http:', 'https:']);
const isSocketUrl = isUrl(['ws:', 'wss:']);
const isOrigin = (value: string) => isHttpUrl(value) && new URL(value).origin === value;
const isPath = (value: string) => /^\/(?!\/)[^\\]*$/.test(value);

const words = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
const httpUrl = v.pipe(v.string(), v.check(isHttpUrl));
const socketUrl = v.pipe(v.string(), v.check(isSocketUrl));
const slug = v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/));
const between = (low: number, high: number) => v.pipe(v.number(), v.minValue(low), v.maxValue(high));

interface Field {
  readonly path: readonly [keyof Config, string?];
  readonly schema: v.GenericSchema;
  readonly expected: string;
}

const fields: readonly Field[] = [
  { path: ['appName'], schema: words(60), expected: 'a text of 1 to 60 characters' },
  { path: ['resident', 'name'], schema: words(40), expected: 'a name of 1 to 40 characters' },
  {
    path: ['resident', 'persona'],
    schema: v.pipe(v.string(), v.maxLength(8000)),
    expected: 'a text of at most 8,000 characters',
  },
  {
    path: ['codeHost', 'url'],
    schema: v.union([v.literal(''), httpUrl]),
    expected: 'an http(s) URL, or "" for this home’s own origin',
  },
  { path: ['codeHost', 'owner'], schema: slug, expected: 'the owner’s name as in the repository’s URL' },
  { path: ['codeHost', 'repo'], schema: slug, expected: 'the repository’s name as in its URL' },
  {
    path: ['codeHost', 'agents'],
    schema: v.pipe(v.array(words(80)), v.maxLength(64)),
    expected: 'a list of at most 64 commit author names',
  },
  { path: ['weather', 'url'], schema: httpUrl, expected: 'an http(s) URL' },
  { path: ['weather', 'latitude'], schema: between(-90, 90), expected: 'a number from -90 to 90' },
  { path: ['weather', 'longitude'], schema: between(-180, 180), expected: 'a number from -180 to 180' },
  { path: ['chain', 'url'], schema: httpUrl, expected: 'an http(s) URL' },
  {
    path: ['relays'],
    schema: v.pipe(v.array(socketUrl), v.maxLength(8)),
    expected: 'a list of at most 8 ws(s) URLs',
  },
  {
    path: ['bridge', 'url'],
    schema: v.union([v.literal(''), socketUrl]),
    expected: 'a ws(s) URL, or "" for this home’s own origin',
  },
  {
    path: ['modules'],
    schema: v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check((s) => isPath(s) || isHttpUrl(s)),
        ),
      ),
      v.maxLength(32),
    ),
    expected: 'a list of at most 32 module paths (/my-panel.js) or URLs',
  },
  {
    path: ['allowedOrigins'],
    schema: v.pipe(v.array(v.pipe(v.string(), v.check(isOrigin))), v.maxLength(64)),
    expected: 'a list of origins such as https://home.example',
  },
];

type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shorten = (value: unknown): string => {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
};

const secretNames = /token|secret|password|api_?key/i;

/** Names of fields that look like a secret, anywhere in the first two levels. Their values are never repeated. */
const secretFields = (raw: Loose): string[] =>
  Object.entries(raw).flatMap(([name, value]) => [
    ...(secretNames.test(name) ? [name] : []),
    ...(isObject(value)
      ? Object.keys(value)
          .filter((inner) => secretNames.test(inner))
          .map((inner) => `${name}.${inner}`)
      : []),
  ]);

/** Reads the answer of `config.json`. Never throws; unknown fields are left alone, they may be a newer version's. */
export function parseConfig(raw: unknown): { config: Config; problems: ConfigProblem[] } {
  const config = structuredClone(defaultConfig) as unknown as Record<string, unknown>;
  const problems: ConfigProblem[] = [];
  if (!isObject(raw)) {
    problems.push({ field: 'config.json', expected: 'a JSON object', got: shorten(raw) });
    return { config: config as unknown as Config, problems };
  }
  for (const field of secretFields(raw)) {
    problems.push({
      field,
      expected:
        'no secret here: everybody who opens the page can read config.json. Set it in the gateway’s environment instead',
      got: '(not repeated)',
    });
  }
  const badGroups = new Set<string>();
  for (const { path, schema, expected } of fields) {
    const [group, name] = path;
    const holder = name === undefined ? raw : raw[group];
    if (holder === undefined) continue;
    if (!isObject(holder)) {
      if (!badGroups.has(group)) problems.push({ field: group, expected: 'an object', got: shorten(holder) });
      badGroups.add(group);
      continue;
    }
    const value = holder[name ?? group];
    if (value === undefined) continue;
    const result = v.safeParse(schema, value);
    if (!result.success) problems.push({ field: path.join('.'), expected, got: shorten(value) });
    else if (name === undefined) config[group] = result.output;
    else (config[group] as Loose)[name] = result.output;
  }
  return { config: config as unknown as Config, problems };
}
