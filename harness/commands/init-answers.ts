import { join, relative, dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { type Interface, createInterface } from 'node:readline';
import { applyEdits, modify } from 'jsonc-parser';
import { defaultOwnerConfig, type OwnerConfig } from '../config/config-file.ts';
import { parseConfig } from '../../data/config/parse-config.ts';
import { type CodeHostKind, codeHostKinds } from '../config/server-config.ts';
import type { Flag } from '../core/options.ts';
import { knownKind } from '../gateway/code-host/kinds.ts';

/** Asks questions at a terminal, or reads the answers from a pipe, one a line. */
export class Prompts {
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  readonly #output: NodeJS.WritableStream;
  #ended = false;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#reader = createInterface({ input, crlfDelay: Infinity });
    // Reading begins at once, because lines that arrive before the first question are answers too.
    this.#lines = this.#reader[Symbol.asyncIterator]();
    this.#output = output;
  }

  /** Whether the input has ended: no further question gets an answer. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The next line without the spaces around it; undefined at the end of the input. */
  async ask(question: string): Promise<string | undefined> {
    this.#output.write(question);
    const { value, done } = await this.#lines.next();
    this.#ended = done === true;
    if (!this.#ended) return String(value).trim();
    this.#output.write('\n');
    return undefined;
  }

  close(): void {
    this.#reader.close();
  }
}

/** Fields of `config.json`, by their dotted paths. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that one answer sets, or why the answer cannot be used. */
type Answer = { readonly fields: Fields } | { readonly wrong: string };

/** One thing that `home-world init` asks. */
export interface Question {
  /** The flag that answers it. */
  readonly flag: Flag;
  readonly ask: string;
  /** Whether it is asked, after these answers; always if left out. */
  readonly isAsked?: (answered: Fields) => boolean;
  /** What an empty answer means, from the existing configuration. */
  readonly current: (config: OwnerConfig) => string;
  /** The answer that replaces an empty one, derived from the answers before it. */
  readonly usual?: (answered: Fields) => string | undefined;
  /** Reads an answer that is not empty. `answered`: the earlier answers. */
  readonly read: (text: string, answered?: Fields) => Answer;
}

/** The fields, if the parser of `config.json` accepts them. */
function accepted(fields: Fields): Answer {
  const raw: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    const [group = '', name] = field.split('.');
    const inner = (raw[group] ??= {}) as Record<string, unknown>;
    if (name === undefined) raw[group] = value;
    else inner[name] = value;
  }
  const [problem] = parseConfig(raw).problems;
  return problem ? { wrong: `${problem.field} needs ${problem.expected}.` } : { fields };
}

const REPOSITORY = 'https://git.example.org/me/harbour';

/** The address for browsers of one that git uses over SSH, such as `git@github.com:me/harbour.git`. */
export const browserAddress = (text: string): string =>
  text
    .replace(/^[\w.-]+@([\w.-]+):(?!\/)/, 'https://$1/')
    .replace(/^ssh:\/\/(?:[\w.-]+@)?([\w.-]+)(?::\d+)?\//, 'https://$1/')
    .replace(/\.git\/?$/, '');

/** What may follow the name of a repository in the address of one of its pages, and is hardly a name itself. */
const PAGES = new Set(
  'src issues pulls commits commit branches tree blob merge_requests pipelines'.split(' '),
);

/** Owner and repository in the path of an address; what comes before them belongs to the server. */
function namesIn(parts: readonly string[], kind: CodeHostKind | undefined, isPage: boolean) {
  // The pages of a repository at GitHub and GitLab have longer paths.
  if (kind === 'github') return { base: [], owner: parts[0], repo: parts[1] };
  const end = parts.findIndex(
    (part, at) => at >= 2 && ((isPage && PAGES.has(part)) || (kind === 'gitlab' && part === '-')),
  );
  const names = end >= 0 ? parts.slice(0, end) : [...parts];
  const repo = names.pop();
  // At GitLab, an owner can be a group in other groups.
  if (kind === 'gitlab') return { base: [], owner: names.join('/') || undefined, repo };
  const owner = names.pop();
  return { base: names, owner, repo };
}

/** The address of a repository as the browser shows it, or as git uses it. */
function readRepository(text: string): Answer {
  if (/^(?:none|local)$/i.test(text)) return { fields: { 'codeHost.url': '' } };
  const url = URL.parse(browserAddress(text));
  if (url && (url.hostname === 'api.github.com' || /\/api\/v\d+\/(?:repos|projects)\//i.test(url.pathname)))
    return { wrong: `Write the address of the page, and not that of the API, such as ${REPOSITORY}.` };
  const kind = url ? knownKind(url.href) : undefined;
  // In an address of git, all of the path is the name.
  const isPage = /^https?:/i.test(text) && !/\.git\/?$/.test(text);
  const { base, owner, repo } = namesIn(url?.pathname.split('/').filter(Boolean) ?? [], kind, isPage);
  if (!url || repo === undefined || owner === undefined || !/^https?:$/.test(url.protocol))
    return { wrong: `Write the address of the repository as the browser shows it, such as ${REPOSITORY}.` };
  if (url.username !== '' || url.password !== '')
    return { wrong: 'Leave the name and the password out: a token belongs in HOME_WORLD_CODE_HOST_TOKEN.' };
  return accepted({
    'codeHost.url': [url.origin, ...base].join('/'),
    'codeHost.owner': owner,
    'codeHost.repo': repo,
    // The address tells it.
    ...(kind && { 'codeHost.kind': '' }),
  });
}

/** The address of a server that was answered and does not tell the kind of the server. */
const unknownHost = ({ 'codeHost.url': url }: Fields): URL | undefined =>
  typeof url === 'string' && knownKind(url) === undefined ? (URL.parse(url) ?? undefined) : undefined;

/** The kind that a name such as `gitlab.example.org` has in it. */
const kindInName = (answered: Fields): string | undefined =>
  codeHostKinds.find((kind) => unknownHost(answered)?.hostname.includes(kind));

function readKind(text: string, answered: Fields = {}): Answer {
  const kind = /^forgejo$/i.test(text) ? 'gitea' : codeHostKinds.find((one) => one === text.toLowerCase());
  if (kind === undefined) return { wrong: `Write one of ${codeHostKinds.join(', ')}.` };
  const host = unknownHost(answered);
  const groups = host?.pathname.split('/').filter(Boolean) ?? [];
  if (kind !== 'gitlab' || !host || groups.length === 0) return { fields: { 'codeHost.kind': kind } };
  // Before the kind was known, these counted as a path of the server.
  return accepted({
    'codeHost.url': host.origin,
    'codeHost.owner': [...groups, String(answered['codeHost.owner'])].join('/'),
    'codeHost.kind': kind,
  });
}

/** Degrees with or without minutes, seconds and a direction, as maps and encyclopedias write them. */
const ANGLE =
  /([+-]?\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*[′'’]\s*)?(?:(\d+(?:\.\d+)?)\s*[″"”]\s*)?([NSEW])?/gi;

/** Two angles in one text, as it was copied from a map; without letters, the latitude comes first. */
function readPlace(text: string): Answer {
  const angles = [...text.matchAll(ANGLE)].map(([, degrees = '', minutes = 0, seconds = 0, letter = '']) => {
    const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
    const isNegative = degrees.startsWith('-') || /[SW]/i.test(letter);
    // Minutes make long fractions. Four decimal places are about ten metres. Without “|| 0”, 0 could be -0.
    const value = Number((isNegative ? -size : size).toFixed(4)) || 0;
    return { value, letter: letter.toUpperCase(), hasSign: /^[+-]/.test(degrees) };
  });
  const [one, other, ...more] = angles;
  const isWhole = /^[\s,;]*$/.test(text.replaceAll(ANGLE, ''));
  if (one === undefined || other === undefined || more.length > 0 || !isWhole)
    return { wrong: 'Write latitude and longitude in degrees, such as 52.52, 13.41 or 52°31′N 13°24′E.' };
  const isSwapped = /[EW]/.test(one.letter) || /[NS]/.test(other.letter);
  const [latitude, longitude] = isSwapped ? [other, one] : [one, other];
  const isClear = !/[EW]/.test(latitude.letter) && !/[NS]/.test(longitude.letter);
  if (!isClear || angles.some(({ letter, hasSign }) => hasSign && letter !== ''))
    return { wrong: 'Write one of N and S, one of E and W, and no sign beside a letter.' };
  return accepted({ 'weather.latitude': latitude.value, 'weather.longitude': longitude.value });
}

/** The sun is this many degrees farther west after an hour. */
const DEGREES_AN_HOUR = 15;
/** No time zone differs by more hours from the sun; the time zone of China differs most. */
const MAX_HOURS_FROM_SUN = 3;

/**
 * The time zone of this machine, if it fits the longitude that was just answered; otherwise undefined. A
 * server may be far from that place, or use UTC.
 */
function zoneHere({ 'weather.longitude': longitude }: Fields): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions();
  if (typeof longitude !== 'number' || !timeZone.includes('/') || timeZone.startsWith('Etc/'))
    return undefined;
  const hours = -new Date().getTimezoneOffset() / 60;
  return Math.abs(hours - longitude / DEGREES_AN_HOUR) > MAX_HOURS_FROM_SUN ? undefined : timeZone;
}

const isNone = (text: string): boolean => /^none$/i.test(text);

const readRelays = (text: string): Answer =>
  accepted({ relays: isNone(text) ? [] : text.split(/[\s,]+/).filter(Boolean) });

/** What `init` asks, in this order; the model is no field of `config.json`. */
export const questions: readonly Question[] = [
  {
    flag: { name: 'name', value: 'NAME', help: 'name of the home' },
    ask: 'What is your home called?',
    current: ({ appName }) => appName,
    read: (appName) => accepted({ appName }),
  },
  {
    flag: { name: 'code-host', value: 'URL', help: 'address of the repository, or “local”' },
    ask: `Which repository does it show? Its address at GitHub, GitLab, Gitea or Forgejo, such as ${REPOSITORY}, or “local” for the folder in which the home starts.`,
    current: ({ codeHost: { url, owner, repo } }) => (url === '' ? 'local' : `${url}/${owner}/${repo}`),
    read: readRepository,
  },
  {
    flag: { name: 'code-host-kind', value: 'KIND', help: 'gitea (also for Forgejo), github or gitlab' },
    ask: 'Which software runs at this address? gitea (also for Forgejo), github (an Enterprise Server) or gitlab.',
    isAsked: (answered) => unknownHost(answered) !== undefined,
    current: ({ codeHost: { kind } }) => kind || 'gitea',
    usual: kindInName,
    read: readKind,
  },
  {
    flag: { name: 'place', value: 'LAT,LON', help: 'place of the weather' },
    ask: 'Where is it, for weather and daylight? Latitude and longitude, such as 52.52, 13.41. A map in the browser shows them after a right click on a place, and you can paste them as they are.',
    current: ({ weather: { latitude, longitude } }) => `${latitude}, ${longitude}`,
    read: readPlace,
  },
  {
    flag: { name: 'place-name', value: 'NAME', help: 'what you call that place, or “none”' },
    ask: 'What is that place called? The panel and the resident name it; without a name they show the coordinates.',
    current: ({ weather: { place } }) => place || 'none',
    read: (text) => accepted({ 'weather.place': isNone(text) ? '' : text }),
  },
  {
    flag: { name: 'time-zone', value: 'ZONE', help: 'its time zone, or “none”; else that of this machine' },
    ask: 'Which time zone has it, such as Europe/Berlin? The home then shows the local time there.',
    current: ({ weather: { timeZone } }) => timeZone || 'none',
    usual: zoneHere,
    read: (text) => accepted({ 'weather.timeZone': isNone(text) ? '' : text }),
  },
  {
    flag: { name: 'relays', value: 'URLS', help: 'Nostr relays with commas between them, or “none”' },
    ask: 'Which Nostr relays does it listen to? At most 8 addresses with commas between them, or “none”.',
    current: ({ relays }) => (relays.length === 0 ? 'none' : relays.join(', ')),
    read: readRelays,
  },
];

const FORMAT = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** The address of the schema in a configuration, so that editors complete its fields. */
export function schemaOf(file: string, dist: string): string | undefined {
  const schema = join(dist, 'schemas', 'config.schema.json');
  return existsSync(schema) ? relative(dirname(file), schema).replaceAll('\\', '/') : undefined;
}

/**
 * A configuration with these fields set; its other fields stay as they are. A field that has its default is
 * written only if the file has another value, so that a later default of the home takes effect.
 */
export function withFields(text: string, fields: Fields, schema: string | undefined): string {
  const had = JSON.parse(text) as Record<string, unknown>;
  const all = { ...(schema !== undefined && had['$schema'] === undefined && { $schema: schema }), ...fields };
  let result = text;
  for (const [field, value] of Object.entries(all)) {
    const [group = '', name] = field.split('.');
    const inner = had[group];
    const before = name === undefined ? inner : (inner as Record<string, unknown> | undefined)?.[name];
    if (before === undefined && JSON.stringify(value) === JSON.stringify(defaultOf(group, name))) continue;
    const path = name === undefined ? [group] : [group, name];
    result = applyEdits(result, modify(result, path, value, { formattingOptions: FORMAT }));
  }
  return result.endsWith('\n') ? result : `${result}\n`;
}

function defaultOf(group: string, name: string | undefined): unknown {
  const value: unknown = Reflect.get(defaultOwnerConfig, group);
  return name === undefined || typeof value !== 'object' || value === null ? value : Reflect.get(value, name);
}
