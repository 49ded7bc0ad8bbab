import { safeUrl } from '../travel/destination.ts';

/**
 * What a value of `config.json` may be. The check is written by hand: Valibot would add 2.2 kB to the shell,
 * which reads this file before anything else works. The other properties describe the check, for the JSON
 * Schema that is built from them.
 */
export interface Kind<T> {
  readonly name:
    | 'words'
    | 'text'
    | 'number'
    | 'flag'
    | 'slug'
    | 'httpUrl'
    | 'socketUrl'
    | 'timeZone'
    | 'modulePath'
    | 'origin'
    | 'list';
  /** Completes the sentence “expected …”. */
  readonly expected: string;
  /** The value to take, or undefined where it is not what was expected. */
  readonly check: (value: unknown) => T | undefined;
  readonly min?: number;
  readonly max?: number;
  /** The empty text is allowed too. */
  readonly mayBeEmpty?: true;
  /** The kind of each item of a list. */
  readonly item?: Kind<string>;
}

export interface Field<T> extends Kind<T> {
  readonly default: T;
}

/** The fields of an object by their names; a group is an object in it. */
export interface Fields {
  readonly [name: string]: Field<unknown> | Fields;
}

/** The values of the fields, as the program uses them. */
export type ValuesOf<F> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : ValuesOf<F[Name]>;
};

export const field = <T>(kind: Kind<T>, fallback: T): Field<T> => ({ ...kind, default: fallback });

export const where =
  (isGood: (value: string) => boolean) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && isGood(value) ? value : undefined;

/** A text with at least one character besides spaces, which are left out at its ends. */
export const words = (max: number, noun = 'text'): Kind<string> => ({
  name: 'words',
  max,
  expected: `a ${noun} of 1 to ${max} characters`,
  check(value) {
    const trimmed = typeof value === 'string' ? value.trim() : '';
    return trimmed.length >= 1 && trimmed.length <= max ? trimmed : undefined;
  },
});

export const text = (max: number): Kind<string> => ({
  name: 'text',
  max,
  expected: `a text of at most ${max.toLocaleString('en')} characters`,
  check: where((value) => value.length <= max),
});

export const number = (min: number, max: number): Kind<number> => ({
  name: 'number',
  min,
  max,
  expected: `a number from ${min} to ${max}`,
  check: (value) => (typeof value === 'number' && value >= min && value <= max ? value : undefined),
});

export const flag: Kind<boolean> = {
  name: 'flag',
  expected: 'true or false',
  check: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** A name that is a part of a URL's path. */
export const slug = (expected: string): Kind<string> => ({
  name: 'slug',
  expected,
  check: where((value) => /^[\w.-]{1,100}$/.test(value)),
});

/** A URL's host may hold `;` and `,`, which would end a directive of the page's security policy. */
export const isUrl = (value: string, protocols: readonly string[]): boolean => {
  const url = safeUrl(value, undefined, protocols);
  return url !== undefined && /^[\w.:[\]-]*$/.test(url.host);
};
export const isHttpUrl = (value: string): boolean => isUrl(value, ['http:', 'https:']);

export const httpUrl: Kind<string> = {
  name: 'httpUrl',
  expected: 'an http(s) URL',
  check: where(isHttpUrl),
};

export const timeZone: Kind<string> = {
  name: 'timeZone',
  expected: 'a time zone such as Europe/Berlin',
  check: where((value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }),
};

/** The empty text, or this kind; `meaning` says what the empty text is for. */
export const orEmpty = (kind: Kind<string>, meaning = ''): Kind<string> => ({
  ...kind,
  mayBeEmpty: true,
  expected: `${kind.expected}, or ""${meaning && ` ${meaning}`}`,
  check: (value) => (value === '' ? value : kind.check(value)),
});

export const list = (max: number, item: Kind<string>, items: string): Kind<readonly string[]> => ({
  name: 'list',
  max,
  item,
  expected: `a list of at most ${max} ${items}`,
  check(value) {
    if (!Array.isArray(value) || value.length > max) return undefined;
    const checked = value.map(item.check);
    return checked.every((one) => one !== undefined) ? checked : undefined;
  },
});

export interface ConfigProblem {
  /** Dotted path, as in `weather.latitude`. */
  readonly field: string;
  readonly expected: string;
  /** The value that was found, shortened. */
  readonly got: string;
  /** It is about the file itself: none of it could be used, and all fields have their defaults. */
  readonly isWholeFile?: true;
}

export interface ParsedConfig<T> {
  readonly config: T;
  readonly problems: readonly ConfigProblem[];
}

export type Loose = Record<string, unknown>;
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a problem repeats it. */
export const shorten = (value: unknown): string => {
  // An address may hold a name and a password: they are never repeated.
  const json = (JSON.stringify(value) ?? String(value)).replace(/:[^"]*@/g, ':(not repeated)@');
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
};

export const isField = (entry: Field<unknown> | Fields): entry is Field<unknown> =>
  typeof entry['check'] === 'function';

/** The values of a file; a field that is left out or wrong has its default. Fields that it does not know are ignored. */
export function readFields<F extends Fields>(
  fields: F,
  raw: unknown,
  refuse: (problem: ConfigProblem) => void = () => undefined,
  path = '',
): ValuesOf<F> {
  const given = isObject(raw) ? raw : {};
  const values = Object.entries(fields).map(([name, entry]) => {
    const value = given[name];
    const here = path + name;
    const wrong = (expected: string): void => refuse({ field: here, expected, got: shorten(value) });
    if (!isField(entry)) {
      if (value !== undefined && !isObject(value)) wrong('an object');
      return [name, readFields(entry, value, refuse, `${here}.`)];
    }
    const checked = value === undefined ? entry.default : entry.check(value);
    if (checked === undefined) wrong(entry.expected);
    return [name, checked ?? entry.default];
  });
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** The values of an empty file. */
export const defaultsOf = <F extends Fields>(fields: F): ValuesOf<F> => readFields(fields, {});

export const notAnObject = <T>(raw: unknown, config: T): ParsedConfig<T> => ({
  config,
  problems: [{ field: 'config.json', expected: 'a JSON object', got: shorten(raw), isWholeFile: true }],
});
